"""Join neighbouring loads and stores into vectors of two or four: LLVM's load-store-vectorizer under its older name.

    %x = load float, ptr %p, align 16                %v = load <4 x float>, ptr %p, align 16
    %y = load float, ptr (%p + 4), align 4    =>     and its four elements
    ...

Only forwards. LLVM's pass asks the target how wide an access may be and joins only what is aligned for it; it was compared
with nvcc on copies of structs and found as good where alignments are known, and finding those is propagate-alignment's.
Code generation runs the same pass behind its own address arithmetic, so it has no place of its own before.
"""

from __future__ import annotations

from opencicc.llvm.function_passes import changes_function
from opencicc.llvm.ir import Function
from opencicc.passes.api import NVIDIA_REGISTRY, PassContext, function_pass
from opencicc.passes.places import by_name_only


@function_pass(
    "old-load-store-vectorizer",
    "Merge neighbouring accesses into vectors: LLVM's load-store-vectorizer.",
    places=by_name_only("code generation runs it, where addresses have their last form"),
    origin=NVIDIA_REGISTRY,
    preserves=("cfg",),
)
def run(function: Function, ctx: PassContext) -> bool:
    return changes_function(function, "load-store-vectorizer", ctx.machine.ref)
