"""How the inliner's decisions grow with a module: 100, 1,000 and 5,000 functions with five call sites each.

    python benchmarks/inliner_scaling.py [--json FILE]

"facts" reads the call graph and all bodies, "decide" is the planner, "whole pass" includes LLVM's inlining. CPU time.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import opencicc
from opencicc.llvm.ir import Context, Module
from opencicc.llvm.native import TargetMachine
from opencicc.passes.inline.body import Reader
from opencicc.passes.inline.budget import Ledger, Limits
from opencicc.passes.inline.facts import ModuleFacts, collect, used_functions
from opencicc.passes.inline.planner import Policy, plan
from opencicc.target import parse_target

ARCH = "sm_90"
SIZES = (100, 1000, 5000)
MOST_FOR_ALL_MODELS = 1000
CALLS, INSTRUCTIONS, LAYERS = 5, 20, 20


def make_module(functions: int, seed: int = 1) -> str:
    """Functions in layers, each calling five of the layer below; a kernel calls the top layer's first."""
    rng = Random(seed)
    width = max(1, functions // LAYERS)
    lines = ['target triple = "nvptx64-nvidia-cuda"']
    for number in range(functions):
        lines.append(f"define i32 @f{number}(i32 %x, i32 %y) {{")
        last = "%x"
        for step in range(INSTRUCTIONS):
            lines.append(
                f"  %v{step} = {rng.choice(('add', 'mul', 'xor'))} i32 {last}, {rng.choice(('%y', str(step)))}"
            )
            last = f"%v{step}"
        layer = number // width
        for step in range(CALLS if layer else 0):
            callee = rng.randrange((layer - 1) * width, layer * width)
            lines.append(f"  %c{step} = call i32 @f{callee}(i32 {last}, i32 %y)")
            last = f"%c{step}"
        lines += [f"  ret i32 {last}", "}"]
    lines += ["define ptx_kernel void @k(ptr %p, i32 %n) {"]
    lines += [f"  %a = call i32 @f{functions - 1}(i32 %n, i32 3)", "  store i32 %a, ptr %p", "  ret void", "}"]
    return "\n".join(lines)


def cpu(work: Callable[[], object]) -> tuple[float, object]:
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


def read(module: Module) -> ModuleFacts:
    reader = Reader(module)
    facts = collect(reader, used_functions(module, reader))
    assert facts is not None
    return facts


def measure(functions: int) -> dict[str, float]:
    text = make_module(functions)
    with Context() as context, TargetMachine(parse_target(ARCH), 3):
        module = context.parse(text.encode())
        facts_seconds, facts = cpu(lambda: read(module))
        assert isinstance(facts, ModuleFacts)
        sites = sum(len(found) for found in facts.sites.values())
        decide_seconds, _ = cpu(lambda: plan(facts.functions, facts.sites, Policy(Limits()), Ledger()))
    row = {"functions": functions, "sites": sites, "facts": facts_seconds, "decide": decide_seconds}
    for model in "ABC" if functions <= MOST_FOR_ALL_MODELS else "A":
        options = {"passes": "inline", "inline-model": model, "stop-after": "opt", "inline-budget": 2000}
        result = opencicc.compile(text, ARCH, None, options)
        row[f"whole pass {model}"] = result.timings_us["pass"]["inline"] / 1e6
    return row


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    rows = [measure(size) for size in SIZES]
    for row in rows:
        print(
            "  ".join(
                f"{name} {value:.3f}" if isinstance(value, float) else f"{name} {value}" for name, value in row.items()
            )
        )
    if arguments.json:
        arguments.json.write_text(json.dumps(rows) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
