"""Loops and trip counts against counting by hand: simulated trips, and loops found by reachability."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from opencicc.llvm.helper import LoopFacts, NativeHelper
from opencicc.llvm.ir import Block, Context, Function

EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "ir").glob("*.ll"))

COUNTED = """
define void @f(ptr %p) {{
entry:
  br label %loop
loop:
  %i = phi i32 [ {start}, %entry ], [ %next, %loop ]
  store volatile i32 %i, ptr %p
  %next = add nsw i32 %i, {step}
  %more = icmp slt i32 %next, {end}
  br i1 %more, label %loop, label %done
done:
  ret void
}}
"""

NEST = b"""
define void @f(ptr %p, i32 %n, i1 %c) {
entry:
  %even = shl nuw nsw i32 %n, 2
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %latch ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j.next, %inner ]
  store volatile i32 %j, ptr %p
  %j.next = add nuw nsw i32 %j, 1
  %j.more = icmp ult i32 %j.next, 12
  br i1 %j.more, label %inner, label %latch
latch:
  %i.next = add nuw nsw i32 %i, 1
  %i.more = icmp ult i32 %i.next, 5
  br i1 %i.more, label %outer, label %second
second:
  %k = phi i32 [ 0, %latch ], [ %k.next, %body ]
  br i1 %c, label %body, label %done
body:
  %k.next = add nuw nsw i32 %k, 1
  %k.more = icmp ne i32 %k.next, 100
  br i1 %k.more, label %second, label %done
done:
  ret void
}
"""


def only_function(context: Context, text: bytes) -> Function:
    (function,) = context.parse(text).definitions
    return function


@pytest.mark.parametrize("seed", range(25))
def test_trip_counts_are_the_simulated_ones(seed: int, native: NativeHelper, context: Context) -> None:
    numbers = random.Random(seed)
    start, end, step = numbers.randrange(-50, 50), numbers.randrange(-40, 400), numbers.randrange(1, 9)
    trips, i = 1, start + step
    while i < end:
        trips, i = trips + 1, i + step
    function = only_function(context, COUNTED.format(start=start, end=end, step=step).encode())
    (loop,) = native.loops(function.ref)
    assert (loop.trip_count, loop.trip_multiple, loop.max_trip_count) == (trips, trips, trips)


def test_a_nest_comes_outermost_first_with_its_shape(native: NativeHelper, context: Context) -> None:
    loops = native.loops(only_function(context, NEST).ref)
    assert [Block(loop.header).name for loop in loops] == ["outer", "inner", "second"]
    assert [Block(loop.latch).name for loop in loops] == ["latch", "inner", "body"]
    assert [Block(loop.preheader).name for loop in loops[:2]] == ["entry", "outer"]
    assert loops[2].preheader == 0  # the block before it branches elsewhere as well
    assert [loop.parent for loop in loops] == [-1, 0, -1]
    assert [loop.depth for loop in loops] == [1, 2, 1]
    assert [loop.blocks for loop in loops] == [3, 1, 2]
    assert [loop.exits for loop in loops] == [1, 1, 2]
    assert [bool(loop.is_innermost) for loop in loops] == [False, True, True]


def test_a_second_exit_makes_the_count_an_upper_bound(native: NativeHelper, context: Context) -> None:
    _, _, second = native.loops(only_function(context, NEST).ref)
    assert (second.trip_count, second.trip_multiple, second.max_trip_count) == (0, 1, 100)


def test_a_multiple_is_known_without_the_count(native: NativeHelper, context: Context) -> None:
    text = NEST.replace(b"icmp ult i32 %j.next, 12", b"icmp ne i32 %j.next, %even")
    _, inner, _ = native.loops(only_function(context, text).ref)
    assert (inner.trip_count, inner.trip_multiple) == (0, 4)


def test_a_function_without_loops_or_body_has_none(native: NativeHelper, context: Context) -> None:
    module = context.parse(b"declare void @g()\ndefine void @f() { ret void }")
    assert [native.loops(function.ref) for function in module.functions] == [[], []]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_loops_are_those_found_by_reachability(path: Path, native: NativeHelper, context: Context) -> None:
    for function in context.parse(path.read_bytes(), path.name).definitions:
        found = {loop.header: shape_of(loop) for loop in native.loops(function.ref)}
        assert found == {header.ref: shape for header, shape in loops_by_hand(function).items()}


def shape_of(loop: LoopFacts) -> tuple[int, int, bool]:
    return loop.blocks, loop.exits, bool(loop.is_innermost)


def loops_by_hand(function: Function) -> dict[Block, tuple[int, int, bool]]:
    """Blocks, exits and innermost-ness of each natural loop, by walking the graph."""
    blocks = list(function.blocks)
    entry, successors = blocks[0], {block: block.successors for block in blocks}

    def reach(start: Block, without: Block | None = None) -> set[Block]:
        seen: set[Block] = set()
        todo = [start]
        while todo:
            block = todo.pop()
            if block not in seen and block != without:
                seen.add(block)
                todo += successors[block]
        return seen

    reachable = reach(entry)
    bodies: dict[Block, set[Block]] = {}
    for header in reachable:
        dominated = reachable - reach(entry, without=header)
        latches = {block for block in dominated if header in successors[block]}
        if latches:
            # In the loop: dominated by the header, and a latch is reached without passing the header again.
            bodies[header] = {header} | {
                block for block in dominated - {header} if reach(block, without=header) & latches
            }
    return {
        header: (
            len(body),
            sum(target not in body for block in body for target in successors[block]),
            not any(other != header and other in body for other in bodies),
        )
        for header, body in bodies.items()
    }


LOCAL_STORES = {
    "alloca": ("ptr %p", "%a = alloca [4 x i32]\n  %e = getelementptr i32, ptr %a, i32 %n\n  store i32 0, ptr %e"),
    "space": ("ptr addrspace(5) %p", "store i32 0, ptr addrspace(5) %p"),
    "none": ("ptr %p", "%a = alloca [4 x i32]\n  %x = load i32, ptr %a\n  store i32 %x, ptr %p"),
}


@pytest.mark.parametrize("name", LOCAL_STORES)
def test_stores_to_local_memory_are_seen(name: str, native: NativeHelper, context: Context) -> None:
    parameter, body = LOCAL_STORES[name]
    ir = f"define void @f({parameter}, i32 %n) {{\n  {body}\n  ret void\n}}"
    function = context.parse(ir.encode()).function("f")
    assert isinstance(function, Function)
    assert bool(native.ocx_stores_locally(function.ref)) == (name != "none")
