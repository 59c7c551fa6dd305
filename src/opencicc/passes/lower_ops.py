"""Replace operations on numbers wider than PTX computes with by calls.

    %q = udiv i128 %a, %b          =>     %q = call i128 @__opencicc_udiv128(i128 %a, i128 %b)
    %s = fadd fp128 %x, %y         =>     %s = call fp128 @__nv_add_fp128(fp128 %x, fp128 %y)

i128 divisions and the conversions between i128 and floats become calls of functions that are added to the module
(lower_ops_library.py): libLLVM expands the divisions into a loop over all 128 bits and can't convert at all. Where the module
has the product's `__nv_udiv128`, `__nv_idiv128`, `__nv_urem128` or `__nv_irem128`, these are called. `enable-optimization`
divides in 64 bits where both operands are extended from so many.

fp128 has no instructions and no library of ours: its operations become calls of `__nv_{add,sub,mul,div,rem}_fp128`,
`__nv_fcmp_PREDICATE` and `__nv_cvt_FROM_TO_{rn,rz}` where the module has them (the sources give the pattern of the last only:
types are written f32, f64, f128, s8 to s128, u8 to u128). What nobody brings stays, and nvvm-final-lowering says so.

Leaves alone: divisions by powers of two (shifts are better), vectors, more than 128 bits (libLLVM expands the divisions).
Additions, multiplications and shifts of i128 are code generation's. Upstream has expand-ir-insts for the divisions.
"""

from __future__ import annotations

from opencicc.llvm import edit, edit_module, types
from opencicc.llvm.constants import integer_of
from opencicc.llvm.ir import Function, Instruction, Module, Value
from opencicc.llvm.types import Type
from opencicc.llvm.wide import PTX_BITS, find_wide_operations, is_quad_operation, is_wide_division
from opencicc.passes.api import NVIDIA_REGISTRY, PassContext, module_pass
from opencicc.passes.lower_ops_library import PREFIX, text_of
from opencicc.passes.places import Place, at

WIDTH = 128
DIVISIONS = {"udiv": "udiv128", "sdiv": "idiv128", "urem": "urem128", "srem": "irem128"}
QUAD_NAMES = {"fadd": "add", "fsub": "sub", "fmul": "mul", "fdiv": "div", "frem": "rem"}
FLOAT_NAMES = {"half": "f16", "bfloat": "bf16", "float": "f32", "double": "f64", "fp128": "f128"}
TO_FLOAT = {"half": "u128_to_odd_f32", "bfloat": "u128_to_odd_f32", "float": "u128_to_f32", "double": "u128_to_f64"}
EXTENSIONS = {"udiv": "zext", "urem": "zext", "sdiv": "sext", "srem": "sext"}


@module_pass(
    "lower-ops",
    "Replace 128-bit divisions and conversions by calls, and arithmetic of fp128 where its functions are linked.",
    params=("enable-optimization",),
    when="wide",
    places=at(
        Place(
            "opening",
            after="instcombine",
            params="enable-optimization",
            why="folding has made what it can narrow; the calls can still be inlined",
        ),
        Place(
            "light opening",
            before="when<calls>(always-inline)",
            params="enable-optimization",
            why="the path folds little and inlines nothing",
        ),
    ),
    origin=NVIDIA_REGISTRY,
)
def run(module: Module, ctx: PassContext) -> bool:
    return lower_wide_operations(module, ctx, narrows="enable-optimization" in ctx.params) > 0


def lower_wide_operations(module: Module, ctx: PassContext, *, narrows: bool) -> int:
    """Lower what can be; how many operations there were."""
    lowering = Lowering(module, narrows)
    count = 0
    for operation in find_wide_operations(module):
        result = lowering.lower(operation)
        if result is not None:
            ctx.remark(
                operation, f"{operation.opcode} of {operation.operand(0).type.text} became a call", name="Lowered"
            )
            edit.take_over(operation, result)
            count += 1
    lowering.add_library()
    return count


