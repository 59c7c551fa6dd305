"""Calls through pointers that are still there at the end: no inliner can see a body, and the remark says so.

Asked once, when the pipeline is done and somebody reads remarks: before that a pointer may still become
a known function. Copies of one call that share its place in the source are one site.
"""

from __future__ import annotations

from opencicc.trace import Remark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Instruction, Module
    from opencicc.trace import Trace

CALLEE = "(indirect)"
REASON = "indirect call"


def report_indirect_calls(module: Module, trace: Trace) -> None:
    for function in module.definitions:
        seen: set[str] = set()
        number = 0
        for instruction in function.instructions:
            if instruction.opcode != "call" or not is_indirect(instruction):
                continue
            location = instruction.location
            if location and location in seen:
                continue
            seen.add(location)
            trace.remark(_remark(function.name, number, location))
            number += 1


def _remark(caller: str, number: int, location: str) -> Remark:
    args = (
        ("Callee", CALLEE),
        ("Caller", caller),
        ("Site", f"{CALLEE} {number}"),
        ("Model", "-"),
        ("Charge", "0"),
        ("Left", "-"),
        ("Reason", REASON),
    )
    return Remark("missed", "inline", "IndirectCall", caller, f"missed: {REASON} in '{caller}'", location, args)


def is_indirect(call: Instruction) -> bool:
    """Is the callee a value that the code computes?"""
    return call.callee.kind in ("instruction", "argument")
