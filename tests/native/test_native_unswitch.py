"""Tests that stay the same move out of innermost loops, with the native helper."""

from __future__ import annotations

from pathlib import Path

import pytest

import opencicc
from opencicc.llvm.ir import Context

pytestmark = pytest.mark.usefixtures("native")

IR = (Path(__file__).parent.parent / "ir" / "unswitch-loops.ll").read_text()
FIRES = "made two loops of one"


def unswitched(**options: object) -> tuple[dict[str, str], set[str]]:
    """The text of each function, and those with a remark."""
    given = {name.replace("_", "-"): value for name, value in options.items()}
    settings = {"passes": "unswitch-loops", "stop-after": "opt", "strict-passes": True, **given}
    result = opencicc.compile(IR, "sm_90", options=settings)
    with Context() as context:
        texts = {f.name: f.text for f in context.parse(result.bitcode).functions if not f.is_declaration}
    return texts, {remark.function for remark in result.trace.remarks if FIRES in remark.message}


def test_a_test_of_a_parameter_stands_before_two_loops() -> None:
    texts, fired = unswitched()
    assert fired == {"by_parameter"}
    text = texts["by_parameter"]
    assert text.count("br i1 %has_scale") == 1
    assert text.index("br i1 %has_scale") < text.index("phi i32")
    assert text.count("phi i32") == 2


def test_loops_of_few_known_trips_are_for_the_unroller_by_a_knob() -> None:
    assert unswitched(unswitch_loops_few_trips=8)[1] == {"by_parameter", "stays_with_few_trips"}


def test_it_can_be_turned_off() -> None:
    assert not unswitched(unswitch_loops=False)[1]


LARGE = """
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
define {convention} void @f(ptr addrspace(1) %p, ptr addrspace(1) %flag, float %scale, i32 %mode, i32 %n) {{
entry:
  {shared}
  %has_scale = icmp eq i32 %from, 3
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %at = getelementptr float, ptr addrspace(1) %p, i32 %i
  %v0 = load float, ptr addrspace(1) %at, align 4
  {steps}
  br i1 %has_scale, label %scaled, label %meet
scaled:
  %product = fmul float %v{count}, %scale
  br label %meet
meet:
  %w = phi float [ %v{count}, %loop ], [ %product, %scaled ]
  {inner}
latch:
  store float %w, ptr addrspace(1) %at, align 4
  %next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}}
"""
PLAIN = "br label %latch"
INNER = """br label %inner
inner:
  %c = phi i32 [ 0, %meet ], [ %c.next, %inner ]
  %to = getelementptr float, ptr addrspace(1) %at, i32 %c
  store float %w, ptr addrspace(1) %to, align 4
  %c.next = add nuw nsw i32 %c, 1
  %c.more = icmp ult i32 %c.next, {trips}
  br i1 %c.more, label %inner, label %latch"""
PARAMETER = "%from = add i32 %mode, 0"
BLOCK = "%from = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()"
POINTED = "%from = load i32, ptr addrspace(1) %flag, align 4"
THREAD = "%from = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()"
OF_THREAD = f"{THREAD.replace('from', 'tid')}\n  %where = getelementptr i32, ptr addrspace(1) %flag, i32 %tid\n  %from = load i32, ptr addrspace(1) %where, align 4"


def loops_of(
    shared: str, count: int, inner: str = PLAIN, convention: str = "ptx_kernel", budget: int | None = None
) -> int:
    """How many loops over `%i` there are in the end."""
    steps = "\n  ".join(f"%v{number + 1} = fadd float %v{number}, %scale" for number in range(count))
    text = LARGE.format(shared=shared, steps=steps, count=count, inner=inner, convention=convention)
    settings: dict[str, object] = {"passes": "unswitch-loops", "stop-after": "opt", "strict-passes": True}
    if budget is not None:
        settings["unswitch-loops-shared-budget"] = budget
    result = opencicc.compile(text, "sm_90", options=settings)
    with Context() as context:
        return next(f.text for f in context.parse(result.bitcode).functions if f.name == "f").count(
            "icmp slt i32 %next"
        )


@pytest.mark.parametrize("shared", [PARAMETER, BLOCK, POINTED])
def test_larger_loops_are_for_tests_that_a_block_shares(shared: str) -> None:
    assert loops_of(shared, 60) == 2
    assert loops_of(shared, 60, budget=0) == 1
    assert loops_of(shared, 90) == 1


@pytest.mark.parametrize("shared", [THREAD, OF_THREAD])
def test_what_threads_differ_in_has_llvms_budget(shared: str) -> None:
    assert loops_of(shared, 60) == 1
    assert loops_of(shared, 20) == 2


def are_searches_parted(shared: str, *, is_asked: bool = False) -> bool:
    """Whether a loop that ends by what it loads becomes two."""
    text = LARGE.format(shared=shared, steps="", count=0, inner=PLAIN, convention="ptx_kernel")
    text = text.replace("icmp slt i32 %next, %n", "fcmp olt float %v0, %scale")
    settings: dict[str, object] = {"passes": "unswitch-loops", "stop-after": "opt", "strict-passes": True}
    result = opencicc.compile(text, "sm_90", options={**settings, "unswitch-searches": is_asked})
    with Context() as context:
        texts = [f.text for f in context.parse(result.bitcode).functions if f.name == "f"]
    return texts[0].count("fcmp olt") == 2


@pytest.mark.parametrize("shared", [THREAD, OF_THREAD])
def test_a_search_with_a_test_that_threads_differ_in_stays_one_loop(shared: str) -> None:
    assert not are_searches_parted(shared)
    assert are_searches_parted(shared, is_asked=True)


@pytest.mark.parametrize("shared", [PARAMETER, BLOCK, POINTED])
def test_a_search_with_a_test_that_all_agree_on_becomes_two(shared: str) -> None:
    assert are_searches_parted(shared)


def test_what_a_function_is_called_with_may_differ() -> None:
    assert loops_of(PARAMETER, 60, convention="") == 1
    assert loops_of(PARAMETER, 20, convention="") == 2


def test_loops_around_those_that_are_written_out() -> None:
    assert loops_of(PARAMETER, 10, INNER.format(trips=4)) == 2
    assert loops_of(PARAMETER, 10, INNER.format(trips="%mode")) == 1  # it stays a loop
    assert loops_of(PARAMETER, 10, INNER.format(trips=60)) == 1  # too much to be written out
    assert loops_of(THREAD, 10, INNER.format(trips=4)) == 1
