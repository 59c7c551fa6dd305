"""Our -O3 beside LLVM's default<O3> with the same code generation, kernel by kernel, into docs/pipeline.md.

.venv/bin/python benchmarks/bench.py --compilers llvm,opencicc --json out/bench/stock.json
.venv/bin/python benchmarks/against_stock.py out/bench/stock.json [--update-docs]
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.docs import update_page

PAGE = Path(__file__).resolve().parent.parent / "docs" / "pipeline.md"
SECTION = "against stock"
STOCK, OURS = "llvm", "opencicc"
FIGURES = ("registers", "spill_bytes", "stack_bytes", "ptx_instructions")


def geometric_mean(rows: list[dict[str, Any]], figure: str) -> float:
    ratios = [row["rows"][OURS][figure] / row["rows"][STOCK][figure] for row in rows]
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def total(rows: list[dict[str, Any]], compiler: str, figure: str) -> int:
    return sum(int(row["rows"][compiler][figure]) for row in rows)


def markdown(results: dict[str, Any]) -> str:
    rows = results["kernels"]
    spills, stacks = ([total(rows, c, figure) for c in (OURS, STOCK)] for figure in ("spill_bytes", "stack_bytes"))
    lines = [
        f"{results['date']}, {results['arch']}, {len(rows)} kernels.",
        "",
        "| | registers | PTX instructions | spill bytes | stack bytes |",
        "|---|--:|--:|--:|--:|",
        f"| ours / stock | {geometric_mean(rows, 'registers'):.4f} | {geometric_mean(rows, 'ptx_instructions'):.4f} "
        f"| {spills[0]} / {spills[1]} | {stacks[0]} / {stacks[1]} |",
        "",
        "Registers and PTX instructions are geometric means, bytes are totals.",
        "",
        "| kernel | registers: stock | ours | spills: stock | ours | stack: stock | ours | PTX: stock | ours |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for row in rows:
        pairs = [str(row["rows"][compiler][figure]) for figure in FIGURES for compiler in (STOCK, OURS)]
        lines.append(f"| {row['name']} | {' | '.join(pairs)} |")
    return "\n".join(lines)


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", type=Path, help="what bench.py --json wrote")
    parser.add_argument("--update-docs", action="store_true")
    arguments = parser.parse_args(argv)
    text = markdown(json.loads(arguments.results.read_text()))
    print(text)
    if arguments.update_docs:
        update_page(SECTION, text, PAGE)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
