"""Take away what NVVM's rules refuse and a GPU has no use for.

    define void @f() ssp uwtable section ".text.hot" personality ptr @p      =>      define void @f()

Compilers for hosts leave marks on functions that mean nothing in device code: stack protection, unwind tables, red zones,
sanitizers, sections, alignments of code, garbage collectors; and `invoke`, which can't unwind here and is a call and a branch
(LLVM's lower-invoke). nvvm-verify in strict mode refuses each of them. After this pass it does not, and the code is the same.

Leaves alone: `naked` and `returns_twice`, which change what a function is; prefix and prologue data, which somebody reads.
"""

from __future__ import annotations

from opencicc.llvm import edit, edit_module
from opencicc.llvm.function_passes import run_on_function
from opencicc.llvm.ir import Function, Module
from opencicc.passes.api import NVIDIA_REGISTRY, PassContext, module_pass
from opencicc.passes.places import by_name_only

MEANINGLESS = (
    "jumptable nobuiltin noimplicitfloat noredzone nonlazybind safestack sanitize_address sanitize_memory sanitize_thread "
    "ssp sspreq sspstrong alignstack uwtable"
).split()
LOWER_INVOKE = "lower-invoke,unreachableblockelim"


@module_pass(
    "nvvm-pretreat",
    "Take away what nvvm-verify refuses and device code has no use for.",
    places=by_name_only("strict verification has to see a module as it was given; ours compile as they are"),
    origin=NVIDIA_REGISTRY,
)
def run(module: Module, ctx: PassContext) -> bool:
    changed = False
    for function in module.functions:
        if not function.is_intrinsic:
            changed |= drop_attributes(function) | edit_module.strip_code_placement(function)
        if not function.is_declaration and any(i.opcode == "invoke" for i in function.instructions):
            run_on_function(function, LOWER_INVOKE)
            changed = True
        if function.has_personality and not any(i.opcode in ("landingpad", "resume") for i in function.instructions):
            edit_module.remove_personality(function)
            changed = True
    return changed


def drop_attributes(function: Function) -> bool:
    found = [name for name in MEANINGLESS if function.has_attribute(name)]
    for name in found:
        edit.remove_attribute(function, name)
    return bool(found)
