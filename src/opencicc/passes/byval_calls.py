"""Pass small structs as values in calls through pointers.

    store ... into %m                                    %v = load %matrix, ptr %m
    call float %f(ptr byval(%matrix) %m)         =>      call float %f(%matrix %v)

Whoever is called reads the same parameter bytes either way: PTX hands both over as a block of parameter memory, of the
same size and alignment. But a pointer keeps the struct in local memory until it is copied from there, and a value comes
from registers. byval-to-value does this where it can change the callee too; here nobody knows the callee, so LLVM's
passes must not meet one that disagrees: this stands behind all of them that look at calls. Only structs of up to
128 bytes, without padding, and aligned as their type is.
"""

from __future__ import annotations

from opencicc.llvm.ir import Function, Instruction
from opencicc.llvm.library import load
from opencicc.llvm.opcodes import OPCODES
from opencicc.llvm.signature import call_by_value
from opencicc.llvm.snapshot import snapshot
from opencicc.llvm.types import Type
from opencicc.passes.api import function_pass
from opencicc.passes.byval_to_value import has_padding, is_small
from opencicc.passes.inline.body import Reader, attribute_kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.passes.api import PassContext

_CALL = OPCODES["call"]
_MUST_TAIL = 2


@function_pass("byval-calls", preserves=("cfg",))
def run(function: Function, ctx: PassContext) -> bool:
    shot = snapshot(function)
    calls = [shot.instruction(number) for number, opcode in enumerate(shot.opcodes) if opcode == _CALL]
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
    lib, callee = load(), call.callee.ref
    if lib.LLVMIsAFunction(callee) or lib.LLVMIsAInlineAsm(callee) or lib.LLVMIsAConstant(callee):
        return False
    return not lib.LLVMGetNumOperandBundles(call.ref) and lib.LLVMGetTailCallKind(call.ref) != _MUST_TAIL


def passable(call: Instruction, reader: Reader, ctx: PassContext) -> dict[int, tuple[Type, int]]:
    """The byval arguments that can be values: number to type and alignment."""
    lib = load()
    found = {}
    for number in range(len(call.arguments)):
        byval = lib.LLVMGetCallSiteEnumAttribute(call.ref, number + 1, attribute_kind("byval"))
        if not byval:
            continue
        type_ = Type(lib.LLVMGetTypeAttributeValue(byval))
        described = reader.describe(type_.ref)
        align = alignment_of(call, number)
        is_aligned = align == ctx.module.layout.alignment(type_)
        if type_.kind == "struct" and is_small(described) and not has_padding(described) and is_aligned:
            found[number] = type_, align
    return found


def alignment_of(call: Instruction, number: int) -> int:
    lib = load()
    found = lib.LLVMGetCallSiteEnumAttribute(call.ref, number + 1, attribute_kind("align"))
    return int(lib.LLVMGetEnumAttributeValue(found)) if found else 0
