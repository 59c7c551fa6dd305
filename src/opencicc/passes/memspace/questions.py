"""Keep `isspacep` as it is while LLVM's pass runs: only the second time folds it.

A freeze between the pointer and the question stops LLVM's pass, which would answer it; it goes when the pass is done.
"""

from __future__ import annotations

from opencicc.llvm import edit
from opencicc.llvm.ir import Function, Instruction
from opencicc.passes.memspace.assumptions import QUESTION


def hide_questions(function: Function) -> list[tuple[Instruction, Instruction]]:
    """The questions and the freezes in front of them."""
    hidden = []
    for call in [i for i in function.instructions if i.callee_name.startswith(QUESTION)]:
        with edit.Builder(function.context) as builder:
            frozen = builder.before(call).freeze(call.operand(0))
        edit.set_operand(call, 0, frozen)
        hidden.append((call, frozen))
    return hidden


def show_questions(hidden: list[tuple[Instruction, Instruction]]) -> None:
    for call, frozen in hidden:
        edit.set_operand(call, 0, frozen.operand(0))
        edit.erase(frozen)
