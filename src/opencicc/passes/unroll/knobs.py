"""Knobs of `loop-unroll` and `loop-unroll-full`: both published tables, and a few of our own.

-1 leaves a value to the threshold initialiser (params.py).
"""

from __future__ import annotations

from opencicc.options.option import Option

_TABLE = "cicc v13.0 unroller, standard knobs"
_OWN_TABLE = "cicc v13.0 unroller, NVIDIA knobs"

THRESHOLD = Option(
    "unroll-threshold",
    -1,
    "Size a completely unrolled loop may have (-1: 405, at O1 or for size 150).",
    source=_TABLE + ": by level",
    minimum=-1,
)
PARTIAL_THRESHOLD = Option(
    "unroll-partial-threshold",
    -1,
    "Size a partially unrolled loop may have (-1: a quarter of unroll-threshold).",
    source=_TABLE + ": from the target",
    minimum=-1,
)
MAX_PERCENT_BOOST = Option(
    "unroll-max-percent-threshold-boost",
    400,
    "Percent of unroll-threshold for loops that fold away when unrolled.",
    source=_TABLE,
    minimum=100,
)
MAX_ITERATIONS = Option(
    "unroll-max-iteration-count-to-analyze",
    60,
    "Trips that the simulation of an unrolled loop looks at.",
    source="cicc v13.0 threshold initialiser; the knob table says 10, as LLVM does",
    minimum=0,
)
COUNT = Option("unroll-count", 0, "Unroll every loop by this factor (0: decide, 1: none).", source=_TABLE, minimum=0)
MAX_COUNT = Option(
    "unroll-max-count",
    -1,
    "Largest factor, pragmas included (-1: any).",
    source=_TABLE + ": unset",
    minimum=-1,
)
FULL_MAX_COUNT = Option(
    "unroll-full-max-count",
    -1,
    "Most trips of a completely unrolled loop (-1: any).",
    source=_TABLE + ": unset",
    minimum=-1,
)
PEEL_COUNT = Option(
    "unroll-peel-count",
    -1,
    "Peel this many trips off every loop (0: none, -1: what makes the others simpler); needs the native helper.",
    source=_TABLE + ": unset",
    minimum=-1,
)
ALLOW_PARTIAL = Option(
    "unroll-allow-partial",
    -1,
    "Unroll loops of known trip count partially (-1: as the target says, yes).",
    source=_TABLE + ": not overridden",
    minimum=-1,
    maximum=1,
)
ALLOW_REMAINDER = Option(
    "unroll-allow-remainder",
    -1,
    "Allow a remainder loop (-1: as the target says, yes).",
    source=_TABLE + ": not overridden",
    minimum=-1,
    maximum=1,
)
RUNTIME = Option("unroll-runtime", True, "Unroll loops of unknown trip count with a remainder.", source=_TABLE)
MAX_UPPER_BOUND = Option(
    "unroll-max-upperbound",
    8,
    "Most trips that a loop known only by its bound may have to be unrolled completely.",
    source=_TABLE,
    minimum=0,
)
AUTOMATIC_UPPER_BOUND = Option(
    "unroll-automatic-upperbound",
    4,
    "As unroll-max-upperbound, which stays the limit, where no pragma asks for it.",
    source="measured: bounds of 2 and 4 gain 3 to 5 %; 5 (conv2d_direct) gains nothing, 8 costs fir_filter 5 %",
    minimum=0,
)
ALLOW_UPPER_BOUND = Option(
    "unroll-allow-upperbound",
    True,
    "Unroll loops known only by their bound completely, without a pragma too.",
    source="measured: stencil2d_heat 6 %, edit_distance 5 %, bilateral_filter 4 % faster; nvcc 13.0 leaves them loops",
)
EXPENSIVE_COUNT = Option(
    "unroll-expensive-trip-count",
    True,
    "Unroll an outermost loop with a remainder even if counting its trips takes a division, where enough are expected.",
    source="measured: huffman_decode (32 trips) 13 % faster, others equal; inside another loop spmv_csr is 6 % slower",
)
RUNTIME_BLOCKS = Option(
    "unroll-runtime-max-blocks",
    -1,
    "Blocks a body may have to be unrolled with a remainder (-1: any number).",
    source="measured: copies of bodies with 5 to 20 blocks gain 5 to 60 % in row reductions, searches and contractions",
    minimum=-1,
)
RUNTIME_LEAST_COUNT = Option(
    "unroll-runtime-least-count",
    2,
    "Fewest copies that are worth a remainder loop.",
    source="measured: force loops gain 20 % with two copies; nvcc 13.0 and LLVM also make two",
    minimum=2,
)
PRAGMA_THRESHOLD = Option(
    "pragma-unroll-threshold",
    32768,
    "Size a loop unrolled by pragma may have.",
    source=_TABLE + "; another place says 30000",
    minimum=0,
)
FLAT_TRIP_COUNT = Option(
    "flat-loop-tripcount-threshold",
    5,
    "Least expected trips for a remainder to pay.",
    source=_TABLE,
    minimum=0,
)
RUNTIME_THRESHOLD = Option(
    "runtime-unroll-threshold",
    95,
    "Largest body that is unrolled with a remainder.",
    source=_TABLE,
    minimum=0,
)
PRAGMA_UPPER_BOUND = Option(
    "max-pragma-upperbound-unroll",
    64,
    "As unroll-max-upperbound, for loops with a pragma.",
    source=_TABLE,
    minimum=0,
)
ASSUMED_SIZE = Option(
    "unroll-assumed-size",
    4,
    "Length taken for an array dimension that is not known.",
    source=_TABLE,
    minimum=1,
)
RUNTIME_CONVERGENT = Option(
    "unroll-runtime-convergent",
    True,
    "Unroll loops with barriers, votes and shuffles, where none of them gets a new condition.",
    source=_OWN_TABLE,
)
UNIFORM_REMAINDER = Option(
    "unroll-uniform-convergent",
    True,
    "Allow a remainder for a loop with convergent operations that all threads of a warp run equally often.",
)
RUNTIME_EPILOG = Option(
    "unroll-runtime-epilog",
    False,
    "Put the remainder behind the loop where the next knob does not; off, it goes in front.",
    source=_OWN_TABLE,
)
FORCE_EPILOG = Option(
    "waterfall-unrolling-force-epilogue",
    True,
    "Put the remainder behind the loop; a loop with calls has it there anyway.",
    source=_OWN_TABLE,
)

