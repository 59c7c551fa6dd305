"""The standard pipeline wrappers: what `standard<ID>` stands for, step by step.

The spec names an LLVM extension point for each ID and leaves the content to LLVM; the content is ours to fill well.
Every step here carries the guard of its pass, as everywhere: `-do-licm=0` leaves no licm inside a wrapper either.
The first argument of the spec's factory is read both as this ID and as the number of call-graph rounds, so the
wrapper's inliner gets it as its iteration count.

Lines are LLVM's passes as pipeline text; a comment after `#` says why the step is there. Passes of ours declare their
places in their own files (passes/places.py) and are put in next to the steps that they name.
"""

from __future__ import annotations

from opencicc.pipeline.placing import WrapperLine, insert_places
from opencicc.pipeline.step import Step
from opencicc.pipeline.text.parse import parse_pipeline


def read_list(name: str, table: str) -> tuple[WrapperLine, ...]:
    """A list of ours: LLVM's passes in the order of the table, and the passes that declare a place in it."""
    return insert_places(name, [_line(line) for line in table.strip().splitlines()])


def _line(line: str) -> WrapperLine:
    text, _, why = line.partition("#")
    (step,) = parse_pipeline(text.strip(), "wrapper table")
    return WrapperLine(step, why.strip())


# In front of the first wrapper of a pipeline: unoptimized IR becomes SSA before anything is inlined, so that the
# inliner sees what callees really cost.
OPENING = read_list(
    "opening",
    """
inferattrs               # known library functions
nvvm-intr-range          # special registers get their ranges before anything folds compares
lower-expect             # expectations become branch weights
simplifycfg              # drop what is unreachable
sroa                     # stack variables become values
early-cse                # cheap clean-up before the costs are taken
when<changed>(sroa,instcombine,early-cse<memssa>)  # structs that are passed by value now: whole loads as their fields, and copies gone
ipsccp                   # constants across calls, while calls are still there
globalopt                # globals that are never written become constants
instcombine              # callees at their real size
simplifycfg              # after folding
""",
)

# The scalar and loop clean-up that follows an inliner.
SIMPLIFY = read_list(
    "simplify",
    """
function-attrs           # what calls that stay may touch
argpromotion             # pointer arguments of calls that stay become values
sroa                     # arguments of inlined calls; before a cast to local memory gets in its way
infer-address-spaces     # generic accesses hide from alias analysis until they have a space
early-cse<memssa>        # repeated loads too
speculative-execution<only-if-divergent-target>  # short sides of divergent branches
correlated-propagation   # ranges from conditions
simplifycfg<bonus-inst-threshold=3;keep-loops;switch-range-to-icmp>  # before loops are looked at; conditions of three steps become one
instcombine              # after inlining
aggressive-instcombine   # larger patterns
reassociate              # invariant parts of sums together, for licm
constraint-elimination   # bounds tests that others imply
loop-mssa(loop-instsimplify,loop-simplifycfg,licm<no-allowspeculation>,loop-rotate,licm,simple-loop-unswitch<nontrivial>)  # test at the end, hoist, unswitch
simplifycfg<bonus-inst-threshold=3;keep-loops;switch-range-to-icmp>  # after unswitching
instcombine              # canonical tests for indvars
loop(loop-idiom,indvars,loop-deletion)  # canonical counts, dead loops
sroa                     # those arrays
vector-combine           # vector operations that scalars do as well
gvn                      # redundant loads and computations
sccp                     # constants that gvn exposed
bdce                     # bits that nobody uses
instcombine              # after them
correlated-propagation   # ranges again
adce                     # dead control flow
memcpyopt                # copies that values replaced
dse                      # stores nobody reads
licm                     # what gvn made invariant
simplifycfg<keep-loops;switch-range-to-icmp;switch-to-arithmetic;hoist-common-insts;sink-common-insts>  # common code of both sides
instcombine              # after hoisting and sinking
""",
)

# A lighter round for wrappers that follow a full one, where their inliner found something: the lists around them
# clean up after everything else, and this round changed 2 of 53 kernels, neither for the better, for a tenth of OPT.
REFRESH = read_list(
    "refresh",
    """
when<changed>(sroa,infer-address-spaces,early-cse<memssa>,instcombine,simplifycfg<keep-loops;switch-range-to-icmp;hoist-common-insts;sink-common-insts>,licm)  # after inlining
""",
)

# In front of the first wrapper of the "ptx" path.
LIGHT_OPENING = read_list(
    "light opening",
    """
when<calls>(always-inline)  # what must be inlined is, on every path
""",
)

# The wrapper of the "ptx" path, whose IR was optimized once already: no sroa, no gvn, no loops, no inlining.
LIGHT = read_list(
    "light",
    """
instcombine              # folding
simplifycfg<keep-loops>  # after folding
early-cse                # repeats
""",
)

# At the end of the last wrapper of a pipeline.
CLOSING = read_list(
    "closing",
    """
early-cse<memssa>        # loads across unrolled bodies: as much as gvn finds here, for a quarter of its time
constraint-elimination   # tests that hold because of those of earlier copies
globaldce                # functions that were inlined everywhere
float2int                # exact float arithmetic on integers
infer-alignment          # what the load/store vectorizer of code generation asks for
alignment-from-assumptions # assumed alignments
when<pairs>(slp-vectorizer,vector-combine,instcombine)  # pairs of half precision, bytes
div-rem-pairs            # one division for quotient and remainder
simplifycfg<switch-range-to-icmp;switch-to-arithmetic;speculate-unpredictables>  # last shape
""",
)

# After the last break-crit-edges, which splits the back edges of rotated loops too: without these two ptxas needs 32
# registers instead of 18 for a bitonic sort, 78 instead of 62 for a tiled dgemm. Not at O0.
FINAL_SHAPE = read_list(
    "final-shape",
    """
loop-rotate<no-header-duplication>  # joins a split back edge with its latch
simplifycfg              # joins the other edges that nothing used
when<changed>(infer-address-spaces,sroa,dce)  # the structs' fields become registers
""",
)

LOOP_END = read_list(
    "loop-end",
    """
loop-mssa(loop-rotate,licm)  # canonical loops at the end of the loop optimizer
loop(indvars,loop-deletion)  # what unrolling left
""",
)

# IDs and the extension points the spec names for them.
EXTENSION_POINTS = {
    1: "EarlyAsPossible",
    2: "LoopOptimizerEnd",
    4: "ScalarOptimizerLate",
    5: "VectorizerStart",
    7: "OptimizerLast",
    8: "CGSCCOptimizerLate",
}
# Whether a wrapper inlines. The flag argument says so for 4 and 8 in some calls; the iteration-count reading puts an
# inliner into every call. Inlining early is worth more than any later step, so the wrappers that open a pipeline
# (1, 4, 5) and the late call-graph one (8) inline.
INLINING = (1, 4, 5, 8)


def expand(wrapper: int, is_first: bool, is_last: bool, is_light: bool = False) -> tuple[WrapperLine, ...]:
    """The steps of one wrapper call; the first of a pipeline opens it, the last one closes it."""
    if is_light:
        return LIGHT_OPENING + LIGHT if is_first else LIGHT
    lines: tuple[WrapperLine, ...] = ()
    if is_first:
        lines += OPENING
    if wrapper in INLINING:
        lines += (WrapperLine(Step("inline", (f"iterations={wrapper}",)), "one round per unit of the first argument"),)
    if wrapper == 2:
        lines += LOOP_END
    lines += SIMPLIFY if is_first else REFRESH
    return lines + (CLOSING if is_last else ())
