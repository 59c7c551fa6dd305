"""-split-compile: the same bytes for any number of workers and any order of finishing, the code of the whole module."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from modules import many_kernels, with_lines

import opencicc
from opencicc.compiler import worker
from opencicc.compiler.concurrent import pool
from tests.shell import opencicc as command
from tests.support import assemble, find_ptxas

HERE = Path(__file__).parent
MIXED = (HERE / "mixed.ll").read_text()


def parts_of(result: opencicc.CompileResult) -> int:
    return sum(event.kind == "part" for event in result.trace.events)


@pytest.mark.parametrize("kernels", [1, 2, 50, 400])
def test_any_number_of_workers_gives_the_same_bytes(kernels: int) -> None:
    module = many_kernels(kernels, 120 if kernels < 400 else 30)
    results = {n: opencicc.compile(module, options={"split-compile": n}) for n in (1, 2, 3, 8)}
    assert len({result.ptx for result in results.values()}) == 1
    assert opencicc.compile(module).ptx == results[1].ptx
    assert {parts_of(result) > 1 for result in results.values()} == {kernels >= 50}
    assert len(results[1].kernels) == kernels


def test_any_order_of_finishing_gives_the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    module = many_kernels(50, 100)
    expected = opencicc.compile(module).ptx
    original = pool.Run.next_job
    for seed in range(20):
        shuffle = random.Random(seed)

        def any_job(self: pool.Run, shuffle: random.Random = shuffle) -> object:
            shuffle.shuffle(self.waiting)
            return original(self)

        monkeypatch.setattr(pool.Run, "next_job", any_job)
        assert opencicc.compile(module, options={"split-compile": 2}).ptx == expected


def test_parts_are_the_code_of_the_whole_module() -> None:
    """Tables, shared arrays, state, llvm.used, calls that stay and functions of other parts."""
    whole = opencicc.compile(MIXED)
    cut = opencicc.compile(MIXED, options={"force-concurrent": True, "split-compile": 2})
    assert (parts_of(whole), parts_of(cut)) == (0, 5)
    assert cut.ptx == whole.ptx


@pytest.mark.parametrize("debug", ["generate-line-info", "g"])
def test_with_debug_information_the_parts_are_one_module_again(debug: str) -> None:
    """Every kernel has its lines, whoever optimised it, and ptxas takes the one line table."""
    module = with_lines(many_kernels(30, 120))
    results = [opencicc.compile(module, arch="sm_90", options={debug: True, "split-compile": n}) for n in (1, 2, 4)]
    assert len({result.ptx for result in results}) == 1
    assert parts_of(results[0]) > 1
    assert len(results[0].kernels) == 30
    for body in results[0].ptx.split(".entry ")[1:]:
        assert body.count(".loc\t1 ") > 50
    whole = opencicc.compile(with_lines(many_kernels(10, 120)), arch="sm_90", options={debug: True})
    assert parts_of(whole) == 0
    assert [set_of_lines(results[0].ptx, f"k{n}") for n in (1, 7)] == [set_of_lines(whole.ptx, f"k{n}") for n in (1, 7)]
    if find_ptxas() is not None:
        assemble(results[0].ptx, "sm_90")


def set_of_lines(ptx: str, kernel: str) -> set[str]:
    """The line numbers within one kernel."""
    body = ptx.partition(f".entry {kernel}(")[2].partition("\n}\n")[0]
    return {line.split()[2] for line in body.splitlines() if line.lstrip().startswith(".loc")}


def test_machine_passes_run_with_their_part() -> None:
    """The stage that may rewrite PTX is in the parts' time, and changes what it would in one piece."""
    options = {"nv-remat-default-max-reg": 1, "nv-remat-aim": 1}
    module = many_kernels(30, 120)
    result = opencicc.compile(module, options={**options, "split-compile": 2})
    assert parts_of(result) > 1
    assert sum(event.name == "mach" for event in result.trace.events) == parts_of(result)
    assert result.ptx == opencicc.compile(module, options=options).ptx


def test_ptxas_takes_what_was_joined() -> None:
    if find_ptxas() is None:
        pytest.skip("ptxas is not installed: `pip install nvidia-cuda-nvcc`")
    for module in (MIXED, many_kernels(12, 20)):
        assemble(opencicc.compile(module, arch="sm_90", options={"force-concurrent": True}).ptx, "sm_90")


