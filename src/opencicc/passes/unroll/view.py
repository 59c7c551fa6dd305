"""A function seen through its snapshot, asked for on first use: blocks of loops, local arrays, what pointers come from."""

from __future__ import annotations

from opencicc.analysis.flow import Flow, collect_body
from opencicc.analysis.known_integers import constant
from opencicc.llvm.names import GENERIC, GLOBAL, LOCAL
from opencicc.llvm.opcodes import OPCODES
from opencicc.llvm.snapshot import Snapshot
from opencicc.llvm.types import Type
from opencicc.record import once

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from opencicc.analysis.manager import Ask
    from opencicc.llvm.ir import Function

_LOAD, _STORE, _ALLOCA = OPCODES["load"], OPCODES["store"], OPCODES["alloca"]
# Instructions a pointer is traced through, each by its first operand.
_POINTER_STEPS = frozenset(OPCODES[name] for name in ("getelementptr", "addrspacecast", "bitcast", "freeze"))
_MAX_TRACE = 16
_ADDRESS = OPCODES["getelementptr"]
_ADD, _PHI = OPCODES["add"], OPCODES["phi"]
_CASTS = frozenset(OPCODES[name] for name in ("zext", "sext", "trunc"))


class FunctionView:
    """Questions about a function that is not being changed; make a new one after a change."""

    def __init__(self, function: Function, ask: Ask) -> None:
        self.function = function
        self._ask = ask

    @once
    def flat(self) -> Snapshot:
        return self._ask(Snapshot, self.function)

    @once
    def flow(self) -> Flow:
        return self._ask(Flow, self.function)

    @once
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

    def without_offset(self, pointer: int) -> int:
        """The address that a constant number of bytes was added to."""
        flat = self.flat
        for _ in range(_MAX_TRACE):
            number = pointer - flat.first_instruction
            if not 0 <= number < flat.instructions or flat.opcodes[number] != _ADDRESS:
                break
            base, *indices = flat.operands_of(number)
            if any(constant(flat, index) is None for index in indices):
                break
            pointer = base
        return pointer

    def is_local(self, pointer: int) -> bool:
        """Does this point to the thread's own memory?"""
        flat, number = self.flat, self.trace(pointer) - self.flat.first_instruction
        if Type(flat.types[pointer]).address_space == LOCAL:
            return True
        return 0 <= number < flat.instructions and flat.opcodes[number] == _ALLOCA

    @property
    def writes_locally(self) -> bool:
        """Does the function store to the thread's own memory at all?"""
        flat = self.flat
        return any(opcode == _STORE and self.is_local(flat.operands_of(n)[1]) for n, opcode in enumerate(flat.opcodes))

    def only_writes_locally(self, blocks: Iterable[int]) -> bool:
        """Do the blocks store to the thread's own memory, and load nothing that may be in global memory?"""
        flat = self.flat
        inside = [n for block in blocks for n in flat.block_range(block)]
        stored = [flat.operands_of(n)[1] for n in inside if flat.opcodes[n] == _STORE]
        loaded = [flat.operands_of(n)[0] for n in inside if flat.opcodes[n] == _LOAD]
        return any(map(self.is_local, stored)) and not any(map(self.is_far, loaded))

    def instruction_in(self, blocks: Iterable[int], value: int) -> int | None:
        """The number of the instruction that makes a value in one of the blocks."""
        number = value - self.flat.first_instruction
        return number if 0 <= number < self.flat.instructions and self.flat.parents[number] in blocks else None

    def without_casts(self, value: int) -> int:
        """The number that an extension or a truncation was made of."""
        flat = self.flat
        while 0 <= (number := value - flat.first_instruction) < flat.instructions and flat.opcodes[number] in _CASTS:
            value = flat.operands_of(number)[0]
        return value

    def step_of(self, value: int, blocks: Iterable[int]) -> int | None:
        """By how much a counter of a loop goes up in a trip, itself or with something of outside added to it."""
        flat, number = self.flat, self.instruction_in(blocks, value)
        while number is not None and flat.opcodes[number] == _ADD:
            inside = [v for v in flat.operands_of(number) if self.instruction_in(blocks, v) is not None]
            number = self.instruction_in(blocks, inside[0]) if len(inside) == 1 else None
        if number is None or flat.opcodes[number] != _PHI:
            return None
        counter = flat.first_instruction + number
        for incoming in flat.operands_of(number):
            step = self.instruction_in(blocks, incoming)
            if step is not None and flat.opcodes[step] == _ADD and flat.operands_of(step)[0] == counter:
                return constant(flat, flat.operands_of(step)[1])
        return None

    def _array_size(self, base: int, pointer: int, assumed_size: int) -> int:
        flat = self.flat
        number = base - flat.first_instruction
        if 0 <= number < flat.instructions and flat.opcodes[number] == _ALLOCA:
            elements = _count_elements(flat.instruction(number).allocated_type)
            times = constant(flat, flat.operands_of(number)[0])  # of its type; None for one that is computed
            return elements if times == 1 else max(elements, 1) * (assumed_size if times is None else times)
        # Local memory reached otherwise: an array of a length nobody knows.
        return assumed_size if Type(flat.types[pointer]).address_space == LOCAL else 0


def _count_elements(type_: Type) -> int:
    """The product of an array's dimensions, of a struct's largest array; 0 for what has none."""
    if type_.kind == "struct":
        return max((_count_elements(field) for field in type_.fields), default=0)
    size = 1 if type_.kind == "array" else 0
    while type_.kind == "array":
        size *= type_.length
        type_ = type_.element
    return size
