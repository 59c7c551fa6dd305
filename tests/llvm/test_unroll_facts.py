"""Facts about loops read from IR: our own analysis beside LLVM's, the simulation, and the pressure estimate."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from opencicc.analysis.flow import Loops
from opencicc.analysis.launch import LaunchFacts
from opencicc.analysis.manager import AnalysisManager
from opencicc.analysis.pressure import Pressure
from opencicc.check.generate import generate
from opencicc.llvm import helper
from opencicc.llvm.function_passes import run_on_function
from opencicc.llvm.ir import Context, Function
from opencicc.llvm.native import TargetMachine
from opencicc.llvm.snapshot import Snapshot
from opencicc.passes.unroll.facts import LoopSites
from opencicc.passes.unroll.model import Pragma
from opencicc.passes.unroll.occupancy import estimate
from opencicc.passes.unroll.own_facts import own_sites
from opencicc.passes.unroll.simulate import simulate
from opencicc.passes.unroll.view import FunctionView
from opencicc.target import parse_target

TABLE = """
@table = internal constant [16 x i32] zeroinitializer
define i32 @f(ptr %p, i32 %x) {
entry:
  %local = alloca [16 x i32]
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %added, %loop ]
  %square = mul i32 %i, %i
  %index = and i32 %square, 15
  %at = getelementptr inbounds [16 x i32], ptr @table, i32 0, i32 %index
  %t = load i32, ptr %at
  %slot = getelementptr inbounds [16 x i32], ptr %local, i32 0, i32 %i
  store i32 %t, ptr %slot
  %added = add i32 %sum, %x
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, 16
  br i1 %more, label %loop, label %exit
