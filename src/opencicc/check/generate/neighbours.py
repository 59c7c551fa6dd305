"""Addresses that differ by constants, and loops whose body tests their index: work for the passes on addresses and bounds.

Subscripts stay inside their place: a base below half of it and a distance of less than the other half, so that every flag
that is written on the additions is true.
"""

from __future__ import annotations

from opencicc.check.generate import control, integers, loops
from opencicc.check.generate.memory import masked_index
from opencicc.check.generate.values import Value, integer
from opencicc.check.generate.writer import Place, Writer

LEAST_COUNT = 8


def may_have_neighbours(w: Writer) -> bool:
    return any(place.count >= LEAST_COUNT for place in w.places)


def neighbours(w: Writer) -> None:
    """Several accesses around one base, in one block or in the arms of a branch."""
    place = w.rng.choice([place for place in w.places if place.count >= LEAST_COUNT])
    half = place.count // 2
    base = make_base(w, half)
    distances = w.rng.sample(range(half), min(half, w.rng.randrange(2, 5)))
    if not w.chance(0.4) or w.depth > 2:
        for distance in distances:
            access(w, place, base, distance)
        return
    labels, join = (w.label("then"), w.label("else")), w.label("join")
    w.branch(integers.condition(w), *labels)
    arms = []
    for label, distance in zip(labels, distances, strict=False):
        w.start(label)
        with w.scope(is_uniform=False):
            arms.append((access(w, place, base, distance), w.block))
            w.jump(join)
    w.start(join)
    control.phi(w, place.type, arms)


def make_base(w: Writer, limit: int) -> tuple[Value, ...]:
    """One index below the limit, or two whose sum is."""
    type_ = w.rng.choice(("i32", "i32", "i64"))
    if limit >= 4 and w.chance(0.3):
        return tuple(masked_index(w, type_, limit // 2) for _ in range(2))
    return (masked_index(w, type_, limit),)


def access(w: Writer, place: Place, base: tuple[Value, ...], distance: int) -> Value:
    type_, align = base[0].type, loops.natural_align(place.type)
    subscript = add_up(w, base, distance)
    if type_ == "i32" and w.chance(0.8):
        wide = w.name("at")
        w.raw(f"{wide} = {w.rng.choice(('sext', 'zext'))} i32 {subscript} to i64")
        subscript, type_ = wide, "i64"
    address = w.name("at")
    flags = w.rng.choice(("", "inbounds "))
    w.raw(f"{address} = getelementptr {flags}{place.type}, {place.pointer_type} {place.pointer}, {type_} {subscript}")
    found = w.define(place.type, f"load {place.type}, {place.pointer_type} {address}, align {align}")
    if place.is_writable and w.chance(0.5):
        w.raw(f"store {control.exit_value(w, place.type)}, {place.pointer_type} {address}, align {align}")
    return found


def add_up(w: Writer, base: tuple[Value, ...], distance: int) -> str:
    """The sum of the parts and the distance, in some order; flags are true, for nothing here comes near the edge."""
    parts = [value.text for value in base] + ([str(distance)] if distance or w.chance(0.3) else [])
    if w.chance(0.5) and len(parts) == 3:
        parts[0], parts[1] = parts[1], parts[0]
    if w.chance(0.3) and len(parts) == 3:
        parts = [parts[0], parts[2], parts[1]]
    total = parts[0]
    for part in parts[1:]:
        name = w.name("at")
        flags = w.rng.choice(("nsw ", "nuw ", "nuw nsw ", ""))
        w.raw(f"{name} = add {flags}{base[0].type} {total}, {part}")
        total = name
    return total


def crossing(w: Writer) -> None:
    """for (i = start; i < end; i += step) { i < bound ? ... : ... }, tested at the bottom."""
    type_ = w.rng.choice(("i32", "i64"))
    start, step = w.rng.choice((0, 0, 1, 5)), w.rng.choice((1, 1, 1, 2, 3))
    most = min(w.rng.choice((2, 3, 4, 6, 8)), max(loops.MOST_TRIPS // w.trips, 1))
    last = start + step * most
    end = integer(type_, last).text
    if w.chance(0.4):
        end = w.define(type_, f"and {w.pick(type_, constants=False)}, 15", 15).text
        last = 16 + step
    bound = integer(type_, w.rng.randrange(0, last + 2))
    if w.chance(0.6):
        bound = w.define(type_, f"and {w.pick(type_, constants=False)}, 15", 15)
    loop = loops.begin(w)
    i, after, latch = Value(type_, w.name("i"), last), w.name("i"), w.label("latch")
    w.raw(f"{i.text} = phi {type_} [ {start}, %{loop.preheader} ], [ {after}, %{latch} ]")
    places = loops.carried_phis(w, loop, latch)
    with w.scope(is_uniform=False, trips=max(most, 16)):
        w.values += [i, *loop.carried]
        mark = len(w.values)
        predicate = w.rng.choice(("slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge", "eq", "eq", "ne"))
        sides = (i.text, bound.text) if w.chance(0.8) else (bound.text, i.text)
        test = w.define("i1", f"icmp {predicate} {type_} {sides[0]}, {sides[1]}", 1)
        two_ways(w, test)
        results = loops.next_values(w, loop, mark)
    w.jump(latch)
    w.start(latch)
    w.raw(f"{after} = add {w.rng.choice(('nsw ', 'nuw nsw ', 'nuw '))}{type_} {i.text}, {step}")
    goes_on = w.name()
    w.raw(f"{goes_on} = icmp {w.rng.choice(('slt', 'ult'))} {type_} {after}, {end}")
    w.raw(f"br i1 {goes_on}, label %{loop.header}, label %{loop.exit}")
    loops.patch_phis(w, places, results)
    loops.finish(w, loop, results, latch, None, "")


def two_ways(w: Writer, test: Value) -> None:
    """A select of two values, or two arms."""
    if w.chance(0.4):
        type_ = w.pick_type()
        left, right = control.exit_value(w, type_), control.exit_value(w, type_)
        w.define(type_, f"select i1 {test.text}, {left}, {right}", max(left.bound, right.bound))
        return
    labels, join, type_ = (w.label("then"), w.label("else")), w.label("join"), w.pick_type()
    w.branch(test, *labels)
    arms = []
    for label in labels:
        w.start(label)
        mark = len(w.values)
        with w.scope(is_uniform=False):
            w.statements(w.rng.randrange(0, 3))
            arms.append((control.exit_value(w, type_, mark), w.block))
            w.jump(join)
    w.start(join)
    control.phi(w, type_, arms)
