"""What it costs to compute something again: by instruction, then weighed by how often the clones run.

Units are issue slots of a warp, about. Double width costs twice, divisions are long sequences, and what takes long to come
back (global memory) is multiplied by `remat-lli-factor`.
"""

from __future__ import annotations

FREE = frozenset("bitcast addrspacecast ptrtoint inttoptr freeze extractvalue insertvalue extractelement".split())
DIVISIONS = frozenset("udiv sdiv urem srem frem fdiv".split())
MULTIPLICATIONS = frozenset(("mul",))
CALL_COST, SPECIAL_REGISTER_COST = 8, 4
DIVISION_COST, MULTIPLICATION_COST = 20, 2
LOAD_COST, FIXED_LOAD_COST = 4, 2  # of global memory before the factor; of constant memory and parameters
MOST_TRIPS = 1_000  # a long loop is long enough


def instruction_cost(opcode: str, bits: int, *, reads_register: bool = False) -> int:
    """The cost of one instruction that only computes, by the width of its result."""
    wide = 2 if bits > 32 else 1
    if opcode in FREE:
        return 0
    if opcode == "call":
        return SPECIAL_REGISTER_COST if reads_register else CALL_COST * wide
    if opcode in DIVISIONS:
        return DIVISION_COST * wide
    if opcode in MULTIPLICATIONS:
        return MULTIPLICATION_COST * wide
    return wide


def load_cost(*, is_fixed: bool, lli_factor: int) -> int:
    """The cost of a load: of constant memory or a parameter, or of anything else, which takes long to come back."""
    return FIXED_LOAD_COST if is_fixed else LOAD_COST * max(lli_factor, 1)


def place_weight(trips: list[int]) -> int:
    """How often a clone runs for one run of the original: the trips of the loops that are around it only."""
    weight = 1
    for each in trips:
        weight *= max(1, min(each, MOST_TRIPS))
    return min(weight, MOST_TRIPS * MOST_TRIPS)
