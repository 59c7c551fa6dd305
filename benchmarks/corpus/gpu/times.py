"""The table of GPU times: versions against the bases, the worst and the best kernels, and what went wrong."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

BASES = ("nvcc", "clang")
SHORTEST_NS = 3000  # below 3 us a kernel's time is mostly that of its launch


class Ratio(NamedTuple):
    """One kernel: a version's time over another's, and what the recorder said of both."""

    value: float
    program: str
    kernel: str
    mine: dict
    theirs: dict


def geomean(values: list[float]) -> float:
    return math.exp(sum(map(math.log, values)) / len(values)) if values else math.nan


def ratios(results: dict, version: str, base: str) -> list[Ratio]:
    """The kernels that both launched equally often and that are long enough to be compared, best first."""
    found = []
    for program, runs in results.items():
        mine, theirs = (runs.get(name, {}).get("kernels", {}) if "slow" not in runs else {} for name in (version, base))
        for kernel in mine.keys() & theirs.keys():
            a, b = mine[kernel], theirs[kernel]
            if a["launches"] == b["launches"] and min(a["sum_ns"], b["sum_ns"]) >= SHORTEST_NS * a["launches"]:
                found.append(Ratio(a["sum_ns"] / b["sum_ns"], program, kernel, a, b))
    return sorted(found, key=lambda ratio: ratio[:3])


def program_ratios(rows: list[Ratio]) -> list[float]:
    """Of the summed time of each program's kernels."""
    sums: dict[str, list[int]] = {}
    for row in rows:
        total = sums.setdefault(row.program, [0, 0])
        total[0] += row.mine["sum_ns"]
        total[1] += row.theirs["sum_ns"]
    return [mine / theirs for mine, theirs in sums.values()]


def versions_of(results: dict) -> list[str]:
    """Variants first, then the bases."""
    names = {name for runs in results.values() for name, run in runs.items() if isinstance(run, dict)}
    return sorted(names - set(BASES)) + [base for base in BASES if base in names]


def table(results: dict, rows: int) -> str:
    return "\n".join(_lines(results, rows))


def _lines(results: dict, rows: int) -> Iterator[str]:
    slow = [program for program, runs in results.items() if "slow" in runs]
    yield f"{len(results)} programs" + (f", too slow to be measured: {' '.join(slow)}" if slow else "")
    names = versions_of(results)
    yield f"\n{'time':36}{'kernels':>8}{'geomean':>9}{'programs':>9}{'geomean':>9}{'> 1.05':>8}{'< 0.95':>8}"
    for version in names:
        for base in BASES:
            if base in names and version != base and (version, base) != ("nvcc", "clang"):
                yield _summary(results, version, base)
    for version in names:
        if version not in BASES:
            yield from _extremes(results, version, rows)
    problems = list(remarks(results))
    yield f"\n{len(problems)} remarks" + (":" if problems else "")
    yield from (f"  {version:12} {program}: {what}" for version, program, what in sorted(problems))


def _summary(results: dict, version: str, base: str) -> str:
    found = ratios(results, version, base)
    values, programs = [ratio.value for ratio in found], program_ratios(found)
    return (
        f"{version + ' / ' + base:36}{len(values):8}{geomean(values):9.3f}{len(programs):9}{geomean(programs):9.3f}"
        f"{sum(value > 1.05 for value in values):8}{sum(value < 0.95 for value in values):8}"
    )


def _extremes(results: dict, version: str, count: int) -> Iterator[str]:
    """The kernels that do worst and best next to the faster of the bases."""
    against: dict[tuple[str, str], dict[str, Ratio]] = {}
    for base in BASES:
        for ratio in ratios(results, version, base):
            against.setdefault((ratio.program, ratio.kernel), {})[base] = ratio
    order = sorted(against, key=lambda key: max(ratio.value for ratio in against[key].values()))
    shown = min(count, len(order))
    for title, keys in ((f"worst {shown}", order[::-1][:count]), (f"best {shown}", order[:count])):
        yield f"\n{version}, {title} kernels: / nvcc, / clang, us, launches, registers ({version}, nvcc, clang)"
        for key in keys:
            by_base = against[key]
            mine = next(iter(by_base.values())).mine
            values = " ".join(f"{by_base[base].value:7.3f}" if base in by_base else f"{'-':>7}" for base in BASES)
            registers = "/".join(str(by_base[base].theirs["registers"]) if base in by_base else "-" for base in BASES)
            micros = mine["sum_ns"] / mine["launches"] / 1000
            yield f"  {values} {micros:10.1f} {mine['launches']:6} {mine['registers']:>4}/{registers:8} {key[0]}: {key[1][:70]}"


def remarks(results: dict) -> Iterator[tuple[str, str, str]]:
    """(version, program, what went wrong); one on a variant alone is a bug until shown otherwise."""
    for program, runs in results.items():
        if "slow" in runs:
            continue
        base = next(iter(runs.values()))
        for version, run in runs.items():
            if run["code"] != 0:
                yield version, program, f"exit code {run['code']}"
                continue
            if len(run["complaints"]) > len(base["complaints"]) and base["code"] == 0:
                yield version, program, f"says {run['complaints'][0]!r}"
            if run.get("differs"):
                yield version, program, f"prints other results: {run['differs']}"
            if not run["kernels"]:
                yield version, program, "no kernel was recorded"
            elif base["code"] == 0 and _launches(run) != _launches(base):
                yield version, program, "launches other kernels, or some more or less often"


def _launches(run: dict) -> dict[str, int]:
    return {kernel: record["launches"] for kernel, record in run["kernels"].items()}
