"""The analyses that passes share: computed once, equal when computed again, kept exactly while preserved."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from find_analyses import find_analyses

from opencicc.analysis.flow import Flow, Loops
from opencicc.analysis.launch import LaunchFacts
from opencicc.analysis.manager import AnalysisManager
from opencicc.analysis.occupancy import Occupancy
from opencicc.analysis.pressure import LiveRegisters, Pressure
from opencicc.analysis.rpa import RegisterPressure
from opencicc.llvm import edit
from opencicc.llvm.ir import Context, Function
from opencicc.llvm.native import TargetMachine
from opencicc.llvm.services import services
from opencicc.llvm.snapshot import Snapshot
from opencicc.target import Target, parse_target

if TYPE_CHECKING:
    from opencicc.analysis.manager import Analysis

IR = b"""
define ptx_kernel void @k(ptr %p, i32 %n) "nvvm.maxntid"="64,2" {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %same = add i32 %i, 0
  %next = add i32 %i, 1
  store i32 %same, ptr %p
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
"""
EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "ir").glob("*.ll"))


ALL = find_analyses()


@pytest.fixture(scope="module")
def machine() -> Iterator[TargetMachine]:
    with TargetMachine(parse_target("sm_90"), 3) as made:
        yield made


@pytest.fixture
def function() -> Iterator[Function]:
    with Context() as context:
        found = context.parse(IR).function("k")
        assert found is not None
        yield found


@pytest.mark.parametrize("analysis", ALL, ids=lambda analysis: analysis.name)
def test_the_same_function_gives_equal_facts(
    analysis: type[Analysis], function: Function, machine: TargetMachine
) -> None:
    first, again = (AnalysisManager(machine).get(analysis, function) for _ in range(2))
    assert first is not again
    assert first == again


def test_one_snapshot_serves_all(function: Function, monkeypatch: pytest.MonkeyPatch) -> None:
    taken, maker = [], services()
    original = maker.snapshot_arrays
    monkeypatch.setattr(maker, "snapshot_arrays", lambda f: taken.append(f) or original(f))
    manager = AnalysisManager()
    for analysis in (Pressure, Loops, Flow, Snapshot):
        manager.get(analysis, function)
    assert taken == [function]


def test_a_change_inside_a_block_leaves_the_control_flow_and_nothing_else(
    function: Function, machine: TargetMachine
) -> None:
    manager = AnalysisManager(machine)
    for analysis in ALL:
        manager.get(analysis, function)
    same = next(i for i in function.instructions if i.name == "same")
    edit.replace_and_erase(same, same.operands[0])
    manager.keep_only(function, ("cfg",))
    assert [analysis.name for analysis in ALL if manager.has(analysis, function)] == [
        analysis.name for analysis in ALL if getattr(analysis, "group", "") == "cfg"
    ]
    manager.check_preserved(function, ("cfg",))
    assert manager.get(Snapshot, function).instructions == function.count_instructions()


def test_launch_facts_and_loops_say_what_the_kernel_says(function: Function) -> None:
    manager = AnalysisManager()
    launch = manager.get(LaunchFacts, function)
    assert (launch.block, launch.threads, launch.limits_registers) == ((64, 2, 1), 128, False)
    (loop,) = manager.get(Loops, function).found
    assert (loop.header, loop.latches, loop.depth) == (1, (1,), 1)


def test_what_passes_remember_lives_as_long_as_the_run() -> None:
    class Seen(list[str]):
        pass

    run = AnalysisManager()
    run.memory(Seen).append("k")
    run.drop_all()
    assert run.memory(Seen) == ["k"]
    assert AnalysisManager().memory(Seen) == []


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_classes_sum_up_to_the_registers_that_are_alive(path: Path) -> None:
    with Context() as context:
        for function in context.parse(path.read_bytes()).definitions:
            manager = AnalysisManager()
            pressure = manager.get(RegisterPressure, function)
            assert pressure.registers == manager.get(LiveRegisters, function).count
            assert pressure.registers == manager.get(Pressure, function).registers
            for block, facts in enumerate(pressure.blocks):
                assert pressure.weigh(pressure.live_in(block)) <= facts.registers
                assert pressure.count(pressure.live_out(block)) == facts.at_end


def test_live_sets_are_what_a_walk_along_every_path_finds(function: Function) -> None:
    manager = AnalysisManager()
    pressure, flat = manager.get(RegisterPressure, function), manager.get(Snapshot, function)
    names = [{flat.value(i).name for i in range(len(flat.values)) if s >> i & 1} for s in pressure.live.live_out]
    assert names == [{"p", "n"}, {"p", "n", "next"}, set()]
    assert pressure.live_in(1).bit_count() == 2
    assert dict(pressure.points(1))[flat.block_starts[1] + 3] == (0, 0, 3, 1, 0)


def test_occupancy_is_what_the_launch_bounds_and_shared_memory_leave(function: Function) -> None:
    facts = AnalysisManager().get(Occupancy, function)
    assert (facts.threads, facts.shared_bytes, facts.is_block_known) == (128, 0, True)
    assert facts.warps(Target(90)) == 64
    assert facts.warps(Target(90), 128) == 16
    assert facts.register_target(Target(90)) == 0
