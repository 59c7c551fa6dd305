"""Align local arrays to 16 bytes, or to their size where they are smaller.

    %a = alloca [48 x i16], align 2      =>      %a = alloca [48 x i16], align 16

Neighbouring accesses of an array can only become one wide access if its start is aligned for it. A thread's local
memory is its own, so the padding costs nothing that the stack frame's own alignment would not. LLVM raises alignments
on demand too, but not through the cast to local memory that address-space inference puts in between.
"""

from __future__ import annotations

from opencicc.llvm import edit
from opencicc.llvm.ir import Function, Instruction
from opencicc.llvm.scan import stack_objects
from opencicc.options.option import Option
from opencicc.passes.api import NVIDIA_REGISTRY, PassContext, function_pass
from opencicc.passes.places import Place, at

LOCAL_ARRAY_ALIGNMENT = Option(
    "local-array-alignment",
    16,
    "Bytes that local arrays are aligned to, a power of two; 1 leaves them alone.",
    source="the widest access of PTX before sm_100 is 16 bytes",
    minimum=1,
    maximum=128,
)


@function_pass(
    "set-local-array-alignment",
    "Raise the alignment of local arrays.",
    when="stack",
    places=at(Place("closing", after="float2int", why="wide accesses of local arrays need it")),
    origin=NVIDIA_REGISTRY,
    reads=(LOCAL_ARRAY_ALIGNMENT,),
    preserves=("cfg",),
)
def run(function: Function, ctx: PassContext) -> bool:
    changed = False
    layout = ctx.module.layout
    for alloca in local_arrays(function):
        wanted = min(ctx.option(LOCAL_ARRAY_ALIGNMENT), power_of_two_below(layout.size_bytes(alloca.allocated_type)))
        if wanted > alloca.alignment:
            edit.set_alignment(alloca, wanted)
            changed = True
    return changed


def local_arrays(function: Function) -> list[Instruction]:
    """Stack objects of the entry block that have elements or members."""
    return [alloca for alloca in stack_objects(function) if alloca.allocated_type.kind in ("array", "struct", "vector")]


def power_of_two_below(size: int) -> int:
    """The largest power of two that is at most `size`; 1 for nothing."""
    return 1 << max(size.bit_length() - 1, 0)
