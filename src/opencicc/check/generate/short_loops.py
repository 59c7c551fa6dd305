"""Loops of one block that mix one value, for statements that are about what stands in such a loop or around it."""

from __future__ import annotations

from collections.abc import Callable

from opencicc.check.generate.values import Value, full
from opencicc.check.generate.writer import Writer


def short_loop(w: Writer, name: str, goes_on: str, first: str, body: Callable[[str, str], str], start: int = 0) -> str:
    """for (i = start; ...; sum = body(i, sum)), which goes on while the next i is what `goes_on` says: `ule N`."""
    before, loop, leave = w.block, w.label(name), w.label("leave")
    i, after, more, sum_ = (w.name(each) for each in ("i", "i", "more", "sum"))
    w.jump(loop)
    w.start(loop)
    w.raw(f"{i} = phi i32 [ {start}, %{before} ], [ {after}, %{loop} ]")
    place = len(w.lines)
    mixed = body(i, sum_)
    w.lines.insert(place, f"  {sum_} = phi i32 [ {first}, %{before} ], [ {mixed}, %{loop} ]")
    w.raw(f"{after} = add nuw nsw i32 {i}, 1")
    w.raw(f"{more} = icmp {goes_on.replace(' ', f' i32 {after}, ')}")
    w.raw(f"br i1 {more}, label %{loop}, label %{leave}")
    w.start(leave)
    w.values.append(Value("i32", mixed, full("i32")))
    return mixed
