"""Accesses that can't be right: atomic operations on constant or local memory, matrices there, stores to constant memory.

The words of the first four are those that users of cicc know.
"""

from __future__ import annotations

from opencicc.analysis.spaces import IN_CONSTANT, IN_LOCAL, IN_SHARED, IS_NULL, SpaceWalk
from opencicc.llvm.opcodes import OPCODES
from opencicc.llvm.types import Type
from opencicc.passes.memspace.matrices import calls_of

ATOMIC = {IN_CONSTANT: "Cannot do atomic operation on const memory", IN_LOCAL: "Cannot do atomic on local memory"}
MATRIX = {IN_CONSTANT: "Cannot do WMMA on constant memory", IN_LOCAL: "Cannot do WMMA on local memory"}
VECTOR_ATOMIC = {
    IN_SHARED: "Cannot do vector atomic on shared memory",
    IN_LOCAL: "Cannot do vector atomic on local memory",
    IN_CONSTANT: "Cannot do vector atomic on const memory",
}
STORE = {IN_CONSTANT: "Cannot store to constant memory"}
_STORE = OPCODES["store"]
_ATOMICS = {OPCODES["atomicrmw"]: 1, OPCODES["cmpxchg"]: 2}  # with the operand that is the new value
COPIES = ("llvm.memcpy.", "llvm.memmove.", "llvm.memset.")


def find_faults(walk: SpaceWalk, matrices: frozenset[int], copies: frozenset[int]) -> list[tuple[int, str]]:
    """Instruction numbers, and what is wrong with them; the sets are the functions of matrices and of copies."""
    flat = walk.flat
    found: list[tuple[int, str]] = []
    for number, opcode in enumerate(flat.opcodes):
        if opcode == _STORE:
            _note(found, number, walk, flat.operands_of(number)[1], STORE)
        elif opcode in _ATOMICS:
            operands = flat.operands_of(number)
            is_vector = Type(flat.types[operands[_ATOMICS[opcode]]]).kind == "vector"
            _note(found, number, walk, operands[0], VECTOR_ATOMIC if is_vector else ATOMIC)
    for functions, texts in ((matrices, MATRIX), (copies, STORE)):
        for number in calls_of(flat, functions):
            _note(found, number, walk, flat.operands_of(number)[0], texts)
    return sorted(found)


def _note(found: list[tuple[int, str]], number: int, walk: SpaceWalk, pointer: int, texts: dict[int, str]) -> None:
    text = texts.get(walk.of(pointer) & ~IS_NULL)
    if text:
        found.append((number, text))
