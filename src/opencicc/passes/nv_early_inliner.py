"""Inline early, before anything else looks at the module: one round of the budget inliner.

The IR of a front end is bigger than it will be, so a call that does not fit now may fit later; what
is inlined here counts against the same budgets.
"""

from __future__ import annotations

from opencicc.passes.api import module_pass
from opencicc.passes.inline.engine import inline_module
from opencicc.passes.inline.policy import READS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Module
    from opencicc.passes.api import PassContext


@module_pass("nv-early-inliner", reads=READS)
def run(module: Module, ctx: PassContext) -> bool:
    return inline_module(module, ctx)
