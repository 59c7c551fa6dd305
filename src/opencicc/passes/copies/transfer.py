"""Facts about one memcpy, memmove or memset: how long, how aligned, whether its two sides can overlap."""

from __future__ import annotations

from opencicc.analysis.alignment import KnownAlignment
from opencicc.llvm.constants import without_cast
from opencicc.llvm.ir import Instruction, Module, Value
from opencicc.llvm.layout import Layout
from opencicc.llvm.names import GENERIC, SHARED, SHARED_CLUSTER
from opencicc.record import record

COPY, MOVE, SET = "llvm.memcpy.", "llvm.memmove.", "llvm.memset."
COPIES, TRANSFERS = (COPY, MOVE), (COPY, MOVE, SET)
_ATOMIC = ".element."  # llvm.memcpy.element.unordered.atomic: elements must not be joined
WIDEST_ACCESS = 16


@record
class Transfer:
    """A memcpy, memmove or memset."""

    call: Instruction
    kind: str  # memcpy, memmove or memset
    length: int | None  # None where only the program knows
    multiple: int  # a power of two that divides the length
    alignments: tuple[int, ...]  # of the target and, unless it sets, of the source
    may_overlap: bool

    @property
    def is_set(self) -> bool:
        return self.kind == "memset"

    @property
    def is_volatile(self) -> bool:
        return self.call.arguments[3].integer != 0

    @property
    def width(self) -> int:
        """Bytes of the widest access that both sides allow."""
        most = WIDEST_ACCESS if self.length is None else largest_power(self.length)
        return min(*self.alignments, WIDEST_ACCESS, most)


def find_calls(module: Module, prefixes: tuple[str, ...]) -> list[Instruction]:
    """The calls of these intrinsics, by way of their declarations: there are few of these."""
    declared = [f for f in module.functions if f.is_declaration and f.name.startswith(prefixes)]
    named = [f for f in declared if _ATOMIC not in f.name]
    return [Instruction(user.ref) for function in named for user in function.each_user()]


def describe(call: Instruction, known: KnownAlignment) -> Transfer:
    name = call.callee_name
    kind = "memset" if name.startswith(SET) else "memcpy" if name.startswith(COPY) else "memmove"
    arguments = call.arguments
    length = arguments[2].integer
    sides = (0,) if kind == "memset" else (0, 1)
    alignments = tuple(max(call.argument_alignment(side), known.of_value(arguments[side])) for side in sides)
    overlaps = kind == "memmove" and not are_apart(arguments[0], arguments[1])
    return Transfer(call, kind, length, 1 if length else known.of_value(arguments[2]), alignments, overlaps)


def are_apart(first: Value, second: Value) -> bool:
    """Do two pointers point into different objects, or into memory of different kinds?"""
    spaces = {first.type.address_space, second.type.address_space}
    if len(spaces) == 2 and GENERIC not in spaces and not spaces <= {SHARED, SHARED_CLUSTER}:
        return True
    objects = object_of(first), object_of(second)
    return None not in objects and objects[0] != objects[1]


def object_of(pointer: Value) -> Value | None:
    """The stack object or the variable that a pointer points into."""
    while True:
        kind = pointer.kind
        if kind == "global_variable":
            return pointer
        if kind == "constant_expr":
            inner = without_cast(pointer)
        elif kind == "instruction":
            instruction = Instruction(pointer.ref)
            if instruction.opcode == "alloca":
                return pointer
            if instruction.opcode not in ("getelementptr", "addrspacecast", "bitcast"):
                return None
            inner = instruction.operand(0)
        else:
            return None
        if inner.type.kind != "pointer":
            return None
        pointer = inner


def stack_place(pointer: Value, layout: Layout) -> tuple[Instruction, int] | None:
    """The stack object a pointer points into, and how many bytes in."""
    offset = 0
    while pointer.kind == "instruction":
        instruction = Instruction(pointer.ref)
        opcode = instruction.opcode
        if opcode == "alloca":
            return instruction, offset
        if opcode == "getelementptr":
            for size, index in layout.address_terms(instruction):
                if not isinstance(index, int):
                    return None
                offset += size * index
        elif opcode not in ("addrspacecast", "bitcast"):
            return None
        pointer = instruction.operand(0)
    return None


def largest_power(number: int) -> int:
    """The largest power of two up to a number, at least 1."""
    return 1 << max(number.bit_length() - 1, 0)
