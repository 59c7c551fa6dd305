"""Loops over many arrays with a stride each: strength reduction keeps an address and a step for every one of them.

    for (i = 0; i <= (n & 7); ++i)
      sum = mix(sum, in[i * a + 5], in[i * b + 17], inf[i * c], ...);      a, b, c below 4, known at run time only

Twenty strides are twenty registers before reduction and eighty after it, so that a pass which minds registers has to act.
"""

from __future__ import annotations

from opencicc.check.generate.short_loops import short_loop
from opencicc.check.generate.writer import Place, Writer

LARGEST_STRIDE, MOST_TRIPS = 3, 8
REACH = LARGEST_STRIDE * (MOST_TRIPS - 1)  # elements behind the first
STREAMS = (10, 22)


def wide_places(w: Writer) -> list[Place]:
    return [place for place in w.places if place.count > 2 * REACH]


def strided(w: Writer) -> None:
    """A loop of up to eight trips; what it reads is mixed into one value."""
    streams = [stream(w) for _ in range(w.rng.randrange(*STREAMS))]
    masked, trips = w.name("masked"), w.name("trips")
    first = w.pick("i32")
    w.raw(f"{masked} = and i32 %n, {MOST_TRIPS - 1}")
    w.raw(f"{trips} = add nuw nsw i32 {masked}, 1")

    def body(i: str, total: str) -> str:
        for place, stride, offset in streams:
            total = mix(w, total, element(w, place, i, stride, offset))
        mixed = w.name("mixed")
        w.raw(f"{mixed} = add i32 {total}, {i}")
        return mixed

    short_loop(w, "stream", f"ult {trips}", first.text, body)


def stream(w: Writer) -> tuple[Place, str, int]:
    """An array, a stride, and the element that comes first."""
    place = w.rng.choice(wide_places(w))
    stride = w.define("i32", f"and {w.pick('i32', constants=False)}, {LARGEST_STRIDE}", LARGEST_STRIDE, visible=False)
    return place, stride.text, w.rng.randrange(place.count - REACH)


def element(w: Writer, place: Place, i: str, stride: str, offset: int) -> str:
    """Its first 32 bits: floats are not added up, whose order would count."""
    far, index, wide, address, loaded = (w.name(each) for each in ("far", "index", "wide", "at", "read"))
    w.raw(f"{far} = mul nuw nsw i32 {i}, {stride}")
    w.raw(f"{index} = add nuw nsw i32 {far}, {offset}")
    w.raw(f"{wide} = {w.rng.choice(('zext', 'sext'))} i32 {index} to i64")
    w.raw(f"{address} = getelementptr inbounds {place.type}, {place.pointer_type} {place.pointer}, i64 {wide}")
    w.raw(f"{loaded} = load i32, {place.pointer_type} {address}, align 4")
    return loaded


def mix(w: Writer, total: str, read: str) -> str:
    scaled, mixed = w.name("scaled"), w.name("mixed")
    w.raw(f"{scaled} = mul i32 {total}, {w.rng.choice((3, 5, 7))}")
    w.raw(f"{mixed} = {w.rng.choice(('add', 'xor', 'sub'))} i32 {scaled}, {read}")
    return mixed
