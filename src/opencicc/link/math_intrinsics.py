"""Math intrinsics that NVPTX has no code for, as calls of libdevice.

    %r = call double @llvm.exp.f64(double %x)            =>    %r = call double @__nv_exp(double %x)
    %r = call half @llvm.sin.f16(half %x)                =>    to float, @__nv_sinf, and back
    %r = call <2 x float> @llvm.pow.v2f32(...)           =>    @__nv_powf for each element
    %r = call { float, float } @llvm.sincos.f32(...)     =>    @__nv_sincosf into two stack objects

C, Julia, Rust and MLIR front ends write the intrinsics; CUDA C++ has the calls from its headers. What libLLVM 22 has
code for stays: exp2 of a float, sine, cosine and tanh that may be approximate (`afn`), a power with a constant exponent.
"""

from __future__ import annotations

from opencicc.llvm import edit, edit_module, types
from opencicc.llvm.ir import Function, Instruction, Module, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.types import Type

_SAME = "sin cos tan asin acos atan atan2 sinh cosh tanh exp exp2 exp10 log log2 log10 pow"
# Intrinsic to the name inside libdevice, without its prefix and the float's 'f'.
VALUES = {**{name: name for name in _SAME.split()}, "powi": "powi"}
INTEGERS = {"lrint": "llrint", "llrint": "llrint", "lround": "llround", "llround": "llround"}
# The function gives its results, or the second of them, through pointers.
PAIRS = {"sincos": "sincos", "sincospi": "sincospi", "modf": "modf"}
_NATIVE_IF_APPROXIMATE = frozenset(("sin", "cos", "tanh"))
_SMALL = frozenset(("half", "bfloat"))
_FLOATING = frozenset(("half", "bfloat", "float", "double"))
_INTEGER_BITS = 64


def call_library(module: Module) -> None:
    """Replace the intrinsics; libdevice is linked afterwards."""
    for name in module.used_declarations:
        base = _base_name(name)
        function = module.function(name) if base in _ALL else None
        if function is None:
            continue
        for user in list(function.users):
            call = Instruction(user.ref)
            if call.opcode == "call" and call.callee_name == name and not stays(call, base):
                _replace(call, base, module)
        if not function.has_uses:
            edit_module.delete_function(function)


_ALL = frozenset((*VALUES, *INTEGERS, *PAIRS))


def _base_name(name: str) -> str:
    return name[5:].partition(".")[0] if name.startswith("llvm.") else ""


def stays(call: Instruction, base: str) -> bool:
    """Is there code for it in libLLVM, or is its type none that libdevice knows?"""
    scalar = _scalar(call.arguments[0].type)
    if scalar.kind not in _FLOATING:
        return True
    if base in _NATIVE_IF_APPROXIMATE and call.is_approximate and scalar.kind != "double":
        return True
    if base == "powi":
        return call.arguments[1].integer is not None
    return base == "exp2" and scalar.kind != "double"


def _scalar(type_: Type) -> Type:
    return type_.element if type_.kind == "vector" else type_


def _replace(call: Instruction, base: str, module: Module) -> None:
    arguments = call.arguments
    with edit.Builder(module.context.ref) as builder:
        builder.before(call)
        if arguments[0].type.kind != "vector":
            return edit.take_over(call, _one(builder, call, base, arguments, module))
        whole: Value = edit.poison(call.type)
        index_type = types.integer(module.context.ref, 32)
        for lane in range(arguments[0].type.length):
            at = edit.constant_int(index_type, lane)
            lanes = [builder.extract_element(a, at) if a.type.kind == "vector" else a for a in arguments]
            result = _one(builder, call, base, lanes, module)
            whole = _with_lane(builder, whole, result, at)
        edit.take_over(call, whole)


def _with_lane(builder: edit.Builder, whole: Value, result: Value, at: Value) -> Value:
    """A lane of a vector, or of each vector of a pair."""
    if whole.type.kind == "vector":
        return builder.insert_element(whole, result, at)
    for member in (0, 1):
        lane = builder.extract_value(result, member)
        filled = builder.insert_element(builder.extract_value(whole, member), lane, at)
        whole = builder.insert_value(whole, filled, member)
    return whole


def _one(builder: edit.Builder, call: Instruction, base: str, arguments: list[Value], module: Module) -> Value:
    """The result for scalars; the numbers of fewer than 32 bits are computed as floats."""
    given, context = arguments[0].type, module.context.ref
    wide = types.floating(context, "float") if given.kind in _SMALL else given
    values = [builder.cast("fpext", a, wide) if a.type.kind in _SMALL else a for a in arguments]
    suffix = "" if wide.kind == "double" else "f"
    if base in PAIRS:
        return _pair(builder, call, base, values[0], given, f"__nv_{PAIRS[base]}{suffix}", module)
    if base in INTEGERS:
        result = types.integer(context, _INTEGER_BITS)
        found: Value = builder.call(_library(module, f"__nv_{INTEGERS[base]}{suffix}", result, [wide]), values)
        wanted = _scalar(call.type)
        return found if wanted.integer_width == _INTEGER_BITS else builder.cast("trunc", found, wanted)
    name = f"__nv_{VALUES[base]}{suffix}"
    found = builder.call(_library(module, name, wide, [value.type for value in values]), values)
    return builder.cast("fptrunc", found, given) if given.kind in _SMALL else found


def _pair(
    builder: edit.Builder, call: Instruction, base: str, value: Value, given: Type, name: str, module: Module
) -> Value:
    context, wide = module.context.ref, value.type
    pointer, is_modf = types.pointer(context), base == "modf"
    slots = [_stack_object(call, wide, context) for _ in range(1 if is_modf else 2)]
    result = wide if is_modf else types.void(context)
    found = builder.call(_library(module, name, result, [wide, *(pointer for _ in slots)]), [value, *slots])
    loaded: list[Value] = [builder.load(wide, slot) for slot in slots]
    members = [found, *loaded] if is_modf else loaded
    if given.kind in _SMALL:
        members = [builder.cast("fptrunc", member, given) for member in members]
    whole: Value = edit.poison(types.struct(context, [given, given]))
    for at, member in enumerate(members):
        whole = builder.insert_value(whole, member, at)
    return whole


def _stack_object(call: Instruction, type_: Type, context: int) -> Value:
    entry = next(iter(call.parent.parent.blocks))
    with edit.Builder(context) as builder:
        return builder.before(next(iter(entry.instructions))).alloca(type_)


def _library(module: Module, name: str, result: Type, params: list[Type]) -> Function:
    return edit_module.declare(module, name, types.function(result, params))
