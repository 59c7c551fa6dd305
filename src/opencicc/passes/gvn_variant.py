"""`gvn-variant`: LLVM's newgvn or gvn-hoist, where asked for, at the place of a factory that is one of the two.

The published pipeline has a factory (sub_1C6E560) right behind gvn whose label is "NewGVN/GVNHoist"; LLVM runs neither by
default, and which one the product makes is not known. Forwards to LLVM: `newgvn` merges equal values by a sparse
algorithm, `gvn-hoist` moves expressions that several blocks compute into the block above them (both lengthen live
ranges, so neither is on here).
"""

from __future__ import annotations

from opencicc.llvm.function_passes import run_on_function
from opencicc.llvm.ir import Function
from opencicc.options.option import Option
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.places import PUBLISHED

VARIANT = Option(
    "gvn-variant",
    "",
    "Which further value numbering follows gvn in tier 0: newgvn or gvn-hoist.",
    source="our choice: LLVM runs neither by default",
    choices=("", "newgvn", "gvn-hoist"),
)


@function_pass(
    "gvn-variant",
    "LLVM's newgvn or gvn-hoist, by a knob.",
    guard="gvn-variant",
    places=PUBLISHED,
    reads=(VARIANT,),
)
def run(function: Function, ctx: PassContext) -> bool:
    chosen = ctx.option(VARIANT)
    if not chosen:
        return False
    before = function.text
    run_on_function(function, chosen, ctx.machine.ref)
    return function.text != before
