"""Carries decisions out: every loop's unroll metadata is rewritten to them, then LLVM's engine runs.

LLVM's unroller obeys the metadata it finds, so while it runs each loop says exactly what was decided: a factor, all
trips, or nothing. A private number in each id finds the loops again afterwards; what was left alone gets its own id
back, pragmas included, because a later invocation may know more.
"""

from __future__ import annotations

from opencicc.llvm import edit, helper
from opencicc.llvm.function_passes import (
    NO_REMAINDER,
    REMAINDER_LOOP,
    STRAIGHT_REMAINDER,
    peel_loop,
    run_on_function,
    unroll_loop,
)
from opencicc.llvm.ir import Instruction
from opencicc.llvm.loop_ids import COUNT, DISABLE, DONE, FULL, LOOP, NUMBER, OPEN, UNROLL
from opencicc.llvm.services import services
from opencicc.passes.unroll.consider import COMPLETE
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencicc.llvm.ir import Block, Function, Value
    from opencicc.passes.unroll.model import Unroll
    from opencicc.passes.unroll.site import LoopSite

    Properties = list[tuple[str, int | None]]

# Nothing but what the metadata says; peeling has no metadata, so it is done apart.
BY_MARK = "loop-unroll<O3;no-partial;no-runtime;no-peeling;no-upperbound;full-unroll-max=0>"


@record
class Original:
    """The id that a loop had: its node, and whether that says anything of unrolling."""

    node: Value | None
    is_asked: bool


class Marking:
    """The ids of a function's loops while LLVM works on them, round by round."""

    def __init__(self, function: Function, machine: int) -> None:
        self.function = function
        self.machine = machine
        self._originals: list[Original] = []
        self._open: set[int] = set()  # to be decided in a later round
        self._left: set[int] = set()  # settled: stays as it was
        self._doing: dict[int, Unroll] = {}  # being unrolled in this round
        self._closed: set[int] = set()  # unrolled, and ptxas is to make no further copies
        self._failed: set[int] = set()  # of these, what the engine did not do when asked directly
        self.is_complete = False  # is nothing left to decide after this round?

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
                mark = self._mark(site, site.latch, None if is_again else decision)
                if mark in doing and doing[mark].is_direct:
                    headers[mark] = site.header
        self._failed = {mark for mark, header in headers.items() if not self._unroll_directly(header, doing[mark])}
        if any(decision.kind != "peel" and not decision.is_direct for decision in doing.values()):
            run_on_function(self.function, BY_MARK, self.machine)
        self._peel({mark: decision for mark, decision in doing.items() if decision.kind == "peel"})
        self.is_complete = not self._open and all(site.latch_ref for site in sites)
        for latch, mark, _ in services().loop_branches(self.function) if self._open else ():
            if mark in self._open:
                self._restore(latch, mark)
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
            if mark in self._doing:
                # A loop that is to be peeled is not asked for anything: the engine was asked directly.
                if mark in self._failed or site.is_asked:
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

    def _mark(self, site: LoopSite, latch: Instruction, decision: Unroll | None) -> int:
        mark = len(self._originals)
        self._originals.append(Original(edit.metadata(latch, LOOP), bool(site.marks & helper.LOOP_ASKED)))
        if decision is None:
            self._open.add(mark)
        elif decision.is_change:
            self._doing[mark] = decision
            if decision.is_closed:
                self._closed.add(mark)
        else:
            self._left.add(mark)
        services().rewrite_loop_id(latch.ref, (UNROLL, NUMBER), [*_properties(decision), (NUMBER, mark)])
        return mark

    def _peel(self, decisions: dict[int, Unroll]) -> None:
        """Take trips out of the marked loops. Those may still be unrolled later, unless the decision is final."""
        branches = services().loop_branches(self.function) if decisions else []
        for latch, mark in [(latch, mark) for latch, mark, _ in branches if mark in decisions]:
            decision, block = decisions[mark], Instruction(latch).parent
            if not decision.is_final:
                services().rewrite_loop_id(latch, (UNROLL,), ())
            if not peel_loop(self.function, self.machine, block, decision.count, decision.is_peel_of_last):
                self._failed.add(mark)

    def finish(self) -> None:
        """Give the loops that were left alone their own ids back, and say of the others that they are done.

        All loops that were there are marked, so a disabled one without a mark was made by LLVM's engine.
        """
        for latch, mark, marks in services().loop_branches(self.function):
            if mark < 0 and (not marks & helper.LOOP_OFF or marks & helper.LOOP_DONE):
                continue
            if mark in self._left:
                self._restore(latch, mark)
            else:
                # Was it our choice to unroll this loop, and not a pragma's? Remainders have no number.
                is_open = mark >= 0 and not self._originals[mark].is_asked and mark not in self._closed
                done: Properties = [(DONE, None), (OPEN, None)] if is_open else [(DONE, None)]
                services().rewrite_loop_id(latch, (NUMBER, DONE), done)

    def _restore(self, latch: int, mark: int) -> None:
        original = self._originals[mark].node
        if original is None:
            edit.clear_metadata(Instruction(latch), LOOP)
        else:
            edit.set_metadata(Instruction(latch), LOOP, original)


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
