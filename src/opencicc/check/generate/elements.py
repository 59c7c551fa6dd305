"""Elements of a row that are handled together, `c[row + 4 * i + j]` for some `j`, with the constant inside the sum.

    first = x + row                    x is a multiple of two or four, so that `x | 1` is a sum
    next  = (x | 1) + row              or (x + 1) + row, x + (row + 1), (x - 3) + row

Nothing here comes near the edge of a number, so every flag is true that is written; a constant below 0 makes an inner sum that is
negative, and then only signed flags are.
"""

from __future__ import annotations

from opencicc.check.generate import control, integers
from opencicc.check.generate.loops import natural_align
from opencicc.check.generate.memory import masked_index
from opencicc.check.generate.values import Value
from opencicc.check.generate.writer import Place, Writer

LEAST_COUNT = 16
MARGIN = 4  # a row starts at least as far behind the place's beginning
SIGNED_FLAGS, FLAGS = ("", "nsw ", "nsw "), ("", "nsw ", "nuw nsw ", "nuw nsw ", "nuw ")


def rows_of(w: Writer) -> list[Place]:
    return [place for place in w.places if place.count >= LEAST_COUNT]


def elements(w: Writer) -> None:
    """Some of a row, in one block or with some of them in a block of their own; those that are written are read before."""
    place = w.rng.choice(rows_of(w))
    step = w.rng.choice((2, 4))
    group = masked_index(w, "i32", place.count // (2 * step))
    x = w.define("i32", f"mul nuw nsw {group}, {step}", place.count // 2 - step, visible=False)
    far = masked_index(w, "i32", place.count // 4)
    row = w.define("i32", f"add nuw nsw {far}, {MARGIN}", place.count // 4 + MARGIN - 1, visible=False)
    constants = w.rng.sample(range(-MARGIN, step), w.rng.randrange(2, 5))
    if w.chance(0.7):
        constants = [0, *(constant for constant in constants if constant)]
    for constant in constants:
        if w.depth < 2 and w.chance(0.15):
            with_a_condition(w, place, (x, row), constant)
        else:
            access(w, place, index(w, x, row, constant))


def with_a_condition(w: Writer, place: Place, parts: tuple[Value, Value], constant: int) -> None:
    """In a block that not every thread comes to."""
    there, join = w.label("there"), w.label("join")
    w.branch(integers.condition(w), there, join)
    w.start(there)
    with w.scope(is_uniform=False):
        access(w, place, index(w, *parts, constant))
        w.jump(join)
    w.start(join)


def index(w: Writer, x: Value, row: Value, constant: int) -> Value:
    """The sum of both and the constant, which one of them is added to before; extended to 64 bits."""
    flags = FLAGS if constant >= 0 else SIGNED_FLAGS
    inner, other = (x, row) if w.chance(0.8) else (row, x)
    if constant:
        is_union = inner is x and constant > 0 and w.chance(0.6)
        sum_ = "or disjoint " if is_union else f"add {w.rng.choice(flags)}"
        inner = w.define("i32", f"{sum_}{inner}, {constant}", visible=False)
    left, right = (inner, other) if w.chance(0.7) else (other, inner)
    total = w.define("i32", f"add {w.rng.choice(flags)}{left}, {right.text}", visible=False)
    return w.define("i64", f"{w.rng.choice(('sext', 'zext', 'zext nneg'))} {total} to i64", visible=False)


def access(w: Writer, place: Place, at: Value) -> None:
    address, align = w.name("at"), natural_align(place.type)
    w.raw(f"{address} = getelementptr inbounds {place.type}, {place.pointer_type} {place.pointer}, {at}")
    w.define(place.type, f"load {place.type}, {place.pointer_type} {address}, align {align}")
    if place.is_writable and w.chance(0.6):
        w.raw(f"store {control.exit_value(w, place.type)}, {place.pointer_type} {address}, align {align}")
