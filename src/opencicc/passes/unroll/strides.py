"""Do the trips of a loop read apart, so that more loads in flight are more of memory in flight? Do its threads?

sum += a[i * 4096 + thread]    another sector of 32 bytes in every trip
sum += a[i]                    the same word for all threads of a warp
sum += a[thread * 4096 + i]    a word of the sector that the trip before has read: copies of it only crowd the cache

The last one is a thread's own row. A loop that reads from two such rows and writes to one keeps few of its loads in front of its
stores when there are many copies: registers do not hold them all. Then loads come to lines that were just written.
"""

from __future__ import annotations

from opencicc.analysis.known_integers import constant
from opencicc.llvm.opcodes import OPCODES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from opencicc.llvm.layout import Layout
    from opencicc.passes.unroll.view import FunctionView

SECTOR = 32  # bytes that memory gives at once
VECTOR = 16  # that one load takes
LEAST_ROWS = 2  # read in a trip: the copies of a loop over one row load all of it before they store
_LOAD, _STORE, _ADDRESS, _CALL, _PHI = (OPCODES[name] for name in ("load", "store", "getelementptr", "call", "phi"))
_SUMS = frozenset(OPCODES[name] for name in ("add", "sub", "or"))
_PRODUCTS = frozenset(OPCODES[name] for name in ("mul", "shl"))
_THREAD = "llvm.nvvm.read.ptx.sreg.tid.x"
_MAX_STEPS = 64  # of one address


def reads_apart(view: FunctionView, blocks: set[int], layout: Layout, is_uniform: Callable[[int], bool]) -> bool:
    """Does every load of the blocks from global memory go on by a sector, or to the same place for all threads?"""
    flat = view.flat
    loads = [n for block in blocks for n in flat.block_range(block) if flat.opcodes[n] == _LOAD]
    pointers = [pointer for n in loads if view.is_far(pointer := flat.operands_of(n)[0])]
    return all(is_uniform(flat.values[p]) or abs(_bytes_a_trip(view, blocks, layout, p)) >= SECTOR for p in pointers)


def fetches(view: FunctionView, blocks: set[int], layout: Layout) -> int:
    """Loads from global memory in a trip, those of one aligned vector counted once: code generation joins them.

    0 for a loop that stores anything, which loads of later trips may have to wait for.
    """
    flat, groups = view.flat, dict[int, tuple[int, int]]()
    for n in (n for block in blocks for n in flat.block_range(block)):
        if flat.opcodes[n] == _STORE:
            return 0
        if flat.opcodes[n] == _LOAD and view.is_far(pointer := flat.operands_of(n)[0]):
            load, base = flat.instruction(n), view.without_offset(pointer)
            size, alignment = groups.get(base, (0, 1))
            groups[base] = size + layout.size_bytes(load.type), max(alignment, load.alignment)
    return sum(-(-size // min(alignment, VECTOR)) for size, alignment in groups.values())


def _bytes_a_trip(view: FunctionView, blocks: set[int], layout: Layout, pointer: int) -> int:
    """How far an address moves in a trip, 0 where that can't be told."""
    number = view.instruction_in(blocks, pointer)
    if number is None or view.flat.opcodes[number] != _ADDRESS:
        return 0
    base, *indices = view.flat.operands_of(number)
    if view.instruction_in(blocks, base) is not None:
        return 0
    moved = 0
    terms = layout.address_terms(view.flat.instruction(number))
    for (size, _), index in zip(terms, indices, strict=True):
        if view.instruction_in(blocks, index) is not None:
            step = view.step_of(view.without_casts(index), blocks)
            if step is None:
                return 0
            moved += size * step
    return moved


def takes_from_rows(view: FunctionView, blocks: set[int], layout: Layout) -> bool:
    """Does each thread go word by word through rows of its own, that it updates or takes into a local array?

    To update is to read two of them and more, and to write one.
    """
    flat = view.flat
    inside = [n for block in blocks for n in flat.block_range(block)]
    stored = [flat.operands_of(n)[1] for n in inside if flat.opcodes[n] == _STORE]
    loaded = [flat.operands_of(n)[0] for n in inside if flat.opcodes[n] == _LOAD]
    read = {view.without_offset(pointer) for pointer in loaded if view.is_far(pointer)}

    def is_row(pointer: int) -> bool:
        moved = abs(_bytes_a_trip(view, blocks, layout, pointer)) if view.is_far(pointer) else 0
        return 0 < moved < SECTOR and _Lanes(view, layout).are_apart(pointer)

    if any(map(view.is_local, stored)):
        return bool(read) and all(map(is_row, read))
    return any(map(is_row, stored)) and sum(map(is_row, read)) >= LEAST_ROWS


class _Lanes:
    """How one address differs between neighbouring threads. What can't be told counts as near."""

    def __init__(self, view: FunctionView, layout: Layout) -> None:
        self.view = view
        self.layout = layout
        self.steps = 0

    def are_apart(self, pointer: int) -> bool:
        """Is a step of one address a number of the thread times a width, or one that was loaded?"""
        flat, number = self.view.flat, self.number_of(pointer)
        if number is None or flat.opcodes[number] != _ADDRESS:
            return False
        base, *indices = flat.operands_of(number)
        terms = self.layout.address_terms(flat.instruction(number))
        steps = zip(terms, indices, strict=True)
        return any(self.is_apart(index, size) for (size, _), index in steps) or self.are_apart(base)

    def is_apart(self, index: int, size: int) -> bool:
        """Does this index, times so many bytes, go on by a sector from thread to thread?"""
        index = self.view.without_casts(index)
        flat, number = self.view.flat, self.number_of(index)
        if number is None:
            return False
        opcode, operands = flat.opcodes[number], flat.operands_of(number)
        if opcode in _SUMS:
            return any(self.is_apart(each, size) for each in operands)
        if opcode in _PRODUCTS:
            left, right = operands
            factor = constant(flat, right)
            width = size if factor is None else size << factor if opcode == OPCODES["shl"] else size * abs(factor)
            is_wide = factor is None or width >= SECTOR
            return is_wide and (self.is_of_thread(left) or (factor is None and self.is_of_thread(right)))
        return opcode == _LOAD and self.is_of_thread(index) if size < SECTOR else self.is_of_thread(index)

    def is_of_thread(self, value: int) -> bool:
        """Is it the number of the thread, with something added to it, or what was loaded at such a number?"""
        value = self.view.without_casts(value)
        flat, number = self.view.flat, self.number_of(value)
        if number is None:
            return False
        if flat.opcodes[number] == _CALL:
            return flat.instruction(number).callee_name == _THREAD
        if flat.opcodes[number] in _SUMS or flat.opcodes[number] == _PHI:
            return any(self.is_of_thread(each) for each in flat.operands_of(number))
        if flat.opcodes[number] != _LOAD:
            return False
        address = self.number_of(flat.operands_of(number)[0])
        return address is not None and any(map(self.is_of_thread, flat.operands_of(address)[1:]))

    def number_of(self, value: int) -> int | None:
        """The number of the instruction that makes a value, as long as the address is not too long."""
        flat, number = self.view.flat, value - self.view.flat.first_instruction
        self.steps += 1
        return number if 0 <= number < flat.instructions and self.steps <= _MAX_STEPS else None
