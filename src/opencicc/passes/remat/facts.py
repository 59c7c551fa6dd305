"""What decisions read: how crowded a function is, and what each candidate costs and saves. No LLVM here."""

from __future__ import annotations

from opencicc.record import record


@record
class Place:
    """Where a clone goes: in front of an instruction; `readers` are (instruction, operand) pairs that read it then."""

    block: int
    before: int
    readers: tuple[tuple[int, int], ...]
    is_split: bool  # the value is defined or cloned in this block already: `uclone_` instead of `remat_`


@record
class Candidate:
    """A value that could be computed again before its uses; ids and numbers are those of the snapshot."""

    value: int
    units: int  # 32-bit registers that it takes
    steps: tuple[int, ...]  # what to compute, in order; the value comes last
    leaves: tuple[int, ...]  # what is read as it is
    base_cost: int  # of one clone
    use_factor: int  # clones, weighed by the loops that they are in
    uses: int
    is_address: bool
    places: tuple[Place, ...]
    relief: dict[int, int]  # by crowded block how many registers go at its fullest point

    @property
    def cost(self) -> int:
        """The pull-in cost."""
        return self.base_cost * self.use_factor


@record
class Crowd:
    """Blocks in which more registers are needed than the target: how many too many at the fullest point."""

    excess: dict[int, int]
    alive: dict[int, int]  # the values alive there, as bits
    everywhere: int  # the values alive in all of them, as bits
