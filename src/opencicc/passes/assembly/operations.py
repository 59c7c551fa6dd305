"""What single instructions of PTX are in IR. Each writer gets the operands as values and returns the results.

Where PTX says no rounding (`add.f16x2`), multiplications and additions may be fused: such operations get `contract`.
Sums and products of single halves are not known here: LLVM would pair two chains of them, and packing each pair takes longer than
the sum that is saved (a sum of 1,024 halves in shared memory 1.08 of its time).
"""

from __future__ import annotations

from opencicc.llvm import edit, edit_module, types
from opencicc.llvm.ir import Instruction, Module, Value
from opencicc.llvm.layout import common_alignment
from opencicc.llvm.opcodes import FAST_MATH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from opencicc.llvm.types import Type

    Write = Callable[["Writer", list[Value]], list[Value]]

GLOBAL = 1
FORMATS = {"f16": ("half", 1), "bf16": ("bfloat", 1), "f16x2": ("half", 2), "bf16x2": ("bfloat", 2)}
ARITHMETIC = {"add": "fadd", "sub": "fsub", "mul": "fmul"}
CONVERSIONS = {  # to, from, and how
    "cvt.f32.f16": ("float", "half", "fpext"),
    "cvt.f32.bf16": ("float", "bfloat", "fpext"),
    "cvt.rn.f16.f32": ("half", "float", "fptrunc"),
    "cvt.rn.bf16.f32": ("bfloat", "float", "fptrunc"),
}
PAIRS = {"cvt.rn.f16x2.f32": "half", "cvt.rn.bf16x2.f32": "bfloat"}
ORDERED = {"eq": "oeq", "ne": "one", "lt": "olt", "le": "ole", "gt": "ogt", "ge": "oge"}
COMPARISONS = ORDERED | {f"{name}u": f"u{predicate[1:]}" for name, predicate in ORDERED.items()}
MOVES = frozenset(f"mov.{kind}{width}" for width in (16, 32, 64) for kind in "busf")
CHOICES = frozenset(f"selp.{kind}{width}" for width in (16, 32, 64) for kind in "busf")
LOADED = {f"{kind}{width}": (width, kind) for width in (8, 16, 32, 64) for kind in "busf"}
REGISTERS = {"%laneid": "llvm.nvvm.read.ptx.sreg.laneid"}


class Writer:
    """Writes operations in front of a call, in its terms."""

    def __init__(self, module: Module, place: Instruction, builder: edit.Builder, *, may_fuse: bool) -> None:
        self.module = module
        self.builder = builder.before(place)
        self.context = builder.context
        self.may_fuse = may_fuse

    def integer(self, width: int) -> Type:
        return types.integer(self.context, width)

    def format(self, name: str) -> Type:
        kind, length = FORMATS[name]
        single = types.floating(self.context, kind)
        return single if length == 1 else types.vector(single, length)

    def as_type(self, value: Value, to: Type) -> Value:
        """The same bits as another type; fewer bits are the low ones, missing ones are 0."""
        if value.type == to:
            return value
        if value.type.kind == to.kind == "pointer":
            return self.builder.cast("addrspacecast", value, to)
        bits = value
        if value.type.kind == "pointer":
            bits = self.builder.cast("ptrtoint", value, self.integer(64))
        elif value.type.kind != "integer":
            bits = self.builder.cast("bitcast", value, self.integer(width_of(value.type)))
        wanted, given = width_of(to), bits.type.integer_width
        if wanted != given:
            bits = self.builder.cast("trunc" if wanted < given else "zext", bits, self.integer(wanted))
        if to.kind == "integer":
            return bits
        return self.builder.cast("inttoptr" if to.kind == "pointer" else "bitcast", bits, to)

    def as_format(self, values: list[Value], name: str) -> list[Value]:
        return [self.as_type(each, self.format(name)) for each in values]

    def intrinsic(self, name: str, overloads: list[Type], arguments: list[Value]) -> Value:
        return self.builder.call(edit_module.intrinsic(self.module, name, overloads), arguments)


def width_of(type_: Type) -> int:
    kind = type_.kind
    if kind == "vector":
        return type_.length * width_of(type_.element)
    return {"half": 16, "bfloat": 16, "float": 32, "double": 64, "pointer": 64}.get(kind) or type_.integer_width


def writer_of(operation: str, sources: int) -> Write | None:
    """How to write an operation with this many source operands (words between braces counted one by one), None for others."""
    name, *words = operation.split(".")
    if operation in CONVERSIONS and sources == 1:
        return converter(*CONVERSIONS[operation])
    if operation in PAIRS and sources == 2:
        return pair_converter(PAIRS[operation])
    if operation in MOVES and sources in (1, 2, 4):
        return mover(int(operation[-2:]))
    if operation in CHOICES and sources == 3:
        return chooser(int(operation[-2:]))
    if operation.startswith("ld.global.nc.") and sources == 1:
        return loader(words[2:])
    return half_writer(name, tuple(words[:-1]), words[-1], sources) if words and words[-1] in FORMATS else None


