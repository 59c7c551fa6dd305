"""Name every block F<function>_B<block>, counting from zero, for reading dumps beside each other.

    entry:                       F0_B0:
      br label %loop        =>     br label %F0_B1
    loop:                        F0_B1:

Functions count in module order, those without a body included, as the numbers of a dump do.
"""

from __future__ import annotations

from opencicc.llvm.ir import Module
from opencicc.passes.api import PassContext, module_pass


@module_pass("name-blocks", preserves=("cfg",))
def run(module: Module, ctx: PassContext) -> bool:
    named = 0
    for number, function in enumerate(module.functions):
        for position, block in enumerate(function.blocks):
            wanted = f"F{number}_B{position}"
            if block.name != wanted:
                block.as_value.name = wanted
                named += 1
    return named > 0
