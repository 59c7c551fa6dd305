"""Drop the reduction of block barriers whose result nobody reads; with level 0 nothing but NVVM's forms.

    %n = call i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32 0, i1 %p)     ; no use of %n
    =>
    call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)

The published order has a second factory for the lowering of barriers, late in the tiers, where dead code elimination has
taken the last reader of many results away. No source says more of it; this is the half of nvvm-lower-barriers that gains
from standing late. The barrier itself stays: who waits for whom is not changed.
"""

from __future__ import annotations

from opencicc.llvm.ir import Module
from opencicc.passes.api import PassContext, module_pass
from opencicc.passes.nvvm_lower_barriers import drop_reductions, lower_barriers
from opencicc.passes.places import PUBLISHED


@module_pass(
    "nvvm-lower-barriers-variant",
    "Drop reductions of barriers that nobody reads.",
    kind="function",
    params=("level=0", "level=1"),
    when="barrier-forms",
    places=PUBLISHED,
    preserves=("cfg",),
)
def run(module: Module, ctx: PassContext) -> bool:
    return (drop_reductions if "level=1" in ctx.params else lower_barriers)(module, ctx) > 0
