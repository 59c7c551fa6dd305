"""benchmarks/fresh, fresh2 and fresh3: cases are complete, sources do what their references say, and ptxas takes what we make of them.

Compiling all of it would take a minute: every sixth kernel stands for the sets.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from benchmarks import bench, gpu_docs, kernel_set, run_gpu
from benchmarks.compilers import CompileFailure, OpenCicc
from opencicc import tools
from tests.benchmarks.host.run import build, execute, find_compiler
from tests.benchmarks.test_kernels_on_cpu import cuda_include
from tests.support import find_ptxas

SETS = {which: kernel_set.names(which) for which in kernel_set.SETS if which != "kernels"}
FRESH = [name for names in SETS.values() for name in names]
SAMPLE = FRESH[::6]


def test_the_sets_share_no_name_and_every_source_has_a_case() -> None:
    assert min(len(names) for names in SETS.values()) >= 36
    together = [*kernel_set.names(), *FRESH]
    assert len(set(together)) == len(together)
    for which, names in SETS.items():
        declared = {path.stem for path in (kernel_set.HERE / which).glob("*.py")} - {"__init__"}
        assert declared == set(names)
        assert {kernel_set.set_of(name) for name in names} == {which}


def test_a_name_that_no_set_has_is_refused() -> None:
    with pytest.raises(ValueError, match="no kernel is called 'nothing'; there are: aes128_ctr"):
        kernel_set.load("nothing")


def test_the_benchmark_and_the_gpu_run_take_the_set(tmp_path: Path) -> None:
    assert {which: bench.choose_kernels("*", which) for which in SETS} == SETS
    for name in (SAMPLE[0], SAMPLE[-1], "sgemm_tiled", "nothing"):
        (tmp_path / f"{name}.opencicc.ptx").write_text("")
    assert sorted(run_gpu.find_images(tmp_path)) == sorted([SAMPLE[0], SAMPLE[-1], "sgemm_tiled"])


def test_a_case_without_a_bound_has_no_rate() -> None:
    assert run_gpu.bound_of(SAMPLE[0], "full") is None
    facts = {"status": "right", "median_us": 10.0}
    document = {
        "gpu": "a GPU",
        "compilers": ["opencicc"],
        "baseline": "opencicc",
        "kernels": {SAMPLE[0]: {"compilers": {"opencicc": facts}, "again": {}, "bound": None}},
    }
    run = gpu_docs.GpuRun(document)
    assert run.rate(run.results[0]) == "-"


@pytest.mark.parametrize("name", FRESH)
def test_a_case_is_complete_and_a_kernel_that_does_nothing_is_wrong(name: str) -> None:
    case = kernel_set.load(name)
    assert f"{case.entry}(" in case.source.read_text()
    assert len(case.tolerances) == len(case.outputs)
    assert case.launches["small"].threads <= 4096 < case.launches["full"].threads
    args, again = case.arguments("small"), case.arguments("small")
    for left, right in zip(kernel_set.arrays_of(args), kernel_set.arrays_of(again), strict=True):
        assert left.flags.c_contiguous
        assert left.tobytes() == right.tobytes()
    outputs = [np.copy(kernel_set.array_arg(args, position)) for position in case.outputs]
    verdicts = kernel_set.check(case, outputs, case.reference(args))
    assert not all(verdict.agrees for verdict in verdicts)


@pytest.mark.slow
@pytest.mark.parametrize("name", SAMPLE)
def test_the_source_agrees_with_its_reference_on_the_cpu(name: str, tmp_path: Path) -> None:
    include = cuda_include()
    if include is None or find_compiler() is None:
        pytest.skip("running kernels on the CPU takes clang++ and the CUDA headers (CUDA_HOME)")
    case = kernel_set.load(name)
    library = build(case, tmp_path, include)
    expected = case.reference(case.arguments("small"))
    verdicts = kernel_set.check(case, execute(case, library, "small"), expected)
    assert [verdict.first_wrong for verdict in verdicts if not verdict.agrees] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", SAMPLE)
def test_ptxas_takes_our_code(name: str) -> None:
    if find_ptxas() is None:
        pytest.skip("no ptxas here")
    case = kernel_set.load(name)
    try:
        ptx = OpenCicc().compile(case, "sm_90").ptx
    except CompileFailure as failure:
        pytest.skip(f"no CUDA front end here: {failure}")
    _, found = tools.assemble(ptx, "sm_90")
    assert case.entry in [entry.name for entry in found]
