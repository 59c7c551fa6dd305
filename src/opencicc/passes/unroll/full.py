"""`loop-unroll-full`: the early place, where loops of small constant trip count go completely.

Local arrays become values only when the subscripts are constants, and everything after this pass works better on
values; factors and remainders wait for `loop-unroll`, because copies of a body hide its loop from other loop passes.
"""

from __future__ import annotations

from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.places import Place, at
from opencicc.passes.unroll import knobs
from opencicc.passes.unroll.run import NEEDS, READS, let_llvm_decide, unroll

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Function


@function_pass(
    "loop-unroll-full",
    "Unroll loops of small constant trip count completely.",
    kind="loop",
    when="loops",
    guard="!1360",
    places=at(
        Place(
            "simplify",
            after="loop(loop-idiom,indvars,loop-deletion)",
            why="small constant loops: arrays become values",
        )
    ),
    reads=READS,
    needs=NEEDS,
)
def run(function: Function, ctx: PassContext) -> bool:
    if ctx.option(knobs.DECISIONS) == "llvm":
        return let_llvm_decide(function, ctx, "loop(loop-unroll-full)")
    return unroll(function, ctx, only_full=True)
