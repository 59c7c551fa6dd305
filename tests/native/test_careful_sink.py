"""Code generation moves computations down where that takes no more registers, and leaves the others where they are."""

from __future__ import annotations

import re

import pytest

import opencicc
from opencicc.llvm import helper


@pytest.fixture(autouse=True)
def _with_helper(native: helper.NativeHelper) -> None:
    """Without the helper LLVM's own sinking runs."""


def kernel(entry: str, side: str, done: str = "", *, mark: str = "machine-sink") -> str:
    """What is computed in front of a branch, one side of it, and what comes behind both."""
    return f"""
        target triple = "nvptx64-nvidia-cuda"
        define ptx_kernel void @k(ptr %in, ptr %out, i1 %c, i32 %a, i32 %b) "opencicc-skips"="{mark}" {{
        entry:
          %x = load volatile i32, ptr %in
          %y = load volatile i32, ptr %in
          {entry}
          store volatile i32 0, ptr %out
          br i1 %c, label %side, label %done
        side:
          {side}
          br label %done
        done:
          {done}
          ret void
        }}
    """


def parts(ir: str) -> tuple[str, str]:
    """The PTX in front of the branch and behind it, as code generation alone writes it."""
    ptx = opencicc.compile(ir, arch="sm_90", options={"start-from": "llc"}).ptx
    above, _, below = ptx.partition("bra")
    return above, below


SUM, STORED = "%s = mul i32 %x, %y", "store volatile i32 %s, ptr %out"


def test_what_would_keep_two_values_for_one_stays() -> None:
    above, below = parts(kernel(SUM, STORED))
    assert "mul.lo" in above and "mul.lo" not in below


def test_llvm_takes_it_down() -> None:
    above, below = parts(kernel(SUM, STORED, mark=""))
    assert "mul.lo" not in above and "mul.lo" in below


def test_what_keeps_nothing_goes_down() -> None:
    both = "store volatile i32 %x, ptr %out store volatile i32 %y, ptr %out".replace(" store", "\n store")
    above, below = parts(kernel(SUM, STORED, both))
    assert "mul.lo" not in above and "mul.lo" in below


def test_one_operand_for_one_result_goes_down_where_one_side_needs_it() -> None:
    above, below = parts(kernel("%s = mul i32 %x, 3", STORED))
    assert "mul.lo" not in above and "mul.lo" in below


def test_it_stays_where_both_sides_need_it() -> None:
    above, below = parts(kernel("%s = mul i32 %x, 3", "store volatile i32 1, ptr %out", STORED))
    assert "mul.lo" in above and "mul.lo" not in below


def test_results_of_one_value_go_down_together() -> None:
    made = "\n".join(f"%s{k} = mul i32 %x, {3 + 2 * k}" for k in range(3))
    stored = "\n".join(f"store volatile i32 %s{k}, ptr %out" for k in range(3))
    _, below = parts(kernel(made, "store volatile i32 1, ptr %out", stored))
    assert len(re.findall("mul.lo", below)) == 3, "one value is kept instead of three"


def test_nothing_goes_into_a_loop() -> None:
    loop = """
          br label %loop
        loop:
          %i = phi i32 [ 0, %side ], [ %next, %loop ]
          store volatile i32 %s, ptr %out
          %next = add i32 %i, 1
          %more = icmp ult i32 %next, %y
          br i1 %more, label %loop, label %left
        left:
    """
    ptx = opencicc.compile(kernel("%s = mul i32 %x, 3", loop), arch="sm_90", options={"start-from": "llc"}).ptx
    body = re.search(r"(\$L__BB0_\d+):((?:(?!\$L__BB0_\d+:).)*?)bra\S*\s+\1;", ptx, re.DOTALL)
    assert body and "st.volatile" in body[2]
    assert "mul.lo" in ptx and "mul.lo" not in body[2]


def test_a_load_stays_where_a_store_may_be_before_its_use() -> None:
    above, below = parts(kernel("%s = load i32, ptr %out", STORED))
    assert len(re.findall(r"\bld\.", above)) > len(re.findall(r"\bld\.", below))


QUOTIENT = "%f = sitofp i32 %a to float\n%g = sitofp i32 %b to float\n%s = fdiv float %f, %g"
QUOTIENT_STORED = "store volatile float %s, ptr %out"


def test_a_chain_that_starts_from_parameters_goes_down_together() -> None:
    """Two operands for one result would stay, but nothing is kept where all of it goes."""
    above, below = parts(kernel(QUOTIENT, QUOTIENT_STORED))
    assert "cvt.rn.f32" not in above and "div.rn.f32" not in above
    assert len(re.findall(r"cvt\.rn\.f32", below)) == 2 and below.index("cvt.rn") < below.index("div.rn.f32")


def test_chains_stay_where_the_word_says_so() -> None:
    above, below = parts(kernel(QUOTIENT, QUOTIENT_STORED, mark="machine-sink,machine-sink-chains"))
    assert "div.rn.f32" in above and "div.rn.f32" not in below


def test_a_chain_stays_that_would_keep_two_values_for_one() -> None:
    above, below = parts(kernel(QUOTIENT.replace("%a", "%x").replace("%b", "%y"), QUOTIENT_STORED))
    assert "div.rn.f32" in above and "cvt" not in below


def test_a_chain_leaves_behind_what_others_read() -> None:
    """The first conversion is stored above too: one register for one, so the rest may go."""
    above, below = parts(kernel(QUOTIENT + "\nstore volatile float %f, ptr %out", QUOTIENT_STORED))
    assert len(re.findall(r"cvt\.rn\.f32", above)) == 1 == len(re.findall(r"cvt\.rn\.f32", below))
    assert "div.rn.f32" in below


def test_a_chain_stays_where_both_sides_need_it() -> None:
    above, below = parts(kernel(QUOTIENT, "store volatile i32 1, ptr %out", QUOTIENT_STORED))
    assert "div.rn.f32" in above and "div.rn.f32" not in below


def test_a_chain_shares_a_value_that_is_kept_once() -> None:
    shared = "%f = sitofp i32 %x to float\n%z = xor i32 %x, 5\n%g = sitofp i32 %z to float\n%s = fdiv float %f, %g"
    above, below = parts(kernel(shared, QUOTIENT_STORED))
    assert "cvt.rn.f32" not in above and "div.rn.f32" in below


def test_no_part_of_a_chain_goes_into_a_loop() -> None:
    loop = """
          br label %loop
        loop:
          %i = phi i32 [ 0, %side ], [ %next, %loop ]
          store volatile float %s, ptr %out
          %next = add i32 %i, 1
          %more = icmp ult i32 %next, %y
          br i1 %more, label %loop, label %left
        left:
    """
    ptx = opencicc.compile(kernel(QUOTIENT, loop), arch="sm_90", options={"start-from": "llc"}).ptx
    body = re.search(r"(\$L__BB0_\d+):((?:(?!\$L__BB0_\d+:).)*?)bra\S*\s+\1;", ptx, re.DOTALL)
    assert body and "st.volatile" in body[2]
    assert "cvt.rn" not in body[2] and "div.rn.f32" not in body[2]
