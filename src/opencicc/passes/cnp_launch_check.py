"""Check launches of kernels from kernels (CUDA's nested parallelism).

    call ptr @__cudaCDP2GetParameterBufferV2(ptr @helper, ...)        ; @helper is no kernel: a warning

Says what would fail at run time or at the program's own link only: a launch of a function that is no kernel, the first
interface of nested parallelism on a processor that no longer has it, and waiting for launched kernels, which went with it.
Only warns: the calls stay as they are, and a runtime of one's own may define these names. That the letters mean nested
parallelism is our reading of the name; no source says what the product's pass looks at.

Leaves alone: launches of kernels that are known at run time only, functions of these names that have a body.
"""

from __future__ import annotations

from opencicc.llvm.constants import without_cast
from opencicc.llvm.ir import Function, Instruction, Module
from opencicc.passes.api import NVIDIA_REGISTRY, PassContext, module_pass
from opencicc.passes.nvvm_intrinsic_lowering import direct_calls
from opencicc.passes.places import PUBLISHED

SECOND = "__cudaCDP2"
FIRST_LAUNCHES = ("cudaLaunchDevice", "cudaLaunchDeviceV2", "cudaGetParameterBuffer", "cudaGetParameterBufferV2")
TAKES_KERNEL = (
    "cudaLaunchDevice",
    "cudaGetParameterBufferV2",
    f"{SECOND}GetParameterBufferV2",
    f"{SECOND}LaunchDevice",
)
WAITS = ("cudaDeviceSynchronize", f"{SECOND}DeviceSynchronize")
WITHOUT_FIRST = 90  # from this processor on there is the second interface only


@module_pass(
    "cnp-launch-check",
    "Check device-side launches.",
    when="syscalls",
    places=PUBLISHED,
    origin=NVIDIA_REGISTRY,
    is_read_only=True,
)
def run(module: Module, ctx: PassContext) -> bool:
    for function in [f for f in module.functions if f.is_declaration and f.has_uses]:
        name = function.name
        for call in direct_calls(function) if name.startswith(("cuda", SECOND)) else []:
            said = complaint(call, name, ctx.target.sm)
            if said:
                ctx.warn(call, said)
    return False


def complaint(call: Instruction, name: str, sm: int) -> str:
    """What is wrong with a call of the device runtime, or nothing."""
    if name in TAKES_KERNEL and call.arguments:
        launched = without_cast(call.arguments[0])
        if launched.kind == "function" and not Function(launched.ref).is_kernel:
            return f"launches @{launched.name}, which is no kernel"
    if sm < WITHOUT_FIRST:
        return ""
    if name in FIRST_LAUNCHES:
        return f"calls {name}, which sm_{WITHOUT_FIRST} and later do not have: use the second interface ({SECOND}...)"
    if name in WAITS:
        return f"waits with {name}, which sm_{WITHOUT_FIRST} and later do not have: launch into a tail stream instead"
    return ""
