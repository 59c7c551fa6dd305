"""Inline early, before anything else looks at the module: one round of the budget inliner.

The IR of a front end is bigger than it will be, so a call that does not fit now may fit later; what
is inlined here counts against the same budgets.
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
    "nv-early-inliner",
    "Inline early with the caller's budget.",
    when="calls",
    places=by_name_only("the first wrapper of a pipeline inlines at the same place"),
    origin=NVIDIA_REGISTRY,
    reads=READS,
)
def run(module: Module, ctx: PassContext) -> bool:
    return inline_module(module, ctx)
