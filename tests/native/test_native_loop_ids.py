"""The ids of loops: the native helper finds the same as plain calls, and writes the same."""

from __future__ import annotations

import pytest

from opencicc.llvm import helper
from opencicc.llvm.helper import NativeHelper
from opencicc.llvm.helper_services import HelperServices
from opencicc.llvm.ir import Context, Function, Module
from opencicc.llvm.loop_ids import DISABLE, DONE, NUMBER, OPEN, UNROLL
from opencicc.llvm.plain_services import PlainServices

LOOPS = """
define void @f(i32 %n, i1 %c) {{
entry:
  br i1 %c, label %loop, label %plain, !prof !9
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %plain, !llvm.loop !0
plain:
  br label %again
again:
  br i1 %c, label %again, label %exit
exit:
  ret void
}}
!0 = distinct !{{!0{operands}}}
!1 = !{{!"llvm.loop.unroll.disable"}}
!2 = !{{!"llvm.loop.disable_nonforced"}}
!3 = !{{!"llvm.loop.unroll.count", i32 4}}
!4 = !{{!"opencicc.unrolled"}}
!5 = !{{!"opencicc.unrolled.open"}}
!6 = !{{!"opencicc.loop", i32 7}}
!7 = !{{!"llvm.loop.mustprogress"}}
!8 = !{{!"llvm.loop.unroll_and_jam.enable"}}
!9 = !{{!"branch_weights", i32 1, i32 2}}
!10 = !{{!"llvm.loop.unroll.something.new"}}
!11 = !{{}}
!12 = !{{!"opencicc.loop"}}
!13 = !{{!"llvm.loop.unroll.full"}}
!14 = !{{!"llvm.loop.unroll.runtime.disable"}}
!15 = !{{!"llvm.loop.unroll.enable"}}
"""
IDS = [
    "",
    ", !1",
    ", !2",
    ", !3, !7",
    ", !1, !4",
    ", !1, !4, !5, !7",
    ", !6, !13",
    ", !8, !10",
    ", !11, null, !7",
    ", !12, !14, !15",
]


def parse(operands: str, context: Context) -> tuple[Module, Function]:
    module = context.parse(LOOPS.format(operands=operands).encode())
    function = module.function("f")
    assert function is not None
    return module, function


@pytest.mark.parametrize("operands", IDS)
def test_both_find_the_same_ids(operands: str, native: NativeHelper) -> None:
    with Context() as context:
        _, function = parse(operands, context)
        found = HelperServices(native).loop_branches(function)
        assert found == PlainServices().loop_branches(function)
        assert len(found) == 1  # a branch with weights and one with nothing are none


def test_marks_tell_what_an_id_says(native: NativeHelper) -> None:
    with Context() as context:
        (_, number, marks), *_ = HelperServices(native).loop_branches(parse(", !1, !4, !5, !6", context)[1])
    assert number == 7
    off = helper.LOOP_DISABLED | helper.LOOP_OFF | helper.LOOP_ASKED
    assert marks == off | helper.LOOP_DONE | helper.LOOP_OPEN


def test_a_loop_that_is_disabled_by_another_name_was_not_asked(native: NativeHelper) -> None:
    with Context() as context:
        (_, number, marks), *_ = HelperServices(native).loop_branches(parse(", !2", context)[1])
    assert (number, marks) == (-1, helper.LOOP_DISABLED)


@pytest.mark.parametrize("operands", IDS)
@pytest.mark.parametrize(
    ("dropped", "added"),
    [
        ((UNROLL, NUMBER), [(DISABLE, None), (NUMBER, 3)]),
        ((NUMBER, DONE), [(DONE, None), (OPEN, None)]),
        ((DISABLE, OPEN), []),
        ((), [(UNROLL + "count", 16)]),
    ],
)
def test_both_write_the_same_id(
    operands: str, dropped: tuple[str, ...], added: list[tuple[str, int | None]], native: NativeHelper
) -> None:
    texts = []
    for services in (HelperServices(native), PlainServices()):
        with Context() as context:
            module, function = parse(operands, context)
            (branch, _, _), *_ = services.loop_branches(function)
            services.rewrite_loop_id(branch, dropped, added)
            texts.append(module.text())
    assert texts[0] == texts[1]


def test_a_branch_without_an_id_gets_one(native: NativeHelper) -> None:
    with Context() as context:
        _, function = parse("", context)
        branch = next(block for block in function.blocks if block.name == "again").terminator
        HelperServices(native).rewrite_loop_id(branch.ref, (UNROLL,), [(NUMBER, 5)])
        assert [row[1:] for row in PlainServices().loop_branches(function)] == [(-1, 0), (5, 0)]
