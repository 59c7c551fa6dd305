"""Loops with many memory accesses keep in registers what they update in every trip: `--licm-promotion-accesses`."""

from __future__ import annotations

import pytest

import opencicc
from opencicc.llvm.ir import Context

pytestmark = pytest.mark.usefixtures("native")

SUMS = 150  # each a load and a store a trip: more than the 250 accesses that LLVM looks at by itself


def module_text() -> str:
    """A loop that adds to each of many words of a stack object, which is read at a place chosen later."""
    places = "\n  ".join(f"%p{k} = getelementptr i32, ptr %sums, i64 {k}" for k in range(SUMS))
    zeros = "\n  ".join(f"store i32 0, ptr %p{k}" for k in range(SUMS))
    steps = "\n  ".join(
        f"%v{k} = load i32, ptr %p{k}\n  %w{k} = add i32 %v{k}, %i\n  store i32 %w{k}, ptr %p{k}" for k in range(SUMS)
    )
    return f"""
target triple = "nvptx64-nvidia-cuda"
define i32 @f(i32 %n, i64 %which) {{
entry:
  %sums = alloca [{SUMS} x i32], align 4
  {places}
  {zeros}
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  {steps}
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  %at = getelementptr i32, ptr %sums, i64 %which
  %r = load i32, ptr %at
  ret i32 %r
}}
"""


def accesses_in_loop(accesses: int | None) -> int:
    options: dict[str, object] = {"passes": "function(loop-mssa(licm))", "stop-after": "opt"}
    if accesses is not None:
        options["licm-promotion-accesses"] = accesses
    result = opencicc.compile(module_text(), "sm_90", options=options)
    with Context() as context:
        text = next(f.text for f in context.parse(result.bitcode).functions if f.name == "f")
    inside = text[text.index("\nloop:") : text.index("\ndone:")]
    inside = inside[: inside.index("br i1 %more")]
    return inside.count(" load ") + inside.count("store ")


def test_what_a_large_loop_updates_stays_in_registers() -> None:
    assert accesses_in_loop(None) == 0


def test_llvms_limit_can_be_had() -> None:
    assert accesses_in_loop(0) == 2 * SUMS
    assert accesses_in_loop(2 * SUMS - 1) == 2 * SUMS
    assert accesses_in_loop(None) == 0
