"""Write inline assembly as the IR that says the same.

    call float asm "{cvt.f32.f16 $0,$1;}", "=f,h"(i16 %a)             =>   fpext half to float, of the same bits
    call i32 asm sideeffect "ld.global.nc.u32 $0, [$1];", "=r,l"(%p)  =>   load i32, ptr addrspace(1), !invariant.load

CUDA's headers write half precision as assembly, CUB its read-only loads. For an optimizer that is a call of which nothing is known: no
constant goes through it, an unrolled loop does not see its loads, addresses are not folded into it, comparisons come back as numbers.

Done for conversions, signs and comparisons of half and bfloat, sums and products of pairs of them, parts of registers, the lane's
number, and loads of memory that nobody writes. Only whole templates: one instruction that is not known here, and all stays.
On an H200 an attention kernel takes 0.91 of its time (conversions leave its loop), a matrix-vector product 0.95 to 0.97 (four copies
of its loop), a gradient of softmax 0.975; three reductions by one block take 48 registers for 78.

Leaves alone: sums and products of single halves, which LLVM would pair (operations.py). What is marked `sideeffect`, but for such loads, and those too in a program that reads clocks: there they are what
is measured. Arithmetic where denormals of float are flushed: code generation would flush those of halves too.
Arithmetic of bfloat below sm_90, which has none.
"""

from __future__ import annotations

from opencicc.llvm.ir import Function
from opencicc.llvm.scan import assembly_calls
from opencicc.options.driver import FMA
from opencicc.options.option import Option
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.places import Place, at

LIFT_ASSEMBLY = Option(
    "lift-assembly",
    True,
    "Write inline assembly as the IR that says the same.",
    source="our choice: half precision and CUB's loads are optimised like everything else",
)


@function_pass(
    "lift-assembly",
    "Write inline assembly as IR.",
    has_first_look=True,
    places=at(Place("opening", before="thread-assembly", why="what stays assembly is asked about there")),
    reads=(LIFT_ASSEMBLY, FMA),
    preserves=("cfg",),
)
def run(function: Function, ctx: PassContext) -> bool:
    if not ctx.option(LIFT_ASSEMBLY):
        return False
    found = assembly_calls(function)
    if not found:
        return False
    from opencicc.passes.assembly.lift import lift_all  # reads text: most programs have none

    return lift_all(found, function, ctx, may_fuse=ctx.option(FMA))
