"""The GPU part of docs/benchmarks.md, from the JSON that run_gpu.py writes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from benchmarks.gpu.session import KernelResult
from benchmarks.gpu.table import cell, geometric_mean, median_us, noise, ratio, summary
from benchmarks.tables import OURS, Grid, markdown_table


def registers_ratio(result: KernelResult, over: str, under: str) -> float | None:
    mine, other = (result.compilers.get(name, {}).get("registers") for name in (over, under))
    return mine / other if mine and other else None


class GpuRun:
    """One run's figures as run_gpu.py's own table code takes them."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self.compilers: list[str] = document["compilers"]
        self.baseline: str = document["baseline"]
        self.rated = OURS if OURS in self.compilers else self.baseline
        self.results = [
            KernelResult(name, facts["compilers"], facts["again"], document["gpu"])
            for name, facts in document["kernels"].items()
        ]

    @classmethod
    def load(cls, path: Path) -> GpuRun:
        return cls(json.loads(path.read_text()))

    def rate(self, result: KernelResult) -> str:
        """How fast our code (without it, the baseline's) moves the bytes or does the operations that bound the kernel."""
        time_us = median_us(result, self.rated)
        bound = self.document["kernels"][result.name]["bound"]
        if time_us is None or bound is None:
            return "-"
        amount = bound["bytes"] if bound["kind"] == "bytes" else bound["operations"]
        unit = "GB/s" if bound["kind"] == "bytes" else f"Gop/s {bound['unit']}"
        return f"{amount / time_us / 1000:.0f} {unit}"

    def grid(self) -> Grid:
        others = [name for name in self.compilers if name != self.baseline]
        header = ["kernel", *(f"{name}, us" for name in self.compilers)]
        header += [*(f"{name} / {self.baseline}" for name in others), "again", f"{self.rated} rate", "note"]
        lines = [header]
        for result in self.results:
            states = [f"{c}: {facts.get('status')}" for c, facts in result.compilers.items()]
            times = [cell(median_us(result, name), ".1f") for name in self.compilers]
            ratios = [cell(ratio(result, name, self.baseline), ".3f") for name in others]
            wrong = [state for state in states if not state.endswith(": right")]
            lines.append(
                [result.name, *times, *ratios, cell(noise(result), ".3f"), self.rate(result), "; ".join(wrong)]
            )
        means = summary(self.results, self.compilers, self.baseline)
        blank = [""] * len(self.compilers)
        mean_cells = [cell(means[name], ".3f") for name in others]
        lines.append(["geometric mean", *blank, *mean_cells, cell(means["noise"], ".3f"), "", ""])
        return lines

    def means(self) -> dict[str, float]:
        """Geometric means of times, and of our registers, for figures.json."""
        others = [name for name in self.compilers if name != self.baseline]
        means = summary(self.results, self.compilers, self.baseline)
        found = {f"{name} / {self.baseline}": round(means[name] or 0, 3) for name in others}
        for peer in others:
            if OURS in self.compilers and peer != OURS:
                times = summary(self.results, self.compilers, peer)
                found[f"{OURS} / {peer}"] = round(times[OURS] or 0, 3)
        sizes = [r for result in self.results if (r := registers_ratio(result, OURS, self.baseline)) is not None]
        if sizes:
            found[f"registers / {self.baseline}"] = round(geometric_mean(sizes) or 0, 3)
        return found

    def times(self) -> dict[str, dict[str, float]]:
        """Microseconds of every kernel by compiler, for gpu_times.json."""
        return {
            result.name: {name: round(us, 1) for name in self.compilers if (us := median_us(result, name)) is not None}
            for result in self.results
        }

    def pairs(self) -> Grid:
        """Geometric means of time and registers for every pair of compilers, the later one over the earlier."""
        lines = [["", "kernels", "time", "registers", "slower by more than 5 %", "faster by more than 5 %"]]
        order = [OURS, *(name for name in self.compilers if name not in (OURS, self.baseline)), self.baseline]
        for place, over in enumerate(order):
            for under in order[:place:-1]:
                times = [r for result in self.results if (r := ratio(result, over, under)) is not None]
                sizes = [r for result in self.results if (r := registers_ratio(result, over, under)) is not None]
                slower, faster = sum(t > 1.05 for t in times), sum(t < 1 / 1.05 for t in times)
                means = [cell(geometric_mean(values), ".3f") for values in (times, sizes)]
                lines.append([f"{over} / {under}", str(len(times)), *means, str(slower), str(faster)])
        return lines

    def worst(self, count: int = 8) -> Grid:
        """The kernels where ours is furthest behind the better of the others."""
        others = [name for name in self.compilers if name != OURS]
        found = []
        for result in self.results:
            ratios = [r for name in others if (r := ratio(result, OURS, name)) is not None]
            if ratios:
                found.append((max(ratios), result))
        found.sort(key=lambda item: -item[0])
        header = ["kernel", *(f"{OURS} / {name}" for name in others), f"registers ({', '.join(self.compilers)})"]
        lines = [header]
        for _, result in found[:count]:
            used = " ".join(str(result.compilers.get(name, {}).get("registers", "-")) for name in self.compilers)
            lines.append([result.name, *(cell(ratio(result, OURS, name), ".3f") for name in others), used])
        return lines

    def fresh_section(self) -> str:
        """The set that nobody tuned for: means of every pair and the worst before the whole table."""
        worst = "The worst, by the better of the other compilers:"
        return "\n\n".join([markdown_table(self.pairs()), worst, markdown_table(self.worst()), self.section()])

    def section(self) -> str:
        right = sum(
            all(facts.get("status") == "right" for facts in result.compilers.values()) for result in self.results
        )
        return "\n\n".join(
            [
                f"{self.document['date']}, {self.document['gpu']}: results of all compilers agree with the reference for "
                f"{right} of {len(self.results)} kernels. Medians of interleaved launches; a ratio below 1 is faster than "
                f"{self.baseline}; 'again' is the same code measured a second time, which shows the noise.",
                markdown_table(self.grid()),
            ]
        )
