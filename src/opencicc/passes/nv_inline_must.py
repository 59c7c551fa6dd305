"""Inline every call that must be inlined: `alwaysinline` callees and call sites, and nothing else.

What can't be (a recursion, a body that may be replaced) stays a call, with a remark that says why.
"""

from __future__ import annotations

from opencicc.passes.api import module_pass
from opencicc.passes.inline.engine import inline_module
from opencicc.passes.inline.policy import READS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Module
    from opencicc.passes.api import PassContext


@module_pass("nv-inline-must", reads=READS)
def run(module: Module, ctx: PassContext) -> bool:
    return inline_module(module, ctx, is_only_must=True)
