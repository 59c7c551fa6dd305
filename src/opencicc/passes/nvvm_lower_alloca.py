"""Give stack objects that are still used through generic pointers their place in local memory.

    %a = alloca [4 x i32]                       %a = alloca [4 x i32]
    store i32 0, ptr %a                 =>      %l = addrspacecast ptr %a to ptr addrspace(5)
                                                store i32 0, ptr addrspace(5) %l

memory-space-opt has done so before; what comes here was made since, or was left because that pass was switched off. LLVM's
infer-address-spaces does the rewriting, and takes other chains of the function with it; where no stack object is used
as a generic address it is not run at all. Code generation does the same for itself (nvptx-lower-alloca), too late for alias analysis.
"""

from __future__ import annotations

from opencicc.llvm.ir import Function
from opencicc.llvm.opcodes import OPCODES
from opencicc.llvm.snapshot import Snapshot
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.memspace.apply import carry_on, is_changed
from opencicc.passes.memspace.roots import is_used_as_address
from opencicc.passes.places import PUBLISHED

_ALLOCA = OPCODES["alloca"]


@function_pass(
    "nvvm-lower-alloca",
    "Give stack objects the local memory space.",
    guard="!2240 !2280",
    when="stack",
    places=PUBLISHED,
    needs=(Snapshot,),
    preserves=("cfg",),
)
def run(function: Function, ctx: PassContext) -> bool:
    flat = ctx.analysis(Snapshot, function)
    stack = (flat.first_instruction + number for number, opcode in enumerate(flat.opcodes) if opcode == _ALLOCA)
    if not any(is_used_as_address(flat, value) for value in stack):
        return False
    carry_on(function, ctx.machine)
    return is_changed(function, flat)
