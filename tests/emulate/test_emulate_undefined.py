"""Registers and memory that were never written: legal to copy, told where they decide something."""

from __future__ import annotations

import numpy as np
import pytest

from opencicc.emulate import EmulationError, LaunchResult
from tests.emulate.ptx_harness import run

REGS = ".reg .b32 %x; .reg .b32 %u; .reg .b32 %y; .reg .b64 %w; .reg .pred %q; .reg .b16 %h<3>; .local .align 8 .b8 slot[32];"
STORE = "mad.wide.u32 %ad0, %i, 4, %p0; st.global.u32 [%ad0], %x;"


def undefined(code: str, threads: int = 32) -> tuple[np.ndarray, LaunchResult]:
    """The mask of undefined output elements (none: all False), and the result."""
    out = np.zeros(threads, np.uint32)
    result = run(f"{code} {STORE}", [out], threads, regs=REGS)
    mask = result.undefined[0]
    return (np.zeros(threads, bool) if mask is None else mask), result


def test_a_never_written_register_makes_the_output_undefined() -> None:
    mask, result = undefined("add.u32 %x, %u, 1;")
    assert mask.all() and result.has_undefined


def test_only_the_lanes_that_skipped_the_write_are_undefined() -> None:
    mask, _ = undefined("setp.lt.u32 %q, %i, 10; @!%q bra $skip; mov.u32 %x, 5; $skip:")
    assert (mask == (np.arange(32) >= 10)).all()


def test_a_guarded_write_leaves_the_other_lanes_undefined() -> None:
    mask, _ = undefined("setp.lt.u32 %q, %i, 10; @%q mov.u32 %x, 5;")
    assert (mask == (np.arange(32) >= 10)).all()


@pytest.mark.parametrize(
    "code",
    [
        "and.b32 %x, %u, 0;",
        "or.b32 %x, %u, 0xffffffff;",
        "mov.b32 %x, {%h1, %h2}; and.b32 %x, %x, 0xffff; mov.b16 %h1, 3; mov.b32 %x, {%h1, %h1};",
        "cvt.u64.u32 %w, %u; shl.b64 %w, %w, 32; cvt.u32.u64 %x, %w;",
        "mov.b64 %w, {%i, %u}; mov.b64 {%x, %y}, %w;",
        "setp.eq.u32 %q, %u, 0; selp.b32 %x, 7, 7, %q;",
        "prmt.b32 %x, %i, %u, 0x3210;",
        "bfi.b32 %x, %i, %u, 0, 32;",
        "mov.b16 %h1, 3; mov.b32 %x, {%h0, %h1}; shf.l.wrap.b32 %x, %x, %i, 16;",
    ],
)
def test_bits_that_do_not_matter_stay_defined(code: str) -> None:
    mask, _ = undefined(code)
    assert not mask.any()


@pytest.mark.parametrize(
    "code",
    [
        "xor.b32 %x, %u, %u;",
        "mul.lo.u32 %x, %u, 3;",
        "setp.eq.u32 %q, %u, 0; selp.b32 %x, 7, 8, %q;",
        "cvt.rn.f32.u32 %x, %u;",
        "prmt.b32 %x, %i, %u, 0x4210;",
        "shf.l.wrap.b32 %x, %u, %i, 1;",
        "shf.l.wrap.b32 %x, %i, %i, %u;",
        "ld.local.u32 %x, [slot+4];",
        "st.local.u32 [slot], 3; ld.local.u16 %x, [slot+4];",
        "st.local.u32 [slot], %u; ld.local.u32 %x, [slot];",
        "shfl.sync.idx.b32 %x, %u, 0, 31, -1;",
    ],
)
def test_undefined_values_travel(code: str) -> None:
    mask, _ = undefined(code)
    assert mask.all()


def test_padding_may_be_copied() -> None:
    """Eight bytes with a hole are copied at once; the written half keeps its value."""
    mask, _ = undefined(
        "st.local.u32 [slot], 3; ld.local.b64 %w, [slot]; st.local.b64 [slot+8], %w; ld.local.u32 %x, [slot+8];"
    )
    assert not mask.any()


def test_writing_over_an_undefined_element_defines_it() -> None:
    out = np.zeros(32, np.uint32)
    result = run("mad.wide.u32 %ad0, %i, 4, %p0; st.global.u32 [%ad0], %u; st.global.u32 [%ad0], 1;", [out], regs=REGS)
    assert not result.has_undefined and (out == 1).all()


@pytest.mark.parametrize(
    ("code", "place"),
    [
        ("setp.eq.u32 %q, %u, 0; @%q bra $end; mov.u32 %x, 1; $end:", "a branch"),
        ("setp.eq.u32 %q, %u, 0; @%q st.global.u32 [%p0], 1;", "a branch"),
        ("cvt.u64.u32 %w, %u; add.u64 %w, %w, %p0; ld.global.u32 %x, [%w];", "an address"),
        ("cvt.u64.u32 %w, %u; st.local.u32 [%w], %i;", "an address"),
        ("cvt.u64.u32 %w, %u; P: .callprototype _ (); call %w, P;", "a call target"),
        ("T: .branchtargets $a, $b; brx.idx %u, T; $a: mov.u32 %x, 1; $b:", "a branch"),
    ],
)
def test_deciding_by_an_undefined_value_is_an_error(code: str, place: str) -> None:
    with pytest.raises(EmulationError) as caught:
        run(f"{code}\nmov.u32 %x, 0; {STORE}", [np.zeros(32, np.uint32)], regs=REGS)
    assert caught.value.what == f"an undefined value reaches {place}"
    assert "block (0, 0, 0), thread (0, 0, 0)" in caught.value.at


def test_a_buffer_remembers_undefined_elements_for_later_loads() -> None:
    mask, _ = undefined("mad.wide.u32 %ad0, %i, 4, %p0; st.global.u32 [%ad0], %u; ld.global.u32 %x, [%ad0];")
    assert mask.all()


def test_defined_programs_have_no_undefined_output() -> None:
    mask, result = undefined("mov.u32 %x, %i; setp.lt.u32 %q, %i, 5; @%q bra $end; add.u32 %x, %x, 1; $end:")
    assert not mask.any() and not result.has_undefined


@pytest.mark.parametrize("operation", ["add.s16x2", "add.f16x2", "min.u16x2"])
def test_the_halves_of_packed_arithmetic_are_undefined_one_by_one(operation: str) -> None:
    """LLVM adds two 16-bit values as one pair, the other half never written."""
    start = "mov.b16 %h0, 5; mov.b32 %x, {%h0, %h1};"
    low, _ = undefined(f"{start} {operation} %x, %x, %x; and.b32 %x, %x, 65535;")
    high, _ = undefined(f"{start} {operation} %x, %x, %x; shr.u32 %x, %x, 16;")
    assert not low.any()
    assert high.all()
