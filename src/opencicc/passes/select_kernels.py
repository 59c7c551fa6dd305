"""Keep the listed kernels; the others and what only they need go.

    select-kernels<kernels=saxpy;kernels=dot>, or the option select-kernels=saxpy,dot

A kernel that is not listed becomes internal and is removed with everything nobody refers to any
more. A listed name that is no kernel of the module is an error, because a typo would drop the
kernel that was meant.
"""

from __future__ import annotations

from opencicc.errors import UsageError, suggest
from opencicc.llvm import edit_module, native
from opencicc.llvm.ir import Function, Module
from opencicc.options.option import Option
from opencicc.passes.api import NVIDIA_REGISTRY, PassContext, module_pass
from opencicc.passes.places import by_name_only

SELECT_KERNELS: Option[tuple[str, ...]] = Option(
    "select-kernels",
    (),
    "Kernels to keep; empty keeps all.",
    source="our choice",
    metavar="NAME,..",
)
_PARAMETER = "kernels="


@module_pass(
    "select-kernels",
    "Keep the listed kernels and what they need.",
    params=("kernels=*",),
    places=by_name_only("the OPT stage runs it in front of the pipeline when kernels are selected"),
    origin=NVIDIA_REGISTRY,
    reads=(SELECT_KERNELS,),
)
def run(module: Module, ctx: PassContext) -> bool:
    wanted = [word.removeprefix(_PARAMETER) for word in ctx.params] or list(ctx.option(SELECT_KERNELS))
    dropped = unwanted_kernels(module, wanted)
    for kernel in dropped:
        ctx.remark(kernel, "removed a kernel that is not selected", name="DeadKernel")
        edit_module.set_linkage(kernel, "internal")
    if dropped:
        native.run_passes(module, "globaldce", ctx.machine)
    return bool(dropped)


def unwanted_kernels(module: Module, wanted: list[str]) -> list[Function]:
    if not wanted:
        return []
    kernels = {function.name: function for function in module.definitions if function.is_kernel}
    for name in wanted:
        if name not in kernels:
            raise UsageError(
                f"no kernel '{name}' to select",
                at="select-kernels",
                fix=f"{suggest(name, kernels)}the module has {', '.join(kernels) or 'no kernels'}",
            )
    return [function for name, function in kernels.items() if name not in wanted]
