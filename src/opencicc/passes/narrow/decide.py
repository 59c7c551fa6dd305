"""Which operations to do in 32 bits, from facts alone: imports no LLVM.

A 64-bit operation is two instructions of the machine or more, a 32-bit one is one; against that stands an extension
wherever the result is read in 64 bits. Operations that read each other are decided together, since nothing is extended
between them.
"""

from __future__ import annotations

from opencicc.record import record

# Instructions of the machine that 32 bits save: an addition has a carry, a product three parts and two sums, a division
# is a subroutine. A product of two extended numbers is one instruction already.
SAVED = {
    "add": 1, "sub": 1, "and": 1, "or": 1, "xor": 1, "select": 1, "phi": 1, "icmp": 1, "shl": 1, "lshr": 1, "ashr": 1,
    "mul": 2, "udiv": 30, "urem": 30, "sdiv": 30, "srem": 30,
}  # fmt: skip
EXTENSION = 1  # where the result is read in 64 bits; an address multiplies and extends at once


@record
class Operation:
    """One operation that may be narrow: what that saves, the others whose results it reads, and whether it has to be
    extended for readers that are no addresses."""

    saves: int
    reads: tuple[int, ...]
    is_read_wide: bool


def worth_narrowing(operations: dict[int, Operation]) -> frozenset[int]:
    """The keys of all operations whose group saves instructions."""
    group: dict[int, int] = {key: key for key in operations}

    def root(key: int) -> int:
        while group[key] != key:
            group[key] = group[group[key]]
            key = group[key]
        return key

    for key, operation in operations.items():
        for read in operation.reads:
            group[root(read)] = root(key)
    gains: dict[int, int] = {}
    for key, operation in operations.items():
        gain = operation.saves - (EXTENSION if operation.is_read_wide else 0)
        gains[root(key)] = gains.get(root(key), 0) + gain
    return frozenset(key for key in operations if gains[root(key)] > 0)
