"""Which loads give the same again: of memory that nobody writes while the kernel runs, or with no write in between.

Fixed memory is constant memory, a kernel's parameters, what `!invariant.load` promises, and what a kernel gets through a
pointer that is `noalias` and `readonly`: code generation reads that through the read-only cache for the same reason.
"""

from __future__ import annotations

from opencicc.llvm.ir import Instruction
from opencicc.llvm.names import CONSTANT, PARAM
from opencicc.llvm.opcodes import CALLS, OPCODES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.analysis.flow import Flow
    from opencicc.llvm.ir import Function
    from opencicc.llvm.snapshot import Snapshot

_LOAD, _GEP = OPCODES["load"], OPCODES["getelementptr"]
_CASTS = frozenset(OPCODES[name] for name in ("addrspacecast", "bitcast"))
_WRITING = frozenset(OPCODES[name] for name in ("store", "fence", "cmpxchg", "atomicrmw"))
MOST_BLOCKS = 64  # looked at between a load and a place
NOT, FIXED, CACHED = range(3)


class Loads:
    """Questions about the loads of one function."""

    def __init__(self, function: Function, flat: Snapshot, flow: Flow, *, with_parameters: bool) -> None:
        self.function, self.flat, self.flow, self.with_parameters = function, flat, flow, with_parameters
        self.is_kernel = function.is_kernel
        self._kinds: dict[int, int] = {}
        self._writers: bytearray | None = None

    def is_fixed(self, number: int) -> bool:
        """Does this load give the same anywhere in the function that its address reaches?"""
        return self._kind(number) != NOT

    def is_constant(self, number: int) -> bool:
        """Does it come from the constant cache, quickly?"""
        return self._kind(number) == CACHED

    def _kind(self, number: int) -> int:
        if number not in self._kinds:
            self._kinds[number] = self._find_kind(number)
        return self._kinds[number]

    def _find_kind(self, number: int) -> int:
        load = self.flat.instruction(number)
        if load.is_volatile or load.is_atomic:
            return NOT
        space = load.operand(0).type.address_space
        if space == CONSTANT:
            return CACHED
        if space == PARAM:
            return CACHED if self.with_parameters and self.is_kernel else NOT
        if load.metadata("invariant.load") is not None:
            return FIXED
        root = self._root(self.flat.operands_of(number)[0])
        if not self.is_kernel or root >= self.flat.arguments:
            return NOT
        if self.function.byval_type(root) is not None:
            return CACHED if self.with_parameters and self._is_unwritten(root) else NOT
        return FIXED if self._is_read_only(root) else NOT

    def _root(self, value: int) -> int:
        """The value that an address is made from by offsets and casts."""
        first = self.flat.first_instruction
        while first <= value < first + self.flat.instructions:
            opcode = self.flat.opcodes[value - first]
            if opcode != _GEP and opcode not in _CASTS:
                break
            value = self.flat.operands_of(value - first)[0]
        return value

    def _is_read_only(self, argument: int) -> bool:
        index = argument + 1
        readonly = any(self.function.attribute(name, index) is not None for name in ("readonly", "readnone"))
        return readonly and self.function.attribute("noalias", index) is not None

    def _is_unwritten(self, argument: int) -> bool:
        return self.function.attribute("readonly", argument + 1) is not None

    def may_repeat_at(self, number: int, block: int, before: int) -> bool:
        """Would this plain load give the same in front of an instruction that it dominates? No write may come between."""
        load = self.flat.instruction(number)
        if load.is_volatile or load.is_atomic:
            return False
        if self.is_fixed(number):
            return True
        own, starts, writers = self.flat.parents[number], self.flat.block_starts, self.writers()
        if own == block and before > number:
            return not any(writers[number + 1 : before])
        if any(writers[number + 1 : starts[own + 1]]) or any(writers[starts[block] : before]):
            return False
        behind = self._walk(self.flow.successors, own, own)
        between = behind & self._walk(self.flow.predecessors, block, own)  # with the block itself where it is in a loop
        if len(between) > MOST_BLOCKS:
            return False
        return not any(any(writers[starts[each] : starts[each + 1]]) for each in between)

    @staticmethod
    def _walk(edges: list[list[int]], start: int, stop: int) -> set[int]:
        """The blocks reached from a block over one edge or more, without passing `stop`: there the load is made anew."""
        seen, waiting = set[int](), list(edges[start])
        while waiting:
            each = waiting.pop()
            if each not in seen and each != stop:
                seen.add(each)
                waiting += edges[each]
        return seen

    def writers(self) -> bytearray:
        """By instruction: may it write memory, or let others write it?"""
        if self._writers is None:
            flat = self.flat
            self._writers = bytearray(
                opcode in _WRITING or (opcode in CALLS and not _is_harmless(flat.instruction(number)))
                for number, opcode in enumerate(flat.opcodes)
            )
        return self._writers


def _is_harmless(call: Instruction) -> bool:
    callee = call.called_function
    return callee is not None and callee.is_intrinsic and callee.is_pure
