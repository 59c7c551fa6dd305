"""Load on each way from the memory that this way has, instead of once through a generic pointer behind them.

    left:   br label %join                                 left:   %v.l = load i32, ptr addrspace(3) %s
    right:  br label %join                                         br label %join
    join:   %p = phi ptr [ %s.generic, %left ],    =>      right:  %v.r = load i32, ptr addrspace(1) %g
                        [ %g.generic, %right ]                     br label %join
            %v = load i32, ptr %p                          join:   %v = phi i32 [ %v.l, %left ], [ %v.r, %right ]

The published pipeline has the name behind memory-space-opt and no source says more; what is left there to improve are
pointers that have one space on each way and several together, and of those this is the case that costs nothing: no way
runs more loads than before, and each is an ld.shared or ld.global. A select between pointers stays: both loads would run.

Leaves alone: loads with a write, a call or another access in front of them in their block; ways that end in a test (the load
would run for the other side too); volatile and atomic loads; more than four ways. LLVM has nothing of the kind: its
infer-address-spaces gives a phi one space or none.
"""

from __future__ import annotations

from opencicc.llvm import edit
from opencicc.llvm.constants import constant_opcode
from opencicc.llvm.ir import Block, Function, Instruction, Value
from opencicc.llvm.names import CONSTANT, GENERIC, GLOBAL, LOCAL, SHARED
from opencicc.llvm.opcodes import OPCODES
from opencicc.llvm.snapshot import Snapshot
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.places import PUBLISHED

MOST_WAYS = 4
_LOAD, _PHI = OPCODES["load"], OPCODES["phi"]
_PASSED = frozenset(
    OPCODES[name] for name in ("phi", "getelementptr", "addrspacecast", "bitcast", "icmp", "zext", "sext")
)
_SPACES = (GLOBAL, SHARED, CONSTANT, LOCAL)
_KEPT = ("tbaa", "invariant.load", "range", "alias.scope", "noalias", "nontemporal")


@function_pass(
    "nvvm-generic-addr-opt",
    "Load from each way's own memory instead of through a generic pointer.",
    guard="!2560",
    when="spaces",
    places=PUBLISHED,
    needs=(Snapshot,),
    preserves=("cfg",),
)
def run(function: Function, ctx: PassContext) -> bool:
    flat = ctx.analysis(Snapshot, function)
    chosen = [number for number, opcode in enumerate(flat.opcodes) if opcode == _LOAD and is_ready(flat, number)]
    loads = [(flat.instruction(number), pointers) for number in chosen if (pointers := pointers_by_way(flat, number))]
    for load, pointers in loads:
        ctx.remark(load, f"loaded on each of {len(pointers)} ways from its own memory", name="SplitLoad")
        split(load, pointers, function.context)
    return bool(loads)


def is_ready(flat: Snapshot, number: int) -> bool:
    """A plain load through a phi of its own block, with nothing in front that reads or writes."""
    pointer = flat.operands_of(number)[0] - flat.first_instruction
    if not 0 <= pointer < flat.instructions or flat.opcodes[pointer] != _PHI:
        return False
    if (
        flat.parents[pointer] != flat.parents[number]
        or flat.value(flat.operands_of(number)[0]).type.address_space != GENERIC
    ):
        return False
    start = flat.block_starts[flat.parents[number]]
    load = flat.instruction(number)
    is_first = all(flat.opcodes[before] in _PASSED for before in range(start, number))
    return is_first and not load.is_volatile and not load.is_atomic


def pointers_by_way(flat: Snapshot, number: int) -> list[tuple[Value, Block]]:
    """The pointers in their own spaces with the blocks they come from; nothing where one has none."""
    phi = flat.instruction(flat.operands_of(number)[0] - flat.first_instruction)
    incoming = phi.incoming
    found = [(inside_cast(value), block) for value, block in incoming]
    spaces = {value.type.address_space for value, _ in found if value is not None}
    is_worth = 2 <= len(found) <= MOST_WAYS and spaces <= set(_SPACES) and len(spaces) > 1
    if not is_worth or any(value is None or len(block.successors) != 1 for value, block in found):
        return []
    return [(value, block) for value, block in found if value is not None]


def inside_cast(value: Value) -> Value | None:
    """What a cast to a generic pointer casts."""
    opcode = Instruction(value.ref).opcode if value.kind == "instruction" else constant_opcode(value)
    return value.operand(0) if opcode == "addrspacecast" else None


def split(load: Instruction, pointers: list[tuple[Value, Block]], context: int) -> None:
    name, alignment, type_ = load.name, load.alignment, load.type
    kept = [(kind, node) for kind in _KEPT if (node := edit.metadata(load, kind)) is not None]
    loaded: list[tuple[Value, Block]] = []
    with edit.Builder(context) as builder:
        for pointer, block in pointers:
            known = next((value for value, other in loaded if other == block), None)
            if known is None:
                fresh = builder.before(block.terminator).load(type_, pointer)
                edit.set_alignment(fresh, alignment)
                for kind, node in kept:
                    edit.set_metadata(fresh, kind, node)
                known = fresh
            loaded.append((known, block))
        first = next(iter(load.parent.instructions))
        joined = builder.before(first).phi(type_, loaded)
    edit.replace_and_erase(load, joined)
    if name:
        edit.rename(joined, name)
