"""`scev-cgp`: addresses rewritten before code generation as a shared base plus a constant, block by block.

    x = b[(tid + 4) * 2];  y = b[(tid + 5) * 2];    =>    p = b + 8 * tid + 32;  x = *p;  y = *(p + 8 bytes);

No source describes it beyond its name (scalar evolution, CodeGenPrepare) and its knobs, so this header does: every address
of a block is written as root + scaled indices + constant; accesses that differ by the constant alone get one base, before
the first of them, and the constants go where PTX has room for them, into the instruction. Constants under an extension
of 32-bit arithmetic are moved out where that can't overflow: by the flags of the operation, or because thread numbers are
small. That is what a user of the name would expect: code generation's own separate-const-offset-from-gep, with more
knowledge about GPU indices and a limit on everything.

Leaves alone: addresses whose variable part is computed once already (a base and constants added to it).

Off by default, as the published inventory has it (nv-disable-scev-cgp). Over the 56 benchmark kernels (sm_90, ptxas 13.0) it
changes the PTX of 29 and takes 0.4 % more registers in geometric mean, common-base-elim included; those that change:
radix_sort_block 48 -> 43, lj_forces 38 -> 36, stencil2d_heat 28 -> 26, hgemm_half2 64 -> 63, sgemm_tiled 128 -> 127;
bitpack_delta 21 -> 22, conv2d_direct 56 -> 64, int8_gemm_dp4a 46 -> 63: a base of many accesses lives longer than what
code generation makes anew for each. Upstream: separate-const-offset-from-gep, slsr, early-cse.
"""

from __future__ import annotations

from opencicc.analysis.flow import Flow
from opencicc.llvm.ir import Function
from opencicc.llvm.snapshot import Snapshot
from opencicc.options.option import Option
from opencicc.passes.addresses import groups, rewrite
from opencicc.passes.addresses.terms import Decomposer, Limits
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.places import PUBLISHED

_INVENTORY = "cicc v13.0 knob inventory"
_SIBLING = "our choice: the value of a sibling tool; the sources give none"
_NONE_GIVEN = "our choice: the sources give no default"

DISABLED = Option("nv-disable-scev-cgp", True, "Run no scev-cgp, whatever do-scev-cgp says.", source=_INVENTORY)
ENABLED = Option(
    "do-scev-cgp", False, "Rewrite addresses as shared bases and constants before code generation.", source=_INVENTORY
)
AGGRESSIVE = Option(
    "do-scev-cgp-aggresively",
    False,
    "Take index arithmetic apart as far as it goes (spelling as in the product).",
    source=_INVENTORY,
)
WHOLE_FUNCTION = Option(
    "do-function-scev-cgp", False, "Share bases across the blocks of a function.", source=_INVENTORY
)
CONTROL = Option(
    "scev-cgp-control", -1, "The most bases made in one function: -1 no limit.", source=_SIBLING, minimum=-1
)
CROSS_BLOCK_LIMIT = Option(
    "scev-cgp-cross-block-limit",
    8,
    "The most bases for other blocks computed in one block.",
    source=_SIBLING,
    minimum=0,
)
LEVEL_LIMIT = Option("scev-cgp-idom-level-limit", 3, "Dominator levels walked up.", source=_SIBLING, minimum=0)
INSTRUCTION_LIMIT = Option(
    "scev-cgp-inst-limit", 500, "Accesses looked at in one block, or in one function.", source=_SIBLING, minimum=0
)
THREAD_BOUND = Option(
    "scev-cgp-tid-max-value",
    4096,
    "Bound of thread numbers; below 1024, what a launch can have, none is used.",
    source=_SIBLING,
    minimum=0,
)
LATENCY = Option(
    "scev-cgp-check-latency", 0, "Instructions that sharing a base has to save.", source=_NONE_GIVEN, minimum=0
)
NORM = Option(
    "scev-cgp-norm",
    0,
    "Levels of index arithmetic (a + b, a * 12) that are taken apart besides constants.",
    source=_NONE_GIVEN,
    minimum=0,
)
OLD_BASE = Option(
    "scev-cgp-old-base",
    False,
    "Use the address that the first access has as the base instead of a new one.",
    source=_INVENTORY,
)
DUMP = Option("dump-scev-cgp", False, "Print scev-cgp's rewrites.", source=_INVENTORY)
NAME = "scev.base"
ALL_LEVELS = 16


@function_pass(
    "scev-cgp",
    "Rewrite addresses as shared bases plus constants.",
    phase=2,
    guard="do-scev-cgp !nv-disable-scev-cgp",
    places=PUBLISHED,
    reads=(
        *(ENABLED, DISABLED, AGGRESSIVE, WHOLE_FUNCTION, CONTROL, CROSS_BLOCK_LIMIT, LEVEL_LIMIT, INSTRUCTION_LIMIT),
        *(THREAD_BOUND, LATENCY, NORM, OLD_BASE, DUMP),
    ),
    needs=(Snapshot, Flow),
    preserves=("cfg",),
)
def run(function: Function, ctx: PassContext) -> bool:
    flat, flow = ctx.analysis(Snapshot, function), ctx.analysis(Flow, function)
    depth = ALL_LEVELS if ctx.option(AGGRESSIVE) else ctx.option(NORM)
    limits = Limits(depth=depth, largest_thread=ctx.option(THREAD_BOUND))
    decomposer = Decomposer(function.module_layout, limits)
    lists = [flow.order] if ctx.option(WHOLE_FUNCTION) else [[block] for block in flow.order]
    placer, in_block = groups.Placer(flat, flow), dict[int, int]()
    made = 0
    for blocks in lists:
        for group in groups.collect(flat, blocks, decomposer, ctx.option(INSTRUCTION_LIMIT)):
            if made == ctx.option(CONTROL) or saved_instructions(group) < max(1, ctx.option(LATENCY)):
                continue
            made += share(function, group, placer, in_block, ctx)
    if made:
        rewrite.erase_dead(function)
    return made > 0


def saved_instructions(group: groups.Group) -> int:
    """Address arithmetic of the members that one base makes superfluous; none where all are made from one already."""
    steps = {member.pointer.ref: member.address.steps for member in group.members}
    return sum(steps.values()) - max(steps.values()) - (len(steps) - 1)


def share(
    function: Function, group: groups.Group, placer: groups.Placer, in_block: dict[int, int], ctx: PassContext
) -> bool:
    flat, flow = ctx.analysis(Snapshot, function), ctx.analysis(Flow, function)
    is_local = len(group.blocks) == 1
    block = groups.common_block(flow, group.blocks, -1 if is_local else ctx.option(LEVEL_LIMIT))
    if block < 0 or (not is_local and in_block.get(block, 0) >= ctx.option(CROSS_BLOCK_LIMIT)):
        return False
    place = placer.place_in(group, block)
    if place is None:
        return False
    in_block[block] = in_block.get(block, 0) + (not is_local)
    first = group.members[0]
    if ctx.option(OLD_BASE) and first.block == block and flat.instruction(first.number).ref == place.ref:
        base = first.pointer
    else:
        base = rewrite.build_base(function, group, place, NAME)
    rewrite.rewrite_members(function, flat, group, base, NAME)
    said = f"one base for {len(group.members)} accesses"
    ctx.remark(place, said, name="BaseShared")
    if ctx.option(DUMP):
        offsets = ", ".join(str(member.address.offset - group.anchor) for member in group.members)
        ctx.show(f"scev-cgp: @{function.name}: {said}: {base.text.strip()}; distances {offsets}")
    return True
