"""Memory during an evaluation: allocas, and global arrays that nobody writes to.

A pointer is (memory, offset); memory is a bytearray, or bytes where it is constant.
"""

from __future__ import annotations

from opencicc.link import symbols
from opencicc.link.evaluate.ieee import Bits, GiveUp
from opencicc.link.evaluate.mode import Mode, known
from opencicc.llvm.constants import bits_of, elements_of, initializer_of, source_element_of
from opencicc.llvm.integers import signed
from opencicc.llvm.ir import GlobalVariable, Instruction, Value
from opencicc.llvm.types import Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Step = Callable[..., Any]
    Pointer = tuple[bytearray | bytes, int]


def make_alloca(instruction: Instruction, _: str, __: Mode) -> Step:
    size = symbols.size_bytes(instruction.allocated_type)
    return lambda count: (bytearray(size * count), 0)


def make_load(instruction: Instruction, _: str, __: Mode) -> Step | None:
    size = _scalar_bytes(instruction.type)
    if not size or instruction.is_volatile:
        return None

    def step(pointer: Pointer) -> int:
        memory, offset = _place(pointer, size)
        return int.from_bytes(memory[offset : offset + size], "little")

    return step


def make_store(instruction: Instruction, _: str, __: Mode) -> Step | None:
    size = _scalar_bytes(instruction.operands[0].type)
    if not size or instruction.is_volatile:
        return None

    def step(value: Bits, pointer: Pointer) -> None:
        memory, offset = _place(pointer, size)
        if isinstance(memory, bytes):
            raise GiveUp("a store to a constant")
        memory[offset : offset + size] = known(value).to_bytes(size, "little")

    return step


def make_gep(instruction: Instruction, _: str, __: Mode) -> Step | None:
    return make_address(instruction, instruction.operands[1:])


def make_address(value: Value, indices: list[Value]) -> Step | None:
    """Pointer arithmetic over arrays and scalars; struct members are left alone."""
    type_ = source_element_of(value)
    sizes, widths = [], []
    for number, index in enumerate(indices):
        if number:
            if type_.kind != "array":
                return None
            type_ = type_.element
        sizes.append(symbols.size_bytes(type_))
        widths.append(index.type.integer_width)

    def step(pointer: Pointer, *steps: int) -> Pointer:
        memory, offset = pointer
        for size, width, count in zip(sizes, widths, steps, strict=True):
            offset += size * signed(count, width)
        return memory, offset

    return step


def _scalar_bytes(type_: Type) -> int:
    return symbols.size_bytes(type_) if type_.kind in ("integer", "float", "double") else 0


def _place(pointer: Any, size: int) -> Pointer:
    if not isinstance(pointer, tuple) or not 0 <= pointer[1] <= len(pointer[0]) - size:
        raise GiveUp("an access to memory that is not known")
    return pointer


class Constants:
    """Operands that are no instructions: numbers, and the memory behind global constants."""

    def __init__(self) -> None:
        self.memories: dict[Value, bytes] = {}

    def read(self, value: Value) -> Any:
        kind = value.kind
        if kind == "global_variable":
            return self._pointer(GlobalVariable(value.ref))
        if kind == "constant_expr":
            return self._constant_address(value)
        bits = bits_of(value)
        # An undefined value may be anything: zero is one of its values.
        return 0 if bits is None and kind in ("undef", "poison", "constant_aggregate_zero") else bits

    def _pointer(self, variable: GlobalVariable) -> tuple[bytes, int] | None:
        if variable not in self.memories:
            data = _initial_bytes(variable)
            if data is None:
                return None
            self.memories[variable] = data
        return self.memories[variable], 0

    def _constant_address(self, value: Value) -> Any:
        operands = value.operands
        base = self.read(operands[0])
        if len(operands) == 1 or base is None:
            return base
        step = make_address(value, operands[1:])
        return step(base, *(index.integer or 0 for index in operands[1:])) if step else None


def _initial_bytes(variable: GlobalVariable) -> bytes | None:
    """What an array nobody writes to holds: a constant, or a local variable that is only read."""
    initializer = initializer_of(variable)
    if initializer is None or not (variable.is_read_only or _is_only_read(variable)):
        return None
    type_ = variable.value_type
    size = _scalar_bytes(type_.element) if type_.kind == "array" else 0
    if not size:
        return None
    elements = [bits_of(element) for element in elements_of(initializer, type_.length)]
    return None if None in elements else b"".join((e or 0).to_bytes(size, "little") for e in elements)


def _is_only_read(variable: GlobalVariable) -> bool:
    """Is every use of a local variable a load, directly or behind address computations?"""
    if variable.linkage not in symbols.LOCAL_LINKAGES:
        return False
    pending: list[Value] = [variable]
    seen: set[Value] = set()
    while pending:
        for user in pending.pop().users:
            opcode = Instruction(user.ref).opcode if user.kind == "instruction" else user.kind
            if opcode not in ("load", "constant_expr", "getelementptr", "addrspacecast", "phi"):
                return False
            if opcode != "load" and user not in seen:
                seen.add(user)
                pending.append(user)
    return True
