"""What a decision reads: how crowded a function is, and what each candidate costs and saves."""

from __future__ import annotations

from opencicc.machine.remat.pullable import Chain
from opencicc.record import record


@record
class Place:
    """Where a clone goes: in front of an instruction of a block; `readers` are the instructions that read it then."""

    block: int
    number: int
    readers: tuple[int, ...]


@record
class Candidate:
    """A value that could be computed again."""

    bit: int
    name: str
    units: int  # 32-bit registers that it takes
    chain: Chain
    size: int  # instructions of one clone, those apart that the machine reads as operands
    cost: int  # of all clones, loops weighed, doubled for a double-wide value
    places: tuple[Place, ...]
    blocks: frozenset[int]  # crowded blocks in which it holds registers at the worst point
    reads_special: bool


@record
class Facts:
    """One function in one round."""

    max_live: int
    block_count: int
    excess: dict[int, int]  # by crowded block how many units too many are alive at its worst point
    live_out: int
    pullable: int
    good: int
    multidef: tuple[str, ...]
    second_chance: int
    added: int
    candidates: tuple[Candidate, ...]
