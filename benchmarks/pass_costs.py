"""What our own passes cost: `pass_costs.py FOLDER... [--runs N] [--json FILE]`

Compiles every module of the folders (linked bitcode: `out/ir`, `benchmarks/corpus linked`) and adds up the time of each pass of
ours and of each stage; the least of N compiles counts. Shares are of all passes on IR (OPT, whether a module is compiled whole
or by parts), with inlining and unrolling apart, and MACH against the way from IR to PTX.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import opencicc
from benchmarks.pass_effects import modules_in, own_passes
from opencicc.errors import CompilerError
from opencicc.passes.api import NVIDIA_REGISTRY
from opencicc.passes.info import Kind, PassInfo
from opencicc.passes.registry import all_passes, find_pass

# Each decides for whole functions and has pages of its own: docs/inlining.md, docs/unrolling.md.
INLINING = frozenset({"inline", "nv-early-inliner", "nv-inline-must", "always-inline"})
UNROLLING = frozenset({"loop-unroll", "loop-unroll-full"})
AFTER_OPT = frozenset({"codegen", "parse PTX", *(info.name for info in all_passes() if info.kind is Kind.MACHINE)})
REMATERIALISATION = frozenset({"remat"})
# What the document describes and gives no place: the rest of ours that it does not list is of our own making.
DESCRIBED = frozenset(
    {
        "byval-calls",
        "cssa",
        "dead-sync-elimination",
        "limit-machine-cse",
        "narrow-integers",
        "sign-ext-expand",
        "sign-ext-simplify",
    }
)
Costs = dict[str, float]  # ms by "pass NAME" or "stage NAME"


def costs_of(path: Path, arch: str, runs: int) -> Costs:
    """The least time of each pass and stage in one module."""
    module = path.read_bytes()
    best: Costs = {}
    for _ in range(runs):
        try:
            result = opencicc.compile(module, arch=arch, name=path.stem)
        except CompilerError as error:
            print(f"{path.name}: {error.what}", file=sys.stderr)
            return {}
        now: Costs = defaultdict(float)
        for event in result.trace.events:
            if event.kind in ("pass", "stage"):
                now[f"{event.kind} {event.name}"] += event.duration_us / 1000
        best = {name: min(spent, best.get(name, spent)) for name, spent in now.items()}
    return best


def is_of_document(info: PassInfo) -> bool:
    return info.origin == NVIDIA_REGISTRY or info.places.is_published or info.name in DESCRIBED


def table(total: Costs, modules: int) -> str:
    ours = {name: total.get(f"pass {name}", 0.0) for name in own_passes()}
    inlining = sum(ours.pop(name, 0.0) for name in INLINING)
    unrolling = sum(ours.pop(name, 0.0) for name in UNROLLING)
    ours = {name: spent for name, spent in ours.items() if name not in AFTER_OPT}
    passes = {name.partition(" ")[2]: spent for name, spent in total.items() if name.startswith("pass ")}
    opt = sum(spent for name, spent in passes.items() if name not in AFTER_OPT)
    machine = total.get("stage mach", 0.0)
    way = opt + passes.get("codegen", 0.0) + machine
    rest = sum(ours.values())
    remat = sum(ours[name] for name in REMATERIALISATION)
    document = sum(spent for name, spent in ours.items() if is_of_document(find_pass(name))) - remat
    lines = [
        f"{modules} modules: OPT {opt:.0f} ms, IR to PTX {way:.0f} ms.",
        "",
        "| what | ms | share |",
        "|---|--:|--:|",
        f"| passes of the document but the next three | {document:.0f} | {document / opt:.1%} of OPT |",
        f"| rematerialisation | {remat:.0f} | {remat / opt:.1%} of OPT |",
        f"| inlining | {inlining:.0f} | {inlining / opt:.1%} of OPT |",
        f"| unrolling | {unrolling:.0f} | {unrolling / opt:.1%} of OPT |",
        f"| further passes of our own | {rest - document - remat:.0f} | {(rest - document - remat) / opt:.1%} of OPT |",
        f"| all of ours but inlining and unrolling | {rest:.0f} | {rest / opt:.1%} of OPT |",
        f"| stage MACH | {machine:.0f} | {machine / way:.1%} of IR to PTX |",
    ]
    for name, spent in sorted(ours.items(), key=lambda item: -item[1]):
        if spent >= 0.002 * opt:
            lines.append(f"| {name} | {spent:.0f} | {spent / opt:.1%} of OPT |")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, help="folders of .bc or .ll files, or such files")
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--json", type=Path, help="write the costs of every module here")
    options = parser.parse_args()
    paths = [file for place in options.folders for file in modules_in(place)]
    every = {path.stem: costs_of(path, options.arch, options.runs) for path in paths}
    if options.json:
        options.json.write_text(json.dumps(every, indent=1))
    total: Costs = defaultdict(float)
    for costs in every.values():
        for name, spent in costs.items():
            total[name] += spent
    print(table(total, len(paths)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
