"""Carries decisions out: every loop's unroll metadata is rewritten to them, then LLVM's engine runs.

LLVM's unroller obeys the metadata it finds, so while it runs each loop says exactly what was decided: a factor, all
trips, or nothing. A private number in each id finds the loops again afterwards; what was left alone gets its own id
back, pragmas included, because a later invocation may know more.
"""

from __future__ import annotations

from opencicc.llvm import edit
from opencicc.llvm.function_passes import (
    NO_REMAINDER,
    REMAINDER_LOOP,
    STRAIGHT_REMAINDER,
    peel_loop,
    run_on_function,
    unroll_loop,
)
from opencicc.llvm.loop_ids import LOOP, read_loop_id
from opencicc.llvm.scan import terminators_with_metadata
from opencicc.passes.unroll.consider import COMPLETE
from opencicc.passes.unroll.site import COUNT, DISABLE, DONE, FULL, NUMBER, OPEN, UNROLL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencicc.llvm.ir import Block, Function, Instruction
    from opencicc.llvm.loop_ids import LoopId
    from opencicc.passes.unroll.model import Unroll
    from opencicc.passes.unroll.site import LoopSite

    Properties = list[tuple[str, int | None]]

# Nothing but what the metadata says; peeling has no metadata, so it is done apart.
BY_MARK = "loop-unroll<O3;no-partial;no-runtime;no-peeling;no-upperbound;full-unroll-max=0>"


