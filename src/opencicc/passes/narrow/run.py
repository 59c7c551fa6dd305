"""`narrow-integers`: 64-bit arithmetic that 32 bits hold is done in 32, and extended once where it is read.

    %a = zext i32 %x to i64                            %n = and i32 %x, 4095
    %b = and i64 %a, 4095                              %m = mul nuw i32 %n, 24
    %c = mul i64 %b, 24                         =>     %t = icmp ult i32 %m, 5000
    %t = icmp slt i64 %c, 5000                         %c = zext i32 %m to i64
    %p = getelementptr i8, ptr %q, i64 %c              %p = getelementptr i8, ptr %q, i64 %c

Registers have 32 bits: 64-bit additions and comparisons are two instructions, products three, divisions hundreds. For
additions, products, left shifts, logic, selects, phis (loop counters among them), the low half of the result needs only low
halves, so a result that fits is enough; right shifts, divisions, remainders and comparisons need operands that fit. What
fits is proved by LLVM's lazy values (conditions on the way, assumptions, ranges of special registers and of loads) and
scalar evolution (counters of loops whose trips are known), never by a test at run time.

Narrow only where that saves instructions, extensions counted (decide.py). Leaves alone: vectors, shifts by what is no
constant, products of two extended numbers (`mul.wide` is one instruction), values of which a literal undef is a part, other
widths.

Upstream: correlated-propagation narrows divisions, aggressive-instcombine what a truncation asks for, instcombine single
operations on extended numbers, and indvars does not widen counters on this target; all of them run before. This pass takes
what they leave: groups of operations, comparisons, counters, phis of extended numbers. Shared addresses, which nvcc keeps
in 32 bits too, need nothing: ptxas takes their low halves by itself (code generation with short pointers made 13 kernels
with shared memory neither smaller nor larger: SASS 1.001). Without the native helper nothing is narrowed.
"""

from __future__ import annotations

from opencicc.llvm.ir import Function
from opencicc.llvm.services import services
from opencicc.options.option import Option
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.places import Place, at

NARROW_INTEGERS = Option(
    "narrow-integers",
    True,
    "Do 64-bit arithmetic in 32 bits where the results provably fit.",
    source="our choice",
)


@function_pass(
    "narrow-integers",
    "Do 64-bit arithmetic in 32 bits where the results provably fit.",
    phase=2,
    when="gated+large",
    places=at(Place("final-shape", before="raise-values", why="nothing widens again, and registers are counted next")),
    reads=(NARROW_INTEGERS,),
    preserves=("cfg",),
)
def run(function: Function, ctx: PassContext) -> bool:
    rows = services().fits(function) if ctx.option(NARROW_INTEGERS) else None
    if not rows:
        return False
    from opencicc.passes.narrow.decide import worth_narrowing
    from opencicc.passes.narrow.facts import narrowables, operations
    from opencicc.passes.narrow.rewrite import Narrower

    found = narrowables(rows)
    worth = worth_narrowing(operations(found))
    if not worth:
        return False
    chosen = [each for ref, each in found.items() if ref in worth]
    ctx.remark(chosen[0].instruction, f"{len(chosen)} operations of 64 bits done in 32", name="Narrowed")
    Narrower(ctx.module.context.ref, chosen).run()
    return True
