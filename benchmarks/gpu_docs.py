"""The GPU part of docs/benchmarks.md, from the JSON that run_gpu.py writes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from benchmarks.gpu.session import KernelResult
from benchmarks.gpu.table import cell, median_us, noise, ratio, summary
from benchmarks.tables import OURS, Grid, markdown_table


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
        """Geometric means of the times, for figures.json."""
        others = [name for name in self.compilers if name != self.baseline]
        means = summary(self.results, self.compilers, self.baseline)
        return {f"{name} / {self.baseline}": round(means[name] or 0, 3) for name in others}

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
