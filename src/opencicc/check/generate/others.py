"""Loops over all elements but one: the trip of that one reads nothing, and where there is no other nothing may be read.

What is read in all other trips lies far outside of its array in threads whose loop has no other trip, so that a load which was
taken out of the loop without asking is seen.
"""

from __future__ import annotations

from opencicc.check.generate.loops import natural_align
from opencicc.check.generate.memory import masked_index
from opencicc.check.generate.values import Value
from opencicc.check.generate.writer import Place, Writer

MOST_TRIPS = 4
FAR = 1 << 40  # elements


def whole_places(w: Writer) -> list[Place]:
    return [place for place in w.places if place.type in ("i32", "i64") and place.count >= MOST_TRIPS]


def others(w: Writer) -> None:
    place = w.rng.choice(whole_places(w))
    mine, trips = masked_index(w, "i32", MOST_TRIPS), trip_count(w)
    fixed = [far_element(w, place, mine, trips) for _ in range(w.rng.choice((1, 1, 2)))]
    first = w.pick(place.type)
    is_wide, is_equal = w.chance(0.3), w.chance(0.5)
    type_ = "i64" if is_wide else "i32"
    own = w.define(type_, f"zext {mine} to i64", mine.bound, visible=False) if is_wide else mine
    end = w.define(type_, f"zext {trips} to i64", trips.bound, visible=False) if is_wide else trips
    before, header, body, latch, done = w.block, *(w.label(hint) for hint in ("loop", "other", "next", "exit"))
    w.jump(header)
    w.start(header)
    index, total = w.name("j"), w.name("t")
    phis = len(w.lines)
    test = w.name()
    w.raw(f"{test} = icmp {'eq' if is_equal else 'ne'} {type_} {index}, {own.text}")
    w.raw(f"br i1 {test}, label %{latch if is_equal else body}, label %{body if is_equal else latch}")
    w.start(body)
    at = w.name("at")
    w.raw(f"{at} = getelementptr inbounds {place.type}, {place.pointer_type} {place.pointer}, {type_} {index}")
    sum_ = read(w, place, at)
    for address in fixed:
        sum_ = combined(w, sum_, read(w, place, address))
    if w.chance(0.2):
        store_own(w, sum_)
    sum_ = combined(w, sum_, Value(place.type, total, first.bound))
    w.jump(latch)
    w.start(latch)
    kept, more, goes_on = w.name("t"), w.name("j"), w.name()
    w.raw(f"{kept} = phi {place.type} [ {total}, %{header} ], [ {sum_.text}, %{body} ]")
    w.raw(f"{more} = add nuw nsw {type_} {index}, 1")
    w.raw(f"{goes_on} = icmp {w.rng.choice(('ult', 'slt', 'ne'))} {type_} {more}, {end.text}")
    w.raw(f"br i1 {goes_on}, label %{header}, label %{done}")
    w.lines[phis:phis] = [
        f"  {index} = phi {type_} [ 0, %{before} ], [ {more}, %{latch} ]",
        f"  {total} = phi {place.type} [ {first.text}, %{before} ], [ {kept}, %{latch} ]",
    ]
    w.start(done)
    w.define(place.type, f"xor {place.type} {kept}, 5")


def trip_count(w: Writer) -> Value:
    """From one to all; the same number in all threads or not."""
    less = masked_index(w, "i32", MOST_TRIPS)
    return w.define("i32", f"add nuw nsw {less}, 1", MOST_TRIPS)


def far_element(w: Writer, place: Place, mine: Value, trips: Value) -> str:
    """The address of an element that may be read only where there is another trip than the own one."""
    alone, is_first, is_only = w.name(), w.name(), w.name()
    w.raw(f"{alone} = icmp eq {trips}, 1")
    w.raw(f"{is_first} = icmp eq {mine}, 0")
    w.raw(f"{is_only} = and i1 {alone}, {is_first}")
    where, at = w.name("k"), w.name("at")
    w.raw(f"{where} = select i1 {is_only}, i64 {FAR}, i64 {w.rng.randrange(place.count)}")
    w.raw(f"{at} = getelementptr {place.type}, {place.pointer_type} {place.pointer}, i64 {where}")
    return at


def read(w: Writer, place: Place, address: str) -> Value:
    text = f"load {place.type}, {place.pointer_type} {address}, align {natural_align(place.type)}"
    return w.define(place.type, text, visible=False)


def combined(w: Writer, left: Value, right: Value) -> Value:
    return w.define(left.type, f"{w.rng.choice(('add', 'xor', 'sub'))} {left}, {right.text}", visible=False)


def store_own(w: Writer, value: Value) -> None:
    """The loop may write to what it reads."""
    for place in w.places:
        if place.is_writable and place.type == value.type:
            w.raw(f"store {value}, {place.pointer_type} {place.pointer}, align {natural_align(place.type)}")
            return
