"""Inline calls by the caller's budget: facts, decisions, and LLVM's own inliner to carry them out.

    %y = call i32 @leaf(i32 %x)     =>     the body of @leaf, with %x in it

A PTX call passes every argument through memory and hides the callee from the register allocator and
the scheduler, so a caller may take in a lot: 20,000 units, a kernel twice that. What is decided and
why is a remark at each call (-Rpass=inline, -inline-info). See docs/inlining.md.
"""

from __future__ import annotations

from opencicc.passes.api import module_pass
from opencicc.passes.inline.engine import inline_module
from opencicc.passes.inline.policy import READS
from opencicc.passes.places import PUBLISHED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Module
    from opencicc.passes.api import PassContext


@module_pass(
    "inline",
    "Inline calls by the caller's budget.",
    kind="cgscc",
    params=("iterations=*", "only-mandatory"),
    when="calls",
    places=PUBLISHED,
    reads=READS,
)
def run(module: Module, ctx: PassContext) -> bool:
    iterations = next((int(word[len("iterations=") :]) for word in ctx.params if word.startswith("iterations=")), 1)
    return inline_module(module, ctx, iterations, is_only_must="only-mandatory" in ctx.params)
