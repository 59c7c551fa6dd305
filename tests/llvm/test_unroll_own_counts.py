"""Trip counts without the native helper: loops that are run on constants, and bounds by thread numbers."""

from __future__ import annotations

import pytest

from opencicc.analysis.manager import AnalysisManager
from opencicc.llvm import helper
from opencicc.llvm.ir import Context, Function
from opencicc.llvm.native import TargetMachine
from opencicc.passes.unroll.facts import LoopSites
from opencicc.passes.unroll.model import LoopFacts
from opencicc.passes.unroll.own_facts import own_sites
from opencicc.target import parse_target

LOOP = """target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @f(ptr addrspace(1) %p, i32 %n) "nvvm.maxntid"="128" {{
entry:
  %tid = call range(i32 0, 128) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ {start}, %entry ], [ %next, %loop ]
  %at = getelementptr inbounds i32, ptr addrspace(1) %p, i32 %i
  store i32 %i, ptr addrspace(1) %at
  %next = {step}
  %more = icmp {test}
  br i1 %more, label {targets}
exit:
  ret void
}}
"""
STAY, LEAVE = "%loop, label %exit", "%exit, label %loop"


def loop(start: str, step: str, test: str, targets: str = STAY) -> str:
    return LOOP.format(start=start, step=step, test=test, targets=targets)


def function_of(context: Context, ir: str) -> Function:
    found = context.parse(ir.encode()).function("f")
    assert found is not None
    return found


def own_facts(ir: str) -> LoopFacts:
    with Context() as context:
        (site,) = own_sites(function_of(context, ir), AnalysisManager(), 4)
        return site.facts


def llvms_facts(ir: str) -> LoopFacts:
    if helper.load() is None:
        pytest.skip(helper.describe())
    with Context() as context, TargetMachine(parse_target("sm_90"), 2) as machine:
        function = function_of(context, ir)
        (site,) = AnalysisManager(machine).get(LoopSites, function, 4).found
        return site.facts


RUN = [
    ("halved down to nothing", loop("16", "lshr i32 %i, 1", "ne i32 %next, 0"), 5),
    ("doubled up to a bound", loop("2", "shl i32 %i, 1", "ule i32 %next, 1024"), 10),
    ("left when the test holds", loop("16", "lshr i32 %i, 1", "eq i32 %next, 0", LEAVE), 5),
    ("divided", loop("1000", "udiv i32 %i, 10", "ugt i32 %next, 0"), 4),
    ("tested before the step", loop("1", "mul i32 %i, 3", "ult i32 %i, 100"), 6),
    ("at once", loop("0", "lshr i32 %i, 1", "ne i32 %next, 0"), 1),
    ("the most that are run", loop("1", "mul i32 %i, 1", "ult i32 %i, 1"), 1),
]


@pytest.mark.parametrize(("ir", "trips"), [row[1:] for row in RUN], ids=[row[0] for row in RUN])
def test_a_loop_is_run_on_constants(ir: str, trips: int) -> None:
    facts = own_facts(ir)
    assert (facts.trip_count, facts.max_trip_count) == (trips, trips)
    assert llvms_facts(ir).trip_count in (trips, 0)


@pytest.mark.parametrize(
    "ir",
    [
        loop("%n", "lshr i32 %i, 1", "ne i32 %next, 0"),  # an unknown start
        loop("16", "lshr i32 %i, 1", "ne i32 %next, %n"),  # an unknown bound
        loop("1", "shl i32 %i, %n", "ult i32 %next, 9"),  # an unknown step
        loop("1", "xor i32 %i, 3", "ne i32 %next, 9"),  # endless
        loop("1", "udiv i32 %n, %i", "ne i32 %next, 9"),  # from outside
        loop("8", "shl i32 %i, 40", "ne i32 %next, 0"),  # undefined
    ],
)
def test_what_can_not_be_told_is_not_claimed(ir: str) -> None:
    facts = own_facts(ir)
    assert (facts.trip_count, facts.max_trip_count, facts.launch_trips) == (0, 0, -1)


@pytest.mark.parametrize(
    ("ir", "most", "expected", "expensive"),
    [
        (loop("%tid", "add nuw nsw i32 %i, 128", "slt i32 %next, 1000"), 8, 7, True),
        (loop("%tid", "add nuw nsw i32 %i, 96", "ult i32 %next, 960"), 10, 9, True),
        (loop("%tid", "add nuw nsw i32 %i, 1", "slt i32 %next, 500"), 500, 436, False),
    ],
)
def test_the_first_thread_counts_longest(ir: str, most: int, expected: int, expensive: bool) -> None:
    """At most what the first thread has; to be expected is what the first and the last one have on average."""
    facts = own_facts(ir)
    assert (facts.max_trip_count, facts.launch_trips) == (most, expected)
    assert (facts.trip_count, facts.is_countable, facts.is_count_expensive) == (0, True, expensive)
    known = llvms_facts(ir)
    assert known.launch_trips == expected
    assert known.max_trip_count in (0, most)


def test_counting_down_from_a_thread_number_has_no_bound() -> None:
    """The last thread counts longest then, and its number is not known."""
    facts = own_facts(loop("%tid", "add nsw i32 %i, -1", "sgt i32 %next, 0"))
    assert facts.max_trip_count == 0
