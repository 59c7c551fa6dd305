"""The figures that README, docs/benchmarks.md and docs/compile-time.md quote: kept in figures.json, written there by gen_figures.py.

`bench.py --update-docs` keeps those of our own kernels, and `--gpu-json` their times; those of HeCBench are entered with
`python -m benchmarks.figures LIST RESULTS.json [VERSION]` after a run of the corpus. Entered by hand: registers and spills of HeCBench's
kernels from `corpus report`, whole modules from `real_modules.py`, sources from `source_to_ptx.py`, programs from `nvvm_programs.py`.
Times of single kernels are in gpu_times.json, for the picture.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from benchmarks.docs import replace_section

ROOT = Path(__file__).resolve().parent.parent
FIGURES = ROOT / "benchmarks" / "figures.json"
README = ROOT / "README.md"
PAGE = ROOT / "docs" / "benchmarks.md"
COMPILE_TIME_PAGE = ROOT / "docs" / "compile-time.md"
TIMES = ROOT / "benchmarks" / "gpu_times.json"
LISTS = (("validation", "HeCBench, validation list: only read"), ("development", "HeCBench, development list"))
SETS = (
    ("fresh3", "`benchmarks/fresh3`: ours, timed before anything was tuned on it"),
    ("fresh2", "`benchmarks/fresh2`: a second such set"),
    ("fresh", "`benchmarks/fresh`: a first"),
    ("gpu", "`benchmarks/kernels`: ours, tuned on"),
)
RATIOS = ("opencicc / nvcc", "opencicc / clang", "clang / nvcc")


def load() -> dict[str, Any]:
    return dict(json.loads(FIGURES.read_text()))


def keep(name: str, figures: dict[str, object]) -> None:
    """Enter the figures of a run in the place of the last one's."""
    groups = [f"  {json.dumps(key)}: {_text(value)}" for key, value in {**load(), name: figures}.items()]
    FIGURES.write_text("{\n" + ",\n".join(groups) + "\n}\n")


def _text(group: dict[str, Any]) -> str:
    """One line for each list of figures."""
    if not any(isinstance(value, dict) for value in group.values()):
        return json.dumps(group)
    rows = [f"    {json.dumps(key)}: {json.dumps(value)}" for key, value in group.items()]
    return "{\n" + ",\n".join(rows) + "\n  }"


def readme() -> str:
    """README with the figures of the last runs."""
    known = load()
    lists, own, optimizer, modules = known["hecbench"], known["gpu"], known["optimizer"], known["modules"]
    validation, first_read, development = lists["validation"], lists["validation, as first read"], lists["development"]
    fresh, second, third = known["fresh"], known["fresh2"], known["fresh3"]
    text = f"""\
Geometric means of GPU time on {lists["machine"]}, code that nobody tuned for first. HeCBench's validation list
({validation["kernels"]} kernels): {validation["opencicc / nvcc"]:.3f} of nvcc 13.0's time, where stock clang takes \
{validation["clang / nvcc"]:.3f}; as first read, before two
changes that it showed to be wrong were mended, {first_read["opencicc / nvcc"]:.3f}. Its development list \
({development["kernels"]} kernels): {development["opencicc / nvcc"]:.3f}, clang {development["clang / nvcc"]:.3f}. \
The {third["kernels"]}
kernels of `benchmarks/fresh3`, ours but timed before anything was tuned on them: {third["opencicc / nvcc"]:.3f}, clang \
{third["clang / nvcc"]:.3f}; {second["kernels"]} and {fresh["kernels"]} of two earlier such
sets in their first runs: {second["opencicc / nvcc"]:.3f} and {fresh["opencicc / nvcc"]:.3f}, clang \
{second["clang / nvcc"]:.3f} and {fresh["clang / nvcc"]:.3f}.
The {own["kernels"]} of `benchmarks/kernels`, which decisions were tuned on: {own["opencicc / nvcc"]:.3f}, clang {own["clang / nvcc"]:.3f}. The worst cases stand beside the means in \
[docs/benchmarks.md](docs/benchmarks.md).

Optimizing, IR to PTX in a warm process, takes {modules["opencicc / libnvvm"]:.2f} of libNVVM's time over \
{modules["modules"]} modules of HeCBench (the worst {modules["worst"]:.1f}),
{optimizer["opencicc / libnvvm"]:.2f} over our own kernels, and there {optimizer["opencicc / llvm"]:.2f} of the time of LLVM's \
`default<O3>`. With the commands: [docs/compile-time.md](docs/compile-time.md)."""
    return replace_section(README.read_text(), "figures", text)


def benchmarks_page() -> str:
    """docs/benchmarks.md with the figures of the last runs."""
    known = load()
    columns = ("kernels", *RATIOS, "slower", "faster")
    titles = ("list", *columns[:4], "slower than nvcc by more than 5 %", "faster")
    rows = [f"| {' | '.join(titles)} |", "|---|--:|--:|--:|--:|--:|--:|"]
    for name, row in known["hecbench"].items():
        if isinstance(row, dict):
            rows.append(f"| {name} | {' | '.join(_cell(row[column]) for column in columns)} |")
    page = replace_section(PAGE.read_text(), "hecbench", "\n".join(rows))
    return replace_section(page, "glance", glance(known))


