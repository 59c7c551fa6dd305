"""Let ptxas make further copies of loops that we chose to unroll in part.

    br i1 %done, label %end, label %loop, !llvm.loop !1        br i1 %done, label %end, label %loop, !llvm.loop !1
    !1 = distinct !{!1, !"llvm.loop.unroll.disable", ...}  =>  !1 = distinct !{!1, ...}

Unrolled loops say that they are not to be unrolled again, which is for LLVM's passes; code generation writes it as
`.pragma "nounroll"`, which is for ptxas. It knows its registers and latencies: of a sum over four copies it makes sixteen,
with as many loads under way, and nvcc lets it.

Leaves alone: remainder loops, which run a few trips only, and what a pragma of the source says.
"""

from __future__ import annotations

from opencicc.llvm import helper
from opencicc.llvm.ir import Function
from opencicc.llvm.loop_ids import DISABLE, OPEN
from opencicc.llvm.services import services
from opencicc.options.option import Option
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.places import Place, at

OPEN_LOOPS = Option(
    "open-loops",
    True,
    "Let ptxas make further copies of loops that were unrolled by our choice.",
    source="our choice: nvcc does; a sum over an array took 1.5 of its time on an H200",
)


@function_pass(
    "open-loops",
    "Let ptxas make further copies of loops that we chose to unroll.",
    phase=2,
    when="loops",
    has_first_look=True,
    places=at(
        Place("final-shape", after="when<changed>(infer-address-spaces,sroa,dce)", why="nothing unrolls any more")
    ),
    reads=(OPEN_LOOPS,),
    preserves=("cfg",),
)
def run(function: Function, ctx: PassContext) -> bool:
    if not ctx.option(OPEN_LOOPS):
        return False
    found = [latch for latch, _, marks in services().loop_branches(function) if marks & helper.LOOP_OPEN]
    for latch in found:
        services().rewrite_loop_id(latch, (DISABLE, OPEN), ())
    count = len(found)
    if count:
        ctx.remark(function, f"left {count} unrolled loop{'s'[: count != 1]} open to ptxas", name="FreeLoops")
    return count > 0
