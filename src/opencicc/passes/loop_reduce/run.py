"""`nv-loop-reduce`: loop strength reduction that minds registers, by deciding which loops code generation may reduce.

    for (...) out[i * n + j] = f(in[i * n + j], ...);
    reduced: six more addresses live through the loop, 42 registers, 40 warps of an sm_90
    left alone: the addresses are computed anew, 36 registers, 48 warps

LLVM reduces the loops of every function inside its code generation and asks for no registers. This pass runs the same
reduction on a copy, after the steps that code generation has in front of it, and compares what is alive: where reduced
loops need more registers, and so many more that fewer warps fit on a multiprocessor, they are marked, and code generation
leaves them as they are (marks.py). What counts is what each thread needs for itself: ptxas reads a kernel's parameters from constant
memory and computes addresses that the threads of a warp share in uniform registers, which cost no warps (iir_biquad gets eight such
pointers, 16 registers, and its four loads start together). Where that grows, loops are left alone for one of two reasons: fewer warps
fit with all that is alive, or what a thread needs grows by as much as steps of occupancy are apart, because estimates are off by more
than a step. And they are left alone where fewer warps may fit and a loop gets eight counters more. Functions that can't be short of
registers are not tried at all. The knobs of shape (lsr-loop-level and others) mark loops without a trial.

It stands at the end, where the code is what code generation gets. At its published place, early, the loops of most
front ends have no counters yet: the knobs of shape act there on what was optimized before, nothing is tried.
Slot 83 takes the pass out and strength reduction with it: then code generation reduces no loop.

Over the 215 kernels of benchmarks/ (sm_90, ptxas 13.0): stencil3d_wave and deform_columns need 32 registers instead of 40, sph_forces
48 instead of 64; of HeCBench's development list SummarizationKernel 32 instead of 48, collideK 42 instead of 51, pool's gradient 32
instead of 39, stencil3d 32 instead of 40, spm 40 instead of 48, epi 40 instead of 47, wsm5 128 instead of 134. On the H200 reduction
takes 1.38, 1.40 and 1.15 of the time in the first three, 1.27 in depthwise_conv (counters), 0.97 in lomb_scargle, whose 40 registers stay.

Upstream: LoopStrengthReduce, by the name `loop-reduce`; the document's own solver for formulas is not rebuilt.
Without the native helper code generation can't be told and reduces what it likes, so nothing is tried.
"""

from __future__ import annotations

from functools import partial

from opencicc.analysis.flow import Loops
from opencicc.analysis.occupancy import Occupancy
from opencicc.analysis.pressure import LiveRegisters
from opencicc.llvm.ir import Function, Instruction, Module
from opencicc.llvm.names import SHARED
from opencicc.llvm.services import services
from opencicc.llvm.snapshot import Snapshot
from opencicc.llvm.types import Type
from opencicc.passes.api import PassContext, module_pass
from opencicc.passes.loop_reduce import decide, knobs, marks
from opencicc.passes.places import Place, at
from opencicc.record import replace

LATE = "late"
MOST_GROWTH = 5, 4  # reduction added up to a quarter to what is alive in the benchmark kernels
UNLIMITED = 1 << 31
REGISTERS_PER_ADDRESS = 4  # the address and its step, of 64 bits each
FEWEST_ADDRESSES = 6  # in loops: of 344 modules 213 functions were tried, and of the 28 with fewer none loses warps
MOST_RELIEF = 7, 8  # what code generation does before it took an eighth away, in real modules
# Instructions. Over 50 modules of HeCBench's development list larger functions took a third of the time of all trials, and no
# loop of theirs was spared.
LARGEST = 4_000
# Registers by which the first look may be wrong: of 44 functions it lost one, multigrid_restrict, which takes the same time either way.
SLACK = 1


def acts_early_by_knobs(_: list[Function], ctx: PassContext) -> dict[int, int] | None:
    return None if LATE in ctx.params or not rules_of(ctx).are_idle else {}


