"""A function seen through its snapshot, made on first use: blocks of loops, local arrays, constants."""

from __future__ import annotations

from functools import cached_property

from opencicc.analysis.flow import Flow, collect_body
from opencicc.analysis.liveness import Liveness
from opencicc.analysis.pressure import Pressure, RegistersInLoop
from opencicc.llvm.ir import Value
from opencicc.llvm.names import GENERIC, GLOBAL, LOCAL
from opencicc.llvm.opcodes import OPCODE_NAMES, OPCODES
from opencicc.llvm.services import services
from opencicc.llvm.snapshot import Snapshot, snapshot
from opencicc.llvm.types import Type
from opencicc.passes.unroll.fold import fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from opencicc.analysis.flow import NaturalLoop
    from opencicc.llvm.ir import Function

_LOAD, _STORE, _ALLOCA = OPCODES["load"], OPCODES["store"], OPCODES["alloca"]
_PHI, _ICMP = OPCODES["phi"], OPCODES["icmp"]
# Instructions a pointer is traced through, each by its first operand.
_POINTER_STEPS = frozenset(OPCODES[name] for name in ("getelementptr", "addrspacecast", "bitcast", "freeze"))
_MAX_TRACE = 16


class FunctionView:
    """Questions about a function that is not being changed; make a new one after a change."""

    def __init__(self, function: Function) -> None:
        self.function = function

    @cached_property
    def flat(self) -> Snapshot:
        return snapshot(self.function)

    @cached_property
    def flow(self) -> Flow:
        return Flow.of(self.flat)

    @cached_property
    def pressure(self) -> Pressure:
        return Pressure(Liveness(self.flat, self.flow))

    @cached_property
    def _native_pressure(self) -> dict[int, RegistersInLoop]:
        """What the native helper says of all loops, by their headers; nothing without it."""
        counted = services().pressure(self.function)
        if counted is None:
            return {}
        most, loops = counted
        return {loop.header: RegistersInLoop(most, loop.most, loop.loaded, loop.accesses) for loop in loops}

    def registers_in_loop(self, header: int, latch: int) -> RegistersInLoop:
        """What the loop with this header and this only latch keeps in registers, given as LLVM's pointers."""
        found = self._native_pressure.get(header)
        return found if found is not None else self.pressure.in_loop(self.loop_blocks(header, latch))

    @cached_property
    def block_numbers(self) -> dict[int, int]:
        """Block numbers by LLVM's pointer."""
        return {self.flat.block(number).ref: number for number in range(self.flat.blocks)}

    def loop_blocks(self, header: int, latch: int) -> set[int]:
        """Block numbers of the loop with this header and this only latch, given as LLVM's pointers."""
        if not latch:
            return set()
        return collect_body(self.flow, self.block_numbers[header], self.block_numbers[latch])

    def local_array_size(self, blocks: Iterable[int], assumed_size: int) -> int:
        """Elements of the largest local array that the blocks load from or store to."""
        flat, largest = self.flat, 0
        for block in blocks:
            for number in flat.block_range(block):
                opcode = flat.opcodes[number]
                if opcode in (_LOAD, _STORE):
                    pointer = flat.operands_of(number)[opcode == _STORE]
                    largest = max(largest, self._array_size(self.trace(pointer), pointer, assumed_size))
        return largest

    def trace(self, pointer: int) -> int:
        """The value id that a pointer was computed from."""
        flat = self.flat
        for _ in range(_MAX_TRACE):
            number = pointer - flat.first_instruction
            if not 0 <= number < flat.instructions or flat.opcodes[number] not in _POINTER_STEPS:
                break
            pointer = flat.operands_of(number)[0]
        return pointer

    def is_far(self, pointer: int) -> bool:
        """May what this points to be in global memory?"""
        flat = self.flat
        space = Type(flat.types[pointer]).address_space
        if space == GENERIC:
            number = self.trace(pointer) - flat.first_instruction
            return not (0 <= number < flat.instructions and flat.opcodes[number] == _ALLOCA)
        return space == GLOBAL

    def _array_size(self, base: int, pointer: int, assumed_size: int) -> int:
        flat = self.flat
        number = base - flat.first_instruction
        if 0 <= number < flat.instructions and flat.opcodes[number] == _ALLOCA:
            elements = _count_elements(flat.instruction(number).allocated_type)
            times = self.integer(flat.operands_of(number)[0])  # of its type; None for one that is computed
            return elements if times == 1 else max(elements, 1) * (assumed_size if times is None else times)
        # Local memory reached otherwise: an array of a length nobody knows.
        return assumed_size if Type(flat.types[pointer]).address_space == LOCAL else 0

    def phi_values(self, loop: NaturalLoop, phi: int) -> tuple[int | None, int | None]:
        """(value at entry, value from the only latch) of a phi in the loop's header with just these two."""
        flat = self.flat
        number = phi - flat.first_instruction
        if not 0 <= number < flat.instructions or flat.opcodes[number] != _PHI or flat.parents[number] != loop.header:
            return None, None
        start = flat.operand_offsets[number]
        values = flat.operands_of(number)
        if len(values) != 2:
            return None, None
        from_latch = [flat.incoming[start + i] - flat.arguments == loop.latches[0] for i in range(2)]
        if sum(from_latch) != 1:
            return None, None
        return values[from_latch.index(False)], values[from_latch.index(True)]

    def fold(self, number: int, inputs: list[int | None]) -> int | None:
        """The integer that an instruction makes of known operands, None where that can't be told."""
        if None in inputs:
            return None
        flat = self.flat
        value, opcode = flat.first_instruction + number, flat.opcodes[number]
        width = Type(flat.types[value]).integer_width
        if not 0 < width <= 64:
            return None
        predicate = flat.instruction(number).predicate if opcode == _ICMP else ""
        from_width = Type(flat.types[flat.operands_of(number)[0]]).integer_width
        return fold(OPCODE_NAMES[opcode], predicate, inputs, from_width, width)  # type: ignore[arg-type]

    def integer(self, value: int) -> int | None:
        """An integer constant, by value id."""
        return Value(self.flat.values[value]).integer


def _count_elements(type_: Type) -> int:
    """The product of an array's dimensions, of a struct's largest array; 0 for what has none."""
    if type_.kind == "struct":
        return max((_count_elements(field) for field in type_.fields), default=0)
    size = 1 if type_.kind == "array" else 0
    while type_.kind == "array":
        size *= type_.length
        type_ = type_.element
    return size