DEFAULT_COUNT = Option(
    "unroll-default-count",
    4,
    "Factor for loops of unknown trip count, and for known ones that no power of two divides; "
    "twice as many copies of a body of which more than half counts trips.",
    source="nvcc 13.0 shows 4, the target's preference is 8; measured: equal times on an H200, fewer registers",
    minimum=1,
)
REMAINDER_THRESHOLD = Option(
    "unroll-remainder-threshold",
    -1,
    "Size that a loop of unknown trip count may have after unrolling, below unroll-partial-threshold (-1: by estimate).",
    minimum=-1,
)
SMALL_FUNCTION = Option(
    "unroll-small-function-threshold",
    40,
    "Functions below this many instructions get unroll-threshold for partial unrolling too.",
    source="our choice: the sources name the rule and no number",
    minimum=0,
)
STRAIGHT_REMAINDER = Option(
    "unroll-straight-remainder",
    180,
    "Size up to which the remainder of a loop inside another one is written out instead of being a loop (0: never).",
    source="nvcc 13.0 writes them out; measured: 1.07 of its time to 0.99 for a short inner loop. From 285 on one of 304 kernels loses warps",
    minimum=0,
)
CLOSE_ROWS = Option(
    "unroll-close-rows",
    True,
    "Let ptxas make no further copies of unrolled loops in which each thread updates rows of its own, or takes one into a local array.",
    source="our choice; measured: 0.25 of the time for a loop that multiplies and adds rows of doubles on an H200",
)
FILL_FLIGHT = Option(
    "unroll-fill-flight",
    True,
    "Make twice as many copies of bodies that load little and are too large for ptxas to copy them, in loops that nothing is around.",
    source="our choice; measured: LLVM's decisions, which come to eight copies by ptxas, took 0.81 and 0.94 of the time of four on an H200",
)
MAX_FUNCTION_SIZE = Option(
    "unroll-max-function-size",
    6000,
    "Instructions a function may grow to by loops that no pragma asks for.",
    source="measured: code generation is linear up to about 6,000 instructions (0.8 s), 12,000 take 4 s",
    minimum=0,
)
OCCUPANCY = Option(
    "unroll-occupancy",
    True,
    "Do not let copies that nobody asked for cost resident warps, unless local arrays become registers by them.",
)
DECISIONS = Option(
    "unroll-decisions",
    "ours",
    "Who decides: ours by estimate, document by the published cascade's thresholds, llvm for LLVM's unroller at the same places.",
    choices=("ours", "document", "llvm"),
)
OVERRIDES: Option[tuple[str, ...]] = Option(
    "unroll-function-overrides",
    (),
    "FUNCTION:FIELD=VALUE, for one function by its name or by 0xHASH (64-bit FNV-1a of the name).",
    source="cicc v13.0 looks ten fields up by function hash",
    metavar="F:FIELD=N,..",
)

ALL = (
    THRESHOLD, PARTIAL_THRESHOLD, MAX_PERCENT_BOOST, MAX_ITERATIONS, COUNT, MAX_COUNT, FULL_MAX_COUNT, PEEL_COUNT,
    ALLOW_PARTIAL, ALLOW_REMAINDER, RUNTIME, MAX_UPPER_BOUND, AUTOMATIC_UPPER_BOUND, PRAGMA_THRESHOLD, FLAT_TRIP_COUNT, RUNTIME_THRESHOLD,
    PRAGMA_UPPER_BOUND, ASSUMED_SIZE, RUNTIME_CONVERGENT, UNIFORM_REMAINDER, RUNTIME_EPILOG, FORCE_EPILOG, DEFAULT_COUNT, REMAINDER_THRESHOLD, SMALL_FUNCTION,
    STRAIGHT_REMAINDER, CLOSE_ROWS, FILL_FLIGHT, MAX_FUNCTION_SIZE, ALLOW_UPPER_BOUND, EXPENSIVE_COUNT, RUNTIME_BLOCKS, RUNTIME_LEAST_COUNT, OCCUPANCY, DECISIONS, OVERRIDES,
)  # fmt: skip
