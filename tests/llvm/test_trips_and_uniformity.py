"""Trip counts and uniformity as analyses: with the native helper and without, and only for a known target."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from opencicc.analysis.manager import AnalysisManager
from opencicc.analysis.trips import TripCounts, Trips
from opencicc.analysis.uniformity import Uniformity
from opencicc.errors import InternalError
from opencicc.llvm import helper
from opencicc.llvm.ir import Context, Function
from opencicc.llvm.native import TargetMachine
from opencicc.llvm.snapshot import Snapshot
from opencicc.target import parse_target

COUNTED = b"""
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @k(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %fixed
fixed:
  %i = phi i32 [ 0, %entry ], [ %i.next, %fixed ]
  store i32 %i, ptr %p
  %i.next = add nuw nsw i32 %i, 1
  %i.more = icmp ult i32 %i.next, 12
  br i1 %i.more, label %fixed, label %by.thread
by.thread:
  %j = phi i32 [ %tid, %fixed ], [ %j.next, %by.thread ]
  store i32 %j, ptr %p
  %j.next = add nuw nsw i32 %j, 1
  %j.more = icmp ult i32 %j.next, %n
  br i1 %j.more, label %by.thread, label %done
done:
  ret void
}
"""


@pytest.fixture(scope="module")
def machine() -> Iterator[TargetMachine]:
    with TargetMachine(parse_target("sm_90"), 3) as made:
        yield made


@pytest.fixture
def counted() -> Iterator[Function]:
    with Context() as context:
        (found,) = context.parse(COUNTED).definitions
        yield found


def test_trips_are_counted_with_the_helper_or_without(counted: Function, machine: TargetMachine) -> None:
    _, fixed, by_thread, _ = counted.blocks
    trips = AnalysisManager(machine).get(TripCounts, counted).loops
    assert trips.keys() == {fixed.ref, by_thread.ref}
    assert trips[fixed.ref] == Trips(12, 12, 12, 12)
    assert (trips[by_thread.ref].count, trips[by_thread.ref].multiple) == (0, 1)


def test_a_branch_on_the_thread_number_diverges_and_one_on_a_constant_does_not(
    counted: Function, machine: TargetMachine
) -> None:
    if helper.load() is None:
        pytest.skip(helper.describe())
    known = AnalysisManager(machine).get(Uniformity, counted)
    assert [known.is_uniform(block.ref) for block in counted.blocks] == [True, True, False, True]
    values = {i.name: known.is_uniform(i.ref) for i in counted.instructions if i.name}
    assert (values["tid"], values["i"], values["j"], values["j.more"]) == (False, True, False, False)
    assert all(known.is_uniform(argument.ref) for argument in counted.params)


def test_without_the_helper_nothing_is_known_to_be_uniform(counted: Function, machine: TargetMachine) -> None:
    if helper.load() is not None:
        pytest.skip("the native helper is here")
    known = AnalysisManager(machine).get(Uniformity, counted)
    assert not any(known.is_uniform(block.ref) for block in counted.blocks)


def test_uniformity_has_to_know_the_target(counted: Function) -> None:
    """Without one LLVM takes everything for uniform."""
    with pytest.raises(InternalError, match="without a machine"):
        AnalysisManager().get(Uniformity, counted)


class Larger:
    """Instructions beyond a number that the asker chooses."""

    name = "larger"

    def __init__(self, count: int) -> None:
        self.count = count

    @classmethod
    def compute(cls, function: Function, manager: AnalysisManager, limit: int) -> Larger:
        return cls(manager.get(Snapshot, function).instructions - limit)


def test_facts_with_other_numbers_are_other_facts(counted: Function) -> None:
    manager = AnalysisManager()
    by_one, by_two = manager.get(Larger, counted, 1), manager.get(Larger, counted, 2)
    assert by_one.count == by_two.count + 1
    assert manager.get(Larger, counted, 1) is by_one
    assert manager.has(Larger, counted, 2)
    assert not manager.has(Larger, counted, 3)
