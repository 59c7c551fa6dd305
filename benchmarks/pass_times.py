"""What each pass is worth in GPU time: `pass_times.py collect KEPT OUT`, a run on a GPU, `pass_times.py table gpu.json`

KEPT is what `pass_effects.py out/ir --keep KEPT` leaves: the PTX of each kernel with all passes, and without each that changes
it. `collect` assembles them and leaves out those whose machine code is the same; `run_gpu.py OUT --baseline with --against-first
--json gpu.json` times the rest, and `table` has a row for each pass: time without it over time with it, so that above 1 is
the pass's gain.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.corpus.cubin import sections
from opencicc import tools

WITH, WITHOUT = "with", "without-"


def collect(kept: Path, out: Path, arch: str, left_out: frozenset[str]) -> int:
    """Cubins of every kernel with all passes and without each that changes its machine code; how many there are."""
    ptxas = tools.find_tool("ptxas")
    assert ptxas, "ptxas is not installed: `pip install nvidia-cuda-nvcc`"
    out.mkdir(parents=True, exist_ok=True)
    count = 0
    for first in sorted(kept.glob(f"*.{WITH}.ptx")):
        module = first.name.removesuffix(f".{WITH}.ptx")
        mine = assembled(ptxas, first, arch)
        others = {}
        for path in sorted(kept.glob(f"{module}.{WITHOUT}*.ptx")):
            name = path.name.removesuffix(".ptx").rpartition(WITHOUT)[2]
            cubin = assembled(ptxas, path, arch) if name not in left_out else mine
            if code(cubin) != code(mine):
                others[f"{WITHOUT}{name}"] = cubin
        for name, cubin in {WITH: mine, **others}.items() if others else ():
            (out / f"{module.partition('.')[0]}.{name}.cubin").write_bytes(cubin)
            count += 1
    return count


def assembled(ptxas: str, ptx: Path, arch: str) -> bytes:
    cubin = ptx.with_suffix(".cubin")
    if not cubin.exists():
        subprocess.run([ptxas, "-O3", f"-arch={arch}", str(ptx), "-o", str(cubin)], check=True)
    return cubin.read_bytes()


def code(cubin: bytes) -> dict[str, bytes]:
    """The machine code and the resources of every function: what decides its time."""
    return {
        name: data for name, data in sections(cubin).items() if name.startswith((".text", ".nv.info", ".nv.shared"))
    }


def table(document: dict[str, Any]) -> str:
    """A row for each pass, the largest gain first."""
    ratios: dict[str, dict[str, float]] = defaultdict(dict)
    for kernel, row in document["kernels"].items():
        compilers = row["compilers"]
        for name, facts in compilers.items():
            if name.startswith(WITHOUT) and "median_us" in facts and "median_us" in compilers[WITH]:
                ratios[name.removeprefix(WITHOUT)][kernel] = facts["median_us"] / compilers[WITH]["median_us"]
    lines = [
        "| pass | kernels | time without / with | best | worst |",
        "|---|--:|--:|---|---|",
    ]
    for name, found in sorted(ratios.items(), key=lambda item: -mean(item[1])):
        best, worst = max(found, key=found.__getitem__), min(found, key=found.__getitem__)
        ends = [f"{kernel} {found[kernel]:.3f}" for kernel in (best, worst)]
        lines.append(f"| {name} | {len(found)} | {mean(found):.3f} | {ends[0]} | {ends[1]} |")
    return "\n".join(lines)


def mean(found: dict[str, float]) -> float:
    return math.exp(sum(map(math.log, found.values())) / len(found))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    collecting = commands.add_parser("collect")
    collecting.add_argument("kept", type=Path)
    collecting.add_argument("out", type=Path)
    collecting.add_argument("--arch", default="sm_90")
    collecting.add_argument("--leave-out", default="inline", help="passes without which nobody compiles")
    commands.add_parser("table").add_argument("json", type=Path)
    options = parser.parse_args()
    if options.command == "collect":
        count = collect(options.kept, options.out, options.arch, frozenset(options.leave_out.split(",")))
        print(f"{count} cubins in {options.out}")
    else:
        print(table(json.loads(options.json.read_text())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
