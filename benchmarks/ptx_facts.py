"""What a PTX text says about a kernel: how many instructions, and with which arithmetic.

Only the kernel and the functions it can reach count: stock clang leaves functions behind that nothing calls.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from opencicc.machine import Instr, MachineFunction, parse

FLOATS = ("f16", "f16x2", "bf16", "bf16x2", "f32", "f64")
# Modifiers that change what a floating-point instruction computes.
APPROXIMATE = ("approx", "full")
# ptxas may fuse a multiplication that names no rounding with the addition behind it: nvcc leaves some to it.
FUSABLE = "fusable mul."
ROUNDINGS = ("rn", "rz", "rm", "rp")


def instructions(ptx: str, kernel: str) -> list[Instr]:
    """Every instruction of a kernel and of the functions it reaches."""
    functions = {f.name: f for f in parse(ptx).functions if not f.is_declaration}
    if kernel not in functions:
        raise ValueError(f"the PTX has no kernel {kernel}")
    waiting, seen = [kernel], {kernel}
    found: list[Instr] = []
    while waiting:
        function = functions[waiting.pop()]
        found += function.instrs
        for name in _named_functions(function, functions):
            if name not in seen:
                seen.add(name)
                waiting.append(name)
    return found


def _named_functions(function: MachineFunction, functions: Mapping[str, MachineFunction]) -> Iterator[str]:
    for instr in function.instrs:
        for operand in instr.operands:
            yield from (word for word in re.findall(r"[\w$]+", str(operand)) if word in functions)


def arithmetic(instrs: list[Instr]) -> Counter[str]:
    """How often each kind of floating-point arithmetic occurs: 'fma.f32', 'sqrt.approx.f32', 'ftz mul.f32', ..."""
    kinds: Counter[str] = Counter()
    for instr in instrs:
        number = next((m for m in instr.modifiers if m in FLOATS), "")
        if not number:
            continue
        if instr.base == "fma":
            kinds[f"fma.{number}"] += 1
        if instr.base == "mul" and not set(ROUNDINGS) & set(instr.modifiers):
            kinds[f"{FUSABLE}{number}"] += 1
        for word in APPROXIMATE:
            if word in instr.modifiers:
                kinds[f"{instr.base}.{word}.{number}"] += 1
        if instr.base in ("div", "sqrt", "rcp") and not set(APPROXIMATE) & set(instr.modifiers):
            kinds[f"{instr.base}.rn.{number}"] += 1
        if "ftz" in instr.modifiers:
            kinds[f"ftz {instr.base}.{number}"] += 1
    return kinds


def arithmetic_differences(by_compiler: Mapping[str, Mapping[str, int]]) -> list[str]:
    """Kinds of arithmetic that some compilers use in a kernel and others do not, as sentences."""
    kinds = sorted({kind for counts in by_compiler.values() for kind in counts if not kind.startswith(FUSABLE)})
    found = []
    for kind in kinds:
        others = [kind.replace("fma.", FUSABLE)] if kind.startswith("fma.") else []
        users = [name for name, counts in by_compiler.items() if any(counts.get(k) for k in (kind, *others))]
        if len(users) < len(by_compiler):
            found.append(f"{kind}: {', '.join(users)} only")
    return found
