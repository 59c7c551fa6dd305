"""Tables of executed.py's results: what each compiler's code issues, and how well that foretells measured times."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from benchmarks import sass_pipes
from benchmarks.kernel_set import load
from benchmarks.tables import OURS, Grid, rich_table

GPU_TIMES = Path(__file__).resolve().parent / "gpu_times.json"
BASELINE, PEER = "nvcc", "clang"
SAME = 0.03  # ratios nearer to one than this count as equal
SHOWN_CLASSES = 4
Rows = Mapping[str, Mapping[str, Any]]
MEASURES: dict[str, Callable[[Mapping[str, Any]], float]] = {
    "issued": lambda row: sass_pipes.total_issued(row["classes"]),
    "busiest pipe": lambda row: sass_pipes.cost(row["classes"]),
    "PTX issued": lambda row: float(row["ptx"]),
}


@dataclass(frozen=True)
class Pair:
    """Logarithms of two ratios of the same kernel: estimated and measured."""

    kernel: str
    bound: str
    estimated: float
    measured: float


def show_kernels(results: Mapping[str, Mapping[str, Rows]], console: Console, least: float | None) -> None:
    """Issued warp instructions by kernel; with `least` only where ours are so much more than the fewest, worst first."""
    for which, kernels in results.items():
        found = [(name, rows) for name, rows in kernels.items() if least is None or excess(rows) >= least]
        if least is not None:
            found.sort(key=lambda item: -excess(item[1]))
        console.print(rich_table(kernel_grid(found), f"{which}: issued warp instructions, busiest pipe, differences"))
        for name, rows in found:
            for compiler, row in rows.items():
                if "error" in row:
                    console.print(f"{name}, {compiler}: {row['error']}", markup=False)


def kernel_grid(kernels: Iterable[tuple[str, Rows]]) -> Grid:
    lines = [["kernel", "nvcc", "clang", "opencicc", "issued", "cost", "ours against the fewest, by class"]]
    for name, rows in kernels:
        told = {compiler: row for compiler, row in rows.items() if "error" not in row}
        totals = [f"{MEASURES['issued'](told[c]):.0f}" if c in told else "-" for c in (BASELINE, PEER, OURS)]
        lines.append([name, *totals, *ratios_to_best(told), differences(told)])
    return lines


def ratios_to_best(rows: Rows) -> list[str]:
    """Ours over the better of the others, by each measure."""
    if OURS not in rows or len(rows) < 2:
        return ["-", "-"]
    return [f"{against_best(rows, MEASURES[name]):.3f}" for name in ("issued", "busiest pipe")]


def against_best(rows: Rows, measure: Callable[[Mapping[str, Any]], float]) -> float:
    return measure(rows[OURS]) / max(min(measure(row) for name, row in rows.items() if name != OURS), 1)


def excess(rows: Rows) -> float:
    """How many times the instructions of the better of the others ours issue, or the cycles of the busiest pipe."""
    told = {compiler: row for compiler, row in rows.items() if "error" not in row}
    if OURS not in told or len(told) < 2:
        return 0.0
    return max(against_best(told, MEASURES[name]) for name in ("issued", "busiest pipe"))


def differences(rows: Rows) -> str:
    """The classes that make the difference to the one that issues least, as shares of its total."""
    if OURS not in rows or len(rows) < 2:
        return ""
    best = min((name for name in rows if name != OURS), key=lambda name: MEASURES["issued"](rows[name]))
    mine, other = rows[OURS]["classes"], rows[best]["classes"]
    total = MEASURES["issued"](rows[best])
    by_class = {c: (mine.get(c, 0) - other.get(c, 0)) / total for c in sass_pipes.CLASSES}
    largest = sorted((c for c in by_class if abs(by_class[c]) >= 0.005), key=lambda c: -abs(by_class[c]))
    return f"{best}: " + ", ".join(f"{c} {by_class[c]:+.1%}" for c in largest[:SHOWN_CLASSES])


def show_agreement(results: Mapping[str, Mapping[str, Rows]], console: Console) -> None:
    times = json.loads(GPU_TIMES.read_text())
    for over in (OURS, PEER):
        lines: Grid = [["measure", "kernels", "correlation of logs", "same verdict", "opposite", "missed", "false"]]
        for name, measure in MEASURES.items():
            pairs = list(make_pairs(results, times, measure, over))
            for bound in ("all", "operations", "bytes"):
                chosen = [pair for pair in pairs if bound in ("all", pair.bound)]
                lines.append([f"{name}, {bound}", str(len(chosen)), *agreement(chosen)])
        console.print(rich_table(lines, f"{over} / {BASELINE}: estimated against measured"))


def make_pairs(
    results: Mapping[str, Mapping[str, Rows]],
    times: Mapping[str, Mapping[str, Mapping[str, float]]],
    measure: Callable[[Mapping[str, Any]], float],
    over: str,
) -> Iterable[Pair]:
    for which, kernels in results.items():
        for name, rows in kernels.items():
            measured = times.get(which, {}).get(name, {})
            if any(c not in measured or "error" in rows.get(c, {"error": ""}) for c in (over, BASELINE)):
                continue
            bounds = load(name).bounds
            yield Pair(
                name,
                bounds["full"].kind if bounds else "unknown",
                math.log(measure(rows[over]) / measure(rows[BASELINE])),
                math.log(measured[over] / measured[BASELINE]),
            )


def agreement(pairs: Sequence[Pair]) -> list[str]:
    """Correlation, and the shares of kernels by what both say: faster, the same or slower by more than SAME."""
    if len(pairs) < 2:
        return ["-"] * 5
    verdicts = [(verdict(pair.estimated), verdict(pair.measured)) for pair in pairs]
    correlation = np.corrcoef([pair.estimated for pair in pairs], [pair.measured for pair in pairs])[0, 1]
    counts = [
        sum(mine == real for mine, real in verdicts),
        sum(mine * real < 0 for mine, real in verdicts),
        sum(mine == 0 != real for mine, real in verdicts),
        sum(mine != 0 == real for mine, real in verdicts),
    ]
    return [f"{correlation:.2f}", *(f"{count} ({count / len(pairs):.0%})" for count in counts)]


def verdict(log_ratio: float) -> int:
    return 0 if abs(log_ratio) <= math.log1p(SAME) else (1 if log_ratio > 0 else -1)
