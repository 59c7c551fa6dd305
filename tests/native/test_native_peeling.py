"""Trips taken out of loops: by number, by profile, because the others get simpler; and where remainders go."""

from __future__ import annotations

import re

import pytest

import opencicc
from opencicc.errors import UsageError
from opencicc.llvm.ir import Context

SUM = """
target triple = "nvptx64-nvidia-cuda"
declare i32 @other(i32)
define ptx_kernel void @k(ptr %in, ptr %out, i32 %n) {entry_count} {{
entry:
  br label %loop
loop:
  %i = phi i32 [ {start}, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %added, %loop ]
  %at = getelementptr inbounds i32, ptr %in, i32 %i
  %x = load i32, ptr %at
  %y = {work}
  %added = add i32 %sum, %y
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, {bound}
  br i1 %more, label %loop, label %exit{metadata}
exit:
  store i32 %added, ptr %out
  ret void
}}
!0 = !{{!"function_entry_count", i64 100}}
!1 = !{{!"branch_weights", i32 100, i32 100}}
!2 = distinct !{{!2, !3}}
!3 = !{{!"llvm.loop.unroll.count", i32 4}}
"""
EXPECTED_TWO_TRIPS = {"entry_count": "!prof !0", "metadata": ", !prof !1"}


def kernel(**parts: str) -> str:
    usual = {"start": "0", "bound": "%n", "work": "mul i32 %x, %x", "entry_count": "", "metadata": ""}
    return SUM.format(**{**usual, **parts})


def unroll(ir: str, **options: object) -> opencicc.CompileResult:
    given = {name.replace("_", "-"): value for name, value in options.items()}
    settings = {"passes": "loop-unroll", "stop-after": "opt", "strict-passes": True, "verify-each": True, **given}
    return opencicc.compile(ir, "sm_90", options=settings)


def text_of(result: opencicc.CompileResult) -> str:
    with Context() as context:
        return context.parse(result.bitcode).text()


def said(result: opencicc.CompileResult) -> list[str]:
    return [remark.message for remark in result.trace.remarks if remark.remark in ("passed", "missed")]


def loads(result: opencicc.CompileResult) -> int:
    return text_of(result).count("load i32")


@pytest.mark.usefixtures("native")
class TestByNumber:
    @pytest.mark.parametrize("trips", [1, 2, 5])
    def test_as_many_trips_as_asked_for(self, trips: int) -> None:
        result = unroll(kernel(), unroll_peel_count=trips)
        assert loads(result) == trips + 1
        (message,) = said(result)
        assert message == f"peeled {trips} {'trip' if trips == 1 else 'trips'}: an option asks for {trips}"

    def test_once_however_often_it_is_looked_at(self) -> None:
        result = unroll(
            kernel(), unroll_peel_count=2, passes="loop-unroll<no-runtime>," * 2 + "loop-unroll<no-runtime>"
        )
        assert loads(result) == 3

    def test_for_one_function(self) -> None:
        overrides = {"unroll_function_overrides": ("k:peel-count=2",)}
        assert loads(unroll(kernel(), **overrides)) == 3
        assert loads(unroll(kernel().replace("@k", "@another"), **overrides)) == 5  # four copies and a remainder

    def test_before_all_else(self) -> None:
        assert loads(unroll(kernel(metadata=", !llvm.loop !2"), unroll_peel_count=1)) == 2
        assert loads(unroll(kernel(bound="8"), unroll_peel_count=3)) == 4

    def test_one_trip_stays(self) -> None:
        assert loads(unroll(kernel(bound="2"), unroll_peel_count=9)) == 2

    def test_not_more_than_a_pragma_could_make(self) -> None:
        result = unroll(kernel(), unroll_peel_count=1 << 20, pragma_unroll_threshold=100)
        assert 2 < loads(result) <= 100 / 6

    def test_a_peeled_loop_may_be_unrolled_later(self) -> None:
        assert loads(unroll(kernel(), unroll_peel_count=2, passes="loop-unroll,loop-unroll")) == 2 + 4 + 1

    def test_0_is_none(self) -> None:
        assert loads(unroll(kernel(**EXPECTED_TWO_TRIPS), unroll_peel_count=0, unroll_runtime=False)) == 1


def test_a_number_without_the_helper_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENCICC_NATIVE_HELPER", "0")
    with pytest.raises(UsageError, match="unroll-peel-count=2 can't be had"):
        unroll(kernel(), unroll_peel_count=2)
    with pytest.raises(UsageError, match="unroll-peel-count=3 can't be had"):
        unroll(kernel(), unroll_function_overrides=("k:peel-count=3",))
    assert loads(unroll(kernel(), unroll_peel_count=0)) == 5


