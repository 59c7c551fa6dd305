"""The figures of a GPU run as a table with ratios and geometric means."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from benchmarks.gpu.session import KernelResult


def geometric_mean(values: Iterable[float]) -> float | None:
    logs = [math.log(value) for value in values]
    return math.exp(sum(logs) / len(logs)) if logs else None


def median_us(result: KernelResult, compiler: str) -> float | None:
    """The time of a compiler whose result is right; a wrong result has no speed."""
    facts = result.compilers.get(compiler, {})
    return facts.get("median_us") if facts.get("status") == "right" else None


def ratio(result: KernelResult, compiler: str, baseline: str) -> float | None:
    """Time relative to the baseline: below one is faster."""
    mine, other = median_us(result, compiler), median_us(result, baseline)
    return mine / other if mine is not None and other else None


def noise(result: KernelResult) -> float | None:
    """The same code measured twice: how far its second median is from the first."""
    first = median_us(result, result.again.get("compiler", ""))
    return result.again["median_us"] / first if first else None


def summary(results: Sequence[KernelResult], compilers: Sequence[str], baseline: str) -> dict[str, float | None]:
    means = {
        compiler: geometric_mean(r for result in results if (r := ratio(result, compiler, baseline)) is not None)
        for compiler in compilers
        if compiler != baseline
    }
    spread = [abs(math.log(n)) for result in results if (n := noise(result)) is not None]
    return {**means, "noise": math.exp(sum(spread) / len(spread)) if spread else None}


def cell(value: float | None, form: str) -> str:
    return "-" if value is None else format(value, form)


def render(results: Sequence[KernelResult], compilers: Sequence[str], baseline: str) -> str:
    others = [compiler for compiler in compilers if compiler != baseline]
    header = ["kernel", *(f"{c} us" for c in compilers), *(f"{c}/{baseline}" for c in others), "again", "note"]
    rows = [header]
    for result in results:
        states = [f"{c} {facts['status']}" for c, facts in result.compilers.items() if facts.get("status") != "right"]
        times = [cell(median_us(result, c), ".1f") for c in compilers]
        ratios = [cell(ratio(result, c, baseline), ".3f") for c in others]
        rows.append([result.name, *times, *ratios, cell(noise(result), ".3f"), "; ".join(states)])
    means = summary(results, compilers, baseline)
    blank = [""] * len(compilers)
    rows.append(["geometric mean", *blank, *(cell(means[c], ".3f") for c in others), cell(means["noise"], ".3f"), ""])
    widths = [max(len(row[i]) for row in rows) for i in range(len(header))]
    lines = []
    for row in rows:
        padded = [
            row[0].ljust(widths[0]),
            *(text.rjust(width) for text, width in zip(row[1:-1], widths[1:-1], strict=True)),
        ]
        lines.append("  ".join([*padded, row[-1]]).rstrip())
    return "\n".join(lines)
