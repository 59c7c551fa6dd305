"""Registers that values take in the machine, which are fewer than PTX has.

    ld.param.b64 %rd1, [p];        an operand: 0
    mov.u32 %r1, %ctaid.x;         the same in all threads of a block: a register of the uniform file, 0
    add.s64 %rd3, %rd2, 128;       read only as `ld.shared [%rd3]`: 32 bits are enough for it, 1

Counted this way, what is alive tells much better whether ptxas will spill under a limit (docs/machine.md).
"""

from __future__ import annotations

from opencicc.machine.ir import Address, Instr, Reg, Special, split_opcode
from opencicc.machine.liveness import Liveness
from opencicc.machine.remat.pullable import Pullable
from opencicc.ptx_text import BLOCK_SPECIALS

# What the uniform datapath has: integers, no conversions to floating point.
UNIFORM_BASES = frozenset(
    """add and bfe bfi bfind brev clz cvt cvta ld lop3 mad mov mul neg not or popc prmt selp setp shf shl shr sub szext
    xor""".split()
)
FLOATS = frozenset("f16 f16x2 bf16 bf16x2 tf32 f32 f64".split())
MOVES = frozenset({"ld", "mov"})  # whose type says nothing but a size: nvcc writes ld.param.f32, LLVM ld.param.b32
ADDRESS_BASES = frozenset({"add", "sub", "mov", "mul", "cvt", "shl", "mad"})


def held_units(live: Liveness, pullable: Pullable, order: list[int], size: list[int]) -> list[int]:
    """`size`, by register, as the machine holds it; `order`: the blocks, each behind those that dominate it."""
    held = list(size)
    for bit in shared_addresses(live, pullable, size):
        held[bit] = 1
    for bit in same_in_a_block(live, pullable, order):
        held[bit] = 0
    return held


def same_in_a_block(live: Liveness, pullable: Pullable, order: list[int]) -> set[int]:
    """Registers with one value for all threads of a block, made by what constants and the uniform datapath can do."""
    same: set[int] = set()
    for block in order:
        for instr, made, used in live.rows[block]:
            if len(made) == 1 and pullable.may_clone(made[0]) and same.issuperset(used) and is_uniform(instr):
                same.add(made[0])
    return same


def is_uniform(instr: Instr) -> bool:
    base, *words = split_opcode(instr.opcode)
    if base not in UNIFORM_BASES or (base not in MOVES and not FLOATS.isdisjoint(words)):
        return False
    return all(one.name.startswith(BLOCK_SPECIALS) for one in instr.operands if isinstance(one, Special))


def shared_addresses(live: Liveness, pullable: Pullable, size: list[int]) -> set[int]:
    """64-bit registers that accesses to shared memory read as their address, and what these are made of."""
    found = {
        live.index[operand.base]
        for rows in live.rows
        for instr, _, _ in rows
        if "shared" in instr.opcode and any(word.startswith("shared") for word in split_opcode(instr.opcode))
        for operand in instr.operands
        if isinstance(operand, Address) and isinstance(operand.base, Reg)
    }
    pending = list(found)
    while pending:
        made_by = pullable.definitions.get(pending.pop())
        if made_by is not None and made_by.instr.base in ADDRESS_BASES:
            more = {bit for bit in made_by.reads if size[bit] == 2} - found
            found |= more
            pending += more
    return {bit for bit in found if size[bit] == 2}
