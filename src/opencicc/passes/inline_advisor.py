"""Inline over the call graph as the costs say (model C, default advisor).

What can't be inlined, what must be, and the cap on a function's size are as in `inline`.
"""

from __future__ import annotations

from opencicc.passes.api import module_pass
from opencicc.passes.inline.engine import inline_module
from opencicc.passes.inline.knobs import DEFAULT_ADVISOR
from opencicc.passes.inline.policy import READS
from opencicc.passes.places import by_name_only

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Module
    from opencicc.passes.api import PassContext


@module_pass(
    "inline-advisor",
    "Inline over the call graph as the costs say: model C with its default advisor.",
    when="calls",
    places=by_name_only("model A decides in the default pipelines (docs/inlining.md)"),
    reads=READS,
)
def run(module: Module, ctx: PassContext) -> bool:
    return inline_module(module, ctx, advisor=DEFAULT_ADVISOR)
