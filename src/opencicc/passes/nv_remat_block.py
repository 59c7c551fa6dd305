"""Compute values again before their uses on PTX, where more are alive than registers should be used.

    mov.u32 %r1, %tid.x;                       mov.u32 %r1, %tid.x;
    shl.b32 %r2, %r1, 2;                       ...                      // %r2 is not kept
    ...  (crowded)                     =>      mov.u32 %n_b32_0, %tid.x;
    st.shared.b32 [%r2], %r3;                  shl.b32 %n_b32_1, %n_b32_0, 2;
                                               st.shared.b32 [%n_b32_1], %r3;

PTX is the machine code here: registers are virtual and without limit, and ptxas does not undo such clones. Rounds of
measuring, listing, deciding and cloning (machine/remat/) go on until the most registers alive at any point are no more
than the kernel's target (target.register_target). Under a register limit clones stand against spills: what the machine holds
counts, clones go to other blocks first, and a change stays that brings points below the limit (machine/remat/worth.py). Leaves alone: values with several or guarded definitions, whatever
touches memory that can change, communicates or has a second result, and functions below their target. LLVM's register
allocator rematerialises too, but NVPTX has none; cicc does this on LLVM's machine IR.
"""

from __future__ import annotations

from opencicc.machine.ir import MachineFunction
from opencicc.machine.remat.knobs import Knobs
from opencicc.machine.remat.marks import carry_out, has_marks
from opencicc.machine.remat.run import Outcome, rematerialize
from opencicc.machine.remat.survey import Survey
from opencicc.options.option import Option
from opencicc.options.remat import (
    AIM,
    DEFAULT_MAX_REG,
    LEAST_CLIFF,
    LEAST_RELIEF,
    SHARE_OF_LIMIT,
    SHARE_WITHOUT_CALLS,
)
from opencicc.passes.api import machine_pass
from opencicc.passes.machine_api import MachineContext
from opencicc.passes.places import PUBLISHED
from opencicc.record import replace
from opencicc.target import RegisterAim, register_target

