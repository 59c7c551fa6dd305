"""Take operations on vectors apart into operations on their elements: LLVM's scalarizer under another name.

    %c = fadd <2 x float> %a, %b     =>     an fadd of each element, and the vector put together again for whoever asks

Only forwards: the product registers LLVM's own class under this name. Registers hold single values anyway, so code
generation does the same to what it gets; loads and stores stay vectors, because those are wide accesses.
"""

from __future__ import annotations

from opencicc.llvm.function_passes import changes_function
from opencicc.llvm.ir import Function
from opencicc.passes.api import NVIDIA_REGISTRY, PassContext, function_pass
from opencicc.passes.places import by_name_only


@function_pass(
    "d2ir-scalarizer",
    "Take vector operations apart: LLVM's scalarizer under another name.",
    places=by_name_only("code generation splits vector operations itself"),
    origin=NVIDIA_REGISTRY,
    preserves=("cfg",),
)
def run(function: Function, ctx: PassContext) -> bool:
    return changes_function(function, "scalarizer", ctx.machine.ref)
