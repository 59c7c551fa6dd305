"""Walks down columns: loops over `a[i * row + column]` with one or two arrays, few values alive and trips known at run time only.

    for (i = 0; i <= (n & 15); ++i)
      sum = mix(sum, a[i * row + column]);      row = n / 10 and below 4, column below 16 of 64

What is written goes back to where it was read.
"""

from __future__ import annotations

from opencicc.check.generate.memory import masked_index
from opencicc.check.generate.short_loops import short_loop
from opencicc.check.generate.strides import mix
from opencicc.check.generate.writer import Place, Writer

WALKS = (1, 1, 2)
LONGEST_ROW, MOST_TRIPS, COLUMNS = 3, 16, 16  # more trips than are written out where only a bound is known
ROWS = (10, 10, 13, 20)  # launch data keep n below 40; of a masked number LLVM would know that no index wraps
LEAST_COUNT = 64


def large_places(w: Writer) -> list[Place]:
    return [place for place in w.places if place.count >= LEAST_COUNT]


def columns(w: Writer) -> None:
    walks = [walk(w) for _ in range(w.rng.choice(WALKS))]
    first = w.pick("i32")
    start = 0 if w.chance(0.7) else w.rng.randrange(1, 3)
    masked, last = w.name("masked"), w.name("last")
    w.raw(f"{masked} = and i32 %n, {MOST_TRIPS - 1 - start}")
    w.raw(f"{last} = add nuw nsw i32 {masked}, {start}")

    def body(i: str, total: str) -> str:
        for place, row, column in walks:
            total = visit(w, place, total, i, row, column)
        return total

    short_loop(w, "column", f"ule {last}", first.text, body, start)


def walk(w: Writer) -> tuple[Place, str, str]:
    """An array, the length of its rows, and a column from which no row of a walk is out of reach."""
    place = w.rng.choice(large_places(w))
    row = w.define("i32", f"sdiv i32 %n, {w.rng.choice(ROWS)}", LONGEST_ROW, visible=False)
    return place, row.text, masked_index(w, "i32", COLUMNS).text


def visit(w: Writer, place: Place, total: str, i: str, row: str, column: str) -> str:
    """Floats are read as their bits, so that their order does not count, and not written."""
    first, index, wide, address, read = (w.name(each) for each in ("row", "index", "wide", "at", "read"))
    w.raw(f"{first} = mul nsw i32 {i}, {row}")
    left, right = (first, column) if w.chance(0.7) else (column, first)
    w.raw(f"{index} = add nsw i32 {left}, {right}")
    w.raw(f"{wide} = sext i32 {index} to i64")
    w.raw(f"{address} = getelementptr inbounds {place.type}, {place.pointer_type} {place.pointer}, i64 {wide}")
    w.raw(f"{read} = load i32, {place.pointer_type} {address}, align 4")
    mixed = mix(w, total, read)
    if place.is_writable and place.type == "i32" and w.chance(0.5):
        w.raw(f"store i32 {mixed}, {place.pointer_type} {address}, align 4")
    return mixed
