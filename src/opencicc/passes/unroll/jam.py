"""Unroll-and-jam where metadata asks for it: LLVM's pass copies an outer loop into the one inside it, once.

    for i: for j: s[i] += b[j]    =>    for i by 4: for j: s[i] += b[j], s[i+1] += b[j], s[i+2] ..., s[i+3] ...

LLVM decides whether it may, and leaves the request on the loop, so every invocation would do it again. Here a request
that was carried out is taken away, and what it made counts as unrolled; one that was refused stays, because a later
invocation may know more.
"""

from __future__ import annotations

from opencicc.llvm import edit
from opencicc.llvm.function_passes import run_on_function
from opencicc.llvm.ir import Block
from opencicc.llvm.loop_ids import DISABLE, DONE, JAM, LOOP, NUMBER, UNROLL, read_loop_id
from opencicc.passes.unroll.model import Unroll

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencicc.llvm.ir import Function, Instruction
    from opencicc.llvm.loop_ids import LoopId
    from opencicc.passes.unroll.site import LoopSite

LLVMS_PASS = "loop(loop-unroll-and-jam)"
REFUSED = Unroll(
    "none", 1, "not unrolled and jammed: LLVM's engine refused it, by its shape, size or dependences", "NotJammed"
)


class Jam:
    """One run of LLVM's pass over the loops of a function that ask for it."""

    def __init__(self, function: Function, sites: Sequence[LoopSite]) -> None:
        self.function = function
        self.asked = [(index, site) for index, site in enumerate(sites) if site.is_to_be_jammed]
        self.inner = {index: _only_inner(sites, index) for index, _ in self.asked}
        self.phis = {index: _count_phis(header) for index, header in self.inner.items()}
        self.factors: dict[int, int] = {}  # by index into the sites; 1 for what was refused

    def run(self, machine: int) -> bool:
        """Was anything changed?"""
        before = self.function.text
        originals = {index: site.loop_id for index, site in self.asked}
        known = {loop_id.node.ref for _, loop_id in _ids(self.function)}
        for index, site in self.asked:
            if site.latch is not None and site.loop_id is not None:
                edit.set_loop_metadata(site.latch, [(NUMBER, index)], site.loop_id.without((NUMBER,)))
                marked = read_loop_id(site.latch)
                known.add(marked.node.ref if marked is not None else 0)
        run_on_function(self.function, LLVMS_PASS, machine)
        left = {block.ref for block in self.function.blocks}
        for index, header in self.inner.items():
            now = _count_phis(header) if header in left else 0
            self.factors[index] = max(1, now // self.phis[index]) if self.phis[index] else 1
        for latch, loop_id in list(_ids(self.function)):
            self._settle(latch, loop_id, originals, known)
        return self.function.text != before

    def _settle(
        self, latch: Instruction, loop_id: LoopId, originals: dict[int, LoopId | None], known: set[int]
    ) -> None:
        """Requests that were carried out go, with what they made marked as done; other ids become what they were."""
        index = loop_id.properties.get(NUMBER)
        if index is not None and self.factors[index] == 1:
            original = originals[index]
            if original is not None:
                edit.set_metadata(latch, LOOP, original.node)
        elif index is not None or (DISABLE in loop_id.properties and loop_id.node.ref not in known):
            kept = loop_id.without((UNROLL, JAM, NUMBER, DONE))
            edit.set_loop_metadata(latch, [(DISABLE, None), (DONE, None)], kept)

    def decisions(self) -> Iterator[Unroll]:
        """What happened to each request."""
        for index, site in self.asked:
            factor, wanted = self.factors[index], site.loop_id.properties.get(JAM + "count") if site.loop_id else None
            by = f"metadata asks for {wanted}" if wanted else "metadata asks for it"
            said = f"unrolled by {factor} and jammed into the loop inside it: {by}"
            yield Unroll("jam", factor, said, "UnrolledAndJammed") if factor > 1 else REFUSED


def _only_inner(sites: Sequence[LoopSite], outer: int) -> int:
    """The header of the only loop inside another one, 0 where there are more or none."""
    inside = [site for site in sites if site.parent == outer]
    return inside[0].header_ref if len(inside) == 1 else 0


def _count_phis(header: int) -> int:
    """Every copy that is jammed in brings the inner loop's phis along."""
    return len(Block(header).phis) if header else 0


def _ids(function: Function) -> Iterator[tuple[Instruction, LoopId]]:
    for block in function.blocks:
        loop_id = read_loop_id(block.terminator)
        if loop_id is not None:
            yield block.terminator, loop_id
