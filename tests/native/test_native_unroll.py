"""What only the native helper makes possible in unrolling: uniform trip counts of convergent loops, peel counts, bounds,
and the trips that launch bounds let expect."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import opencicc
from opencicc.llvm.helper import NativeHelper
from opencicc.llvm.ir import Context
from tests.shell import opencicc as opencicc_command

pytestmark = pytest.mark.usefixtures("native")

BARRIERS = """
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @k(ptr %p, i32 %n) {{
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr inbounds i32, ptr %p, i32 %i
  store i32 %i, ptr %at
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, {bound}
  br i1 %more, label %loop, label %exit
exit:
  ret void
}}
"""
FIRST_TRIP = """
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %is_first = icmp eq i32 %i, 0
  br i1 %is_first, label %once, label %latch
once:
  store i32 -1, ptr %p
  br label %latch
latch:
  %at = getelementptr inbounds i32, ptr %p, i32 %i
  store i32 %i, ptr %at
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
"""
# A block copies elements, one thread every `step`-th.
BLOCK_COPY = """
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
define {convention} void @k(ptr %in, ptr addrspace(3) %out, i32 %n) {bounds} {{
entry:
  %tid = call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %width = call range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  br label %loop
loop:
  %i = phi i32 [ %tid, %entry ], [ %next, %loop ]
  %from = getelementptr inbounds i32, ptr %in, i32 %i
  %x = load i32, ptr %from
  %to = getelementptr inbounds i32, ptr addrspace(3) %out, i32 %i
  store i32 %x, ptr addrspace(3) %to
  %next = add nuw nsw i32 %i, {step}
  %more = icmp ult i32 %next, {end}
  br i1 %more, label %loop, label %exit
exit:
  ret void
}}
"""
# A block sums elements.
BLOCK_SUM = """
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
define ptx_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) {
entry:
  %tid = call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %width = call range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %some = icmp ult i32 %tid, %n
  br i1 %some, label %loop, label %exit
loop:
  %i = phi i32 [ %tid, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %total, %loop ]
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i32 %i
  %x = load float, ptr addrspace(1) %from
  %total = fadd float %sum, %x
  %next = add nuw i32 %i, %width
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  %all = phi float [ 0.0, %entry ], [ %total, %loop ]
  store float %all, ptr addrspace(1) %out
  ret void
}
"""
BOUNDED = """
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.umin.i32(i32, i32)
define ptx_kernel void @k(ptr %p, i32 %n) {{
entry:
  %most = call i32 @llvm.umin.i32(i32 %n, i32 {bound})
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr inbounds i32, ptr %p, i32 %i
  %a = mul i32 %i, %n
  %b = xor i32 %a, %i
  %value = mul i32 %b, %b
  store i32 %value, ptr %at
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, %most
  br i1 %more, label %loop, label %exit
exit:
  ret void
}}
"""


def unroll(ir: str, **options: object) -> opencicc.CompileResult:
    given = {name.replace("_", "-"): value for name, value in options.items()}
    settings = {"passes": "loop-unroll", "stop-after": "opt", "strict-passes": True, **given}
    return opencicc.compile(ir, "sm_90", options=settings)


def text_of(result: opencicc.CompileResult) -> str:
    with Context() as context:
        return context.parse(result.bitcode).text()


def count_barriers(result: opencicc.CompileResult) -> int:
    return len(re.findall(r"call void @llvm.nvvm.barrier", text_of(result)))


def test_a_barrier_gets_a_remainder_where_all_threads_run_equally_often() -> None:
    result = unroll(BARRIERS.format(bound="%n"))
    assert count_barriers(result) == 5
    (remark,) = [r for r in result.trace.remarks if r.name == "RuntimeUnrolled"]
    assert "its convergent operations stay together" in remark.message


def test_a_barrier_gets_none_where_they_do_not() -> None:
    result = unroll(BARRIERS.format(bound="%tid"))
    assert count_barriers(result) == 1
    said = [r.message for r in result.trace.remarks if r.name == "NotUnrolled"]
    assert said == ["not unrolled: a remainder loop would give its convergent operations a new condition"]


def test_the_uniform_rule_can_be_switched_off() -> None:
    assert count_barriers(unroll(BARRIERS.format(bound="%n"), unroll_uniform_convergent=False)) == 1


def test_a_trip_that_differs_is_peeled() -> None:
    result = unroll(FIRST_TRIP)
    assert [r.name for r in result.trace.remarks if r.remark == "passed" and r.name == "Peeled"] == ["Peeled"]
    assert text_of(result).count("icmp eq i32 %i, 0") == 0
    assert "Peeled" not in [r.name for r in unroll(FIRST_TRIP, unroll_peel_count=0).trace.remarks]


def test_a_peeled_loop_may_still_be_unrolled() -> None:
    result = unroll(FIRST_TRIP, passes="loop-unroll,instcombine,simplifycfg,loop-simplify,loop-unroll")
    assert [r.name for r in result.trace.remarks if r.remark == "passed"] == ["Peeled", "RuntimeUnrolled"]


def block_copy(step: str, end: str, bounds: str = '"nvvm.maxntid"="128"', convention: str = "ptx_kernel") -> str:
    return BLOCK_COPY.format(step=step, end=end, bounds=bounds, convention=convention)


@pytest.mark.parametrize(
    ("step", "end", "bounds", "said"),
    [
        (
            "%width",
            "4096",
            '"nvvm.maxntid"="128"',
            "unrolled by 8 with a remainder loop: size 42 for 88 % fewer cycles a trip",
        ),
        (
            "%width",
            "4096",
            '"nvvm.reqntid"="512,1,1"',
            "unrolled by 4 with a remainder loop: size 22 for 75 % fewer cycles a trip",
        ),
        (
            "%width",
            "4096",
            "",
            "unrolled by 8 with a remainder loop: size 42 for 88 % fewer cycles a trip",
        ),  # 256 threads are usual
        (
            "%width",
            "4095",
            "",
            "unrolled by 4 with a remainder loop: size 22 for 75 % fewer cycles a trip",
        ),  # the last thread has 15 trips
        ("%width", "128", '"nvvm.maxntid"="128"', "not unrolled: about 1 trips are too few for a remainder to pay"),
        (
            "%width",
            "%n",
            '"nvvm.maxntid"="128"',
            "not unrolled: counting its trips is expensive, and nothing says that they are many",
        ),
        (
            "128",
            "1600",
            '"nvvm.maxntid"="128"',
            "unrolled by 4 with a remainder loop: size 22 for 75 % fewer cycles a trip",
        ),
    ],
)
def test_launch_bounds_tell_how_many_trips_to_expect(step: str, end: str, bounds: str, said: str) -> None:
    result = unroll(block_copy(step, end, bounds), unroll_default_count=8)
    (message,) = [r.message for r in result.trace.remarks if r.name in ("RuntimeUnrolled", "NotUnrolled")]
    assert message == said


def test_a_function_that_is_no_kernel_has_no_launch() -> None:
    result = unroll(block_copy("%width", "4096", convention=""))
    (message,) = [r.message for r in result.trace.remarks if r.name == "NotUnrolled"]
    assert "nothing says that they are many" in message


def test_a_sum_over_what_a_block_reads_is_copied_for_a_division() -> None:
    result = unroll(BLOCK_SUM)
    assert [r.name for r in result.trace.remarks if r.name in ("RuntimeUnrolled", "NotUnrolled")] == ["RuntimeUnrolled"]
    text = text_of(result)
    assert text.count("load float") == 4 + 1  # four copies and a remainder
    assert "udiv i32" in text


def test_divisions_can_be_switched_off() -> None:
    result = unroll(block_copy("%width", "4096"), unroll_expensive_trip_count=False)
    assert "RuntimeUnrolled" not in [r.name for r in result.trace.remarks]


@pytest.mark.parametrize(
    ("bound", "options", "stores"),
    [
        (4, {}, 4),
        (5, {}, 1),
        (8, {"unroll_automatic_upperbound": 8}, 8),
        (8, {"unroll_automatic_upperbound": 8, "unroll_max_upperbound": 4, "unroll_runtime": False}, 1),
    ],
)
def test_few_trips_are_copied_where_only_a_bound_is_known(bound: int, options: dict[str, object], stores: int) -> None:
    assert text_of(unroll(BOUNDED.format(bound=bound), **options)).count("store i32") == stores


def test_a_body_that_is_mostly_its_exit_test_is_not_copied() -> None:
    small = BOUNDED.format(bound=4).replace("store i32 %value", "store i32 %i")
    small = "".join(line for line in small.splitlines(True) if not line.startswith(("  %a =", "  %b =", "  %value =")))
    assert text_of(unroll(small)).count("store i32") == 1


PRINTED = """
declare void @llvm.assume(i1)
define void @f(ptr %p, i32 %n, i32 %m) {
entry:
  %bound = mul nsw i32 %n, %m
  %enough = icmp sgt i32 %bound, 7
  br i1 %enough, label %before, label %exit
before:
  br label %loop
loop:
  %i = phi i32 [ 0, %before ], [ %next, %loop ]
  %at = getelementptr inbounds i32, ptr %p, i32 %i
  store i32 %i, ptr %at
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, %bound
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
"""
SAME = [
    ("%at", "%slot"),
    ("before:\n", "before:\n  store i32 0, ptr %p\n"),
    ("  ret void", "  %last = phi i32 [ %next, %loop ], [ 0, %entry ]\n  store i32 %last, ptr %p\n  ret void"),
]
OTHER = [
    ("mul nsw", "mul"),
    ("mul nsw i32 %n, %m", "mul nsw i32 %n, 4"),
    ("sgt i32 %bound, 7", "sgt i32 %bound, 8"),
    ("label %before, label %exit", "label %exit, label %before"),
    ("add nuw nsw i32 %i, 1", "add nuw nsw i32 %i, 2"),
    ("ult i32 %next", "slt i32 %next"),
    ("phi i32 [ 0, %before", "phi i32 [ 1, %before"),
    ("store i32 %i, ptr %at", "store i32 %next, ptr %at"),
    ("before:\n", "before:\n  call void @llvm.assume(i1 %enough)\n"),
    ("label %loop, label %exit\n", "label %loop, label %exit, !llvm.loop !0\n"),
]
PRAGMA = '!0 = distinct !{!0, !1}\n!1 = !{!"llvm.loop.unroll.count", i32 4}\n'


@pytest.mark.parametrize(
    ("old", "new", "is_same"), [(*pair, True) for pair in SAME] + [(*pair, False) for pair in OTHER]
)
def test_a_print_changes_with_what_decides_about_a_loop(
    native: NativeHelper, old: str, new: str, is_same: bool
) -> None:
    changed = PRINTED.replace(old, new)
    assert changed != PRINTED
    with Context() as context:
        prints = []
        for text in (PRINTED, PRINTED, changed):
            function = context.parse((text + PRAGMA).encode()).function("f")
            assert function is not None
            prints.append(native.ocx_loop_fingerprint(function.ref))
    assert prints[0] == prints[1] != 0
    assert (prints[2] == prints[0]) == is_same


def test_loops_that_were_left_alone_are_not_looked_at_again() -> None:
    again = unroll(FIRST_TRIP, passes="loop-unroll<no-runtime;no-peeling>,loop-unroll<no-runtime;no-peeling>")
    assert [r.name for r in again.trace.remarks if r.name == "NotUnrolled"] == ["NotUnrolled"]


def test_loops_are_looked_at_again_where_more_is_allowed() -> None:
    result = unroll(BARRIERS.format(bound="%n"), passes="loop-unroll<no-runtime>,loop-unroll")
    assert count_barriers(result) == 5


def test_loops_are_looked_at_again_when_they_changed() -> None:
    # The bound is a sum of constants until instsimplify.
    unknown = BOUNDED.format(bound=8).replace("call i32 @llvm.umin.i32(i32 %n, i32 8)", "call i32 @eight()")
    unknown += "define internal i32 @eight() alwaysinline {\n  ret i32 8\n}\n"
    only_full = "loop-unroll<no-runtime>"
    assert text_of(unroll(unknown, passes=f"{only_full},{only_full}")).count("store i32") == 1
    assert text_of(unroll(unknown, passes=f"{only_full},always-inline,{only_full}")).count("store i32") == 8


ROWS = (Path(__file__).parent.parent / "ir" / "loop-unroll-waits.ll").read_text()


@pytest.mark.parametrize(("size", "loads"), [(120, 4 + 3), (20, 4 + 1)])
def test_the_remainder_of_an_inner_loop_is_straight_code(size: int, loads: int) -> None:
    """Three copies behind the four, or a loop of one where they are too large."""
    result = opencicc.compile(ROWS, "sm_90", options={"unroll-straight-remainder": size, "passes": "loop-unroll"})
    rows = result.ptx[result.ptx.index(".entry rows(") :]
    assert rows.count("ld.global.b32") == loads


SAME_FOR_ALL = """
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @k(ptr addrspace(1) %row, ptr addrspace(1) %out) {{
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %own = getelementptr [4096 x i32], ptr addrspace(1) %row, i32 %thread
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %at = getelementptr i32, ptr addrspace(1) {base}, i32 %i
  %v = load i32, ptr addrspace(1) %at
  %more = add i32 %sum, %v
  %next = add nuw nsw i32 %i, 1
  %test = icmp ult i32 %next, 4096
  br i1 %test, label %loop, label %done
done:
  store i32 %more, ptr addrspace(1) %out
  ret void
}}
"""


@pytest.mark.parametrize(("base", "count"), [("%row", 32), ("%own", 16)])
def test_a_row_that_all_threads_read_has_more_loads_in_flight(base: str, count: int) -> None:
    result = unroll(SAME_FOR_ALL.format(base=base))
    assert f"unrolled by {count}:" in result.remarks[0].message


def test_what_is_mostly_skipped_is_copied_where_threads_make_the_same_trips(tmp_path: Path) -> None:
    """Where their trips differ a warp makes the most of them, and the remainder besides if one of its threads has one."""
    same = (Path(__file__).parents[1] / "ir" / "loop-unroll-skipped.ll").read_text()
    read = "  %n = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()"
    own = (
        same.replace("i32 %n) {\nentry:", f"i32 %all) {{\nentry:\n{read}", 1)
        + f"\ndeclare{read.partition('call')[2]}\n"
    )
    path = tmp_path / "own.ll"
    for text, copies in ((same, 4), (own, 2)):
        path.write_text(text)
        said = opencicc_command(
            "opt", str(path), "--passes=loop-unroll", "-Rpass=loop-unroll", "-o", str(tmp_path / "o.ll")
        )
        assert f"near_ones: remark: unrolled by {copies} with a remainder loop" in said.err
