"""Carries decisions out: chosen call sites are marked `alwaysinline`, LLVM's always-inliner does the rest."""

from __future__ import annotations

from opencicc.llvm import edit
from opencicc.llvm.ir import Function, Instruction
from opencicc.llvm.library import load
from opencicc.llvm.native import run_passes
from opencicc.passes.inline.facts import calls_of, has_call_attribute

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Module
    from opencicc.llvm.native import TargetMachine

MARK = "alwaysinline"


def inline_calls(module: Module, calls: list[Instruction], machine: TargetMachine) -> None:
    """Inline these calls, and drop the functions that nobody needs any more."""
    mark_and_inline(module, calls, machine)
    remove_dead(module, machine)


def mark_and_inline(module: Module, calls: list[Instruction], machine: TargetMachine) -> list[tuple[str, str]]:
    """Inline these calls, and those of their copies; what LLVM left, as (caller, callee).

    Marks of ours never outlive the call: a later always-inliner must not act on them. Marks that a
    user put are kept where they are.
    """
    already = {call.callee.ref for call in calls if has_call_attribute(call.ref, MARK)}
    marked = {call.callee.ref for call in calls} - already
    for call in calls:
        edit.add_call_attribute(call, MARK)
    said = len(module.context.remarks)
    run_passes(module, "always-inline", machine)
    del module.context.remarks[said:]  # LLVM would say of each that it had to: the decision has its own remark
    return _unmark(module, marked)


def remove_dead(module: Module, machine: TargetMachine) -> None:
    run_passes(module, "globaldce", machine)


def _unmark(module: Module, marked: set[int]) -> list[tuple[str, str]]:
    """Take our marks off the calls that are still there."""
    lib, left = load(), []
    for function in module.functions:
        if function.ref not in marked:
            continue
        for ref in calls_of(function)[0]:
            if has_call_attribute(ref, MARK):
                edit.remove_call_attribute(Instruction(ref), MARK)
                caller = Function(lib.LLVMGetBasicBlockParent(lib.LLVMGetInstructionParent(ref)))
                left.append((caller.name, function.name))
    return left
