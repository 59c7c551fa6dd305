"""Every benchmark kernel's own source, run on the CPU, gives what its reference says.

Without a GPU and without the compilers that are measured: a wrong reference or a wrong kernel shows here.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from benchmarks import kernel_set as ks
from tests.benchmarks.host.run import build, execute, find_compiler


def cuda_include() -> Path | None:
    folders = [os.environ.get("CUDA_HOME", ""), "/usr/local/cuda-13.0", "/usr/local/cuda"]
    candidates = [Path(folder) / "include" for folder in folders if folder]
    return next((path for path in candidates if (path / "vector_types.h").exists()), None)


@pytest.mark.slow
@pytest.mark.parametrize("name", ks.names())
def test_the_kernel_agrees_with_its_reference(name: str, tmp_path: Path) -> None:
    include = cuda_include()
    if include is None or find_compiler() is None:
        pytest.skip("running kernels on the CPU takes clang++ and the CUDA headers (CUDA_HOME)")
    case = ks.load(name)
    library = build(case, tmp_path, include)
    expected = case.reference(case.arguments("small"))
    verdicts = ks.check(case, execute(case, library, "small"), expected)
    assert [verdict.first_wrong for verdict in verdicts if not verdict.agrees] == []
