"""Costly native steps are left out where a quick look shows that they can't do anything, and run wherever they can."""

from __future__ import annotations

import pytest

import opencicc
from opencicc.llvm import helper
from opencicc.llvm.ir import Context

pytestmark = pytest.mark.skipif(helper.load() is None, reason="steps are skipped by the native helper")


SHARED = "@s = internal addrspace(3) global [64 x i32] undef\n"


def run(body: str, passes: str, arguments: str = "ptr %p, i32 %x") -> tuple[list[tuple[object, object]], str]:
    """Runs and skips of each step, and what became of a function."""
    ir = f"define void @f({arguments}) {{\n{body}  ret void\n}}\n"
    ir = SHARED + ir if "@s" in body else ir
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
DIFFERENT = """  %v = load i32, ptr %p
  %c = icmp ne i32 %x, %v
  br i1 %c, label %end, label %same
same:
  store i32 %x, ptr %p
  br label %end
end:
"""
SMALLER = COMPARED.replace("eq", "ult")  # says nothing of what is there
EXCHANGED = COMPARED.replace("store i32 7", "store i32 %x")
FILLED = "  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 8, i1 false)\n  store i64 1, ptr %p\n"


@pytest.mark.parametrize(
    "body",
    [TWICE, PARTLY, BACK, LOCAL, COMPARED, DIFFERENT],
    ids="twice partly back local compared different".split(),
)
def test_dead_stores_are_found(body: str) -> None:
    steps, ir = run(body, "dse")
    assert steps == [(1, 0)]
    assert ir.count("store ") == body.count("store ") - 1


def test_a_filled_object_that_is_written_again_is_looked_at() -> None:
    steps, ir = run(FILLED, "dse")
    assert steps == [(1, 0)]
    assert "call void @llvm.memset" not in ir


@pytest.mark.parametrize(
    "body", [BESIDE, OTHER, SMALLER, EXCHANGED, ""], ids="beside other smaller exchanged none".split()
)
def test_stores_to_places_of_their_own_are_not_looked_at(body: str) -> None:
    assert run(body, "dse")[0] == [(0, 1)]


BARRIER = "  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)\n"
FIRST = "  store i32 %x, ptr addrspace(3) @s\n"
SECOND = "  store i32 7, ptr addrspace(3) @s\n"
MAYBE = """  %c = icmp slt i32 %x, 7
  br i1 %c, label %then, label %join
then:
"""
JOIN = "  br label %join\njoin:\n"


@pytest.mark.parametrize(
    "body",
    [FIRST + BARRIER + SECOND + BARRIER, FIRST + MAYBE + SECOND + JOIN + BARRIER],
    ids="between around".split(),
)
def test_stores_that_a_barrier_shows_to_others_are_not_looked_at(body: str) -> None:
    assert run(body, "dse")[0] == [(0, 1)]


@pytest.mark.parametrize(
    "body",
    [FIRST + SECOND + BARRIER, FIRST + MAYBE + JOIN + SECOND + BARRIER, FIRST + MAYBE + FIRST + JOIN + BARRIER],
    ids="before_the_barrier on_every_way the_same_again".split(),
)
def test_stores_that_no_barrier_shows_are_found(body: str) -> None:
    steps, ir = run(body, "dse")
    assert steps == [(1, 0)]
    assert ir.count("store ") == body.count("store ") - 1


def test_a_barrier_shows_nobody_what_only_this_function_knows() -> None:
    body = "  store i32 %x, ptr %p\n" + BARRIER + "  store i32 7, ptr %p\n"
    steps, ir = run(body, "dse", "ptr noalias captures(none) %p, i32 %x")
    assert steps == [(1, 0)]
    assert ir.count("store ") == 1


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


COMPARISONS = """  %a = load half, ptr %p, align 4
  %p1 = getelementptr half, ptr %p, i64 1
  %b = load half, ptr %p1, align 2
  %c = fcmp olt half %a, 0.0
  %d = fcmp olt half %b, 0.0
  %e = and i1 %c, %d
  %w = zext i1 %e to i32
  store i32 %w, ptr %q
"""
ONE_OF_EACH = """  %b = load i8, ptr %p
  %c = xor i8 %b, 5
  %d = icmp ult i8 %c, 9
  %w = zext i1 %d to i32
  store i8 %c, ptr %p
  store i32 %w, ptr %q
"""


def test_two_of_a_kind_are_looked_at_and_one_of_each_is_not() -> None:
    assert run(COMPARISONS, "slp-vectorizer", "ptr noalias %p, ptr noalias %q")[0] == [(1, 0)]
    assert run(ONE_OF_EACH, "slp-vectorizer", "ptr noalias %p, ptr noalias %q")[0] == [(0, 1)]


def test_bytes_that_are_only_read_make_no_vector() -> None:
    assert run(BYTE, "slp-vectorizer", "ptr noalias %p, ptr noalias %q")[0] == [(0, 1)]


def test_floats_that_hold_whole_numbers_are_found_where_somebody_asks() -> None:
    rounded = "  %v = sitofp i8 %b to float\n  %w = fadd float %v, 1.0\n"
    steps, ir = run(rounded + "  %i = fptosi float %w to i32\n  store i32 %i, ptr %p\n", "float2int", "ptr %p, i8 %b")
    assert steps == [(1, 0)]
    assert "fadd" not in ir
    assert run(rounded + "  store float %w, ptr %p\n", "float2int", "ptr %p, i8 %b")[0] == [(0, 1)]


ADDED = "  %y = add i32 %x, 0\n  store i32 %y, ptr %p\n"


def test_what_another_step_has_looked_for_is_not_looked_for_again() -> None:
    assert run(BESIDE, "ipsccp,sccp")[0] == [(1, 0), (0, 1)]
    steps, ir = run(ADDED, "instcombine,instsimplify")
    assert steps == [(1, 0), (0, 1)]
    assert "add" not in ir


def test_a_step_that_changed_something_leaves_the_narrower_one_its_turn() -> None:
    folded = "  %y = add i32 1, 2\n  store i32 %y, ptr %p\n"
    assert run(folded, "ipsccp,sccp")[0] == [(1, 0), (1, 0)]
