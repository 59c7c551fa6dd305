"""Make accesses to stack objects that only this thread can reach plain ones where a program calls them volatile.

    %p = alloca i32                              %p = alloca i32
    store volatile i32 %n, ptr %p        =>      store i32 %n, ptr %p
    %v = load volatile i32, ptr %p               %v = load i32, ptr %p

CUDA programs write `volatile float4 p = points[i]` to have a value loaded once. Memory of a thread is no device's, and nobody
else sees it: what volatile orders is in registers. SROA keeps volatile accesses in memory, though, and so does what comes
after it. nvcc takes them as plain ones.

Leaves alone: objects whose address is stored, compared, chosen from several or passed to a function (copies and fills aside),
and atomic accesses.
"""

from __future__ import annotations

from opencicc.llvm import edit
from opencicc.llvm.ir import Function, Instruction
from opencicc.options.option import Option
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.places import Place, at

PRIVATE_VOLATILE = Option(
    "private-volatile",
    True,
    "Take volatile accesses to stack objects that only the thread can reach as plain ones.",
    source="nvcc 13.0 does",
)
_STEPS = frozenset(("getelementptr", "addrspacecast", "bitcast"))
_HARMLESS_CALLS = ("llvm.memcpy.", "llvm.memmove.", "llvm.memset.", "llvm.lifetime.", "llvm.dbg.")


@function_pass(
    "private-volatile",
    "Make volatile accesses to private stack objects plain.",
    when="stack",
    has_first_look=True,
    places=at(Place("opening", before="sroa", why="stack variables become values there, volatile ones stay")),
    reads=(PRIVATE_VOLATILE,),
    preserves=("cfg",),
)
def run(function: Function, ctx: PassContext) -> bool:
    if not ctx.option(PRIVATE_VOLATILE):
        return False
    changed = False
    for instruction in function.instructions:
        accesses = find_accesses(instruction) if instruction.opcode == "alloca" else None
        for access in accesses or ():
            edit.set_volatile(access, is_set=False)
            changed = True
        if accesses:
            ctx.remark(instruction, "took volatile accesses to what only this thread can reach as plain ones")
    return changed


def find_accesses(variable: Instruction) -> list[Instruction] | None:
    """The volatile accesses to a stack object; None where its address gets away or an atomic access is among them."""
    waiting, found = [variable], []
    while waiting:
        place = waiting.pop()
        for use in place.users:
            user = Instruction(use.ref)
            if user.opcode in _STEPS:
                waiting.append(user)
            elif user.opcode == "load" or (user.opcode == "store" and user.operand(0) != place):
                if user.is_atomic:
                    return None
                if user.is_volatile:
                    found.append(user)
            elif not is_harmless(user):
                return None
    return found


def is_harmless(user: Instruction) -> bool:
    callee = user.called_function if user.opcode == "call" else None
    return callee is not None and callee.name.startswith(_HARMLESS_CALLS)