@module_pass(
    "nv-loop-reduce",
    "Loop strength reduction that minds register pressure.",
    kind="loop",
    params=(LATE,),
    phase=2,
    when="loops",
    ahead=acts_early_by_knobs,
    guard="!1680",
    places=at(
        Place("final-shape", before="default-next", params=LATE, why="what code generation will reduce"),
        is_published=True,
    ),
    reads=knobs.ALL,
    needs=(Loops, Occupancy, LiveRegisters, Snapshot),
    preserves=("cfg", "snapshot", "liveness", "live-registers", "launch", "occupancy"),
)
def run(module: Module, ctx: PassContext) -> bool:
    changed = spare_by_shape(module, ctx)
    if LATE in ctx.params and services().gates_codegen and (ctx.option(knobs.CHECK_PRESSURE) or not_folding(ctx)):
        changed = spare_by_pressure(module, ctx) or changed
    return changed


def not_folding(ctx: PassContext) -> bool:
    return not ctx.option(knobs.FOLD_EXTENSIONS)


# --- by shape ---


def rules_of(ctx: PassContext) -> decide.Rules:
    return decide.Rules(
        ctx.option(knobs.LEVEL),
        ctx.option(knobs.SKIP_OUTER),
        ctx.option(knobs.WIDE),
        ctx.option(knobs.NO_SHARED),
        ctx.option(knobs.NO_UNKNOWN_TRIPS),
    )


def spare_by_shape(module: Module, ctx: PassContext) -> bool:
    rules = rules_of(ctx)
    if rules.are_idle:
        return False
    changed = False
    for function in module.definitions:
        for latch, shape in shapes(function, ctx, rules):
            why = decide.by_shape(shape, rules)
            if why and marks.mark_loop(latch):
                marks.skip(function, marks.MARKED_REDUCTION)
                ctx.remark(latch, f"left a loop as it is: {why}", kind="missed", name="NotReduced")
                changed = True
    return changed


def shapes(function: Function, ctx: PassContext, rules: decide.Rules) -> list[tuple[Instruction, decide.LoopShape]]:
    """The loops with one latch: its terminator and what the rules ask."""
    flat, found = ctx.analysis(Snapshot, function), ctx.analysis(Loops, function).found
    countable = countable_headers(function, ctx) if rules.skips_unknown else None
    rows = []
    for index, loop in enumerate(found):
        if len(loop.latches) != 1:
            continue
        shape = decide.LoopShape(
            loop.depth,
            any(other.parent == index for other in found),
            any(is_wide_phi(flat, number) for number in flat.block_range(loop.header)),
            any(uses_shared(flat, number) for block in loop.blocks for number in flat.block_range(block)),
            countable is None or flat.block(loop.header).ref in countable,
        )
        rows.append((flat.block(loop.latches[0]).terminator, shape))
    return rows


def countable_headers(function: Function, ctx: PassContext) -> set[int] | None:
    """Headers of loops whose trip count LLVM can compute; None without the native helper, which asks LLVM."""
    found = services().loops_to_unroll(function, ctx.machine.ref, 0, 0, 0)
    return None if found is None else {loop.header for loop in found[0] if loop.is_countable}


def is_wide_phi(flat: Snapshot, number: int) -> bool:
    instruction = flat.instruction(number)
    return instruction.opcode == "phi" and (instruction.type.integer_width == 64 or instruction.type.kind == "pointer")


def uses_shared(flat: Snapshot, number: int) -> bool:
    instruction = flat.instruction(number)
    return instruction.opcode in ("load", "store") and any(
        Type(flat.types[operand]).address_space == SHARED for operand in flat.operands_of(number)
    )


# --- by pressure ---


def spare_by_pressure(module: Module, ctx: PassContext) -> bool:
    worth_it = [function for function in module.definitions if is_worth_a_trial(function, ctx)]
    losing = [function for function in worth_it if not_folding(ctx) or may_lose_warps(function, ctx)]
    changed = False
    for function in losing:
        changed = try_and_spare(function, ctx) or changed
    return changed


