"""Statements on words of 32 and 64 bits that are put together from values of 16, and taken apart again."""

from __future__ import annotations

from opencicc.check.generate import floats
from opencicc.check.generate.values import Value
from opencicc.check.generate.writer import Writer

HALF = 16
PLACES = {"i32": (0, 16), "i64": (0, 16, 32, 48)}


def statement(w: Writer) -> None:
    """A word of values of 16 bits: whole pairs mostly, otherwise with a part missing or of another size."""
    type_ = w.rng.choice(("i32", "i32", "i64"))
    places = [place for place in PLACES[type_] if w.chance(0.95)] or [0]
    w.rng.shuffle(places)
    word = part(w, type_, places[0])
    for place in places[1:]:
        union = w.rng.choice(("or", "or", "add", "xor"))
        word = w.define(type_, f"{union} {word}, {part(w, type_, place).text}", visible=False)
    if w.chance(0.2):
        word = w.define(type_, f"or {word}, {w.pick(type_).text}")
    w.define(type_, f"add {word}, 0")
    if w.chance(0.4):
        moved = w.define(type_, f"lshr {word}, {w.rng.choice(PLACES[type_])}", visible=False)
        w.define("i16", f"trunc {moved} to i16")


def part(w: Writer, type_: str, place: int) -> Value:
    wide = w.define(type_, f"zext {small(w)} to {type_}", visible=False)
    return w.define(type_, f"shl {wide}, {place}", visible=False) if place else wide


def small(w: Writer) -> Value:
    """A value of 16 bits: a number, the bits of a half, what is left of a wider one, or now and then a byte."""
    kind = w.rng.random()
    if kind < 0.5:
        half = floats.resize(w, w.pick("float", constants=False), "half")
        return w.define("i16", f"bitcast {half} to i16", visible=False)
    if kind < 0.6:
        return w.define("i16", f"trunc {w.pick('i32', constants=False)} to i16", visible=False)
    return w.pick("i8" if kind < 0.63 else "i16", constants=False)
