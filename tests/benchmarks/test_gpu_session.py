"""Faults and hangs are recorded, and the run goes on: children are small scripts that speak the child's language."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from benchmarks.gpu.session import KernelResult, Session
from benchmarks.gpu.table import geometric_mean, noise, ratio, render, summary

# Behaves by the name of the compiler: "crash" ends the process, "loop" never returns, "wrong" gives a wrong result.
CHILD = """
import json, os, sys, time
def say(**event): print(json.dumps(event), flush=True)
compilers = sys.argv[2].split(",")
if sys.argv[1] == "no_data": sys.exit("MemoryError: too large")
say(event="ready")
assert sys.stdin.readline() == "go\\n"
for c in compilers:
    say(event="begin", compiler=c)
    if c == "crash": sys.exit("DriverError: an illegal memory access")
    if c == "loop": time.sleep(60)
    say(event="end", compiler=c, registers=32, local_bytes=0)
times = {c: [10.0 * (i + 1), 10.0 * (i + 1)] for i, c in enumerate(compilers)}
times[compilers[0] + " (again)"] = [11.0, 11.0]
say(event="timed", gpu="fake", times_us=times)
for c in compilers:
    say(event="checked", compiler=c, agrees=c != "wrong", verdicts=[], apart_from_first=[])
"""


def command(name: str, compilers: Sequence[str]) -> list[str]:
    return [sys.executable, "-c", CHILD, name, ",".join(compilers)]


def run(name: str, *compilers: str) -> KernelResult:
    return Session(command, gpu_seconds=1.0).run_kernel(name, compilers)


def states(result: KernelResult) -> dict[str, str]:
    return {compiler: facts["status"] for compiler, facts in result.compilers.items()}


def test_a_good_run_has_medians_and_the_second_measurement() -> None:
    result = run("kernel", "nvcc", "wrong")
    assert states(result) == {"nvcc": "right", "wrong": "wrong"}
    assert result.compilers["nvcc"]["median_us"] == 10.0
    assert (result.again["compiler"], result.again["median_us"], result.gpu) == ("nvcc", 11.0, "fake")


def test_a_fault_is_recorded_and_the_others_are_measured() -> None:
    result = run("kernel", "nvcc", "crash", "clang")
    assert states(result) == {"nvcc": "right", "crash": "fault", "clang": "right"}
    assert "illegal memory access" in result.compilers["crash"]["error"]


def test_a_hang_is_ended_and_the_others_are_measured() -> None:
    result = run("kernel", "loop", "clang")
    assert states(result) == {"loop": "hang", "clang": "right"}
    assert "1 s" in result.compilers["loop"]["error"]


def test_a_child_that_fails_before_the_gpu_is_nobodys_fault_alone() -> None:
    result = run("no_data", "nvcc", "clang")
    assert states(result) == {"nvcc": "fault", "clang": "fault"}
    assert "too large" in result.compilers["nvcc"]["error"]


def test_several_kernels_keep_their_order() -> None:
    told: list[str] = []
    work = {name: ["nvcc"] for name in "abc"}
    results = Session(command).run(work, jobs=3, tell=told.append)
    assert [result.name for result in results] == ["a", "b", "c"]
    assert sorted(told) == ["a: nvcc: right", "b: nvcc: right", "c: nvcc: right"]


def make_result(name: str, nvcc: float, clang: float, clang_state: str = "right") -> KernelResult:
    result = KernelResult(name, again={"compiler": "nvcc", "median_us": nvcc * 1.02})
    result.record("nvcc", status="right", median_us=nvcc)
    result.record("clang", status=clang_state, median_us=clang)
    return result


def test_ratios_and_means_leave_wrong_results_out() -> None:
    results = [make_result("a", 10, 20), make_result("b", 10, 5), make_result("c", 10, 1, "wrong")]
    assert [ratio(result, "clang", "nvcc") for result in results] == [2.0, 0.5, None]
    means = summary(results, ["nvcc", "clang"], "nvcc")
    assert means["clang"] is not None and abs(means["clang"] - 1.0) < 1e-12
    assert means["noise"] is not None and abs(means["noise"] - 1.02) < 1e-12
    assert noise(results[0]) == 1.02
    assert geometric_mean([]) is None


def test_the_table_has_a_row_for_each_kernel_and_the_means() -> None:
    text = render([make_result("a", 10, 20), make_result("c", 10, 1, "wrong")], ["nvcc", "clang"], "nvcc")
    lines = text.splitlines()
    assert lines[0].split() == ["kernel", "nvcc", "us", "clang", "us", "clang/nvcc", "again", "note"]
    assert lines[1].split() == ["a", "10.0", "20.0", "2.000", "1.020"]
    assert lines[2].split() == ["c", "10.0", "-", "-", "1.020", "clang", "wrong"]
    assert lines[3].split() == ["geometric", "mean", "2.000", "1.020"]
