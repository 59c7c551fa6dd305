"""Fold the conditions that nvvm-reflect made constant, and take away the branches that they leave dead.

    br i1 true, label %a, label %b     =>     br label %a

One libdevice serves every architecture by asking `__nvvm_reflect`; the answers decide branches. nvvm-reflect cleans up the
functions where it answered something at once, so that nothing is left for this name in the pipelines: it is for pipeline text
that decided conditions in another way. LLVM's instsimplify and simplifycfg do the work, restricted to what is decided.

Leaves alone: functions without a decided condition, whatever else could be simplified in them.
"""

from __future__ import annotations

from opencicc.link.reflect import CLEAN_UP
from opencicc.llvm.function_passes import run_on_function
from opencicc.llvm.ir import Function, Instruction
from opencicc.passes.api import NVIDIA_REGISTRY, PassContext, function_pass
from opencicc.passes.places import by_name_only

FOLDED = ("icmp", "fcmp", "select", "zext", "sext", "trunc")


@function_pass(
    "nvvm-reflect-pp",
    "Fold the conditions that nvvm-reflect made constant.",
    places=by_name_only("nvvm-reflect cleans up what it decided at once"),
    origin=NVIDIA_REGISTRY,
)
def run(function: Function, ctx: PassContext) -> bool:
    if not any(is_decided(instruction) for instruction in function.instructions):
        return False
    run_on_function(function, CLEAN_UP)
    return True


def is_decided(instruction: Instruction) -> bool:
    """A branch or switch on a constant, or something computed from constants that one may depend on."""
    opcode = instruction.opcode
    if opcode in ("br", "switch"):
        return len(instruction.successors) > 1 and instruction.operand(0).integer is not None
    if opcode == "select":
        return instruction.operand(0).integer is not None
    return opcode in FOLDED and all(operand.integer is not None for operand in instruction.operands)