def glance(known: dict[str, Any]) -> str:
    """The two tables that a visitor sees first: the code, and the time that it takes to make it."""
    lists, machine = known["hecbench"], known["hecbench"]["machine"]
    code = [
        "| code | kernels timed | opencicc / nvcc | opencicc / clang | clang / nvcc | registers / nvcc | spilled bytes |",
        "|---|--:|--:|--:|--:|--:|---|",
    ]
    for name, title in LISTS:
        code.append(_code_row(title, lists[name], known["hecbench static"][name]))
    for name, title in SETS:
        code.append(_code_row(title, known[name], known[name]))
    modules, optimizer, source, programs = (known[name] for name in ("modules", "optimizer", "source", "programs"))
    made = [
        "| compile time, CPU | over | opencicc / theirs | worst |",
        "|---|---|--:|--:|",
        f"| IR to PTX, {modules['modules']} modules of HeCBench | libNVVM | {modules['opencicc / libnvvm']:.2f} | {modules['worst']:.2f} |",
        f"| IR to PTX, our {optimizer['kernels']} kernels | libNVVM | {optimizer['opencicc / libnvvm']:.2f} | |",
        f"| CUDA C++ to PTX, command line, {source['kernels']} kernels | nvcc | {source['opencicc / nvcc']:.2f} | {source['worst']:.2f} |",
        *(
            f"| a program through libNVVM's interface: {name} | libNVVM | {ratio:.2f} | |"
            for name, ratio in programs["ratios"].items()
        ),
    ]
    return "\n".join(
        [
            f"GPU time and registers in geometric mean, {machine}, {lists['date']}, nvcc 13.0, clang 22.1.8; spilled bytes are opencicc's, "
            "nvcc's and clang's.",
            "",
            *code,
            "",
            *made,
        ]
    )


def _code_row(title: str, times: dict[str, Any], static: dict[str, Any]) -> str:
    spilled = static.get("spilled")
    cells = [str(times["kernels"]), *(_cell(times[name]) for name in RATIOS), _cell(static["registers / nvcc"])]
    return f"| {title} | {' | '.join(cells)} | {', '.join(f'{number:,}' for number in spilled) if spilled else ''} |"


def compile_time_page() -> str:
    """docs/compile-time.md with the figures of the last run over our own kernels."""
    optimizer = load()["optimizer"]
    said = (
        f"One synthetic module says little: over the {optimizer['kernels']} kernels the optimizer takes "
        f"{optimizer['opencicc / llvm']:.2f} of the time of LLVM's\n`default<O3>` and "
        f"{optimizer['opencicc / libnvvm']:.2f} of libNVVM's (below the next table)."
    )
    return replace_section(COMPILE_TIME_PAGE.read_text(), "optimizer", said)


def _cell(value: float) -> str:
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def keep_hecbench(name: str, results: dict[str, Any], ours: str, nvcc: str = "nvcc", clang: str = "clang") -> None:
    """Enter a run of the corpus under the name of its list."""
    from benchmarks.corpus.gpu.times import geomean, ratios

    against = {
        f"{left} / {right}": [row.value for row in ratios(results, a, b)]
        for left, right, a, b in (
            ("opencicc", "nvcc", ours, nvcc),
            ("opencicc", "clang", ours, clang),
            ("clang", "nvcc", clang, nvcc),
        )
    }
    to_nvcc = against["opencicc / nvcc"]
    row = {
        "kernels": len(to_nvcc),
        **{key: round(geomean(found), 3) for key, found in against.items()},
        "slower": sum(ratio > 1.05 for ratio in to_nvcc),
        "faster": sum(ratio < 0.95 for ratio in to_nvcc),
    }
    keep("hecbench", {**load()["hecbench"], name: row})


def keep_times(name: str, times: dict[str, dict[str, float]]) -> dict[str, dict[str, dict[str, float]]]:
    """Enter the microseconds of every kernel of a set by compiler; all sets, as they are now."""
    known = {**(json.loads(TIMES.read_text()) if TIMES.exists() else {}), name: times}
    sets = []
    for key, kernels in known.items():
        rows = ",\n".join(f"    {json.dumps(kernel)}: {json.dumps(row)}" for kernel, row in kernels.items())
        sets.append(f"  {json.dumps(key)}: {{\n{rows}\n  }}")
    TIMES.write_text("{\n" + ",\n".join(sets) + "\n}\n")
    return known


FILES = {README: readme, PAGE: benchmarks_page, COMPILE_TIME_PAGE: compile_time_page}


if __name__ == "__main__":
    _, list_name, results_file, *version = sys.argv
    keep_hecbench(list_name, json.loads(Path(results_file).read_text()), *(version or ["ours"]))
