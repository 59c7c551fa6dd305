"""The table that needs no GPU: registers, spills, stack, SASS and compile time of the versions, side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .gpu.times import geomean
from .versions import BASES

Figures = dict[str, int]
# What makes a kernel heavy: spilled bytes cost about as much as registers of 8 bytes each.
BURDENS: dict[str, Callable[[Figures], float]] = {
    "registers and spills": lambda figures: figures["regs"] + figures["spill"] / 8,
    "SASS": lambda figures: max(figures["sass"], 1),
}


def by_kernel(records: dict[str, dict]) -> dict[tuple[str, str], dict[str, Figures]]:
    """{(program, kernel): {version: figures}}."""
    kernels: dict[tuple[str, str], dict[str, Figures]] = {}
    for program, record in records.items():
        for version, built in record["versions"].items():
            for kernel, figures in built.get("kernels", {}).items():
                kernels.setdefault((program, kernel), {})[version] = figures
    return kernels


def report(records: dict[str, dict], rows: int) -> str:
    return "\n".join(_lines(records, rows))


def _lines(records: dict[str, dict], rows: int) -> Iterator[str]:
    kernels = by_kernel(records)
    built = {version for record in records.values() for version in record["versions"]}
    variants, bases = sorted(built - set(BASES)), [base for base in BASES if base in built]
    yield f"{len(records)} programs"
    yield f"\n{'':36}{'kernels':>8}{'regs':>8}{'fewer':>7}{'more':>6}{'SASS':>8}{'spill B':>16}{'stack B':>18}{'CPU s':>16}"
    pairs = [(a, b) for place, a in enumerate(variants) for b in (*variants[place + 1 :], *bases)]
    pairs += [("clang", "nvcc")] * (len(bases) == 2)
    for version, base in pairs:
        yield _summary(version, base, kernels, records)
    for variant in variants if bases else []:
        for title, burden in BURDENS.items():
            yield f"\n{variant}, {title}: worst next to the better of {' and '.join(bases)} (registers stack spill SASS)"
            yield from _worst(variant, burden, bases, kernels)[:rows]
    failures = list(failures_of(records))
    yield f"\n{len(failures)} failures" + (":" if failures else "")
    yield from failures


def _summary(version: str, base: str, kernels: dict, records: dict[str, dict]) -> str:
    pairs = [(by[version], by[base]) for by in kernels.values() if version in by and base in by]
    means = {what: geomean([a[what] / b[what] for a, b in pairs if a[what] and b[what]]) for what in ("regs", "sass")}
    totals = {what: [sum(pair[side][what] for pair in pairs) for side in (0, 1)] for what in ("spill", "stack")}
    both = [
        r["versions"] for r in records.values() if all("seconds" in r["versions"].get(v, {}) for v in (version, base))
    ]
    seconds = [sum(versions[name]["seconds"] for versions in both) for name in (version, base)]
    fewer = sum(a["regs"] < b["regs"] for a, b in pairs)
    more = sum(a["regs"] > b["regs"] for a, b in pairs)
    spill, stack = (f"{mine} / {theirs}" for mine, theirs in totals.values())
    return (
        f"{version + ' / ' + base:36}{len(pairs):8}{means['regs']:8.3f}{fewer:7}{more:6}{means['sass']:8.3f}"
        f"{spill:>16}{stack:>18}{f'{seconds[0]:.1f} / {seconds[1]:.1f}':>16}"
    )


def _worst(variant: str, burden: Callable[[Figures], float], bases: list[str], kernels: dict) -> list[str]:
    rows = []
    for (program, kernel), by in kernels.items():
        there = [base for base in bases if base in by]
        if variant not in by or not there:
            continue
        ratio = burden(by[variant]) / min(burden(by[base]) for base in there)
        cells = [f"{name} " + " ".join(f"{number:>4}" for number in by[name].values()) for name in (variant, *there)]
        rows.append((ratio, f"  {ratio:6.2f}  {' | '.join(cells)}  {program}: {kernel[:60]}"))
    return [text for _, text in sorted(rows, reverse=True)]


def failures_of(records: dict[str, dict]) -> Iterator[str]:
    for program, record in records.items():
        if "error" in record:
            yield f"  {program}: {record['error']}"
        for version, built in record["versions"].items():
            if "error" in built:
                yield f"  {program}, {version}: {built['error']}"