_PAGE = "cicc v13.0 rematerialization page"
# The second chance asks about every value of every round: minutes in a function of 100,000 instructions, whose registers no
# clone brings below a cliff.
MOST_INSTRUCTIONS = 20_000
MODES = Option(
    "nv-remat-block",
    14,
    "Which parts run, as a bit mask: 2 values alive out of crowded blocks, 4 second chance, 8 loads of parameters and "
    "constants, 1 clones may lengthen the life of what they read; 0: off.",
    source=_PAGE,
    minimum=0,
)
MAX_TIMES = Option("nv-remat-max-times", 10, "The most rounds.", source=_PAGE, minimum=0)
SINGLE_COST = Option(
    "nv-remat-block-single-cost", 10, "The most that saving one register may cost.", source=_PAGE, minimum=0
)
MAP_SIZE_LIMIT = Option(
    "nv-remat-block-map-size-limit", 6, "The most instructions of one clone.", source=_PAGE, minimum=0
)
MAX_COST = Option(
    "nv-remat-block-max-cost",
    100,
    "The most that saving one register may cost where nv-remat-block-liveout-min-percentage is reached.",
    source=_PAGE,
    minimum=0,
)
LIVEOUT_PERCENTAGE = Option(
    "nv-remat-block-liveout-min-percentage",
    70,
    "Share of the crowded blocks in which a value is alive for it to cost as much as nv-remat-block-max-cost.",
    source=_PAGE,
    minimum=0,
    maximum=100,
)
LOOP_COST_FACTOR = Option(
    "nv-remat-block-loop-cost-factor", 20, "Cost factor of clones inside loops.", source=_PAGE, minimum=0
)
LOAD_COST = Option("nv-remat-block-load-cost", 10, "Cost of a load of constant memory.", source=_PAGE, minimum=0)
SPECIAL_THRESHOLD = Option(
    "nv-remat-threshold-for-spec-reg",
    20,
    "Most registers alive from which special registers are read again.",
    source=_PAGE,
    minimum=0,
)
LOAD_REMAT = Option("load-remat", True, "Allow loads of parameters and constants as candidates.", source=_PAGE)
NO_MI_REMAT: Option[tuple[str, ...]] = Option(
    "no-mi-remat", (), "Functions that nv-remat-block leaves alone.", source="cicc v13.0 knob inventory"
)
DUMP = Option("nv-dump-remat-block", False, "Print what each round finds and chooses.", source=_PAGE)
CHECK_INTERNAL_LIVE = Option(
    "nv-remat-check-internal-live",
    True,
    "Count what is alive at every point, not only at the starts of blocks.",
    source="measured with ptxas 13.0 over 56 kernels: correlation with its registers 0.88, of the starts alone 0.71 "
    "(cicc's default is false)",
)
MAX_REG_KIND = Option(
    "max-reg-kind",
    0,
    "What is counted: 0 registers of 32 bits, 1 values whatever their width.",
    source=_PAGE,
    minimum=0,
    maximum=1,
)
VASP_FIX1 = Option("vasp-fix1", False, "Do not clone conversions between address spaces.", source=_PAGE)
VASP_FIX2 = Option(
    "vasp-fix2",
    False,
    "The same as vasp-fix1: cicc has two switches, its flag -vasp-fix sets both, and no source tells them apart.",
    source="cicc 13.0",
)
VASP_FIX = Option(
    "vasp-fix", False, "The same as vasp-fix1, in cicc's spelling of the command line.", source="cicc 13.0"
)
ENABLE_NEW = Option(
    "enable-new-nvvm-remat",
    True,
    "Look at every block; without it only values alive at the starts of blocks count, without a second chance.",
    source=_PAGE,
)
DISABLE_CLASSIC = Option(
    "nv-disable-remat", False, "Leave the other form out: with -enable-new-nvvm-remat=0 nothing runs.", source=_PAGE
)
NEW_NVVM_REMAT = Option("new-nvvm-remat", False, "Run the new form of nv-remat-block.", source="cicc 13.0")
DISABLE_NEW_NVVM_REMAT = Option(
    "disable-new-nvvm-remat", False, "Run the old form: as -enable-new-nvvm-remat=0.", source="cicc 13.0"
)
DISABLE_NVVM_REMAT = Option("disable-nvvm-remat", False, "Run no rematerialisation on PTX.", source="cicc 13.0")
KNOBS = (
    MODES, MAX_TIMES, SINGLE_COST, MAP_SIZE_LIMIT, MAX_COST, LIVEOUT_PERCENTAGE, LOOP_COST_FACTOR, LOAD_COST,
    DEFAULT_MAX_REG, SPECIAL_THRESHOLD, LOAD_REMAT, NO_MI_REMAT, DUMP, CHECK_INTERNAL_LIVE, MAX_REG_KIND, VASP_FIX1,
    VASP_FIX2, VASP_FIX, ENABLE_NEW, DISABLE_CLASSIC, NEW_NVVM_REMAT, DISABLE_NEW_NVVM_REMAT, DISABLE_NVVM_REMAT, LEAST_CLIFF,
    AIM, SHARE_OF_LIMIT, SHARE_WITHOUT_CALLS, LEAST_RELIEF,
)  # fmt: skip
# A clone that saves a spill may cost more than one for the sake of occupancy: spilling is a store and loads, in the same loop
# as the clone. ptxas merges what clones of one place share, so that long chains cost less than their lengths. For options
# that nobody set; measured with ptxas 13.0 on 56 kernels at .maxnreg 32, 40 and 64 (docs/machine.md).
AGAINST_SPILLS = ((SINGLE_COST, 20), (MAP_SIZE_LIMIT, 14), (LOOP_COST_FACTOR, 2), (SPECIAL_THRESHOLD, 0))
# Percent of a limit: where a function without calls holds no more (machine/remat/held.py), ptxas hardly spills, and clones can
# take time (stencil3d_wave at 97 % of 32 registers: one clone, 1.27 times the time).
FITTING = 97
MOST_LEAVES = 2  # of 101 clones that read more, tried alone, 84 made ptxas spill more and 7 less
MOST_GROWTH = 50  # percent: beyond that, what is spilled is something else (fft_radix8)


@machine_pass(
    "nv-remat-block",
    "Recompute values on PTX instead of keeping them in registers.",
    phase=2,
    places=PUBLISHED,
    reads=KNOBS,
)
def run(function: MachineFunction, ctx: MachineContext) -> bool:
    if not is_enabled(ctx):
        return False
    if function.name in ctx.option(NO_MI_REMAT):
        ctx.show(f"Skip machine-instruction rematerialization on {function.name}")
        return False
    if sum(1 for _ in function.instrs) > MOST_INSTRUCTIONS:
        said = f"left as it is: more than {MOST_INSTRUCTIONS} instructions"
        ctx.remark(function, said, kind="missed", name="TooLong")
        return False
    knobs = knobs_of(ctx)
    survey = Survey(function, ctx.target.sm, knobs)
    has_plan = has_marks(function)
    if has_plan:
        done, left = carry_out(survey)
        said = f"computed {done} values again where an IR pass asked for it, {left} can't be"
        ctx.remark(function, said, name="PlanCarriedOut")
        has_plan = done > 0
        survey = Survey(function, ctx.target.sm, knobs)
    return relieve(function, survey, knobs, ctx) or has_plan