class Lowering:
    """One module's operations, and the functions of the library that they turned out to need."""

    def __init__(self, module: Module, narrows: bool) -> None:
        self.module = module
        self.narrows = narrows
        self.context = module.context.ref
        self.i128 = types.integer(self.context, WIDTH)
        self.needed: set[str] = set()

    def lower(self, operation: Instruction) -> Value | None:
        """What an operation becomes, built in front of it; None where it stays."""
        with edit.Builder(self.context) as builder:
            builder.before(operation)
            if is_quad_operation(operation):
                return self.quad(operation, builder)
            if is_wide_division(operation):
                return self.division(operation, builder)
            return self.conversion(operation, builder)

    # --- i128 ---

    def division(self, operation: Instruction, builder: edit.Builder) -> Value | None:
        type_, opcode = operation.type, operation.opcode
        left, right = operation.operands
        if type_.integer_width > WIDTH or is_power_of_two(right):
            return None
        extension = EXTENSIONS[opcode]
        short = self.short_operands(left, right) if self.narrows and extension == "zext" else []
        if short:
            dividend, divisor = (self.extended(value, builder) for value in short)
            return builder.cast("zext", builder.binary(opcode, dividend, divisor), type_)
        wide = [builder.cast(extension, v, self.i128) if type_ != self.i128 else v for v in (left, right)]
        product = self.module.function(f"__nv_{DIVISIONS[opcode]}")
        signature = types.function(self.i128, [self.i128, self.i128])
        is_given = product is not None and product.value_type == signature
        function = (
            product if is_given and product else self.library(DIVISIONS[opcode], self.i128, [self.i128, self.i128])
        )
        result = builder.call(function, wide)
        return result if type_ == self.i128 else builder.cast("trunc", result, type_)

    def short_operands(self, *operands: Value) -> list[Value]:
        """What unsigned operands are extended from, if all are; signed quotients may need a bit more than their operands."""
        found = [narrow_operand(value, "zext") for value in operands]
        return [value for value in found if value] if all(found) else []

    def extended(self, value: Value, builder: edit.Builder) -> Value:
        short = types.integer(self.context, PTX_BITS)
        return value if value.type == short else builder.cast("zext", value, short)

    def conversion(self, operation: Instruction, builder: edit.Builder) -> Value | None:
        value, target = operation.operand(0), operation.type
        if operation.opcode in ("uitofp", "sitofp"):
            return self.to_float(operation, value, target, builder)
        if target.integer_width > WIDTH or value.type.kind not in TO_FLOAT:
            return None
        double = types.floating(self.context, "double")
        exact = value if value.type == double else builder.cast("fpext", value, double)
        name = "f64_to_u128" if operation.opcode == "fptoui" else "f64_to_i128"
        result = builder.call(self.library(name, self.i128, [double]), [exact])
        return result if target == self.i128 else builder.cast("trunc", result, target)

    def to_float(self, operation: Instruction, value: Value, target: Type, builder: edit.Builder) -> Value | None:
        if value.type.integer_width > WIDTH or target.kind not in TO_FLOAT:
            return None
        is_signed = operation.opcode == "sitofp"
        if value.type != self.i128:
            value = builder.cast("sext" if is_signed else "zext", value, self.i128)
        magnitude = value
        if is_signed:
            sign = builder.binary("ashr", value, edit.constant_int(self.i128, WIDTH - 1))
            magnitude = builder.binary("sub", builder.binary("xor", value, sign), sign)
        name = TO_FLOAT[target.kind]
        made = types.floating(self.context, "double" if name.endswith("f64") else "float")
        result: Value = builder.call(self.library(name, made, [self.i128]), [magnitude])
        if target != made:
            result = builder.cast("fptrunc", result, target)
        if not is_signed:
            return result
        is_negative = builder.icmp("slt", value, edit.null(self.i128))
        negated = builder.binary("fsub", edit.constant_float(target, -0.0), result)
        return builder.select(is_negative, negated, result)

    def library(self, name: str, result: Type, parameters: list[Type]) -> Function:
        self.needed.add(name)
        return edit_module.declare(self.module, PREFIX + name, types.function(result, parameters))

    def add_library(self) -> None:
        """Give the functions that were called their bodies, seen by this module only."""
        missing = {name for name in self.needed if is_declared_only(self.module, PREFIX + name)}
        if not missing:
            return
        edit_module.link_text(self.module, text_of(missing))
        for function in self.module.definitions:
            if function.name.startswith(PREFIX):
                edit_module.set_linkage(function, "internal")

    # --- fp128 ---

    def quad(self, operation: Instruction, builder: edit.Builder) -> Value | None:
        if operation.opcode == "fneg":
            bits = builder.cast("bitcast", operation.operand(0), self.i128)
            one, shift = edit.constant_int(self.i128, 1), edit.constant_int(self.i128, WIDTH - 1)
            flipped = builder.binary("xor", bits, builder.binary("shl", one, shift))
            return builder.cast("bitcast", flipped, operation.type)
        function = self.module.function(quad_function(operation))
        arguments = operation.operands
        if function is None or function.value_type.params != [argument.type for argument in arguments]:
            return None
        result = builder.call(function, arguments)
        if operation.opcode == "fcmp" and result.type != operation.type:
            return builder.icmp("ne", result, edit.null(result.type))
        return result


def quad_function(operation: Instruction) -> str:
    """The name of the function that does what an operation on fp128 does."""
    opcode = operation.opcode
    if opcode in QUAD_NAMES:
        return f"__nv_{QUAD_NAMES[opcode]}_fp128"
    if opcode == "fcmp":
        return f"__nv_fcmp_{operation.float_predicate}"
    source, target = operation.operand(0).type, operation.type
    is_unsigned = opcode in ("uitofp", "fptoui")
    rounding = "rz" if opcode in ("fptosi", "fptoui") else "rn"
    return f"__nv_cvt_{_number_name(source, is_unsigned)}_{_number_name(target, is_unsigned)}_{rounding}"


def _number_name(type_: Type, is_unsigned: bool) -> str:
    return FLOAT_NAMES.get(type_.kind) or f"{'u' if is_unsigned else 's'}{type_.integer_width}"


def is_declared_only(module: Module, name: str) -> bool:
    function = module.function(name)
    return function is not None and function.is_declaration


def is_power_of_two(divisor: Value) -> bool:
    number = integer_of(divisor)
    return number is not None and number > 0 and number & (number - 1) == 0


def narrow_operand(value: Value, extension: str) -> Value | None:
    """What a value of at most 64 bits is extended from, or a constant that fits them."""
    if value.kind == "instruction":
        instruction = Instruction(value.ref)
        is_narrow = instruction.opcode == extension and instruction.operand(0).type.integer_width <= PTX_BITS
        return instruction.operand(0) if is_narrow else None
    number = integer_of(value)
    if number is None or not 0 <= number < 1 << (PTX_BITS - 1):
        return None
    return edit.constant_int(types.integer(value.type.context, PTX_BITS), number)
