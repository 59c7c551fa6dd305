"""Let ptxas make further copies of loops that we chose to unroll in part.

    br i1 %done, label %end, label %loop, !llvm.loop !1        br i1 %done, label %end, label %loop, !llvm.loop !1
    !1 = distinct !{!1, !"llvm.loop.unroll.disable", ...}  =>  !1 = distinct !{!1, ...}

Unrolled loops say that they are not to be unrolled again, which is for LLVM's passes; code generation writes it as
`.pragma "nounroll"`, which is for ptxas. It knows its registers and latencies: of a sum over four copies it makes sixteen,
with as many loads under way, and nvcc lets it.

Leaves alone: remainder loops, which run a few trips only, and what a pragma of the source says. And loops that write to a
local array and load nothing from global memory: they have few trips, no more than the array has elements, so that copies of
our copies are seldom run, and nothing waits. All they do is to take registers: behind a loop that clears an array of 49 elements
ptxas keeps the counters and addresses of the loops to come in registers of each thread instead of those of the warp.
"""

from __future__ import annotations

from opencicc.llvm import helper
from opencicc.llvm.ir import Function, Instruction
from opencicc.llvm.loop_ids import DISABLE, OPEN
from opencicc.llvm.services import services
from opencicc.options.option import Option
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.places import Place, at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

OPEN_LOOPS = Option(
    "open-loops",
    True,
    "Let ptxas make further copies of loops that were unrolled by our choice.",
    source="our choice: nvcc does; a sum over an array took 1.5 of its time on an H200",
)
OPEN_ARRAY_LOOPS = Option(
    "open-array-loops",
    False,
    "Let ptxas make further copies also of those that write to local arrays and load nothing from global memory.",
    source="our choice; measured: without its copies two kernels took 0.80 and 0.94 of their time on an H200",
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
    reads=(OPEN_LOOPS, OPEN_ARRAY_LOOPS),
    needs=("snapshot", "flow", "loops"),
    preserves=("cfg", "snapshot", "liveness", "live-registers", "launch", "occupancy"),
)
def run(function: Function, ctx: PassContext) -> bool:
    if not ctx.option(OPEN_LOOPS):
        return False
    found = [latch for latch, _, marks in services().loop_branches(function) if marks & helper.LOOP_OPEN]
    may_write = found and not ctx.option(OPEN_ARRAY_LOOPS) and services().may_store_locally(function)
    closed = writers_of_arrays(function, found, ctx) if may_write else ()
    for latch in found:
        services().rewrite_loop_id(latch, (OPEN,) if latch in closed else (DISABLE, OPEN), ())
    count = len(found) - len(closed)
    if count:
        ctx.remark(function, f"left {count} unrolled loop{'s'[: count != 1]} open to ptxas", name="FreeLoops")
    for latch in closed:
        said = "no further copies by ptxas: the loop writes to a local array"
        ctx.remark(Instruction(latch), said, kind="missed", name="ClosedLoop")
    return bool(found)


def writers_of_arrays(function: Function, latches: Sequence[int], ctx: PassContext) -> list[int]:
    """Those of the loops with these latches that store to a local array which stayed in memory, and load nothing far."""
    from opencicc.analysis.flow import Loops
    from opencicc.passes.unroll.view import FunctionView

    view = FunctionView(function, ctx.analysis)
    if not view.writes_locally:
        return []
    loops = {latch: loop for loop in ctx.analysis(Loops, function).found for latch in loop.latches}
    blocks = [view.block_numbers[Instruction(latch).parent.ref] for latch in latches]
    return [
        latch
        for latch, block in zip(latches, blocks, strict=True)
        if block in loops and view.only_writes_locally(loops[block].blocks)
    ]