def relieve(function: MachineFunction, survey: Survey, knobs: Knobs, ctx: MachineContext) -> bool:
    """Lower what is alive at once to the function's target; was anything changed?"""
    aim = choose_aim(function, survey.max_live, ctx)
    if not aim.registers:
        return False
    if aim.needed and aim.needed == ctx.register_limit(function):
        knobs = against_spills(knobs, ctx, counts_held=not has_calls(function))
        alive, survey = survey.max_live, Survey(function, ctx.target.sm, knobs, survey.live)
        if knobs.counts_held and survey.max_live * 100 <= aim.needed * FITTING:
            said = f"left as it is: {survey.max_live} of {alive} registers alive are a thread's own, {aim.text}"
            ctx.remark(function, said, kind="analysis", name="Fits")
            return False
    say = ctx.show if ctx.option(DUMP) else ignore
    needed = aim.needed or aim.registers
    relief = ctx.option(LEAST_RELIEF) if aim.needed else 0
    outcome = rematerialize(survey, aim.registers, ctx.target.sm, knobs, say, needed=needed, least_relief=relief)
    if not outcome.pulled:
        if outcome.before > aim.registers:
            said = f"{outcome.before} registers are {counted(knobs)} at most, {aim.text}: {outcome.reason}"
            ctx.remark(function, said, kind="missed", name="TooManyAlive")
        return False
    said = summary(outcome, counted(knobs), aim.text)
    ctx.remark(function, said, name="Rematerialized", args=(("Pulled", str(outcome.pulled)),))
    return True


def choose_aim(function: MachineFunction, alive: int, ctx: MachineContext) -> RegisterAim:
    """How many registers should be alive at most; 0 for none of our business."""
    if ctx.option(AIM):
        return RegisterAim(ctx.option(AIM), f"the aim is {ctx.option(AIM)}")
    bounds, limit = ctx.register_bounds(function), ctx.register_limit(function)
    if not function.is_kernel or bounds.max_registers or bounds.min_blocks or alive > limit:
        share = ctx.option(SHARE_OF_LIMIT if has_calls(function) else SHARE_WITHOUT_CALLS)
        text = f"the limit is {limit}" if function.is_kernel else f"the limit of its kernels is {limit}"
        return near(limit if alive > limit else 0, share, text)
    aim = register_target(ctx.target, bounds, alive, ctx.option(DEFAULT_MAX_REG), ctx.option(LEAST_CLIFF))
    return near(aim.registers, ctx.option(SHARE_OF_LIMIT), aim.text) if bounds.threads else aim


def has_calls(function: MachineFunction) -> bool:
    return any(instr.base == "call" for instr in function.instrs)


def near(needed: int, percent: int, text: str) -> RegisterAim:
    """An aim below what is needed, because ptxas takes more registers than are alive at once."""
    return RegisterAim(needed * percent // 100, text, needed)


def against_spills(knobs: Knobs, ctx: MachineContext, *, counts_held: bool) -> Knobs:
    """The knobs where a limit is exceeded: what is not computed again is spilled there."""
    single, size, factor, special = (ctx.option(one) if ctx.is_given(one) else value for one, value in AGAINST_SPILLS)
    return replace(
        knobs,
        single_cost=single,
        map_size_limit=size,
        loop_cost_factor=factor,
        special_threshold=special,
        skips_constants=True,
        most_leaves=MOST_LEAVES,
        is_limited=True,
        counts_held=counts_held,
        most_growth=MOST_GROWTH,
    )


def is_enabled(ctx: MachineContext) -> bool:
    if not ctx.option(MODES) or ctx.option(DISABLE_NVVM_REMAT):
        return False
    return is_new(ctx) or not ctx.option(DISABLE_CLASSIC)


def is_new(ctx: MachineContext) -> bool:
    return ctx.option(NEW_NVVM_REMAT) or (ctx.option(ENABLE_NEW) and not ctx.option(DISABLE_NEW_NVVM_REMAT))


def knobs_of(ctx: MachineContext) -> Knobs:
    new = is_new(ctx)
    return Knobs(
        modes=ctx.option(MODES) if new else ctx.option(MODES) & ~5,
        max_times=ctx.option(MAX_TIMES),
        single_cost=ctx.option(SINGLE_COST),
        map_size_limit=ctx.option(MAP_SIZE_LIMIT),
        max_cost=ctx.option(MAX_COST),
        liveout_min_percentage=ctx.option(LIVEOUT_PERCENTAGE),
        loop_cost_factor=ctx.option(LOOP_COST_FACTOR),
        load_cost=ctx.option(LOAD_COST),
        special_threshold=ctx.option(SPECIAL_THRESHOLD),
        loads=ctx.option(LOAD_REMAT),
        checks_inside=new and ctx.option(CHECK_INTERNAL_LIVE),
        counts_values=ctx.option(MAX_REG_KIND) == 1,
        keeps_spaces=ctx.option(VASP_FIX1) or ctx.option(VASP_FIX2) or ctx.option(VASP_FIX),
    )


def ignore(_: str) -> None:
    return


def counted(knobs: Knobs) -> str:
    return "held" if knobs.counts_held else "alive"


def summary(outcome: Outcome, counted: str, aim: str) -> str:
    longer = f"{outcome.added} instructions more" if outcome.added > 0 else f"{-outcome.added} instructions fewer"
    return (
        f"computed {outcome.pulled} values again before their uses ({longer}): {outcome.after} registers {counted} at most, "
        f"{outcome.before} before, {aim}"
    )
