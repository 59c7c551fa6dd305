"""The list of functions that passes of ours get is kept while none can have come or gone: it must be what the module has."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import opencicc
from opencicc.llvm.ir import Function, Module
from opencicc.pipeline.run import own_pass, runner

# Two functions go by inlining, one because nobody calls it, and the loop is unrolled: native steps and passes of ours change both
# bodies and the list.
IR = """target triple = "nvptx64-nvidia-cuda"
define internal i32 @twice(i32 %x) {
  %r = shl i32 %x, 1
  ret i32 %r
}
define internal void @put(ptr %p, i32 %x) {
  %t = call i32 @twice(i32 %x)
  store i32 %t, ptr %p
  ret void
}
define internal void @unused(ptr %p) {
  call void @put(ptr %p, i32 1)
  ret void
}
define ptx_kernel void @one(ptr %p, i32 %x) {
  call void @put(ptr %p, i32 %x)
  ret void
}
define ptx_kernel void @many(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %q = getelementptr i32, ptr %p, i32 %i
  call void @put(ptr %q, i32 %i)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 4
  br i1 %more, label %loop, label %done
done:
  ret void
}
"""


# With the helper the passes that could look at all five have nothing to do there, by their first looks, and are not called.
@pytest.mark.parametrize(("switch", "most"), [("1", 4), ("0", 5)], ids=["with the helper", "without"])
def test_passes_get_the_functions_that_there_are(monkeypatch: pytest.MonkeyPatch, switch: str, most: int) -> None:
    monkeypatch.setenv("OPENCICC_NATIVE_HELPER", switch)
    counts = []

    def run_pass(chosen: object, module: Module, definitions: Callable[[], list[Function]], *more: object) -> bool:
        assert [function.ref for function in definitions()] == [function.ref for function in module.definitions]
        counts.append(len(definitions()))
        return own_pass.run_pass(chosen, module, definitions, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(runner, "run_pass", run_pass)
    opencicc.compile(IR, "sm_90", 3)
    assert (max(counts), min(counts)) == (most, 2)
