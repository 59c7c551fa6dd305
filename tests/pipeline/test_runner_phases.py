"""Compile phases in a run: their values, their names in -v and the timers, and no step in both."""

from __future__ import annotations

import json
import threading
from collections import Counter
from pathlib import Path

import pytest

import opencicc as package
from opencicc.compiler.api import option_values
from opencicc.compiler.settings import resolve
from opencicc.llvm.ir import Context
from opencicc.llvm.native import TargetMachine
from opencicc.passes.api import PassContext, function_pass
from opencicc.pipeline.assemble import assemble
from opencicc.pipeline.run.optimize import _surroundings, pipeline_of
from opencicc.pipeline.run.plan import make_plan
from opencicc.pipeline.run.runner import DONE, Run
from opencicc.pipeline.run.watch import Watcher
from opencicc.pipeline.spec.names import Level
from opencicc.target import Target
from opencicc.trace import Trace
from tests.shell import opencicc

KERNEL = """define ptx_kernel void @{name}(ptr %p) {{
  store i32 1, ptr %p
  ret void
}}
"""
HEADER = 'target triple = "nvptx64-nvidia-cuda"\n'
ONE = HEADER + KERNEL.format(name="one")
TWO = ONE + KERNEL.format(name="two")


class PhaseWatcher(Watcher):
    """Notes the run's phase at every step that runs."""

    def __init__(self, run: Run, *rest) -> None:
        super().__init__(*rest)
        self.run = run
        self.seen: list[tuple[int, int]] = []

    def may_run(self, step) -> bool:
        self.seen.append((self.run.phase, step.phase))
        return super().may_run(step)


def watched_phases(text: str) -> tuple[list[tuple[int, int]], int, Trace]:
    values = option_values({"arch": "sm_90", "trace": "unused"})
    settings, trace = resolve(values), Trace()
    pipeline = pipeline_of(settings)
    with Context() as context, TargetMachine(settings.target, 3) as machine:
        module = context.parse(text.encode())
        run = Run(module, _surroundings(pipeline.values_for(settings), settings, machine, trace))
        watcher = PhaseWatcher(run, values, trace)
        run.run_steps(pipeline.steps, watcher)
        return watcher.seen, run.phase, trace


def test_a_module_of_several_functions_goes_through_phases_1_2_3() -> None:
    seen, last, _ = watched_phases(TWO)
    phases = [run_phase for run_phase, _ in seen]
    assert phases == sorted(phases)
    assert set(phases) == {1, 2}
    assert all(run_phase == step_phase for run_phase, step_phase in seen)
    assert last == DONE == 3


def test_a_module_of_one_function_bypasses_the_phases() -> None:
    seen, last, trace = watched_phases(ONE)
    assert {run_phase for run_phase, _ in seen} == {0}
    assert [step_phase for _, step_phase in seen] != sorted(step_phase for _, step_phase in seen)  # list order
    assert last == DONE
    assert "one function: compiled without phases" in trace.notes


def test_no_step_runs_in_both_phases_and_none_is_lost() -> None:
    seen, _, trace = watched_phases(TWO)
    alone, _, _ = watched_phases(ONE)
    assert len(seen) == len(alone)
    skipped = [note for note in trace.notes if "it belongs to phase" in note]
    steps = pipeline_of(resolve(option_values({"arch": "sm_90"}))).steps
    assert len(skipped) == len(steps)  # each step is skipped in exactly one of the two phases


@pytest.mark.parametrize("level", list(Level))
def test_the_plans_of_both_phases_hold_what_the_whole_plan_holds(level) -> None:
    steps = assemble(option_values({}), Target(90), "", level)

    def parts(phase: int) -> Counter:
        return Counter(part for unit in make_plan(steps, phase) for part in (*unit.texts, unit.own) if part)

    assert parts(1) + parts(2) == parts(0)


def test_declared_phases() -> None:
    steps = assemble(option_values({}), Target(90), "", Level.O3)
    phase_of = {step.name: step.phase for step in steps}
    assert phase_of["remat"] == phase_of["sinking2"] == 2
    late = [step.phase for step in steps if step.name == "loop-unroll" and "late" in step.params]
    assert late and set(late) == {2}
    whole = [
        i for i, step in enumerate(steps) if step.phase == 1 and any(leaf.kind.needs_module for leaf in step.leaves)
    ]
    early = [step for step in steps[: whole[-1]] if step.phase == 2]
    assert all(step.info.phase == 2 or "late" in step.params for step in early)


def test_the_phases_are_named_in_v_and_in_the_timers(tmp_path: Path) -> None:
    path = tmp_path / "two.ll"
    path.write_text(TWO)
    said = opencicc(str(path), "-v", "--time-passes", "-o", str(tmp_path / "two.ptx")).err
    # Without the native helper steps are timed one by one, and those that do nothing are noted between the two.
    assert [line for line in said.splitlines() if line.startswith("Phase ")] == ["Phase I", "Phase II, Concurrent=No"]
    timers = [line.split(None, 2)[2] for line in said.splitlines() if "%" in line]
    assert "phase Phase I" in timers
    assert "phase Phase II, Concurrent=No" in timers


def test_one_function_has_no_phase_names(tmp_path: Path) -> None:
    path = tmp_path / "one.ll"
    path.write_text(ONE)
    said = opencicc(str(path), "-v", "--time-passes", "-o", str(tmp_path / "one.ptx")).err
    assert "Phase I" not in said
    assert "phase unphased" in said


def test_the_trace_shows_the_steps_of_the_other_phase(tmp_path: Path) -> None:
    source, trace = tmp_path / "two.ll", tmp_path / "trace.json"
    source.write_text(TWO)
    assert opencicc(str(source), "-O1", f"--trace={trace}", "-o", str(tmp_path / "two.ptx")).code == 0
    rows = [json.loads(line) for line in trace.read_text().splitlines()]
    notes = [row["message"] for row in rows if row.get("kind") == "note"]
    assert any(note.startswith("limit-registers: not in phase 1, it belongs to phase 2 (phase 5") for note in notes)
    assert [row["name"] for row in rows if row.get("kind") == "phase"] == ["Phase I", "Phase II, Concurrent=No"]


def test_compiles_in_other_threads_have_phases_of_their_own(register) -> None:
    """A compile that stands in phase I while another one runs through leaves with what it would have alone."""
    inside, may_go = threading.Event(), threading.Event()

    @function_pass("test-wait")
    def wait(function, ctx: PassContext) -> bool:
        if function.name == "slow":
            inside.set()
            assert may_go.wait(30)
        return False

    register(wait)
    slow = TWO + KERNEL.format(name="slow")
    options = {"passes": "globaldce,test-wait,inline"}
    results: list[package.CompileResult] = []
    thread = threading.Thread(target=lambda: results.append(package.compile(slow, arch="sm_90", options=options)))
    thread.start()
    assert inside.wait(30)
    other = package.compile(TWO, arch="sm_90", options=options)
    may_go.set()
    thread.join()
    assert results[0].trace.notes == other.trace.notes == ["Phase I", "Phase II, Concurrent=No"]
