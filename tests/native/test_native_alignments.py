"""Alignments told natively are those that the rules in Python give, access by access."""

from __future__ import annotations

from pathlib import Path

import pytest

from opencicc.analysis.alignment import KnownAlignment
from opencicc.errors import CompilerError
from opencicc.llvm.helper import NativeHelper
from opencicc.llvm.helper_services import HelperServices
from opencicc.llvm.ir import Context
from opencicc.passes.propagate_alignment import raise_by_facts

IR_TESTS = sorted((Path(__file__).parents[1] / "ir").glob("*.ll"))
MIXED = """target triple = "nvptx64-nvidia-cuda"
@shared = internal addrspace(3) global [64 x i32] undef, align 16
@plain = global { i8, [3 x i64] } zeroinitializer
@elsewhere = external addrspace(1) global [8 x i8]
define void @f(ptr align 32 %p, ptr byval({ i32, i32 }) align 8 %q, i64 %i, i1 %c, <2 x i64> %v) {
entry:
  %even = shl i64 %i, 3
  %back = lshr i64 %even, 1
  %masked = and i64 %i, -8
  %by = mul i64 %masked, 6
  %far = shl i64 %i, %back
  %frozen = freeze i64 %even
  %a = getelementptr i8, ptr %p, i64 %even
  %b = getelementptr i8, ptr %p, i64 %back
  %d = getelementptr i8, ptr %p, i64 %by
  %e = getelementptr i8, ptr %p, i64 %far
  %g = getelementptr i8, ptr %p, i64 %frozen
  %m = getelementptr { i32, i32 }, ptr %q, i64 0, i32 1
  %o = select i1 %c, ptr %a, ptr %m
  %less = getelementptr i8, ptr %p, i64 -4
  %s = getelementptr [64 x i32], ptr addrspace(3) @shared, i64 0, i64 %masked
  %many = getelementptr i8, ptr %p, <2 x i64> %v
  %one = extractelement <2 x ptr> %many, i64 0
  br label %loop
loop:
  %at = phi ptr [ %p, %entry ], [ %next, %loop ]
  store i8 0, ptr %at, align 1
  %next = getelementptr [3 x i32], ptr %at, i64 2
  br i1 %c, label %loop, label %end
end:
  store i8 0, ptr %a, align 1
  store i8 0, ptr %b, align 1
  store i8 0, ptr %d, align 1
  store i8 0, ptr %e, align 1
  store i8 0, ptr %g, align 1
  store i8 0, ptr %o, align 1
  store i8 0, ptr %less, align 1
  store i8 0, ptr addrspace(3) %s, align 1
  store i8 0, ptr %one, align 1
  store i8 0, ptr getelementptr (i8, ptr @plain, i64 24), align 1
  store i8 0, ptr addrspacecast (ptr addrspace(3) @shared to ptr), align 1
  store i8 0, ptr addrspace(1) @elsewhere, align 1
  store i8 0, ptr null, align 1
  %l = load atomic i32, ptr %p acquire, align 4
  ret void
}
"""


def both_ways(text: bytes, native: NativeHelper) -> tuple[list[bool], list[bool], str, str]:
    with Context() as context, Context() as second:
        one, other = context.parse(text), second.parse(text)
        natively = [(HelperServices(native).raise_alignments(each) or 0) > 0 for each in one.definitions]
        by_facts = [raise_by_facts(KnownAlignment.of_function(each)) for each in other.definitions]
        return natively, by_facts, one.text(), other.text()


def test_every_rule_is_the_same(native: NativeHelper) -> None:
    natively, by_facts, one, other = both_ways(MIXED.encode(), native)
    assert natively == by_facts == [True]
    assert one == other
    stores = [int(line.rpartition(" ")[2]) for line in one.splitlines() if "store" in line]
    assert stores == [8, 8, 4, 16, 1, 1, 4, 4, 16, 1, 4, 16, 1, 4096]


@pytest.mark.parametrize("path", IR_TESTS, ids=lambda path: path.stem)
def test_other_modules_come_out_the_same(path: Path, native: NativeHelper) -> None:
    try:
        natively, by_facts, one, other = both_ways(path.read_bytes(), native)
    except CompilerError:
        pytest.skip("no module that can be read alone")
    assert natively == by_facts
    assert one == other