class Marking:
    """The ids of a function's loops while LLVM works on them, round by round."""

    def __init__(self, function: Function, machine: int) -> None:
        self.function = function
        self.machine = machine
        self._originals: list[LoopId | None] = []
        self._open: set[int] = set()  # to be decided in a later round
        self._left: set[int] = set()  # settled: stays as it was
        self._doing: dict[int, Unroll] = {}  # being unrolled in this round
        self._failed: set[int] = set()  # of these, what the engine did not do when asked directly

    def is_settled(self, site: LoopSite) -> bool:
        """Was this loop decided in an earlier round, or made by one? Remainder loops come disabled and unmarked."""
        return site.number >= 0 or site.is_done or (bool(self._originals) and site.is_disabled)

    def run_round(self, sites: Sequence[LoopSite], decisions: dict[int, Unroll]) -> None:
        """Unroll what was decided, by index into `sites`."""
        doing = self._doing = {}
        headers: dict[int, Block] = {}
        copied = inside_complete(sites, decisions)
        for index, site in enumerate(sites):
            if index in copied and site.number in self._left:
                self._reopen(site.number)
            if site.latch is not None and not self.is_settled(site):
                decision = decisions.get(index)
                is_again = index in copied and decision is not None and not decision.is_change
                mark = self._mark(site.latch, site.loop_id, None if is_again else decision)
                if mark in doing and doing[mark].is_direct:
                    headers[mark] = site.header
        self._failed = {mark for mark, header in headers.items() if not self._unroll_directly(header, doing[mark])}
        if any(decision.kind != "peel" and not decision.is_direct for decision in doing.values()):
            run_on_function(self.function, BY_MARK, self.machine)
        self._peel({mark: decision for mark, decision in doing.items() if decision.kind == "peel"})
        for latch, loop_id in self._marked() if self._open else ():
            if loop_id.properties[NUMBER] in self._open:
                self._restore(latch, loop_id.properties[NUMBER])
        self._open.clear()

    def _reopen(self, mark: int) -> None:
        """A loop that was left alone is copied with the one around it: each copy knows more of its trips."""
        self._left.discard(mark)
        self._open.add(mark)

    def refused(self, sites: Sequence[LoopSite]) -> list[tuple[LoopSite, Unroll]]:
        """The loops that LLVM's engine left as they were in the last round, and what had been decided for them.

        Copies of a latch may keep its old id as a plain branch, so only the loops that are there now are asked.
        """
        untouched: dict[int, LoopSite] = {}
        touched: set[int] = set()
        for site in sites:
            mark = site.number
            if mark in self._doing and site.loop_id is not None:
                if mark in self._failed or _is_untouched(site.loop_id, self._doing[mark]):
                    untouched[mark] = site
                else:
                    touched.add(mark)
        found = [(site, self._doing[mark]) for mark, site in untouched.items() if mark not in touched]
        self._left.update(mark for mark in untouched if mark not in touched)
        return found

    def _unroll_directly(self, header: Block, decision: Unroll) -> bool:
        remainder = STRAIGHT_REMAINDER if decision.is_remainder_straight else REMAINDER_LOOP
        if decision.kind == "upper-bound":
            remainder = NO_REMAINDER
        return unroll_loop(self.function, self.machine, header, decision.count, remainder)

    def _mark(self, latch: Instruction, loop_id: LoopId | None, decision: Unroll | None) -> int:
        mark = len(self._originals)
        self._originals.append(loop_id)
        if decision is None:
            self._open.add(mark)
        elif decision.is_change:
            self._doing[mark] = decision
        else:
            self._left.add(mark)
        kept = loop_id.without((UNROLL, NUMBER)) if loop_id is not None else ()
        edit.set_loop_metadata(latch, [*_properties(decision), (NUMBER, mark)], kept)
        return mark

    def _peel(self, decisions: dict[int, Unroll]) -> None:
        """Take trips out of the marked loops. Those may still be unrolled later, unless the decision is final."""
        latches = [found for found in self._marked() if found[1].properties[NUMBER] in decisions] if decisions else []
        for latch, loop_id in latches:
            mark = loop_id.properties[NUMBER] or 0
            decision = decisions[mark]
            if not decision.is_final:
                edit.set_loop_metadata(latch, [], loop_id.without((UNROLL,)))
            if not peel_loop(self.function, self.machine, latch.parent, decision.count, decision.is_peel_of_last):
                self._failed.add(mark)

    def finish(self) -> None:
        """Give the loops that were left alone their own ids back, and say of the others that they are done.

        All loops that were there are marked, so a disabled one without a mark was made by LLVM's engine.
        """
        for latch, loop_id in self._ids():
            if NUMBER not in loop_id.properties and (DISABLE not in loop_id.properties or DONE in loop_id.properties):
                continue
            if loop_id.properties.get(NUMBER) in self._left:
                self._restore(latch, loop_id.properties[NUMBER])
            else:
                done: Properties = [(DONE, None), (OPEN, None)] if self._was_open(loop_id) else [(DONE, None)]
                edit.set_loop_metadata(latch, done, loop_id.without((NUMBER, DONE)))

    def _was_open(self, loop_id: LoopId) -> bool:
        """Whether it was our choice to unroll this loop, and not a pragma's; remainders have no number."""
        mark = loop_id.properties.get(NUMBER)
        original = self._originals[mark] if mark is not None else None
        return mark is not None and (
            original is None or not any(name.startswith(UNROLL) for name in original.properties)
        )

    def _restore(self, latch: Instruction, mark: int | None) -> None:
        original = self._originals[mark or 0]
        if original is None:
            edit.clear_metadata(latch, LOOP)
        else:
            edit.set_metadata(latch, LOOP, original.node)

    def _marked(self) -> Iterator[tuple[Instruction, LoopId]]:
        return ((latch, loop_id) for latch, loop_id in self._ids() if NUMBER in loop_id.properties)

    def _ids(self) -> Iterator[tuple[Instruction, LoopId]]:
        for terminator in terminators_with_metadata(self.function):
            loop_id = read_loop_id(terminator)
            if loop_id is not None:
                yield terminator, loop_id


def inside_complete(sites: Sequence[LoopSite], decisions: dict[int, Unroll]) -> set[int]:
    """The loops inside of those that are to be unrolled completely, by index; an enclosing loop comes first."""
    found: set[int] = set()
    if not any(decision.kind in COMPLETE for decision in decisions.values()):
        return found
    for index, site in enumerate(sites):
        around = decisions.get(site.parent)
        if site.parent in found or (around is not None and around.kind in COMPLETE):
            found.add(index)
    return found


def _properties(decision: Unroll | None) -> Properties:
    if decision is None or decision.kind in ("none", "peel") or decision.is_direct:
        return [(DISABLE, None)]
    return [(FULL, None)] if decision.kind == "full" else [(COUNT, decision.count)]


def _is_untouched(loop_id: LoopId, decision: Unroll) -> bool:
    if decision.kind == "peel":
        return False  # the engine was asked directly
    return COUNT in loop_id.properties or FULL in loop_id.properties
