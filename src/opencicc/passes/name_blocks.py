"""Name every block F<function>_B<block>, counting from one, for reading dumps beside each other.

    entry:                       F1_B1:
      br label %loop        =>     br label %F1_B2
    loop:                        F1_B2:

Functions count in module order; those without a body have no block to name and are not counted, so that one more
declaration does not rename everything after it.
"""

from __future__ import annotations

from opencicc.llvm import edit
from opencicc.llvm.ir import Function, Module
from opencicc.passes.api import PassContext, module_pass
from opencicc.passes.places import PUBLISHED


@module_pass(
    "name-blocks",
    "Name every block F<function>_B<block>.",
    phase=2,
    places=PUBLISHED,
    preserves=("cfg",),
)
def run(module: Module, ctx: PassContext) -> bool:
    changes = [name_blocks(function, number) for number, function in enumerate(module.definitions, start=1)]
    return any(changes)


def name_blocks(function: Function, number: int) -> bool:
    """Was any block renamed? All old names go first: LLVM would make F1_B11 of a name that another block still has."""
    names = {f"F{number}_B{position}": block for position, block in enumerate(function.blocks, start=1)}
    wrong = [(name, block) for name, block in names.items() if block.name != name]
    for _, block in wrong:
        edit.rename(block.as_value, "")
    for name, block in wrong:
        edit.rename(block.as_value, name)
    return bool(wrong)
