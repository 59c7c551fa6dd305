"""Indices that lanes of a warp tell one another: shuffled, voted about, and multiplied into addresses.

All threads of a block are there. A lane's value is one that some lane had, so an index that was inside its array on every lane
stays there.
"""

from __future__ import annotations

from opencicc.check.generate.loops import natural_align
from opencicc.check.generate.memory import masked_index
from opencicc.check.generate.threads import SHUFFLES
from opencicc.check.generate.values import Value, integer
from opencicc.check.generate.writer import Place, Writer

EVERYONE = "i32 -1"
MOST_TRIPS = 5


def gather(w: Writer) -> None:
    """A load or two at indices of other lanes."""
    place = w.rng.choice(whole_places(w))
    index = masked_index(w, "i32", place.count)
    for _ in range(w.rng.choice((1, 1, 2))):
        theirs, was_there = shuffled(w, index)
        read_at(w, place, product(w, place, w.rng.choice((index, theirs))), was_there)
        index = theirs


def whole_places(w: Writer) -> list[Place]:
    return [place for place in w.places if place.type in ("i32", "i64") and place.count >= 4]


def own_places(w: Writer) -> list[Place]:
    return [place for place in whole_places(w) if place.is_writable]


def shuffled(w: Writer, value: Value) -> tuple[Value, Value | None]:
    """Another lane's value, and perhaps whether that lane was there; bounded as before."""
    kind = w.rng.choice(SHUFFLES)
    name, clamp = f"llvm.nvvm.shfl.sync.{kind}.i32", 0 if kind == "up" else 31
    words = f"({EVERYONE}, {value}, i32 {w.rng.randrange(32)}, i32 {clamp})"
    if w.chance(0.3):
        w.module.declare(f"i32 @{name}(i32, i32, i32, i32)")
        return w.define("i32", f"call i32 @{name}{words}", value.bound), None
    w.module.declare(f"{{ i32, i1 }} @{name}p(i32, i32, i32, i32)")
    both = w.name("s")
    w.raw(f"{both} = call {{ i32, i1 }} @{name}p{words}")
    theirs = w.define("i32", f"extractvalue {{ i32, i1 }} {both}, 0", value.bound)
    return theirs, w.define("i1", f"extractvalue {{ i32, i1 }} {both}, 1", 1)


def product(w: Writer, place: Place, index: Value) -> Value:
    """How many bytes an element lies behind the first, made apart from the address."""
    size = natural_align(place.type)
    wide = w.define("i64", f"{w.rng.choice(('zext', 'sext'))} {index} to i64", index.bound, visible=False)
    if w.chance(0.5):
        return w.define("i64", f"mul nuw nsw {wide}, {size}", index.bound * size, visible=False)
    return w.define("i64", f"shl nuw nsw {wide}, {size.bit_length() - 1}", index.bound * size, visible=False)


def read_at(w: Writer, place: Place, distance: Value, was_there: Value | None) -> Value:
    """An element; where it lies may depend on what the shuffle said, so that the sum comes behind it."""
    alike = [each for each in whole_places(w) if each.type == place.type and each.space == place.space]
    other = w.rng.choice([each for each in alike if each.count >= place.count])
    base = place.pointer
    if was_there is not None and w.chance(0.7):
        base = w.name("base")
        pointers = f"{place.pointer_type} {place.pointer}, {place.pointer_type} {other.pointer}"
        w.raw(f"{base} = select {was_there}, {pointers}")
    at = w.name("at")
    w.raw(f"{at} = getelementptr inbounds i8, {place.pointer_type} {base}, {distance}")
    return w.define(place.type, f"load {place.type}, {place.pointer_type} {at}, align {natural_align(place.type)}")


def gather_loop(w: Writer) -> None:
    """Every trip reads at an index and then takes another lane's, which the next trip reads at."""
    place = w.rng.choice(whole_places(w))
    start = masked_index(w, "i32", place.count)
    first_total = w.pick(place.type)
    before, header, done = w.block, w.label("loop"), w.label("exit")
    w.jump(header)
    w.start(header)
    trip, total = (w.name(hint) for hint in ("i", "t"))
    index = Value("i32", w.name("x"), start.bound)
    phis = len(w.lines)
    distance = product(w, place, index) if w.chance(0.7) else None
    theirs, was_there = shuffled(w, index)
    found = read_at(w, place, distance or product(w, place, index), was_there)
    if w.chance(0.3):
        theirs = voted(w, theirs, place.count)
    sum_ = w.define(place.type, f"{w.rng.choice(('add', 'xor'))} {found}, {total}")
    more, goes_on = w.name("i"), w.name()
    w.raw(f"{more} = add nuw nsw i32 {trip}, 1")
    w.raw(f"{goes_on} = icmp ult i32 {more}, {w.rng.randrange(2, MOST_TRIPS + 1)}")
    w.raw(f"br i1 {goes_on}, label %{header}, label %{done}{forbid_unrolling(w)}")
    w.lines[phis:phis] = [
        f"  {trip} = phi i32 [ 0, %{before} ], [ {more}, %{header} ]",
        f"  {index.text} = phi i32 [ {start.text}, %{before} ], [ {theirs.text}, %{header} ]",
        f"  {total} = phi {place.type} [ {first_total.text}, %{before} ], [ {sum_.text}, %{header} ]",
    ]
    w.start(done)


def forbid_unrolling(w: Writer) -> str:
    """Mostly: in a loop that stays a register is written in every trip."""
    if w.chance(0.3):
        return ""
    row, node = w.module.fresh("!9"), w.module.fresh("!9")
    w.module.metadata += [f'{row} = !{{!"llvm.loop.unroll.disable"}}', f"{node} = distinct !{{{node}, {row}}}"]
    return f", !llvm.loop {node}"


def voted(w: Writer, index: Value, count: int) -> Value:
    """How many lanes below have an odd index, or the least index of all: below the array's length in any case."""
    if w.chance(0.5):
        least = w.call("i32", f"llvm.nvvm.redux.sync.{w.rng.choice(('umin', 'umax'))}", [index, integer("i32", -1)])
        return Value("i32", least.text, index.bound)
    odd = w.define("i1", f"trunc {index} to i1", 1)
    ballot = w.call("i32", "llvm.nvvm.vote.ballot.sync", [integer("i32", -1), odd])
    lower = w.define("i32", f"and {ballot}, {w.rng.choice((255, 4095, 0x7FFFFFFF))}", visible=False)
    number = w.call("i32", "llvm.ctpop.i32", [lower], 31)
    return number if count > number.bound else w.define("i32", f"and {number}, {count - 1}", count - 1)


def compact(w: Writer) -> None:
    """Write behind as many places as lanes voted: each thread into what is its own."""
    place = w.rng.choice(own_places(w))
    index = voted(w, masked_index(w, "i32", place.count), place.count)
    distance = product(w, place, index)
    theirs, _ = shuffled(w, index)
    at = w.name("at")
    w.raw(f"{at} = getelementptr inbounds i8, {place.pointer_type} {place.pointer}, {distance}")
    w.raw(f"store {w.pick(place.type)}, {place.pointer_type} {at}, align {natural_align(place.type)}")
    read_at(w, place, product(w, place, theirs), None)