def test_remarks_and_warnings_of_all_parts_arrive() -> None:
    module = many_kernels(50, 100)
    options = {"Rpass": "loop-unroll"}
    alone = opencicc.compile(module, options=options)
    shared = opencicc.compile(module, options={**options, "split-compile": 2})
    assert parts_of(shared) > 1
    key = sorted((remark.function, remark.message) for remark in alone.remarks)
    assert key
    assert sorted((remark.function, remark.message) for remark in shared.remarks) == key


def test_the_trace_says_who_did_what() -> None:
    result = opencicc.compile(many_kernels(50, 100), options={"split-compile": 2})
    data = [event.data or {} for event in result.trace.events if event.kind == "part"]
    assert sorted(name for row in data for name in row["functions"]) == sorted(f"k{n}" for n in range(50))  # type: ignore[attr-defined]
    assert 1 <= len({row["process"] for row in data}) <= 2
    assert any("Concurrent=Yes" in note for note in result.trace.notes)


def test_one_kernel_stays_one_piece() -> None:
    result = opencicc.compile(many_kernels(1, 6000), options={"split-compile": 2, "opt-level": 1})
    assert parts_of(result) == 0


def test_an_error_in_a_part_is_the_error_of_the_compile() -> None:
    module = many_kernels(50, 100).replace(
        "define ptx_kernel void @k30", "declare void @nowhere()\ndefine ptx_kernel void @k30"
    )
    module = module.replace("done:\n", "done:\n  call void @nowhere()\n", 31)
    for workers in (1, 2):
        with pytest.raises(opencicc.CompilerError, match="undefined function: nowhere"):
            opencicc.compile(module, options={"split-compile": workers})


def test_a_worker_that_dies_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    module = many_kernels(50, 100)
    expected = opencicc.compile(module).ptx
    deaths = []
    original = worker.Worker.ask

    def die_once(self: worker.Worker, *arguments: object) -> object:
        if not deaths:
            deaths.append(self)
            self.process.kill()
            self.process.wait()
        return original(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(worker.Worker, "ask", die_once)
    assert opencicc.compile(module, options={"split-compile": 2}).ptx == expected
    assert deaths


def test_a_part_whose_workers_always_die_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    original = worker.Worker.ask

    def die(self: worker.Worker, *arguments: object) -> object:
        self.process.kill()
        return original(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(worker.Worker, "ask", die)
    with pytest.raises(opencicc.InternalError, match="twice") as error:
        opencicc.compile(many_kernels(50, 100), options={"split-compile": 2})
    assert "part " in error.value.at
    assert "k" in error.value.at


def test_progress_is_told_and_may_cancel() -> None:
    module = many_kernels(50, 100)
    seen: list[tuple[str, int, int]] = []
    opencicc.compile(module, options={"split-compile": 2}, progress=lambda *row: seen.append(row))
    count = seen[-1][2]
    assert [row for row in seen if row[0] == "part"] == [("part", n, count) for n in range(count + 1)]
    for stop in (("lnk", 0), ("part", 0), ("part", 1)):
        with pytest.raises(opencicc.CompilerError, match="cancelled") as error:
            opencicc.compile(
                module, options={"split-compile": 2}, progress=lambda what, done, _, s=stop: (what, done) == s
            )
        assert error.value.nvvm_code == 10
    with pytest.raises(opencicc.CompilerError, match="cancelled"):
        opencicc.compile(MIXED, progress=lambda what, *_: what == "llc")


def test_the_environment_can_forbid_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIBNVVM_DISABLE_CONCURRENT_API", "1")
    result = opencicc.compile(many_kernels(50, 100), options={"split-compile": 2})
    assert any("Concurrent=No" in note for note in result.trace.notes)


@pytest.mark.parametrize(
    "words",
    [("-split-compile=2", "-split-compile=2"), ("-split-compile=2", "-split-compile-extended=2")],
)
def test_twice_is_refused(words: tuple[str, str], tmp_path: Path) -> None:
    done = command(str(HERE / "mixed.ll"), *words, "-o", str(tmp_path / "o.ptx"))
    assert done.code == 2
    assert "split compilation defined more than once" in done.err
