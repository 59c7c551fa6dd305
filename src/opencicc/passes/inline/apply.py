"""Carries decisions out: chosen call sites are marked `alwaysinline`, LLVM's always-inliner does the rest."""

from __future__ import annotations

from opencicc.llvm import edit
from opencicc.llvm.ir import Function, Instruction
from opencicc.llvm.native import run_passes
from opencicc.llvm.scan import calls_of
from opencicc.llvm.services import services

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Module
    from opencicc.llvm.native import TargetMachine
    from opencicc.passes.inline.decision import Site
    from opencicc.passes.inline.facts import ModuleFacts

MARK, HOLD = "alwaysinline", "noinline"
REMOVE_DEAD = "globaldce"


def mark_and_inline(
    module: Module, sites: list[Site], facts: ModuleFacts, machine: TargetMachine, then: str = ""
) -> None:
    """Inline these calls, and those of their copies; `then` are passes of LLVM's that follow.

    Marks of ours never outlive the call: a later always-inliner must not act on them. Marks that a
    user put are kept where they are.
    """
    already = {facts.refs[site.callee.name] for site in sites if site.is_forced}
    marked = {facts.refs[site.callee.name] for site in sites} - already
    edit.add_to_calls([facts.calls[site.caller, site.number] for site in sites], MARK)
    _inline_marked(module, machine, then)
    _unmark(module, marked, MARK)


def inline_all(module: Module, machine: TargetMachine) -> None:
    """The same for every call of a function with a body, where none was marked before; dead functions go away."""
    services().mark_calls(module, True)
    _inline_marked(module, machine, REMOVE_DEAD)
    services().mark_calls(module, False)


def _inline_marked(module: Module, machine: TargetMachine, then: str) -> None:
    said = len(module.context.remarks)
    run_passes(module, f"always-inline,{then}" if then else "always-inline", machine)
    del module.context.remarks[said:]  # LLVM would say of each that it had to: the decision has its own remark


def remove_dead(module: Module, machine: TargetMachine) -> None:
    """Drop functions that nobody needs any more."""
    run_passes(module, REMOVE_DEAD, machine)


class Held:
    """Calls that LLVM would inline because they are marked, and that must stay: held for a `with` block."""

    def __init__(self, module: Module, calls: list[Instruction]) -> None:
        self.module = module
        self.calls = [call for call in calls if not call.has_call_attribute(HOLD)]
        # Where a user holds a call of the same function, copies of theirs and ours look alike: all stay held.
        callees = {call.callee.ref: Function(call.callee.ref) for call in self.calls}
        self.callees = {ref for ref, function in callees.items() if not _has_held_call(function)}

    def __enter__(self) -> None:
        edit.add_to_calls([call.ref for call in self.calls], HOLD)

    def __exit__(self, *_: object) -> None:
        _unmark(self.module, self.callees, HOLD)


def _has_held_call(function: Function) -> bool:
    return any(Instruction(ref).has_call_attribute(HOLD) for ref in calls_of(function)[0])


def _unmark(module: Module, callees: set[int], attribute: str) -> None:
    """Take our marks off the calls that are still there, copies included."""
    if not callees:
        return
    for function in callees.intersection(services().definitions(module)):
        for ref in calls_of(Function(function))[0]:
            if Instruction(ref).has_call_attribute(attribute):
                edit.remove_call_attribute(Instruction(ref), attribute)
