"""What one run of the benchmark found, kernel by kernel; reads from and writes to JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

# Metrics with ratios, and what they are called in tables. Less is better, but for warps.
METRICS = {
    "registers": "registers",
    "sass_instructions": "SASS instructions",
    "ptx_instructions": "PTX instructions",
    "warps": "resident warps",
    "source_seconds": "CPU time from source",
}
TOTALS = {"spill_bytes": "spill bytes", "stack_bytes": "stack bytes"}


@dataclass(frozen=True)
class Row:
    """One kernel by one compiler; `error` is set and the figures are None where it failed."""

    registers: int | None = None
    spill_bytes: int | None = None
    stack_bytes: int | None = None
    shared_bytes: int | None = None
    ptx_instructions: int | None = None
    sass_instructions: int | None = None
    warps: int | None = None
    source_seconds: float | None = None
    arithmetic: dict[str, int] = field(default_factory=dict)
    error: str = ""


@dataclass(frozen=True)
class KernelResult:
    """One kernel: a row for each compiler, the optimizers' times, and where the arithmetic differs."""

    name: str
    ir_instructions: int
    rows: dict[str, Row]
    optimizer_seconds: dict[str, float]
    differences: list[str]


@dataclass(frozen=True)
class Results:
    date: str
    arch: str
    versions: dict[str, str]
    kernels: list[KernelResult]

    @property
    def compilers(self) -> list[str]:
        return list(dict.fromkeys(name for kernel in self.kernels for name in kernel.rows))

    @property
    def optimizers(self) -> list[str]:
        return list(dict.fromkeys(name for kernel in self.kernels for name in kernel.optimizer_seconds))

    def save(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(asdict(self), indent=1) + "\n")

    @classmethod
    def load(cls, path: Path) -> Results:
        content: dict[str, Any] = json.loads(path.read_text())
        kernels = [
            KernelResult(**{**kernel, "rows": {name: Row(**row) for name, row in kernel["rows"].items()}})
            for kernel in content["kernels"]
        ]
        return cls(content["date"], content["arch"], content["versions"], kernels)

    def ratios(self, metric: str, over: str, under: str) -> dict[str, float]:
        """`over`'s figure divided by `under`'s for each kernel that has both."""
        found = {}
        for kernel in self.kernels:
            pair = [getattr(kernel.rows[name], metric) if name in kernel.rows else None for name in (over, under)]
            if pair[0] and pair[1]:
                found[kernel.name] = pair[0] / pair[1]
        return found

    def optimizer_ratios(self, over: str, under: str) -> dict[str, float]:
        return {
            kernel.name: kernel.optimizer_seconds[over] / kernel.optimizer_seconds[under]
            for kernel in self.kernels
            if over in kernel.optimizer_seconds and under in kernel.optimizer_seconds
        }

    def total(self, metric: str, compiler: str, common: Iterable[str]) -> int:
        """The sum of a metric over the kernels in `common`."""
        chosen = set(common)
        return sum(getattr(k.rows[compiler], metric) or 0 for k in self.kernels if k.name in chosen)

    def common_kernels(self) -> list[str]:
        """Kernels that every compiler compiled."""
        names = self.compilers
        return [k.name for k in self.kernels if all(n in k.rows and not k.rows[n].error for n in names)]


def geometric_mean(values: Iterable[float]) -> float | None:
    logs = [math.log(value) for value in values]
    return math.exp(sum(logs) / len(logs)) if logs else None
