"""Which of the values that are alive take registers of every thread: not what threads share."""

from __future__ import annotations

import pytest

from opencicc.llvm import helper
from opencicc.llvm.ir import Context

BLOCK = "%block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()"
THREAD = "%thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()"


def pressure(native: helper.NativeHelper, *lines: str) -> tuple[int, list[helper.LoopPressure]]:
    """Registers of a thread in a kernel of these lines, and its loops."""
    head = "define ptx_kernel void @k(ptr addrspace(1) %p, i32 %n, float %f) {"
    with Context() as context:
        function = context.parse("\n".join([head, "entry:", *lines, "}"]).encode()).function("k")
        assert function is not None
        return native.pressure(function.ref, counts_shared=False)


def own(native: helper.NativeHelper, *lines: str) -> int:
    return pressure(native, *lines)[0]


def straight(*lines: str) -> list[str]:
    """Code whose %x is alive at a store."""
    return [BLOCK, THREAD, *lines, "store volatile i32 %x, ptr addrspace(1) %p", "ret void"]


@pytest.mark.parametrize(
    ("line", "registers"),
    [
        ("%x = add i32 %n, 3", 0),
        ("%x = mul i32 %block, %n", 0),
        ("%x = call i32 @llvm.smax.i32(i32 %block, i32 %n)", 0),
        ("%x = add i32 %thread, %n", 1),
        ("%x = udiv i32 %block, %n", 1),  # by way of floating-point numbers
        ("%x = fptosi float %f to i32", 1),
        ("%x = load i32, ptr addrspace(1) %p", 1),
        ("%x = call i32 @llvm.ctpop.i32(i32 %n)", 1),
    ],
)
def test_straight_code(native: helper.NativeHelper, line: str, registers: int) -> None:
    assert own(native, *straight(line)) == registers


def loop(first: str, bound: str) -> list[str]:
    return [
        *(BLOCK, THREAD, f"%bound = add i32 {bound}, 0", "br label %loop", "loop:"),
        *(f"%i = phi i32 [ {first}, %entry ], [ %next, %loop ]", "store volatile i32 %i, ptr addrspace(1) %p"),
        *("%next = add i32 %i, 1", "%more = icmp slt i32 %next, %bound", "br i1 %more, label %loop, label %done"),
        *("done:", "ret void"),
    ]


def test_a_counter_is_shared_where_the_threads_leave_the_loop_together(native: helper.NativeHelper) -> None:
    assert own(native, *loop("%block", "%n")) == 0
    assert own(native, *loop("%block", "%thread")) == 2  # the counter, and its bound
    assert own(native, *loop("%thread", "%n")) == 1
    kernels = (loop("%block", "%n"), loop("%block", "%thread"), loop("%thread", "%n"))
    assert [pressure(native, *lines)[1][0].counters for lines in kernels] == [0, 1, 1]


def test_where_ways_meet_values_are_those_of_threads(native: helper.NativeHelper) -> None:
    lines = [
        *(THREAD, "%few = icmp slt i32 %thread, 7", "br i1 %few, label %one, label %join"),
        *("one:", "br label %join", "join:", "%x = phi i32 [ %n, %entry ], [ 3, %one ]"),
        *("store volatile i32 %x, ptr addrspace(1) %p", "ret void"),
    ]
    assert own(native, *lines) == 1


def test_there_are_so_many_uniform_registers(native: helper.NativeHelper) -> None:
    lines = [f"%v{n} = add i32 %n, {n + 1}" for n in range(70)]
    stores = [f"store volatile i32 %v{n}, ptr addrspace(1) %p" for n in range(70)]
    assert own(native, *lines, *stores, "ret void") == 70 - 63
