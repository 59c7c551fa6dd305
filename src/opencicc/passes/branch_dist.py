"""Remove barriers that order nothing, by what reaches them over the whole function.

    store to shared                   store to shared
    barrier 0                         barrier 0
    br %c, %a, %b             =>      br %c, %a, %b
  a:  barrier 0                     a:
      load from shared                  load from shared

For each barrier four things are asked of the paths to it and from it, up to the next barrier: is anything read above,
written above, read below, written below? It stays if something is written on one side and accessed on the other; the
published table of cases also removes the ordinary write, barrier, read, so it is not followed. The name is the
product's; it has nothing to do with branches.

Leaves alone what basic-dbe names: other than whole-block barriers, barriers with a result, functions that are no
kernels, and barriers behind a branch that parts the threads (`ignore-variance-cond=1` takes them too: then all
barriers that meet must be dead alike). Memory is told apart into what other threads can see and what they cannot;
dead-sync-elimination also tells shared from global memory and looks into functions. LLVM has nothing like it.

Off by default, as in the product, whose shipped compiler keeps every barrier of ten kernels made to lose them. With it
no benchmark kernel changes: their barriers are needed.
"""

from __future__ import annotations

from opencicc.analysis.barriers import call_effects
from opencicc.llvm.ir import Function, Instruction
from opencicc.llvm.snapshot import Snapshot
from opencicc.options.option import Option
from opencicc.passes.api import NVIDIA_REGISTRY, PassContext, function_pass
from opencicc.passes.dead_barriers import Rules, remove_dead_barriers
from opencicc.passes.places import PUBLISHED

INVENTORY = "cicc v13.0 knob inventory"
BRANCH_DIST = Option(
    "branch-dist",
    False,
    "Run branch-dist and basic-dbe.",
    source="measured: nvcc 13.0 keeps every barrier of ten probe kernels",
)
NO_BRANCH_DIST = Option(
    "no-branch-dist", (), "Functions that branch-dist and dead-sync-elimination leave alone.", source=INVENTORY
)
BRANCH_DIST_FUNC_LIMIT = Option(
    "branch-dist-func-limit",
    -1,
    "The most functions that branch-dist changes: -1 no limit.",
    source=INVENTORY,
    minimum=-1,
)
BRANCH_DIST_BLOCK_LIMIT = Option(
    "branch-dist-block-limit",
    -1,
    "Leave functions of more blocks to the block-wise look of basic-dbe: -1 no limit.",
    source=INVENTORY,
    minimum=-1,
)
BRANCH_DIST_NORM = Option(
    "branch-dist-norm",
    0,
    "How what comes from several blocks is joined: 0 as any of them; another value would be all of them, which is unsound.",
    source=INVENTORY,
    minimum=0,
    maximum=0,
)
IGNORE_CALL_SAFETY = Option(
    "ignore-call-safety",
    False,
    "Take calls as free of memory access whatever their attributes say: unsound unless you know it.",
    source="our choice: cicc has true, which is unsound",
)
IGNORE_VARIANCE_COND = Option(
    "ignore-variance-cond",
    0,
    "Remove barriers behind branches that part the threads too: 0 no. Unsound where warps meet at different barriers.",
    source=INVENTORY,
    minimum=0,
)
IGNORE_ADDRESS_SPACE_CHECK = Option(
    "ignore-address-space-check",
    0,
    "Count accesses to local memory, constants and parameters too: 0 no.",
    source=INVENTORY,
    minimum=0,
)
IGNORE_PHI_OVERHEAD = Option(
    "ignore-phi-overhead",
    0,
    "Ignore the cost of phis: 0 no.",
    source=INVENTORY,
    unsupported="removing a barrier makes no phi, so there is no cost to ignore",
)
DISABLE_COMPLEX_BRANCH_DIST = Option(
    "disable-complex-branch-dist", 0, "Look inside one block only: 0 no.", source=INVENTORY, minimum=0
)
DUMP_BRANCH_DIST = Option(
    "dump-branch-dist", False, "Print the barriers that branch-dist and basic-dbe remove.", source=INVENTORY
)


class Limit:
    """The functions that branch-dist changed so far in this compile."""

    def __init__(self) -> None:
        self.changed: set[str] = set()


@function_pass(
    "branch-dist",
    "Remove dead barriers by dataflow over the function.",
    when="barriers",
    guard="branch-dist !2080 !2120",
    phase=2,
    places=PUBLISHED,
    origin=NVIDIA_REGISTRY,
    reads=(
        BRANCH_DIST,
        NO_BRANCH_DIST,
        BRANCH_DIST_FUNC_LIMIT,
        BRANCH_DIST_BLOCK_LIMIT,
        BRANCH_DIST_NORM,
        IGNORE_CALL_SAFETY,
        IGNORE_VARIANCE_COND,
        IGNORE_ADDRESS_SPACE_CHECK,
        DISABLE_COMPLEX_BRANCH_DIST,
        DUMP_BRANCH_DIST,
    ),
    needs=(Snapshot, "flow", "loops"),
    preserves=("cfg",),
)
def run(function: Function, ctx: PassContext) -> bool:
    assert ctx.option(BRANCH_DIST_NORM) == 0  # its declaration allows nothing else
    changed = ctx.memory(Limit).changed
    most = ctx.option(BRANCH_DIST_FUNC_LIMIT)
    if function.name in ctx.option(NO_BRANCH_DIST) or (function.name not in changed and 0 <= most <= len(changed)):
        return False
    if not remove_dead_barriers(function, ctx, rules_of(function, ctx)):
        return False
    changed.add(function.name)
    return True


def rules_of(function: Function, ctx: PassContext) -> Rules:
    most = ctx.option(BRANCH_DIST_BLOCK_LIMIT)
    is_large = 0 <= most < function.count_blocks()
    return Rules(
        crosses_blocks=not (is_large or ctx.option(DISABLE_COMPLEX_BRANCH_DIST)),
        by_kind=False,
        ignores_partings=bool(ctx.option(IGNORE_VARIANCE_COND)),
        counts_private=bool(ctx.option(IGNORE_ADDRESS_SPACE_CHECK)),
        effects_of=effects_without_calls if ctx.option(IGNORE_CALL_SAFETY) else None,
        dumps=ctx.option(DUMP_BRANCH_DIST),
    )


def effects_without_calls(call: Instruction) -> int:
    """Intrinsics do what they do; calls of functions count for nothing."""
    callee = call.called_function
    return call_effects(call) if callee is None or callee.is_intrinsic else 0
