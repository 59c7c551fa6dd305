"""Check NVVM's rules for functions and instructions only.

The product has a second checker beside nvvm-verify, with a slot of its own (2600), after every group of transformations. By
name this one applies the rules of passes/verify for functions, instructions and intrinsics, whatever the module's triple and
variables are; at the published places, behind `nvvm-verify-all`, it asks whether every access still suits its memory.

Changes nothing. No source says how the product's two checkers divide the rules.
"""

from __future__ import annotations

from opencicc.llvm.ir import Module
from opencicc.passes.api import PassContext, module_pass
from opencicc.passes.nvvm_verify import FIX, KEPT, find_bad_accesses
from opencicc.passes.places import PUBLISHED
from opencicc.passes.verify import find_violations, report


@module_pass(
    "nvvm-ir-verification",
    "Check the NVVM IR rules function by function.",
    kind="function",
    params=(KEPT,),
    guard="!2600",
    places=PUBLISHED,
    is_read_only=True,
)
def run(module: Module, ctx: PassContext) -> bool:
    if KEPT in ctx.params:
        report.refuse(find_bad_accesses(module), "a pass broke this: `opencicc bisect` finds which")
    else:
        report.refuse(find_violations(module, ctx.target.sm, with_module_layer=False), FIX)
    return False