def half_writer(name: str, between: tuple[str, ...], format_: str, sources: int) -> Write | None:
    """Operations of halves: sums and products of pairs, signs of all, comparisons of single ones."""
    is_pair = FORMATS[format_][1] > 1
    if name in ARITHMETIC and sources == 2 and is_pair and between in ((), ("rn",)):
        return summer(ARITHMETIC[name], format_, may_fuse=not between)
    if name == "fma" and sources == 3 and is_pair and between == ("rn",):
        return caller("llvm.fma", format_)
    if name == "abs" and sources == 1 and not between:
        return caller("llvm.fabs", format_)
    if name == "neg" and sources == 1 and not between:
        return negator(format_)
    if name == "setp" and sources == 2 and not is_pair and len(between) == 1 and between[0] in COMPARISONS:
        return comparer(COMPARISONS[between[0]], format_)
    return None


def converter(to: str, source: str, how: str) -> Write:
    return lambda w, given: [convert(w, given[0], how, source, to)]


def pair_converter(to: str) -> Write:
    """Of two floats, of which PTX names the upper one first."""
    return lambda w, given: [pair(w, [convert(w, each, "fptrunc", "float", to) for each in reversed(given)])]


def chooser(width: int) -> Write:
    def write(w: Writer, given: list[Value]) -> list[Value]:
        then, otherwise = (w.as_type(each, w.integer(width)) for each in given[:2])
        return [w.builder.select(given[2], then, otherwise)]

    return write


def summer(opcode: str, format_: str, *, may_fuse: bool) -> Write:
    def write(w: Writer, given: list[Value]) -> list[Value]:
        left, right = w.as_format(given, format_)
        result = w.builder.binary(opcode, left, right)
        if may_fuse and w.may_fuse and result.kind == "instruction":
            edit.add_fast_math(Instruction(result.ref), FAST_MATH["contract"])
        return [result]

    return write


def caller(intrinsic: str, format_: str) -> Write:
    return lambda w, given: [w.intrinsic(intrinsic, [w.format(format_)], w.as_format(given, format_))]


def negator(format_: str) -> Write:
    return lambda w, given: [w.builder.fneg(w.as_format(given, format_)[0])]


def comparer(predicate: str, format_: str) -> Write:
    def write(w: Writer, given: list[Value]) -> list[Value]:
        left, right = w.as_format(given, format_)
        return [w.builder.fcmp(predicate, left, right)]

    return write


def convert(w: Writer, value: Value, how: str, source: str, to: str) -> Value:
    given = w.as_type(value, types.floating(w.context, source))
    return w.builder.cast(how, given, types.floating(w.context, to))


def pair(w: Writer, values: list[Value]) -> Value:
    """Several values of one type in a vector, the first one lowest."""
    row = edit.poison(types.vector(values[0].type, len(values)))
    for position, each in enumerate(values):
        row = w.builder.insert_element(row, each, edit.constant_int(w.integer(32), position))
    return row


def mover(width: int) -> Write:
    """One value, or several in one register; taking one apart is the business of who reads the results."""

    def write(w: Writer, given: list[Value]) -> list[Value]:
        parts = [w.as_type(each, w.integer(width // len(given))) for each in given]
        return parts if len(parts) == 1 else [pair(w, parts)]

    return write


def loader(words: list[str]) -> Write | None:
    """A load of one value, or of two or four neighbours, of memory that nobody writes while the kernel runs."""
    length = 1
    if words and words[0] in ("v2", "v4"):
        length = int(words.pop(0)[1])
    if len(words) != 1 or words[0] not in LOADED:
        return None
    width, kind = LOADED[words[0]]

    def write(w: Writer, given: list[Value]) -> list[Value]:
        single = types.floating(w.context, "float" if width == 32 else "double") if kind == "f" else w.integer(width)
        address = w.as_type(given[0], types.pointer(w.context))
        pointer = w.builder.cast("addrspacecast", address, types.pointer(w.context, GLOBAL))
        parts: list[Value] = []
        for n in range(length):  # one by one: LLVM forgets that a vector is invariant when it takes it apart
            at = w.builder.gep(single, pointer, [edit.constant_int(w.integer(64), n)], in_bounds=True) if n else pointer
            loaded = w.builder.load(single, at)
            # PTX faults where the whole is not aligned to its size.
            edit.set_alignment(loaded, common_alignment(length * width // 8, n * width // 8))
            edit.mark_invariant(loaded)
            parts.append(loaded)
        if width < 32:  # a register holds more
            parts = [w.builder.cast("sext" if kind == "s" else "zext", each, w.integer(64)) for each in parts]
        return parts

    return write
