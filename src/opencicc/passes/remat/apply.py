"""Carries a decision out: clones before the readers, named after what they repeat; what nobody reads any more goes.

Code generation merges equal expressions, so a clone that another copy dominates would not reach the PTX. Its operand is
therefore hidden behind a marked move (marks.py) that no two clones share. A value made of nothing that could
be hidden, such as the number of the thread, is asked for by a mark of the other kind: the machine level repeats it.
"""

from __future__ import annotations

from opencicc.llvm import edit
from opencicc.marks import keep_assembly, pull_assembly
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from opencicc.llvm.ir import Instruction, Value
    from opencicc.llvm.snapshot import Snapshot
    from opencicc.llvm.types import Type
    from opencicc.passes.remat.facts import Candidate, Place

FULL, SPLIT = "remat_", "uclone_"
_WIDTHS = {"half": 16, "bfloat": 16, "float": 32, "double": 64, "pointer": 64}


class Marks:
    """Numbers for marks, one after the other through a module: code generation must not find two of them equal."""

    def __init__(self) -> None:
        self.count = 0

    def next(self) -> int:
        self.count += 1
        return self.count


@record
class Done:
    """What was made of a decision."""

    clones: int  # places where something is computed again
    marked: int  # of those: kept apart by a mark
    planned: int  # of those: left to the machine level


class Cloner:
    """Edits one function; the snapshot is that of before the first edit."""

    def __init__(self, flat: Snapshot, marks: Marks, is_fixed: Callable[[int], bool]) -> None:
        self.flat, self.marks, self.is_fixed = flat, marks, is_fixed

    def carry_out(self, chosen: Iterable[Candidate]) -> Done:
        clones = marked = planned = 0
        steps: dict[int, None] = {}
        for candidate in chosen:
            steps.update(dict.fromkeys(candidate.steps))
            is_alone = len(candidate.places) == 1 and self._is_moved(candidate)
            for place in candidate.places:
                clones += 1
                how = self._clone_at(candidate, place, is_marked=not is_alone)
                marked += how == "marked"
                planned += how == "planned"
        self.remove_unread(reversed(list(steps)))
        return Done(clones, marked, planned)

    def _is_moved(self, candidate: Candidate) -> bool:
        """Does every reader get the clone?"""
        return len(candidate.places[0].readers) == len(self.flat.users_of(candidate.value))

    def _clone_at(self, candidate: Candidate, place: Place, *, is_marked: bool) -> str:
        flat, first = self.flat, self.flat.first_instruction
        before = flat.instruction(place.before)
        prefix = SPLIT if place.is_split else FULL
        hidden = self._hideable(candidate) if is_marked else -1
        how = "marked" if hidden >= 0 else "plain"
        made: dict[int, Value] = {}
        if hidden >= 0:
            made[hidden] = self.mark(flat.value(hidden), before, keep_assembly)
        elif is_marked and width_of(flat.value(candidate.value).type):
            original = flat.instruction(candidate.value - first)
            made[candidate.value] = self.mark(original, before, pull_assembly, prefix + name_of(original))
            how = "planned"
        for step in candidate.steps if how != "planned" else ():
            original = flat.instruction(step - first)
            copy = edit.clone_before(original, before, prefix + name_of(original))
            for index, operand in enumerate(flat.operands_of(step - first)):
                if operand in made:
                    edit.set_operand(copy, index, made[operand])
            if copy.opcode == "load" and self.is_fixed(step - first):
                edit.mark_invariant(copy)  # behind a mark nobody sees where its address comes from
            made[step] = copy
        for reader, operand in place.readers:
            edit.set_operand(flat.instruction(reader), operand, made[candidate.value])
        return how

    def _hideable(self, candidate: Candidate) -> int:
        """A leaf that a mark can stand for: the one that most of the chain hangs on, the first step's; -1 for none."""
        for step in candidate.steps:
            for operand in self.flat.operands_of(step - self.flat.first_instruction):
                if operand in candidate.leaves and width_of(self.flat.value(operand).type):
                    return operand
        return -1

    def mark(self, value: Value, before: Instruction, assembly: object, name: str = "") -> Instruction:
        type_ = value.type
        text, constraints = assembly(width_of(type_), self.marks.next(), type_.kind)  # type: ignore[operator]
        return edit.call_assembly(before, text, constraints, value, name)

    def remove_unread(self, steps: Iterable[int]) -> None:
        """Originals that nobody reads any more; users come before what they use."""
        for step in steps:
            original = self.flat.instruction(step - self.flat.first_instruction)
            if not original.has_uses:
                edit.erase(original)


def width_of(type_: Type) -> int:
    """Bits of a value that one move copies; 0 where there is no such move."""
    width = type_.integer_width or _WIDTHS.get(type_.kind, 0)
    return width if width in (16, 32, 64) else 0


def name_of(instruction: Instruction) -> str:
    return instruction.name or instruction.opcode
