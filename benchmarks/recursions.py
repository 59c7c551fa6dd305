"""Modules whose functions call each other as a graph says, recursions included, and the calls that inliners leave there."""

from __future__ import annotations

import random
from collections import Counter

import opencicc
from opencicc.llvm import native
from opencicc.llvm.ir import Context, Module
from opencicc.llvm.native import TargetMachine
from opencicc.target import parse_target

Graph = dict[str, list[str]]


def module_of(graph: Graph, linkage: str = "", work: int = 4) -> str:
    """Functions that compute a little and call as the graph says."""
    lines = ['target triple = "nvptx64-nvidia-cuda"']
    for name, callees in graph.items():
        is_kernel, value = name == "k", "%x"
        head = (
            "define ptx_kernel void @k(ptr %p, i32 %x) {" if is_kernel else f"define {linkage} i32 @{name}(i32 %x) {{"
        )
        lines += [head] if is_kernel else [head, "%z = icmp eq i32 %x, 0", "br i1 %z, label %end, label %more", "more:"]
        for number in range(work):
            lines.append(f"%w{number} = mul i32 {value}, {2 * number + 3}")
            value = f"%w{number}"
        for number, callee in enumerate(callees):
            lines += [f"%a{number} = sub i32 {value}, 1", f"%c{number} = call i32 @{callee}(i32 %a{number})"]
            value = f"%c{number}"
        end = ["br label %end", "end:", f"%r = phi i32 [ %x, %0 ], [ {value}, %more ]", "ret i32 %r"]
        lines += [f"store i32 {value}, ptr %p", "ret void"] if is_kernel else end
        lines.append("}")
    return "\n".join(lines)


def random_recursion(seed: int) -> str:
    """Two to six functions that call each other at random, and a kernel."""
    choice = random.Random(seed)
    names = [f"f{number}" for number in range(choice.randint(2, 6))]
    graph = {name: choice.choices(names, k=choice.randint(0, 3)) for name in names}
    return module_of({**graph, "k": choice.choices(names, k=2)}, choice.choice(["", "internal"]))


def calls_of(module: Module) -> dict[str, Counter[str]]:
    """How often each function calls each other."""
    calls = ((function.name, i.callee_name) for function in module.definitions for i in function.instructions)
    found: dict[str, Counter[str]] = {function.name: Counter() for function in module.definitions}
    for caller, callee in calls:
        found[caller].update([callee] if callee else [])
    return found


def by_llvm(text: str) -> dict[str, Counter[str]]:
    """The calls that LLVM's inliner leaves."""
    with Context() as context, TargetMachine(parse_target("sm_90"), 3) as machine:
        module = context.parse(text.encode())
        native.run_passes(module, "cgscc(inline),globaldce", machine)
        return calls_of(module)


def by_us(text: str, model: str, passes: str = "inline,globaldce", **options: object) -> dict[str, Counter[str]]:
    """The calls that ours leaves."""
    chosen = {"passes": passes, "inline-model": model, "stop-after": "opt", **options}
    with Context() as context:
        return calls_of(context.parse(opencicc.compile(text, "sm_90", None, chosen).bitcode))
