"""Do no harm: the kernels for which one version is worse than another, each with what got worse.

Worse is more spilled bytes, more bytes of stack, or a longer time on the GPU. What is known and explained is written into a
file of reasons, one `PROGRAM KERNEL: REASON` a line (the kernel may be `*`), and no longer counts.
"""

from __future__ import annotations

import fnmatch
from dataclasses import dataclass
from pathlib import Path

from .gpu.times import ratios
from .processes import BuildFailure
from .static_table import by_kernel

MOST_SLOWDOWN = 1.03
STATIC = {"spill": "spilled bytes", "stack": "bytes of stack"}


@dataclass(frozen=True)
class Harm:
    program: str
    kernel: str
    what: str
    reason: str = ""

    def __str__(self) -> str:
        return f"  {self.program}: {self.kernel}: {self.what}" + (f" ({self.reason})" if self.reason else "")


def static_harm(records: dict[str, dict], version: str, against: str) -> tuple[int, list[Harm]]:
    """How many kernels could be compared, and those that got worse."""
    pairs = {key: by for key, by in by_kernel(records).items() if version in by and against in by}
    found = [
        Harm(program, kernel, f"{words} {by[version][figure]} against {by[against][figure]}")
        for (program, kernel), by in pairs.items()
        for figure, words in STATIC.items()
        if by[version][figure] > by[against][figure]
    ]
    return len(pairs), found


def time_harm(results: dict, version: str, against: str, most: float) -> tuple[int, list[Harm]]:
    rows = ratios(results, version, against)
    found = []
    for row in reversed(rows):
        if row.value > most:
            mine, theirs = (side["sum_ns"] / side["launches"] / 1000 for side in (row.mine, row.theirs))
            found.append(
                Harm(row.program, row.kernel, f"{row.value:.3f} of the time, {mine:.1f} us against {theirs:.1f}")
            )
    return len(rows), found


def read_reasons(file: Path | None) -> list[tuple[str, str, str]]:
    reasons = []
    for line in file.read_text().splitlines() if file else []:
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        place, _, reason = line.partition(": ")
        words = place.split()
        if len(words) != 2 or not reason.strip():
            raise BuildFailure(f"{file}: {line!r}: write PROGRAM KERNEL: REASON")
        reasons.append((words[0], words[1], reason.strip()))
    return reasons


def explain(found: list[Harm], reasons: list[tuple[str, str, str]]) -> tuple[list[Harm], list[Harm]]:
    """Those without a written reason, and those with one."""
    open_ones, explained = [], []
    for harm in found:
        reason = next(
            (
                r
                for program, kernel, r in reasons
                if program == harm.program and fnmatch.fnmatchcase(harm.kernel, kernel)
            ),
            "",
        )
        (explained if reason else open_ones).append(Harm(harm.program, harm.kernel, harm.what, reason))
    return open_ones, explained
