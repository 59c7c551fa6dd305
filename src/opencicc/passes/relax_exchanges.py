"""CUDA's atomicCAS as the relaxed exchange of device scope that it is.

    %old = call i32 @__opencicc_cas_32(ptr %p, i32 %a, i32 %b)
    =>
    %pair = cmpxchg ptr %p, i32 %a, i32 %b syncscope("device") monotonic monotonic
    %old = extractvalue { i32, i1 } %pair, 0

`frontend/include/opencicc_relaxed_atomics.h` says why. Atomics that a program spells with the language's own
functions (`__atomic_...`) keep the order and scope that they ask for.
"""

from __future__ import annotations

from opencicc.llvm import edit, edit_module
from opencicc.llvm.ir import Instruction, Module
from opencicc.passes.api import PassContext, module_pass
from opencicc.passes.places import by_name_only

EXCHANGES = ("__opencicc_cas_16", "__opencicc_cas_32", "__opencicc_cas_64")
SCOPE = "device"


@module_pass(
    "relax-exchanges",
    "Turn the front end's calls for atomicCAS into relaxed exchanges of device scope.",
    places=by_name_only("the front end runs it on the module that it made, before anything else sees it"),
)
def run(module: Module, ctx: PassContext) -> bool:
    return relax_exchanges(module) > 0


def relax_exchanges(module: Module) -> int:
    """Replace the calls that our header makes; how many there were."""
    replaced = 0
    for name in EXCHANGES:
        function = module.function(name)
        if function is None:
            continue
        for user in function.users:
            call = Instruction(user.ref)
            pointer, expected, desired = call.arguments
            with edit.Builder(module.context.ref) as builder:
                builder.before(call)
                old = builder.compare_exchange(pointer, expected, desired, SCOPE)
            edit.replace_and_erase(call, old)
            replaced += 1
        edit_module.delete_function(function)
    return replaced
