"""Inline over the call graph as the trained model says (model C, release advisor).

What can't be inlined, what must be, and the cap on a function's size are as in `inline`.
"""

from __future__ import annotations

from opencicc.passes.api import module_pass
from opencicc.passes.inline.engine import inline_module
from opencicc.passes.inline.policy import READS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Module
    from opencicc.passes.api import PassContext


@module_pass("inliner-ml-advisor-release", reads=READS)
def run(module: Module, ctx: PassContext) -> bool:
    return inline_module(module, ctx, advisor="release")
