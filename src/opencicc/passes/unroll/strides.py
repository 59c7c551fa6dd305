"""Do the trips of a loop read apart, so that more loads in flight are more of memory in flight?

sum += a[i * 4096 + thread]    another sector of 32 bytes in every trip
sum += a[i]                    the same word for all threads of a warp
sum += a[thread * 4096 + i]    a word of the sector that the trip before has read: copies of it only crowd the cache
"""

from __future__ import annotations

from opencicc.llvm.opcodes import OPCODES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from opencicc.llvm.layout import Layout
    from opencicc.passes.unroll.view import FunctionView

SECTOR = 32  # bytes that memory gives at once
_LOAD, _ADDRESS = OPCODES["load"], OPCODES["getelementptr"]


def reads_apart(view: FunctionView, blocks: set[int], layout: Layout, is_uniform: Callable[[int], bool]) -> bool:
    """Does every load of the blocks from global memory go on by a sector, or to the same place for all threads?"""
    flat = view.flat
    loads = [n for block in blocks for n in flat.block_range(block) if flat.opcodes[n] == _LOAD]
    pointers = [pointer for n in loads if view.is_far(pointer := flat.operands_of(n)[0])]
    return all(is_uniform(flat.values[p]) or abs(_bytes_a_trip(view, blocks, layout, p)) >= SECTOR for p in pointers)


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
