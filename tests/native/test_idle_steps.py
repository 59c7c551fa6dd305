"""Costly native steps are left out where a quick look shows that they can't do anything, and run wherever they can."""

from __future__ import annotations

import pytest

import opencicc
from opencicc.llvm import helper
from opencicc.llvm.ir import Context

pytestmark = pytest.mark.skipif(helper.load() is None, reason="steps are skipped by the native helper")


def run(body: str, passes: str, arguments: str = "ptr %p, i32 %x") -> tuple[list[tuple[object, object]], str]:
    """Runs and skips of each step, and what became of a function."""
    ir = f"define void @f({arguments}) {{\n{body}  ret void\n}}\n"
    result = opencicc.compile(ir, arch="sm_90", options={"passes": passes, "stop-after": "opt"})
    steps = [event.data or {} for event in result.trace.events if event.kind == "pass"]
    with Context() as context:
        text = context.parse(result.bitcode).text()
    return [(data["runs"], data["skips"]) for data in steps if "runs" in data], text


TWICE = "  store i32 %x, ptr %p\n  store i32 7, ptr %p\n"
BESIDE = "  %q = getelementptr i8, ptr %p, i64 4\n  store i32 %x, ptr %p\n  store i32 7, ptr %q\n"
PARTLY = "  %q = getelementptr i8, ptr %p, i64 2\n  store i16 7, ptr %q\n  store i32 %x, ptr %p\n"
BACK = "  %v = load i32, ptr %p\n  store i32 %v, ptr %p\n"
OTHER = "  %v = load i32, ptr %p\n  %q = getelementptr i8, ptr %p, i64 4\n  store i32 %v, ptr %q\n"
LOCAL = "  %s = alloca i32\n  store i32 %x, ptr %s\n"
COMPARED = """  %v = load i32, ptr %p
  %c = icmp eq i32 %v, 7
  br i1 %c, label %same, label %end
same:
  store i32 7, ptr %p
  br label %end
end:
"""
FILLED = "  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 8, i1 false)\n  store i64 1, ptr %p\n"


@pytest.mark.parametrize("body", [TWICE, PARTLY, BACK, LOCAL, COMPARED], ids="twice partly back local compared".split())
def test_dead_stores_are_found(body: str) -> None:
    steps, ir = run(body, "dse")
    assert steps == [(1, 0)]
    assert ir.count("store ") == body.count("store ") - 1


def test_a_filled_object_that_is_written_again_is_looked_at() -> None:
    steps, ir = run(FILLED, "dse")
    assert steps == [(1, 0)]
    assert "call void @llvm.memset" not in ir


@pytest.mark.parametrize("body", [BESIDE, OTHER, ""], ids="beside other none".split())
def test_stores_to_places_of_their_own_are_not_looked_at(body: str) -> None:
    assert run(body, "dse")[0] == [(0, 1)]


ONE_ZERO = "  store i32 0, ptr %p\n  store i32 %x, ptr %o\n"


def test_a_copy_through_a_local_object_is_found() -> None:
    copies = (
        "  %s = alloca [64 x i8]\n"
        "  call void @llvm.memcpy.p0.p0.i64(ptr %s, ptr %p, i64 64, i1 false)\n"
        "  call void @llvm.memcpy.p0.p0.i64(ptr %o, ptr %s, i64 64, i1 false)\n"
    )
    steps, ir = run(copies, "memcpyopt", "ptr noalias %p, ptr noalias %o")
    assert steps == [(1, 0)]
    assert "ptr %o, ptr %p" in ir.replace("align 1 ", "")


def test_single_stores_are_no_copies() -> None:
    assert run(ONE_ZERO, "memcpyopt", "ptr %p, ptr %o, i32 %x")[0] == [(0, 1)]


PAIR = """  %a = load half, ptr %p, align 4
  %p1 = getelementptr half, ptr %p, i64 1
  %b = load half, ptr %p1, align 2
  %c = fadd half %a, %a
  %d = fadd half %b, %b
  %q1 = getelementptr half, ptr %q, i64 1
  store half %c, ptr %q, align 4
  store half %d, ptr %q1, align 2
"""
BYTE = "  %b = load i8, ptr %p\n  %w = zext i8 %b to i32\n  %s = add i32 %w, 1\n  store i32 %s, ptr %q\n"


def test_a_pair_of_halves_becomes_a_vector() -> None:
    steps, ir = run(PAIR, "slp-vectorizer", "ptr noalias %p, ptr noalias %q")
    assert steps == [(1, 0)]
    assert "fadd contract <2 x half>" in ir


def test_bytes_that_are_only_read_make_no_vector() -> None:
    assert run(BYTE, "slp-vectorizer", "ptr noalias %p, ptr noalias %q")[0] == [(0, 1)]


ADDED = "  %y = add i32 %x, 0\n  store i32 %y, ptr %p\n"


def test_what_another_step_has_looked_for_is_not_looked_for_again() -> None:
    assert run(BESIDE, "ipsccp,sccp")[0] == [(1, 0), (0, 1)]
    steps, ir = run(ADDED, "instcombine,instsimplify")
    assert steps == [(1, 0), (0, 1)]
    assert "add" not in ir


def test_a_step_that_changed_something_leaves_the_narrower_one_its_turn() -> None:
    folded = "  %y = add i32 1, 2\n  store i32 %y, ptr %p\n"
    assert run(folded, "ipsccp,sccp")[0] == [(1, 0), (1, 0)]
