"""`base-address-sr`: in loops, accesses whose addresses differ by a constant share one base.

    x = b[t]; y = b[t + 4];    =>    p = b + 4 * t;  x = *p; y = *(p + 16 bytes);

The constant then stands in the address field of the PTX instruction, and one value lives through the loop instead of
several. The base is computed in front of the loop where all of it is invariant, else before the first access of the block
that dominates the others. With 2 groups are only taken where something is gained: where their addresses are not all
made from one already; and a negative anchor only where the base is invariant, because ptxas folds small positive
offsets best.

Off by default (0), as the published inventory has it: code generation's own steps (separate-const-offset-from-gep, slsr,
early-cse) find most of it. Of the 56 benchmark kernels (sm_90, ptxas 13.0) 2 changes the PTX of 9 and no register count, 1
that of 14 and sgemm_tiled from 128 to 127 registers. Upstream: those steps.
"""

from __future__ import annotations

from opencicc.analysis.flow import Flow, Loops
from opencicc.llvm.ir import Function, Instruction
from opencicc.llvm.opcodes import OPCODES
from opencicc.llvm.snapshot import Snapshot
from opencicc.llvm.types import Type
from opencicc.options.option import Option
from opencicc.passes.addresses import groups, rewrite
from opencicc.passes.addresses.terms import Decomposer, Limits
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.places import PUBLISHED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.analysis.flow import NaturalLoop

MODE = Option(
    "do-base-address-strength-reduce",
    0,
    "Share loop address bases: 0 off, 1 always, 2 with conditions.",
    source="cicc v13.0 knob inventory (the pass page has 2); measured: changes no benchmark kernel's registers",
    minimum=0,
    maximum=2,
)
CHAIN = Option(
    "do-base-address-strength-reduce-chain",
    True,
    "Also chains of dependent addresses.",
    source="cicc v13.0 base-address page",
)
NEW_LIMIT = Option(
    "base-address-strength-reduce-iv-limit",
    8,
    "The most bases per loop that change from trip to trip.",
    source="our choice: the sources give no default",
    minimum=0,
)
MOST_VARIABLES = Option(
    "base-address-strength-reduce-max-iv",
    16,
    "Leave loops with more induction variables alone.",
    source="our choice: the sources give no default",
    minimum=0,
)
DUMP = Option(
    "dump-base-address-strength-reduce",
    0,
    "Print base-address-sr's groups.",
    source="cicc v13.0 knob inventory",
    minimum=0,
)
ALWAYS, WITH_CONDITIONS = 1, 2
NAME = "baseValue"
_PHI = OPCODES["phi"]


@function_pass(
    "base-address-sr",
    "Share loop address bases.",
    phase=2,
    when="loops",
    guard="do-base-address-strength-reduce",
    places=PUBLISHED,
    reads=(MODE, CHAIN, NEW_LIMIT, MOST_VARIABLES, DUMP),
    needs=(Snapshot, Flow, Loops),
    preserves=("cfg",),
)
def run(function: Function, ctx: PassContext) -> bool:
    flat, loops = ctx.analysis(Snapshot, function), ctx.analysis(Loops, function).found
    changed, taken = False, set[int]()
    for loop in reversed(loops):  # inner loops first: their accesses are theirs
        own = [block for block in sorted(loop.blocks) if block not in taken]
        taken.update(loop.blocks)
        if count_variables(flat, loop) <= ctx.option(MOST_VARIABLES):
            changed = share_bases(function, loop, own, ctx) or changed
    if changed:
        rewrite.erase_dead(function)
    return changed


def share_bases(function: Function, loop: NaturalLoop, blocks: list[int], ctx: PassContext) -> bool:
    flat, flow, mode = ctx.analysis(Snapshot, function), ctx.analysis(Flow, function), ctx.option(MODE) or ALWAYS
    decomposer = Decomposer(function.module_layout, Limits(follows_chains=ctx.option(CHAIN)))
    placer = groups.Placer(flat, flow)
    changing = count = 0
    for group in groups.collect(flat, blocks, decomposer):
        if mode == WITH_CONDITIONS and not has_several_bases(group):
            continue
        block = loop.preheader if loop.preheader >= 0 else -1
        place = placer.place_in(group, block) if block >= 0 else None
        is_invariant = place is not None
        if place is None:
            if changing == ctx.option(NEW_LIMIT) or (mode == WITH_CONDITIONS and group.anchor < 0):
                continue
            place = placer.place_in(group, groups.common_block(flow, group.blocks))
        if place is None:
            continue
        changing += not is_invariant
        count += 1
        tell(function, group, place, is_invariant, ctx)
        base = rewrite.build_base(function, group, place, NAME)
        rewrite.rewrite_members(function, flat, group, base, NAME)
    return count > 0


def tell(function: Function, group: groups.Group, place: Instruction, is_invariant: bool, ctx: PassContext) -> None:
    where = "in front of the loop" if is_invariant else "in the loop"
    said = f"one base {where} for {len(group.members)} accesses"
    ctx.remark(place, said, name="BaseShared")
    if ctx.option(DUMP):
        offsets = ", ".join(str(member.address.offset) for member in group.members)
        ctx.show(f"base-address-sr: @{function.name}: {said}: {group.members[0].address.root.text.strip()} + {offsets}")


def has_several_bases(group: groups.Group) -> bool:
    """Are the addresses more than constants added to one of them?"""
    roots = set()
    for member in group.members:
        pointer = Instruction(member.pointer.ref)
        while pointer.kind == "instruction" and pointer.opcode == "getelementptr" and has_constant_indices(pointer):
            pointer = Instruction(pointer.operands[0].ref)
        roots.add(pointer.ref)
    return len(roots) > 1


def has_constant_indices(address: Instruction) -> bool:
    return all(operand.integer is not None for operand in address.operands[1:])


def count_variables(flat: Snapshot, loop: NaturalLoop) -> int:
    """Integers and pointers that the loop carries."""
    phis = (number for number in flat.block_range(loop.header) if flat.opcodes[number] == _PHI)
    kinds = (Type(flat.types[flat.first_instruction + number]).kind for number in phis)
    return sum(kind in ("integer", "pointer") for kind in kinds)