def may_lose_warps(function: Function, ctx: PassContext) -> bool:
    """Does reduction cost this function warps? Few, and only their loops are looked at one by one."""
    from opencicc.passes.loop_reduce.trial import count_reduction

    counted = count_reduction(function, ctx.machine)
    if counted is None:
        return False
    prices, warps = prices_of(ctx), partial(ctx.analysis(Occupancy, function).warps, ctx.target)
    slack = replace(counted, own_after=counted.own_after + SLACK)
    return decide.costs_warps(counted.before, counted.after + SLACK, prices, warps) or decide.costs_a_step(
        slack, prices, warps
    )


def try_and_spare(function: Function, ctx: PassContext) -> bool:
    from opencicc.passes.loop_reduce.trial import try_reduction

    trial = try_reduction(function, ctx.machine)
    return trial is not None and spare(function, trial, ctx)


def is_worth_a_trial(function: Function, ctx: PassContext) -> bool:
    """Has it loops, and could more registers than are alive now cost warps? What costs least to know is asked first."""
    if not not_folding(ctx) and not may_cost_warps(function, ctx, UNLIMITED):
        return False
    found = ctx.analysis(LiveRegisters, function)
    if (
        not found.loops
        or services().has_instructions(function, LARGEST + 1)
        or marks.REDUCTION in marks.skipped(function)
    ):
        return False
    # What reduction keeps in registers are mostly addresses.
    return not_folding(ctx) or (
        found.addresses_in_loops >= FEWEST_ADDRESSES and may_cost_warps(function, ctx, found.addresses_in_loops)
    )


def may_cost_warps(function: Function, ctx: PassContext, addresses: int) -> bool:
    """Do fewer warps fit with the most registers that so many addresses may add?"""
    occupancy, limit = ctx.analysis(Occupancy, function), ctx.option(knobs.PRESSURE_LIMIT)
    growth = occupancy.registers * MOST_GROWTH[0] // MOST_GROWTH[1] - occupancy.registers
    grown = occupancy.registers + min(growth, addresses * REGISTERS_PER_ADDRESS)
    settled = occupancy.registers * MOST_RELIEF[0] // MOST_RELIEF[1]
    warps_now = occupancy.warps(ctx.target, max(settled, limit))
    return grown > limit and occupancy.warps(ctx.target, grown) < warps_now


def spare(function: Function, trial: decide.Trial, ctx: PassContext) -> bool:
    occupancy = ctx.analysis(Occupancy, function)
    spared = decide.by_pressure(trial, prices_of(ctx), partial(occupancy.warps, ctx.target))
    if not spared.why:
        return False
    latches = [] if spared.is_whole else latches_of(function, spared.loops, len(trial.loops), ctx)
    if latches:
        marked = [marks.mark_loop(latch) for latch in latches]
        changed = any(marked)
        marks.skip(function, marks.MARKED_REDUCTION)
    else:
        changed = marks.skip(function, marks.REDUCTION)
    if changed:
        count = f"{len(latches)} of {len(trial.loops)} loops" if latches else "its loops"
        ctx.remark(function, f"left {count} as they are: {spared.why}", kind="missed", name="NotReduced")
    return changed


def prices_of(ctx: PassContext) -> decide.Prices:
    return decide.Prices(
        ctx.option(knobs.CHECK_PRESSURE),
        ctx.option(knobs.PRESSURE_LIMIT),
        ctx.option(knobs.FILTER_BAD),
        ctx.option(knobs.FOLD_EXTENSIONS),
        ctx.option(knobs.CREDIT_EXTENSIONS),
        0 if ctx.option(knobs.NO_DISCOUNT) else decide.DISCOUNT,
    )


def latches_of(function: Function, wanted: tuple[int, ...], count: int, ctx: PassContext) -> list[Instruction]:
    """The latches of loops that the trial names by their order; nothing where they can't be told apart."""
    flat = ctx.analysis(Snapshot, function)
    found = sorted(ctx.analysis(Loops, function).found, key=lambda loop: loop.header)
    if len(found) != count or any(len(found[index].latches) != 1 for index in wanted):
        return []
    return [flat.block(found[index].latches[0]).terminator for index in wanted]