ALL_OFF = "no-partial;no-runtime;no-upperbound;no-profile-peeling"
FIRST_TRIP_DIFFERS = {"work": "select i1 %c, i32 7, i32 %x"}


@pytest.mark.usefixtures("native")
@pytest.mark.parametrize(
    ("words", "trips"),
    [
        ("O2", 2),  # A
        (f"O3;{ALL_OFF}", 0),  # B
        ("O3", 2),  # C
        ("O3;no-partial;no-runtime", 2),  # D
        ("O3;no-partial;no-runtime;no-profile-peeling", 0),  # E
        ("O3;threshold=-1;count=-1;profile-peeling", 2),  # F
    ],
)
def test_configurations_peel_by_profile_or_not(words: str, trips: int) -> None:
    result = unroll(kernel(**EXPECTED_TWO_TRIPS), passes=f"loop-unroll<{words}>", unroll_runtime=False)
    assert loads(result) == trips + 1
    if trips:
        assert said(result) == ["peeled 2 trips: a profile expects no more"]


@pytest.mark.usefixtures("native")
def test_what_a_profile_said_is_used_up() -> None:
    assert loads(unroll(kernel(**EXPECTED_TWO_TRIPS), passes="loop-unroll,loop-unroll")) == 3


@pytest.mark.usefixtures("native")
@pytest.mark.parametrize(("words", "messages"), [
    ("O3", ["peeled 1 trip: the others get simpler"]),
    ("O3;no-partial;no-runtime;no-profile-peeling", ["peeled 1 trip: the others get simpler"]),
    (f"O3;{ALL_OFF}", ["not unrolled: unrolling with a remainder is off"]),
])  # fmt: skip
def test_all_off_peels_nothing_at_all(words: str, messages: list[str]) -> None:
    ir = kernel(**FIRST_TRIP_DIFFERS).replace("  %y =", "  %c = icmp eq i32 %i, 0\n  %y =")
    assert said(unroll(ir, passes=f"loop-unroll<{words}>")) == messages


@pytest.mark.usefixtures("native")
@pytest.mark.parametrize(
    ("parts", "options", "side"),
    [
        ({}, {}, "epil"),
        ({}, {"waterfall_unrolling_force_epilogue": False}, "prol"),
        (
            {"start": "%n", "bound": "9999", "metadata": ", !llvm.loop !2"},
            {"waterfall_unrolling_force_epilogue": False},
            "prol",
        ),
        ({}, {"waterfall_unrolling_force_epilogue": False, "unroll_runtime_epilog": True}, "epil"),
        ({"work": "call i32 @other(i32 %x)"}, {"waterfall_unrolling_force_epilogue": False}, "epil"),
        ({}, {"unroll_runtime_epilog": False}, "epil"),
    ],
)
def test_where_the_remainder_goes(parts: dict[str, str], options: dict[str, object], side: str) -> None:
    found = set(re.findall(r"^loop\.(prol|epil):", text_of(unroll(kernel(**parts), **options)), re.MULTILINE))
    assert found == {side}


@pytest.mark.usefixtures("native")
def test_loops_of_one_function_may_differ_in_that() -> None:
    body = kernel()
    start, end = body.index("  br label %loop"), body.index("exit:")
    second = body[start:end].replace("%loop", "%two").replace("loop:", "two:").replace("label %exit", "label %end")
    second = re.sub(r"%(i|sum|at|x|y|added|next|more)\b", r"%\1.b", second).replace("%entry", "%exit")
    second = second.replace("mul i32 %x.b, %x.b", "call i32 @other(i32 %x.b)")
    both = body.replace(
        "  store i32 %added, ptr %out\n  ret void", f"{second}end:\n  store i32 %added.b, ptr %out\n  ret void"
    )
    text = text_of(unroll(both, waterfall_unrolling_force_epilogue=False))
    assert set(re.findall(r"^(\w+\.(?:prol|epil)):", text, re.MULTILINE)) == {"loop.prol", "two.epil"}


@pytest.mark.usefixtures("native")
def test_llvm_speaks_for_itself_only_where_it_decides() -> None:
    ir, words = kernel(bound="8"), {"Rpass": "unroll"}
    assert said(unroll(ir, unroll_decisions="llvm", **words)) == ["completely unrolled loop with 8 iterations"]
    assert [message[:19] for message in said(unroll(ir, **words))] == ["unrolled completely"]
