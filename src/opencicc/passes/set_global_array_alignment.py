"""Align arrays in shared memory, and other arrays that no other module sees, to 16 bytes or their size.

    @tile = internal addrspace(3) global [8 x [128 x float]] poison, align 4      =>      ..., align 16

    @rows = external addrspace(3) global [0 x i8], align 1                                =>      ..., align 16

A front end gives an array the alignment of its elements, and accesses of four at a time stay four single ones. Only
variables that are defined here and nowhere replaced are touched: what others declare, they may rely on. Shared memory whose size the
launch says (`extern __shared__`) is defined nowhere: it begins behind all other shared memory of a kernel, as aligned as the strictest
of its declarations says (nvlink 13.4 too goes by that one, for all modules). nvcc's code says 16 there.
"""

from __future__ import annotations

from opencicc.llvm import edit
from opencicc.llvm.ir import GlobalVariable, Module
from opencicc.llvm.layout import Layout
from opencicc.llvm.names import LOCAL_LINKAGES, SHARED
from opencicc.passes.api import NVIDIA_REGISTRY, PassContext, module_pass
from opencicc.passes.places import Place, at
from opencicc.passes.set_local_array_alignment import power_of_two_below

WIDEST_ACCESS = 16
# Parameters of the published pass: leave shared memory alone; arrays in global memory too.
SKIP_SHARED, GLOBAL_MEMORY, SKIP_GLOBAL = "skip-shared-mem", "modify-global-mem", "skip-global-mem"


@module_pass(
    "set-global-array-alignment",
    "Raise the alignment of global arrays.",
    params=("modify-shared-mem", "skip-shared-mem", "modify-global-mem", "skip-global-mem"),
    when="variables",
    places=at(Place("opening", before="inferattrs", why="before anything derives alignments from shared arrays")),
    origin=NVIDIA_REGISTRY,
    preserves=("cfg",),
)
def run(module: Module, ctx: PassContext) -> bool:
    changed = False
    for variable in module.globals:
        if not (is_eligible(variable, ctx.params) or is_sized_by_launch(variable, ctx.params)):
            continue
        wanted = wanted_alignment(variable, module.layout)
        if wanted > variable.alignment:
            edit.set_alignment(variable, wanted)
            changed = True
    return changed


def is_eligible(variable: GlobalVariable, params: tuple[str, ...]) -> bool:
    """An array or struct whose place we alone decide."""
    if variable.is_declaration or variable.linkage not in LOCAL_LINKAGES or variable.section:
        return False
    if variable.value_type.kind not in ("array", "struct"):
        return False
    if variable.address_space == SHARED:
        return SKIP_SHARED not in params
    return GLOBAL_MEMORY in params and SKIP_GLOBAL not in params


def is_sized_by_launch(variable: GlobalVariable, params: tuple[str, ...]) -> bool:
    if not variable.is_declaration or variable.address_space != SHARED or SKIP_SHARED in params:
        return False
    return variable.value_type.kind == "array" and variable.value_type.length == 0


def wanted_alignment(variable: GlobalVariable, layout: Layout) -> int:
    if variable.is_declaration:
        return WIDEST_ACCESS
    return min(WIDEST_ACCESS, power_of_two_below(layout.size_bytes(variable.value_type)))
