"""The table of what each pass is worth in GPU time."""

from __future__ import annotations

from benchmarks.pass_times import table


def kernel(**times: float) -> dict[str, object]:
    """Microseconds by what was left out; `all` is with every pass."""
    names = {name: "with" if name == "all" else f"without-{name}" for name in times}
    return {"compilers": {names[name]: {"median_us": time} for name, time in times.items()}}


def test_a_row_says_what_leaving_a_pass_out_costs() -> None:
    kernels = {"sort": kernel(all=10, a=20), "scan": kernel(all=8, a=4, b=16)}
    lines = table({"kernels": kernels}).splitlines()
    assert lines[2:] == ["| b | 1 | 2.000 | scan 2.000 | scan 2.000 |", "| a | 2 | 1.000 | sort 2.000 | scan 0.500 |"]


def test_a_kernel_that_failed_with_all_passes_has_no_ratio() -> None:
    failed = {"compilers": {"with": {"status": "fault"}, "without-a": {"median_us": 4.0}}}
    assert len(table({"kernels": {"sort": failed}}).splitlines()) == 2
