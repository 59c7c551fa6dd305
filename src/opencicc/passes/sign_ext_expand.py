"""Move constants out of extensions, so that they end up in the immediate offset of an address.

    %j = add nsw i32 %i, 4                            %w = sext i32 %i to i64
    %e = sext i32 %j to i64                    =>     %e = add nsw i64 %w, 4
    %p = getelementptr float, ptr %b, i64 %e          several such subscripts share %w, and differ by constants

Also for subtraction, multiplication and shifts by a constant, and for zero extension where nothing wraps unsigned. Only
where the narrow operation says that it can't overflow: otherwise the wide result would differ.

LLVM's separate-const-offset-from-gep, which code generation runs, does it inside of address computations; this does it
everywhere. Off unless asked for, as in the product: 64-bit additions take two instructions, and ptxas sees 32-bit ones.
"""

from __future__ import annotations

from opencicc.llvm import edit
from opencicc.llvm.ir import Function, Instruction, Value
from opencicc.options.option import Option
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.places import Place, at

DO_SIGN_EXT_EXPAND = Option(
    "do-sign-ext-expand",
    False,
    "Move constants out of sign extensions.",
    source="cicc v13.0 knob inventory",
)
_EXTENSIONS = ("sext", "zext")
_OPERATIONS = ("add", "sub", "mul", "shl")


@function_pass(
    "sign-ext-expand",
    "Move constants out of extensions.",
    phase=2,
    guard="do-sign-ext-expand",
    places=at(Place("final-shape", after="sign-ext-simplify", why="in front of code generation's address arithmetic")),
    reads=(DO_SIGN_EXT_EXPAND,),
    preserves=("cfg",),
)
def run(function: Function, ctx: PassContext) -> bool:
    pending = [i for i in function.instructions if i.opcode in _EXTENSIONS and is_movable(i)]
    count = 0
    with edit.Builder(ctx.module.context.ref) as builder:
        while pending:
            inner = expand(pending.pop(), builder)
            count += 1
            if inner is not None and is_movable(inner):
                pending.append(inner)
    return count > 0


def is_movable(extension: Instruction) -> bool:
    """Is what it extends an operation with a constant that can't overflow?"""
    inner = extension.operand(0)
    if inner.kind != "instruction" or inner.type.kind != "integer" or extension.type.integer_width > 64:
        return False
    operation = Instruction(inner.ref)
    if operation.opcode not in _OPERATIONS or all(operand.integer is None for operand in operation.operands):
        return False
    if operation.opcode == "shl" and operation.operand(1).integer is None:
        return False
    return operation.has_no_signed_wrap if extension.opcode == "sext" else operation.has_no_unsigned_wrap


def expand(extension: Instruction, builder: edit.Builder) -> Instruction | None:
    """The operation on extended operands in place of the extension; the new extension, if there is one."""
    operation = Instruction(extension.operand(0).ref)
    is_signed = extension.opcode == "sext"
    builder.before(extension)
    wide: list[Value] = []
    inner = None
    for position, operand in enumerate(operation.operands):
        is_amount = operation.opcode == "shl" and position == 1
        extended = builder.cast("zext" if is_amount else extension.opcode, operand, extension.type)
        if extended.kind == "instruction":
            inner = Instruction(extended.ref)
        wide.append(extended)
    name = extension.name
    result = builder.binary(operation.opcode, wide[0], wide[1])
    if result.kind == "instruction":
        edit.set_no_wrap(result, is_signed=is_signed)
    edit.replace_and_erase(extension, result)
    if result.kind == "instruction":
        edit.rename(result, name)
    if not operation.has_uses:
        edit.erase(operation)
    return inner
