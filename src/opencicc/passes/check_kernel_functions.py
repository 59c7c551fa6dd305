"""Check that every kernel can be launched: its result, its linkage, who calls it, how much it is passed.

    define internal ptx_kernel i32 @k()          error: kernel @k returns a value

A kernel that returns something, that no other module can see, that device code calls, or that takes more parameters than there
is room for becomes PTX that ptxas refuses or that nobody can use. Every compile asks the same before its first pass
(compiler/refusals.py); the name is for pipeline text. Changes nothing.
"""

from __future__ import annotations

from opencicc.errors import InputError
from opencicc.llvm.ir import Module
from opencicc.passes.api import NVIDIA_REGISTRY, PassContext, module_pass
from opencicc.passes.places import by_name_only
from opencicc.passes.verify.kernel_rules import faults


@module_pass(
    "check-kernel-functions",
    "Check linkage and result type of kernels.",
    places=by_name_only("every compile asks this before its first pass"),
    origin=NVIDIA_REGISTRY,
    is_read_only=True,
)
def run(module: Module, ctx: PassContext) -> bool:
    for function in module.functions:
        for what, fix in faults(function, module.layout) if function.is_kernel else ():
            raise InputError(what, at=f"function {function.name}", fix=fix)
    return False
