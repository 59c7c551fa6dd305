"""Pass small structs as values in calls through pointers.

    store ... into %m                                    %v = load %matrix, ptr %m
    call float %f(ptr byval(%matrix) %m)         =>      call float %f(%matrix %v)

Whoever is called reads the same parameter bytes either way: PTX hands both over as a block of parameter memory, of the
same size and alignment. But a pointer keeps the struct in local memory until it is copied from there, and a value comes
from registers. byval-mem2reg does this where it can change the callee too; here nobody knows the callee, so LLVM's
passes must not meet one that disagrees: this stands behind all of them that look at calls. Only structs of up to
128 bytes, without padding, and aligned as their type is. lower-struct-args is for the parameters of the functions themselves.
"""

from __future__ import annotations

from opencicc.llvm.edit_signature import call_by_value
from opencicc.llvm.ir import Function, Instruction
from opencicc.llvm.opcodes import OPCODES
from opencicc.llvm.snapshot import Snapshot
from opencicc.llvm.types import Type
from opencicc.passes.api import function_pass
from opencicc.passes.byval_mem2reg import small_structs
from opencicc.passes.inline.body import Reader
from opencicc.passes.places import Place, at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.passes.api import PassContext

_CALL = OPCODES["call"]


@function_pass(
    "byval-calls",
    "Pass small structs by value in calls through pointers.",
    phase=2,
    when="calls",
    places=at(Place("final-shape", after="simplifycfg", why="nothing looks at callees any more")),
    needs=(Snapshot,),
    preserves=("cfg",),
)
def run(function: Function, ctx: PassContext) -> bool:
    flat = ctx.analysis(Snapshot, function)
    calls = [flat.instruction(number) for number, opcode in enumerate(flat.opcodes) if opcode == _CALL]
    calls = [call for call in calls if is_through_pointer(call)]
    reader = Reader(ctx.module)
    changed = False
    for call in calls:
        given = passable(call, reader, ctx)
        if given:
            ctx.remark(call, f"{len(given)} of its arguments passed by value instead of by pointer")
            call_by_value(call, given)
            changed = True
    return changed


def is_through_pointer(call: Instruction) -> bool:
    """A call of something that is not known here, and not of inline assembly."""
    callee = call.callee
    return not callee.is_constant and callee.kind != "inline_asm" and call.is_plain_call


def passable(call: Instruction, reader: Reader, ctx: PassContext) -> dict[int, tuple[Type, int]]:
    """The byval arguments that can be values, aligned as prototypes align them: number to type and alignment."""
    found = small_structs(call, len(call.arguments), reader)
    return {
        number: (type_, align)
        for number, (type_, align) in found.items()
        if type_.kind == "struct" and align == ctx.module.layout.alignment(type_)
    }
