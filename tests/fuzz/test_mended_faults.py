"""Faults of passes, most of them mended ones put back: the modes that were made for them show each within a few kernels.

Random kernels had not shown any of the mended ones before. Without the fault every one of these kernels agrees (docs/testing.md).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from opencicc.check import check
from opencicc.check.generate import generate
from opencicc.check.pipelines import BITWISE_OPTIONS, O0, find_pipeline
from opencicc.llvm import edit, helper
from opencicc.llvm.ir import Instruction, Value
from opencicc.passes import column_walks, copy_by_case, join_conditions, mad_wide, near_sums, pair_loads, whole_loads
from opencicc.ptx_text import Line

MOST_KERNELS = 40
FIND_WALKS = column_walks.find_walks


@dataclass(frozen=True)
class Fault:
    """What stood in the place of a function of a pass."""

    module: object
    function: str
    before: Callable[..., object]
    mode: str
    shows: str
    breaks_ir: bool = False  # a value is used where it is not known: LLVM may die of it
    twin: str = ""  # what asks the native helper instead of the function


def unseen_shuffle(line: Line, register: str) -> bool:
    """Does not see the result of `shfl.sync %r1|%p1, ...`."""
    return register in line.target.strip("{").split(", ")


def removed_way(block: int, ways: dict[int, list[int]]) -> int:
    """Looks for the edges of a block that was just removed."""
    _ = ways[block]
    return MEETING_POINT(block, ways)


MEETING_POINT = join_conditions.meeting_point


def moved_address(member: whole_loads.Member, noted: whole_loads.Member, unit: tuple[int, ...], _: int) -> None:
    """Moves the steps of an address that other paths use too."""
    address, chain = member.load.operands[0], []
    while address.ref != member.base:
        chain.append(Instruction(address.ref))
        address = address.operand(0)
    for step in reversed(chain):
        if step.kind == "instruction" and step.parent != noted.load.parent:
            edit.move_before(step, noted.load)
    edit.move_before(member.load, noted.load)


def unread_bytes(member: whole_loads.Member, noted: whole_loads.Member, unit: tuple[int, ...]) -> bool:
    """Takes all bytes of an aligned unit for readable."""
    size, place, _ = unit
    return member.base == noted.base and whole_loads.is_inside(member, noted.offset - place, size)


def chosen_length(copy: Instruction) -> bool:
    """Takes a length along to where it is not known yet."""
    source = Instruction(copy.operands[1].ref)
    return (
        source.kind == "instruction"
        and source.opcode == "phi"
        and all(len(w.successors) == 1 for _, w in source.incoming)
    )


def no_question(loop: pair_loads.PairLoop, first: pair_loads.FirstTrip, _: edit.Builder) -> Value:
    """Takes a loop that runs for one with another trip than the own one."""
    return edit.constant_int(loop.test.type, 1)


def first_of_two(first: int, second: int) -> tuple[int, int]:
    """Takes the sums of one value and anything else for sums of the same two."""
    return first, first


def turned_round(counter: Instruction) -> list[column_walks.Walk]:
    """Steps from the first copy to the last one first."""
    return [column_walks.Walk((walk.accesses[0], *reversed(walk.accesses[1:]))) for walk in FIND_WALKS(counter)]


FAULTS = (
    Fault(whole_loads, "raise_load", moved_address, "units", "undefined", breaks_ir=True),
    Fault(whole_loads, "is_of_unit", unread_bytes, "units", "out of bounds"),
    Fault(join_conditions, "meeting_point", removed_way, "order", "join-conditions failed"),
    Fault(pair_loads, "first_condition", no_question, "others", "out of bounds"),
    Fault(copy_by_case, "is_chosen", chosen_length, "lengths", "DIFFERENT", breaks_ir=True),
    Fault(near_sums, "ordered", first_of_two, "elements", "DIFFERENT"),
    Fault(column_walks, "find_walks", turned_round, "walks", "DIFFERENT"),
    Fault(mad_wide, "sets", unseen_shuffle, "gathers", "got", twin="_native_sums"),
)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.before.__name__)
def test_a_mended_fault_shows_soon(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    if fault.breaks_ir and helper.load() is None:
        pytest.skip("without the native helper what libLLVM dies of ends the process")
    levels = [level.with_options(BITWISE_OPTIONS) for level in (O0, find_pipeline("O3"))]
    with monkeypatch.context() as patch:
        patch.setattr(fault.module, fault.function, fault.before)
        if fault.twin:
            patch.setattr(fault.module, fault.twin, lambda _: None)
        cases = (generate(seed, fault.mode) for seed in range(MOST_KERNELS))
        report = next(report for case in cases if not (report := check(case, levels)).agrees)
    assert fault.shows in report.text
    again = check(report.case, levels)
    assert again.agrees, again.text
