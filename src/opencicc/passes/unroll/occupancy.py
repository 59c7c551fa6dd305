"""What copies of a loop's body do to the number of warps that fit on a multiprocessor.

The pressure of the body comes from live values (analysis/pressure.py). Each further copy is expected to keep its
loaded values in flight beside those of the others; a loop that goes completely inside another one has its addresses
hoisted in front of that, one pair of registers for each access. Launch bounds say how many threads a block has.
"""

from __future__ import annotations

from opencicc.analysis.pressure import count_registers
from opencicc.llvm.opcodes import OPCODES
from opencicc.llvm.types import Type
from opencicc.passes.unroll.model import Occupancy
from opencicc.target import Target, count_resident_warps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from opencicc.llvm.ir import Function
    from opencicc.passes.unroll.view import FunctionView

USUAL_BLOCK_THREADS = 256
_LOAD, _STORE = OPCODES["load"], OPCODES["store"]


def estimate(view: FunctionView, blocks: Iterable[int], count: int, is_nested: bool, target: Target) -> Occupancy:
    """Registers and warps as the function is, and with `count` copies of a loop's blocks."""
    pressure = view.pressure
    limit = max_registers(view.function, target)
    now = min(pressure.registers, limit)
    blocks = set(blocks)
    in_loop = max((pressure.most[block] for block in blocks), default=0)
    grown = in_loop + (count - 1) * growth_per_copy(view, blocks, is_nested)
    then = min(max(now, grown), limit)
    threads = block_threads(view.function)
    before, after = (count_resident_warps(target, registers, threads) for registers in (now, then))
    return Occupancy(now, then, before, after, target.limits.warps // 2)


def growth_per_copy(view: FunctionView, blocks: Iterable[int], is_nested: bool) -> int:
    """Registers that one more copy of these blocks keeps alive."""
    shot, grown = view.shot, 0
    for block in blocks:
        for number in shot.block_range(block):
            opcode = shot.opcodes[number]
            if opcode == _LOAD:
                grown += count_registers(Type(shot.types[shot.first_instruction + number]))
            if is_nested and opcode in (_LOAD, _STORE):
                grown += 2
    return grown


def block_threads(function: Function) -> int:
    """Threads of a block by launch bounds, or the usual number."""
    for name in ("nvvm.reqntid", "nvvm.maxntid"):
        text = function.attribute(name)
        if text:
            threads = 1
            for part in text.split(","):
                threads *= int(part) if part.strip().isdigit() else 1
            return max(1, min(threads, 1024))
    return USUAL_BLOCK_THREADS


def max_registers(function: Function, target: Target) -> int:
    """Registers a thread can get: what is beyond is spilled and does not cost warps."""
    text = function.attribute("nvvm.maxnreg") or ""
    return int(text) if text.isdigit() and int(text) else target.limits.max_registers
