"""Add the indices of an address up where a quotient and its remainder make the number they came from.

    %b = udiv i64 %z, %C                                        %i = mul i64 %z, %n
    %c = urem i64 %z, %C                                        %q = getelementptr float, ptr %p, i64 %i
    %Cn = mul i64 %C, %n
    %i = mul i64 %b, %Cn                                  =>
    %j = mul i64 %c, %n
    %o = getelementptr float, ptr %p, i64 %i
    %q = getelementptr float, ptr %o, i64 %j

Arrays of several dimensions are walked by one number that is divided into coordinates; where an address puts some of
them together again, the division is for nothing. LLVM never adds up two steps of an address, and knows a quotient by its own
divisor only. Sums in one width are rewritten too: `(z / C) * C + z % C`, with `i / (W * H)` for `i / W / H`; so are
sums in which a remainder cancels, `(z - z % C) * n + (z % C) * n`, which is how LLVM writes some of them.

The sum holds modulo 2^64; indices of 32 bits that are extended are taken apart only where flags say that nothing wraps, and
then added in 64 bits (`addresses/sums.py`). Leaves alone: sums that do not get shorter, steps that other addresses share, vectors.
"""

from __future__ import annotations

from opencicc.options.option import Option
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.places import Place, at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Function

SUM_INDICES = Option(
    "sum-indices",
    True,
    "Add the indices of an address up where a quotient and its remainder make the number they came from.",
    source="our choice: nvcc does so in 64 bits; the division is gone",
)
DIVIDERS = frozenset(("sdiv", "udiv", "srem", "urem"))


@function_pass(
    "sum-indices",
    "Add indices up where a quotient and its remainder meet again.",
    has_first_look=True,
    places=at(Place("simplify", before="reassociate", why="reassociate drops the flags that say that nothing wraps")),
    reads=(SUM_INDICES,),
    preserves=("cfg",),
)
def run(function: Function, ctx: PassContext) -> bool:
    if not ctx.option(SUM_INDICES) or not any(each.opcode in DIVIDERS for each in function.instructions):
        return False
    from opencicc.passes.addresses import shorten  # few functions come here

    return shorten.run(function, ctx)
