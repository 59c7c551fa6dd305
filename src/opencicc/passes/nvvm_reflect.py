"""Answer calls of __nvvm_reflect that inlining or folding has exposed.

    %m = call i32 @__nvvm_reflect(ptr @.str)   ; "__CUDA_FTZ"      =>      i32 0 or 1

The driver answers all it can see before the first pass; a query whose text only became known since
is answered here. The answers are those of the flags and the target (link/reflect.py).
"""

from __future__ import annotations

from opencicc.link import reflect
from opencicc.llvm.ir import Module
from opencicc.options.option import Option
from opencicc.passes.api import PassContext, module_pass
from opencicc.passes.places import PUBLISHED

NVVM_REFLECT_ENABLE = Option(
    "nvvm-reflect-enable",
    True,
    "Resolve __nvvm_reflect.",
    source="cicc v13.0 knob inventory",
)


@module_pass(
    "nvvm-reflect",
    "Resolve __nvvm_reflect to constants of this target and these flags.",
    when="declares:__nvvm_reflect",
    guard="!880 nvvm-reflect-enable",
    places=PUBLISHED,
)
def run(module: Module, ctx: PassContext) -> bool:
    return reflect.resolve(module, ctx.target, ctx.link_settings) > 0
