"""Turn printf into vprintf with its arguments packed in a buffer.

    %n = call i32 (ptr, ...) @printf(ptr @fmt, i32 %a, double %d)
    =>
    %vprintfBuffer.local = alloca [16 x i8], align 8               ; in the entry block
    store i32 %a, ptr %vprintfBuffer.local, align 8
    %bufIndexed = getelementptr inbounds i8, ptr %vprintfBuffer.local, i64 8
    store double %d, ptr %bufIndexed, align 8
    %n = call i32 @vprintf(ptr @fmt, ptr %vprintfBuffer.local)

A GPU has vprintf and no printf. Front ends for CUDA do this themselves, so the product's knob is off; here a printf that is
left is lowered, since nothing else can. Arguments are promoted as in C (floats to double, small integers to 32 bits) and
aligned to their size; all calls of a function share one buffer, sized for the largest; without arguments a null pointer
is passed. The format may be any pointer: vprintf reads it at run time.

Leaves alone: a printf with a body, calls of a type that is not printf's. Upstream: none (expand-variadics keeps calling
printf).
"""

from __future__ import annotations

from opencicc.errors import UnsupportedError
from opencicc.llvm import edit, edit_module, types
from opencicc.llvm.ir import Function, Instruction, Module, Value
from opencicc.llvm.layout import common_alignment
from opencicc.llvm.types import Type
from opencicc.options.option import Option
from opencicc.passes.api import NVIDIA_REGISTRY, PassContext, module_pass
from opencicc.passes.nvvm_intrinsic_lowering import direct_calls
from opencicc.passes.places import PUBLISHED

NVVM_LOWER_PRINTF = Option(
    "nvvm-lower-printf",
    True,
    "Turn printf into vprintf.",
    source="our choice: cicc v13.0 has false, because its front end has done it",
)
PRINTF, VPRINTF = "printf", "vprintf"
ALIGNMENT = 8
FLOATS = ("half", "bfloat", "float")


@module_pass(
    "printf-lowering",
    "Turn printf into vprintf with a packed buffer.",
    when="declares:printf",
    guard="nvvm-lower-printf",
    places=PUBLISHED,
    origin=NVIDIA_REGISTRY,
    preserves=("cfg",),
)
def run(module: Module, ctx: PassContext) -> bool:
    return lower_printf(module, ctx) > 0


def lower_printf(module: Module, ctx: PassContext) -> int:
    """Rewrite the calls of printf; how many there were."""
    printf = module.function(PRINTF)
    if printf is None or not printf.is_declaration:
        return 0
    calls = [call for call in direct_calls(printf) if is_printf_call(call)]
    context = module.context.ref
    pointer = types.pointer(context)
    vprintf = (
        edit_module.declare(module, VPRINTF, types.function(types.integer(context, 32), [pointer, pointer]))
        if calls
        else None
    )
    buffers = make_buffers(calls, context)
    for call in calls:
        ctx.remark(call, f"printf of {len(call.arguments) - 1} arguments became vprintf", name="Lowered")
        assert vprintf is not None
        rewrite(call, vprintf, buffers.get(call.parent.parent), context)
    if calls and not printf.has_uses:
        edit_module.delete_function(printf)
    return len(calls)


def is_printf_call(call: Instruction) -> bool:
    """As C declares it: i32 (ptr, ...); the result may be left out."""
    signature = call.called_type
    is_named = call.opcode == "call" and signature.is_vararg and [p.kind for p in signature.params] == ["pointer"]
    return is_named and (call.type.integer_width == 32 or not call.has_uses)


def make_buffers(calls: list[Instruction], context: int) -> dict[Function, Instruction]:
    """One stack object for each function that hands arguments over, large enough for its largest call."""
    sizes: dict[Function, int] = {}
    for call in calls:
        *_, end = offsets_of(call)
        function = call.parent.parent
        sizes[function] = max(sizes.get(function, 0), -(-end // ALIGNMENT) * ALIGNMENT)
    buffers = {}
    for function, size in sizes.items():
        if size:
            with edit.Builder(context) as builder:
                builder.before(next(next(function.blocks).instructions))
                array = types.array(types.integer(context, 8), size)
                buffers[function] = builder.alloca(array, "vprintfBuffer.local")
                edit.set_alignment(buffers[function], ALIGNMENT)
    return buffers


def offsets_of(call: Instruction) -> list[int]:
    """Where each argument behind the format goes, and the end of the last."""
    offsets, end = [], 0
    for argument in call.arguments[1:]:
        size = promoted_size(argument.type, call)
        start = -(-end // size) * size
        offsets.append(start)
        end = start + size
    return [*offsets, end]


def promoted_size(type_: Type, call: Instruction) -> int:
    width = type_.integer_width
    if 0 < width <= 32:
        return 4
    if (width and width <= 64) or type_.kind in ("pointer", "double", *FLOATS):
        return 8
    raise UnsupportedError(
        f"printf can't print a value of type {type_.text}",
        at=f"function {call.parent.parent.name}" + (f" at {call.location}" if call.location else ""),
        fix="hand over numbers and pointers, member by member",
        detail=call.text.strip(),
    )


def rewrite(call: Instruction, vprintf: Function, buffer: Instruction | None, context: int) -> None:
    pointer, byte = types.pointer(context), types.integer(context, 8)
    with edit.Builder(context) as builder:
        builder.before(call)
        arguments = call.arguments
        for number, (argument, offset) in enumerate(zip(arguments[1:], offsets_of(call), strict=False), 1):
            assert buffer is not None
            value = promote(argument, call.has_argument_attribute(number, "signext"), builder, context)
            index = edit.constant_int(types.integer(context, 64), offset)
            place = builder.gep(byte, buffer, [index], "bufIndexed", in_bounds=True) if offset else buffer
            edit.set_alignment(builder.store(value, place), common_alignment(ALIGNMENT, offset))
        form = generic(arguments[0], builder, pointer)
        taken = buffer if buffer is not None and len(arguments) > 1 else edit.null(pointer)
        result = builder.call(vprintf, [form, taken])
    if call.has_uses:
        edit.take_over(call, result)
    else:
        edit.erase(call)


def promote(value: Value, is_signed: bool, builder: edit.Builder, context: int) -> Value:
    """As C promotes what is passed behind `...`."""
    kind, width = value.type.kind, value.type.integer_width
    if kind in FLOATS:
        return builder.cast("fpext", value, types.floating(context, "double"))
    if kind == "pointer":
        return generic(value, builder, types.pointer(context))
    wanted = types.integer(context, 32 if width <= 32 else 64)
    return (
        value
        if kind == "double" or value.type == wanted
        else builder.cast("sext" if is_signed else "zext", value, wanted)
    )


def generic(value: Value, builder: edit.Builder, pointer: Type) -> Value:
    return value if value.type == pointer else builder.cast("addrspacecast", value, pointer)
