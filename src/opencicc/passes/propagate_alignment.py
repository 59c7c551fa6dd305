"""Tell accesses how well aligned they are, from the objects that they go to.

    %a = alloca [48 x i16], align 16
    %l = addrspacecast ptr %a to ptr addrspace(5)
    %p = getelementptr i8, ptr addrspace(5) %l, i64 8
    store i16 0, ptr addrspace(5) %p, align 2                =>      ..., align 8

LLVM's own inference (infer-alignment) stops at casts between memory spaces and does not see what selects and loops of
pointers have in common. Objects are stack objects, variables of every space and parameters that say their alignment
(byval structs do). Wide accesses come from this: code generation joins neighbours only where the first is aligned for all
of them.

Leaves alone: accesses aligned to 16 bytes already, the widest of PTX before sm_100; what starts at a pointer of
which nothing is known.
"""

from __future__ import annotations

from opencicc.analysis.alignment import KnownAlignment
from opencicc.llvm import edit
from opencicc.llvm.ir import Function
from opencicc.llvm.opcodes import OPCODES
from opencicc.llvm.services import services
from opencicc.passes.api import NVIDIA_REGISTRY, PassContext, function_pass
from opencicc.passes.places import Place, at

WIDEST_ACCESS = 16
_ADDRESS_OPERAND = {OPCODES["load"]: 0, OPCODES["store"]: 1}


@function_pass(
    "propagate-alignment",
    "Carry alignments along pointer computations.",
    when="objects",
    has_first_look=True,
    places=at(Place("closing", after="set-local-array-alignment", why="through the casts that stop LLVM's own")),
    origin=NVIDIA_REGISTRY,
    needs=(KnownAlignment,),
    preserves=("cfg", "snapshot"),
)
def run(function: Function, ctx: PassContext) -> bool:
    raised = services().raise_alignments(function)
    return raise_by_facts(ctx.analysis(KnownAlignment, function)) if raised is None else raised > 0


def raise_by_facts(facts: KnownAlignment) -> bool:
    """What native/alignments.cpp does."""
    found = accesses(facts)
    roots = facts.of([facts.root_of(pointer) for _, pointer in found])
    lower = []  # accesses that say less than what they start from is known to be aligned to: no address is more than that
    for (number, pointer), alignment in zip(found, roots, strict=True):
        if alignment > 1:
            access = facts.flat.instruction(number)
            present = access.alignment
            if present < min(alignment, WIDEST_ACCESS):
                lower.append((access, present, pointer))
    raised = 0
    for (access, present, _), alignment in zip(lower, facts.of([pointer for *_, pointer in lower]), strict=True):
        if present < min(alignment, WIDEST_ACCESS):
            edit.set_alignment(access, alignment)
            raised += 1
    return raised > 0


def accesses(facts: KnownAlignment) -> list[tuple[int, int]]:
    """Loads and stores by number, with the ids of their addresses."""
    flat, position = facts.flat, _ADDRESS_OPERAND
    offsets, operands = flat.operand_offsets, flat.operands
    return [
        (number, operands[offsets[number] + position[opcode]])
        for number, opcode in enumerate(flat.opcodes)
        if opcode in position
    ]
