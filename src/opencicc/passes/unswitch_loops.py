"""Move a test that stays the same out of the middle of a loop: one loop for each of its answers.

    for (i...)                      if (n > 0)
      a; if (n > 0) b; c;    =>       for (i...) a; b; c;
                                    else
                                      for (i...) a; c;

The work is LLVM's `simple-loop-unswitch`, which does this for processors only: where the threads of a warp disagree both
loops run one after the other, and it never asks whether they do. It never touches loops with barriers, shuffles or other
convergent operations, so nothing but time hangs on that, and tests of parameters and sizes are what most loops have. nvcc
takes them out too, even tests of loaded values. The body that is left has fewer blocks: its copies overlap.

Where tests ask for nothing but a kernel's parameters, the block's number and the grid's measures the threads of a block agree, and
two loops never run one after the other: such a loop may be larger, and may hold loops of few trips, which are written out next.

Where the threads of a warp may disagree, as LLVM's uniformity analysis sees it, a loop has to have a trip count, of whatever size:
what the test costs in every trip is weighed against both loops for a warp, and a loop that looks for something has few trips.

Leaves alone: other loops that hold loops (two copies of a nest cost more than the test), loops of few known trips, which are
written out later with the test merged, what LLVM's budget of 50 instructions does not cover; at O1 and for size
everything. Only with the native helper: no pipeline text tells LLVM which loops.
"""

from __future__ import annotations

from opencicc.llvm.function_passes import unswitch_loops
from opencicc.llvm.ir import Function
from opencicc.options import driver as options
from opencicc.options.option import Option
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.places import Place, at

UNSWITCH_LOOPS = Option(
    "unswitch-loops",
    True,
    "Make two loops of one with a test inside that stays the same.",
    source="our choice: nvcc does; two kernels without it took 1.14 and 1.18 of its time on an H200",
)
UNSWITCH_LOOPS_FEW_TRIPS = Option(
    "unswitch-loops-few-trips",
    64,
    "Loops of so many known trips or fewer are left to unrolling.",
    source="measured on an H200: a loop of 16 rows with a mask took three times as long in two versions",
    minimum=0,
)
UNSWITCH_LOOPS_SHARED_BUDGET = Option(
    "unswitch-loops-shared-budget",
    80,
    "LLVM's cost of a loop up to which tests that the threads of a block share are moved out of it.",
    source="our choice: LLVM's is 50; a loop over pixels with two modes takes 76 instructions a trip instead of 88",
    minimum=0,
)
UNSWITCH_SEARCHES = Option(
    "unswitch-searches",
    False,
    "Make two loops of those with no countable trips too where the threads of a warp may disagree.",
    source="our choice: a walk through layers in either direction took 1.38 of nvcc's time on an H200 as two loops",
)
FEWEST_BLOCKS = 4  # a loop around an `if`, and what stands before and after it


@function_pass(
    "unswitch-loops",
    "Move tests that stay the same out of loops.",
    when="loops",
    has_first_look=True,
    places=at(
        Place(
            "simplify",
            after="loop-mssa(loop-instsimplify,loop-simplifycfg,licm<no-allowspeculation>,loop-rotate,licm,simple-loop-unswitch<nontrivial>)",
            why="tests that stay the same stand before their loops, and what is left of them is cleaned up next",
        )
    ),
    reads=(
        UNSWITCH_LOOPS,
        UNSWITCH_LOOPS_FEW_TRIPS,
        UNSWITCH_LOOPS_SHARED_BUDGET,
        UNSWITCH_SEARCHES,
        options.OPT_LEVEL,
        options.OPTIMIZE_SIZE,
    ),
)
def run(function: Function, ctx: PassContext) -> bool:
    if not ctx.option(UNSWITCH_LOOPS) or function.count_blocks() < FEWEST_BLOCKS or is_small(function, ctx):
        return False
    few_trips, budget = ctx.option(UNSWITCH_LOOPS_FEW_TRIPS), ctx.option(UNSWITCH_LOOPS_SHARED_BUDGET)
    if not unswitch_loops(function, ctx.machine.ref, few_trips, budget, ctx.option(UNSWITCH_SEARCHES)):
        return False
    ctx.remark(function, "made two loops of one with a test that stays the same", name="Unswitched")
    return True


def is_small(function: Function, ctx: PassContext) -> bool:
    asked = ctx.option(options.OPT_LEVEL) < 2 or ctx.option(options.OPTIMIZE_SIZE)
    return asked or any(function.has_attribute(name) for name in ("minsize", "optsize"))