exit:
  ret i32 %added
}
"""
PRESSURE = """
define void @f(ptr %p, double %a, i32 %b) "nvvm.maxntid"="64,2,1" {
  %one = fadd double %a, 1.0
  %two = fmul double %a, %a
  %three = add i32 %b, 1
  %near = getelementptr i8, ptr %p, i64 8
  %is = icmp eq i32 %three, 7
  %chosen = select i1 %is, double %one, double %two
  store double %chosen, ptr %near
  ret void
}
"""


def function_of(context: Context, ir: str, name: str = "f") -> Function:
    found = context.parse(ir.encode()).function(name)
    assert found is not None
    return found


@pytest.mark.parametrize("seed", range(25))
def test_own_counts_say_what_llvms_say_or_nothing(seed: int) -> None:
    native = helper.load()
    if native is None:
        pytest.skip(helper.describe())
    case = generate(seed, "unroll")
    ir = case.ir if isinstance(case.ir, str) else case.ir.decode()
    with Context() as context, TargetMachine(parse_target("sm_90"), 3) as machine:
        function = function_of(context, ir, case.kernel)
        run_on_function(function, "sroa,loop-simplify,loop(loop-rotate),instsimplify", machine.ref)
        analyses = AnalysisManager(machine)
        theirs = {s.header.ref: s.facts for s in analyses.get(LoopSites, function, 4).found}
        ours = {s.header.ref: s.facts for s in own_sites(function, analyses, 4)}
        assert ours.keys() == theirs.keys()
        for header, facts in ours.items():
            known = theirs[header]
            if known.pragma.is_disabled:  # LLVM's analyses are not asked about these
                continue
            assert facts.trip_count in (0, known.trip_count)
            assert (
                known.max_trip_count == 0 or facts.max_trip_count == 0 or facts.max_trip_count >= known.max_trip_count
            )
            assert (facts.depth, facts.is_innermost, facts.exits) == (known.depth, known.is_innermost, known.exits)
            assert facts.is_convergent == known.is_convergent
            assert facts.local_array_size == known.local_array_size


def test_simulation_folds_tables_local_arrays_and_the_counter() -> None:
    with Context() as context:
        function = function_of(context, TABLE)
        analyses = AnalysisManager()
        view = FunctionView(function, analyses.get)
        (site,) = own_sites(function, analyses, 4)
        assert site.latch is not None
        cost = simulate(view, site.header.ref, site.latch.parent.ref, 16, 100)
        # 16 left and 128 rolled: a threshold of 1 is not earned after 12 trips already.
        stopped = simulate(view, site.header.ref, site.latch.parent.ref, 16, 1)
    assert stopped is not None
    assert (stopped.rolled, stopped.unrolled, stopped.is_least) == (16 * 8, 12, True)
    assert cost is not None
    assert cost.rolled == 16 * 8  # mul, and, load, store, two adds, compare, branch
    assert cost.unrolled == 16  # only the sum of %x is left
    assert site.facts.local_array_size == 16


def test_pressure_counts_what_is_alive_by_its_size() -> None:
    with Context() as context:
        function = function_of(context, PRESSURE)
        analyses = AnalysisManager()
        pressure, launch = analyses.get(Pressure, function), analyses.get(LaunchFacts, function)
        assert launch.usual_threads == 128
        found = estimate(launch, pressure.in_loop([0], 1), 1, False, parse_target("sm_90"))
    assert pressure.registers == 2 + 2 + 2 + 1  # %p, two doubles, %b; the offset of %near costs nothing
    assert (found.registers_now, found.registers_then) == (7, 7)
    assert found.is_kept


EXAMPLES = sorted((Path(__file__).resolve().parents[2] / "examples" / "ir").glob("*.ll"))


def functions_to_compare(context: Context) -> Iterator[Function]:
    """Examples as they are and random kernels with their loops in the form that unrolling meets."""
    for path in EXAMPLES:
        yield from (f for f in context.parse(path.read_bytes()).functions if not f.is_declaration)
    with TargetMachine(parse_target("sm_90"), 3) as machine:
        for seed in range(12):
            case = generate(seed, "unroll")
            ir = case.ir if isinstance(case.ir, str) else case.ir.decode()
            function = function_of(context, ir, case.kernel)
            run_on_function(function, "sroa,loop-simplify,loop(loop-rotate),instcombine,loop-mssa(licm)", machine.ref)
            yield function


def test_the_helper_estimates_the_same_pressure() -> None:
    native = helper.load()
    if native is None:
        pytest.skip(helper.describe())
    loops = 0
    with Context() as context:
        for function in functions_to_compare(context):
            analyses = AnalysisManager()
            pressure, flat = analyses.get(Pressure, function), analyses.get(Snapshot, function)
            most, found = native.pressure(function.ref)
            assert most == pressure.registers, function.name
            by_header = {flat.block(loop.header).ref: loop for loop in analyses.get(Loops, function).found}
            assert by_header.keys() == {loop.header for loop in found}
            for loop in found:
                here = by_header[loop.header]
                ours = pressure.in_loop(here.blocks, here.depth)
                assert (loop.most, loop.loaded, loop.accesses) == (ours.most, ours.loaded, ours.accesses)
                assert (loop.addresses, loop.depth) == (ours.addresses, ours.depth)
                assert loop.position == here.header
                loops += 1
    assert loops > 20


MARKED = """
define void @f(ptr %p, i32 %n) {{
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  store i32 %i, ptr %p
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %exit, !llvm.loop !0
exit:
  ret void
}}
!0 = distinct !{{!0, {properties}}}
"""


@pytest.mark.parametrize(
    ("properties", "number", "count", "pragma"),
    [
        ('!{!"llvm.loop.unroll.full"}', -1, 0, Pragma(is_full=True)),
        ('!{!"llvm.loop.unroll.enable"}, !{!"llvm.loop.mustprogress"}', -1, 0, Pragma(is_enabled=True)),
        ('!{!"llvm.loop.unroll.count", i32 3}, !{!"llvm.loop.unroll.count", i32 5}', -1, 3, Pragma(count=3)),
        ('!{!"llvm.loop.unroll.count", i64 4294967296}', -1, 0, Pragma()),
        ('!{!"llvm.loop.unroll.runtime.disable"}', -1, 0, Pragma(no_runtime=True)),
        ('!{!"llvm.loop.disable_nonforced"}', -1, 0, Pragma(is_disabled=True)),
        ('!{!"llvm.loop.unroll.disable"}, !{!"opencicc.loop", i32 7}', 7, 0, Pragma(is_disabled=True)),
        ('!{!"llvm.loop.unroll.disable"}, !{!"opencicc.unrolled"}', -1, 0, Pragma(is_disabled=True)),
        ('!{!"llvm.loop.unroll_and_jam.count", i32 4}', -1, 0, Pragma()),
        ('!{!"llvm.loop.unroll_and_jam.enable"}, !{!"llvm.loop.unroll_and_jam.disable"}', -1, 0, Pragma()),
        ('!{}, !{i32 4}, !"llvm.loop.unroll.full"', -1, 0, Pragma()),
    ],
)
def test_both_readers_of_loop_metadata_agree(properties: str, number: int, count: int, pragma: Pragma) -> None:
    with Context() as context, TargetMachine(parse_target("sm_90"), 3) as machine:
        function = function_of(context, MARKED.format(properties=properties))
        analyses = AnalysisManager(machine)
        (ours,) = own_sites(function, analyses, 4)
        (theirs,) = analyses.get(LoopSites, function, 4).found
        assert (ours.number, ours.marks) == (theirs.number, theirs.marks)
        assert ours.facts.pragma == theirs.facts.pragma == pragma
        assert (ours.number, pragma.count) == (number, count)
        assert ours.is_done == ("opencicc.unrolled" in properties)
        assert ours.is_to_be_jammed == ("jam" in properties and "jam.disable" not in properties)
