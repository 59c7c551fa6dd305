"""Conditions that are made in two steps, the second only where it is asked for; members of a pair, one of them tested first."""

from __future__ import annotations

from collections.abc import Callable

from opencicc.check.generate import control, integers
from opencicc.check.generate.memory import masked_index
from opencicc.check.generate.values import Value, zero
from opencicc.check.generate.writer import Place, Writer


def circuit(w: Writer) -> None:
    """`a || (b && c)` or `a && (b || c)`, and a statement or two, or only a choice, that it decides about."""
    is_or = w.chance(0.6)
    first, second, test = integers.condition(w), w.label("second"), w.label("test")
    before = w.block
    w.branch(first, *((test, second) if is_or else (second, test)))
    w.start(second)
    with w.scope(is_uniform=False):
        found = integers.condition(w)
        for _ in range(w.rng.choice((0, 1, 1, 1, 2))):
            other = integers.condition(w)
            found = w.define("i1", f"{w.rng.choice(('and', 'or'))} {found}, {other.text}", 1, visible=False)
    last = w.block
    w.jump(test)
    w.start(test)
    known = "true" if is_or else "false"
    flag = w.define("i1", f"phi i1 [ {known}, %{before} ], [ {found.text}, %{last} ]", 1)
    decide(w, flag)


def decide(w: Writer, flag: Value) -> None:
    if w.chance(0.5):
        for _ in range(w.rng.randrange(1, 4)):
            type_ = w.rng.choice(("i32", "i64", "i32"))
            w.define(type_, f"select {flag}, {w.pick(type_)}, {w.pick(type_)}")
        return
    arm(w, flag, [])


def arm(w: Writer, flag: Value, used: list[Value], more: Callable[[], list[Value]] = list) -> None:
    """An `if` whose arm computes with these values, and with those that `more` makes there, and hands one number out."""
    then, join, before = w.label("then"), w.label("join"), w.block
    w.branch(flag, then, join)
    w.start(then)
    with w.scope(is_uniform=False):
        made = w.pick("i32")
        for value in (*used, *more()):
            made = w.define("i32", f"{w.rng.choice(('add', 'xor', 'mul'))} {made}, {value.text}")
        w.statements(w.rng.randrange(1, 3))
        made = w.define("i32", f"add {made}, {w.pick('i32').text}")
        last = w.block
        w.jump(join)
    w.start(join)
    control.phi(w, "i32", [(made, last), (zero("i32"), before)])


def pair_places(w: Writer) -> list[Place]:
    return [place for place in w.places if place.align >= 16 and place.count >= 4 and place.type == "i32"]


def pair(w: Writer) -> None:
    """Two or four neighbours are read, one of them is tested, and the arm uses the others."""
    place, lanes = w.rng.choice(pair_places(w)), w.rng.choice((2, 2, 4))
    group = masked_index(w, "i64", place.count // lanes)
    index = w.define("i64", f"shl nuw nsw {group}, {lanes.bit_length() - 1}", place.count)
    base = w.name("at")
    w.raw(f"{base} = getelementptr inbounds i32, {place.pointer_type} {place.pointer}, {index}")
    members = []
    for lane in range(lanes):
        at = w.name("at")
        w.raw(f"{at} = getelementptr inbounds i32, {place.pointer_type} {base}, i64 {lane}")
        align = 4 * lanes if lane == 0 else 4
        members.append(w.define("i32", f"load i32, {place.pointer_type} {at}, align {align}", visible=False))
    tested = members.pop(w.rng.randrange(lanes))
    flag = w.define("i1", f"icmp {w.rng.choice(('slt', 'ugt', 'ne'))} {tested}, {w.pick('i32').text}", 1)
    arm(w, flag, members)
