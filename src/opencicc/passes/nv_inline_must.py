"""Inline every call that must be inlined: `alwaysinline` callees and call sites, and nothing else.

What can't be (a recursion, a body that may be replaced) stays a call, with a remark that says why.
"""

from __future__ import annotations

from opencicc.passes.api import NVIDIA_REGISTRY, module_pass
from opencicc.passes.inline.engine import inline_module
from opencicc.passes.inline.policy import READS
from opencicc.passes.places import by_name_only

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Module
    from opencicc.passes.api import PassContext


@module_pass(
    "nv-inline-must",
    "Inline every call that must be inlined.",
    when="calls",
    places=by_name_only("every inliner of the pipeline does it first"),
    origin=NVIDIA_REGISTRY,
    reads=READS,
)
def run(module: Module, ctx: PassContext) -> bool:
    return inline_module(module, ctx, is_only_must=True)
