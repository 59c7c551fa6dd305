"""The reducer: drops what is not needed, keeps what is, gives up nothing that the question asks for."""

from __future__ import annotations

from opencicc.check.reduce import Reducer, as_text, count_lines, reduce
from opencicc.llvm.ir import Context

KERNEL = """
target triple = "nvptx64-nvidia-cuda"

define internal i32 @twice(i32 %x) noinline {
  %r = shl i32 %x, 1
  ret i32 %r
}

define ptx_kernel void @kernel(ptr addrspace(1) %out, i32 %n) {
entry:
  %a = mul i32 %n, 7
  %b = udiv i32 %n, 10
  %c = call i32 @twice(i32 %a)
  %big = icmp ugt i32 %n, 100
  br i1 %big, label %then, label %join
then:
  %d = xor i32 %c, 99
  store i32 %d, ptr addrspace(1) %out
  br label %join
join:
  %e = phi i32 [ %b, %entry ], [ %d, %then ]
  %f = add i32 %e, %a
  store i32 %f, ptr addrspace(1) %out
  ret void
}
"""


def test_everything_that_does_not_matter_goes() -> None:
    small = reduce(KERNEL, lambda ir: "udiv" in ir)
    assert "udiv" in small
    assert "mul" not in small and "@twice" not in small and "br " not in small
    assert count_lines(small) <= 8


def test_every_question_is_asked_about_a_valid_module() -> None:
    def is_interesting(ir: str) -> bool:
        with Context() as context:
            assert not context.parse(ir.encode()).verify()
        return "xor" in ir

    assert "xor" in reduce(KERNEL, is_interesting)


def test_nothing_interesting_leaves_the_text_alone() -> None:
    assert reduce(KERNEL, lambda ir: False) == KERNEL


def test_the_number_of_questions_is_limited() -> None:
    asked: list[str] = []
    reducer = Reducer(lambda ir: bool(asked.append(ir)) or True, most_checks=3)
    reducer.reduce(KERNEL)
    assert reducer.checks <= 3
    assert len(asked) <= 4  # the last tidies up


def test_comments_and_empty_lines_do_not_count() -> None:
    assert count_lines("; a comment\n\n  ret void\n") == 1


def test_bitcode_becomes_text() -> None:
    with Context() as context:
        bitcode = context.parse(KERNEL.encode()).bitcode()
    assert "@twice" in as_text(bitcode)
