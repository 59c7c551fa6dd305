"""Loops that end: counted in every shape, with early exits, over shrinking values, over pointers.

Trip counts are constants or masked runtime values, 32- and 64-bit (and narrow) induction variables step up and down, the
test stands at the top or at the bottom, and `llvm.loop` metadata asks for unrolling or forbids it.
"""

from __future__ import annotations

from dataclasses import dataclass

from opencicc.check.generate import control, floats, integers
from opencicc.check.generate.values import FLOATS, Value, full, integer, real
from opencicc.check.generate.writer import Writer

MOST_TRIPS = 96  # product of the trip counts of nested loops
LARGEST_N = 40  # the launch data keep n below
LONG_TRIPS = (257, 260, 300)  # beyond what an 8-bit counter holds
UNROLL_METADATA = (
    '!{!"llvm.loop.unroll.count", i32 2}',
    '!{!"llvm.loop.unroll.count", i32 3}',
    '!{!"llvm.loop.unroll.count", i32 4}',
    '!{!"llvm.loop.unroll.full"}',
    '!{!"llvm.loop.unroll.enable"}',
    '!{!"llvm.loop.unroll.disable"}',
    '!{!"llvm.loop.mustprogress"}',
)


@dataclass(frozen=True)
class Count:
    """How often a loop runs: at most `most` times; `trips` is a constant or a value of the counter's type."""

    trips: Value
    most: int
    is_uniform: bool


@dataclass(frozen=True)
class Counter:
    """The induction variable: start, step and the value at which it stops."""

    type: str
    start: int
    step: int
    limit: Value
    count: Count


@dataclass
class Loop:
    """The blocks of a loop and what it carries."""

    preheader: str
    header: str
    exit: str
    types: list[str]
    initial: list[Value]
    carried: list[Value]


def counted(w: Writer) -> None:
    """for (i = start; i != limit; i += step), tested at the top or at the bottom."""
    at_bottom = w.chance(0.4)
    counter = make_counter(w, needs_one=at_bottom)
    loop = begin(w)
    i = Value(counter.type, w.name("i"), counter_bound(counter))
    after = w.name("i")
    latch, leave = w.label("latch"), w.label("leave")
    types_text = loop_phis(w, loop, i, counter, after, latch)
    body = w.label("body")
    if not at_bottom:
        test = w.name()
        w.raw(f"{test} = icmp {continue_predicate(w, counter)} {i}, {counter.limit.text}")
        w.raw(f"br i1 {test}, label %{body}, label %{loop.exit}")
        w.start(body)
    breaks = w.chance(0.25)
    with w.scope(is_uniform=counter.count.is_uniform and not breaks, trips=counter.count.most):
        w.values += [i, *loop.carried]
        mark = len(w.values)
        w.statements(w.rng.randrange(1, 6))
        early = early_exit(w, loop, leave) if breaks else None
        results = next_values(w, loop, mark)
    w.jump(latch)
    w.start(latch)
    flags = "nsw " if counter.step < 0 or counter.start < 0 else w.rng.choice(("nsw ", "nuw nsw ", ""))
    w.raw(f"{after} = add {flags}{i}, {counter.step}")
    metadata = loop_metadata(w)
    if at_bottom:
        test = w.name()
        stopped = Value(counter.type, after, 0)
        w.raw(f"{test} = icmp {continue_predicate(w, counter)} {stopped}, {counter.limit.text}")
        w.raw(f"br i1 {test}, label %{loop.header}, label %{loop.exit}{metadata}")
    else:
        w.raw(f"br label %{loop.header}{metadata}")
    patch_phis(w, types_text, results)
    finish(w, loop, results if at_bottom else loop.carried, latch if at_bottom else loop.header, early, leave)


def make_counter(w: Writer, needs_one: bool) -> Counter:
    type_ = w.rng.choices(("i32", "i64", "i16", "i8"), (6, 4, 1, 1))[0]
    step = w.rng.choice((1, 1, 1, 1, 2, 3, -1, -1, -2, 4))
    start = w.rng.choice((0, 0, 0, 1, 5, 20, -3))
    count = make_count(w, type_, needs_one)
    if count.trips.is_constant:
        limit = integer(type_, start + step * int(count.trips.text))
    else:
        scaled = count.trips
        if step != 1:
            scaled = w.define(type_, f"mul {count.trips}, {step}", visible=False)
        limit = w.define(type_, f"add {scaled}, {start}", visible=False) if start else scaled
    return Counter(type_, start, step, limit, count)


def make_count(w: Writer, type_: str, needs_one: bool) -> Count:
    room = max(MOST_TRIPS // w.trips, 1)
    if type_ not in ("i8", "i16") and w.trips == 1 and w.depth == 0 and w.chance(0.06):
        w.budget = min(w.budget, 6)  # a long loop: little else
        long = w.rng.choice(LONG_TRIPS)
        return Count(integer(type_, long), long, True)
    if w.is_kernel and room >= LARGEST_N and w.chance(0.2):
        return runtime_count(w, type_, needs_one)
    most = min(w.rng.choice((1, 2, 3, 4, 5, 7, 8, 12, 16)), room)
    if w.chance(0.5):
        return Count(integer(type_, most), most, True)
    mask = min((1 << max(most.bit_length() - 1, 0)) - 1, 15)
    is_uniform = w.is_kernel and w.chance(0.5)
    source = (
        integers.resize(w, Value("i32", "%n", full("i32")), type_) if is_uniform else w.pick(type_, constants=False)
    )
    trips = w.define(type_, f"and {source}, {mask}", mask)
    if needs_one:
        trips = w.define(type_, f"add nuw nsw {trips}, 1", mask + 1)
    return Count(trips, mask + 1, is_uniform)


def runtime_count(w: Writer, type_: str, needs_one: bool) -> Count:
    """The kernel's parameter n itself: nothing in the IR bounds it, but the launch data do."""
    trips = integers.resize(w, Value("i32", "%n", LARGEST_N - 1), type_)
    if needs_one:
        trips = w.define(type_, f"add {trips}, 1", LARGEST_N)
    return Count(trips, LARGEST_N, True)


def counter_bound(counter: Counter) -> int:
    last = counter.start + counter.step * counter.count.most
    return last if counter.start >= 0 and counter.step > 0 else full(counter.type)


def continue_predicate(w: Writer, counter: Counter) -> str:
    if w.chance(0.3):
        return "ne"  # exact: the limit is start plus a multiple of step
    if counter.step < 0:
        return "sgt"
    return w.rng.choice(("slt", "ult")) if counter.start >= 0 else "slt"


def begin(w: Writer) -> Loop:
    types = control.carried_types(w)
    initial = [control.exit_value(w, type_) for type_ in types]
    carried = [Value(type_, w.name("acc"), full(type_)) for type_ in types]
    loop = Loop(w.block, w.label("loop"), w.label("exit"), types, initial, carried)
    w.jump(loop.header)
    w.start(loop.header)
    return loop


def loop_phis(w: Writer, loop: Loop, i: Value, counter: Counter, after: str, latch: str) -> list[int]:
    """Write the header's phis; where the carried ones stand, for their second operand is not known yet."""
    w.raw(f"{i.text} = phi {i.type} [ {counter.start}, %{loop.preheader} ], [ {after}, %{latch} ]")
    return carried_phis(w, loop, latch)


def carried_phis(w: Writer, loop: Loop, latch: str) -> list[int]:
    places = []
    for value, first in zip(loop.carried, loop.initial, strict=True):
        places.append(len(w.lines))
        w.raw(f"{value.text} = phi {value.type} [ {first.text}, %{loop.preheader} ], [ ?, %{latch} ]")
    return places


def patch_phis(w: Writer, places: list[int], results: list[Value]) -> None:
    for place, result in zip(places, results, strict=True):
        w.lines[place] = w.lines[place].replace("?", result.text)


def next_values(w: Writer, loop: Loop, mark: int) -> list[Value]:
    """What the loop carries into its next trip: mostly the old value combined with what the body made."""
    results = []
    for carried in loop.carried:
        value = control.exit_value(w, carried.type, mark)
        results.append(combined(w, carried, value) if w.chance(0.7) else value)
    return results


def combined(w: Writer, carried: Value, value: Value) -> Value:
    """A recurrence without a closed form."""
    type_ = carried.type
    if type_ in FLOATS:
        half = w.define(
            type_, f"fmul {carried}, {real(type_, w.rng.choice((0.5, 0.375, 0.25))).text}", carried.bound - 1
        )
        return floats.settled(w, w.define(type_, f"fadd {half}, {value.text}", max(half.bound, value.bound) + 1))
    scaled = w.define(type_, f"mul {carried}, {w.rng.choice((3, 5, 31, 33))}")
    return w.define(type_, f"{w.rng.choice(('add', 'xor', 'sub'))} {scaled}, {value.text}")


def early_exit(w: Writer, loop: Loop, leave: str) -> tuple[list[Value], str]:
    """A second way out, under a condition of the body."""
    stay = w.label("stay")
    results = [control.exit_value(w, type_) for type_ in loop.types]
    w.branch(integers.condition(w), leave, stay)
    block = w.block
    w.start(stay)
    w.statements(1)
    return results, block


def finish(
    w: Writer, loop: Loop, results: list[Value], last: str, early: tuple[list[Value], str] | None, leave: str
) -> None:
    """The exit block; with an early exit the two ways meet behind it."""
    w.start(loop.exit)
    if early is None:
        for type_, value in zip(loop.types, results, strict=True):
            control.phi(w, type_, [(value, last)])  # loop-closed form: one more thing for passes to keep right
        return
    join = w.label("join")
    w.jump(join)
    w.start(leave)
    w.jump(join)
    w.start(join)
    for type_, value, other in zip(loop.types, results, early[0], strict=True):
        control.phi(w, type_, [(value, loop.exit), (other, leave)])


def loop_metadata(w: Writer) -> str:
    if not w.chance(0.35):
        return ""
    row, loop = w.module.fresh("!9"), w.module.fresh("!9")
    w.module.metadata += [f"{row} = {w.rng.choice(UNROLL_METADATA)}", f"{loop} = distinct !{{{loop}, {row}}}"]
    return f", !llvm.loop {loop}"


def shrinking(w: Writer) -> None:
    """while (x) { ...; x >>= s or x &= x - 1 }: ends because x gets smaller."""
    type_ = w.rng.choice(("i32", "i64", "i16"))
    start = w.define(type_, f"and {w.pick(type_, constants=False)}, {w.rng.choice((15, 127, 85, 4095))}", 4095)
    loop = begin(w)
    x, latch, body = Value(type_, w.name("x"), 4095), w.label("latch"), w.label("body")
    after = w.name("x")
    w.raw(f"{x.text} = phi {type_} [ {start.text}, %{loop.preheader} ], [ {after}, %{latch} ]")
    places = carried_phis(w, loop, latch)
    test = w.name()
    w.raw(f"{test} = icmp ne {x}, 0")
    w.raw(f"br i1 {test}, label %{body}, label %{loop.exit}")
    w.start(body)
    with w.scope(is_uniform=False, trips=12):
        w.values += [x, *loop.carried]
        mark = len(w.values) - 1
        w.statements(w.rng.randrange(1, 4))
        results = next_values(w, loop, mark)
    if w.chance(0.5):
        w.jump(latch)
        w.start(latch)
        w.raw(f"{after} = lshr {x}, {w.rng.randrange(1, 4)}")
    else:
        less = w.name()
        w.jump(latch)
        w.start(latch)
        w.raw(f"{less} = add {x}, -1")
        w.raw(f"{after} = and {x}, {less}")
    w.raw(f"br label %{loop.header}")
    patch_phis(w, places, results)
    finish(w, loop, loop.carried, loop.header, None, "")


def pointers(w: Writer) -> None:
    """for (p = begin; p != end; p += 1): the pointer is the induction variable."""
    place = w.rng.choice([place for place in w.places if place.count <= 16])
    size = min(place.count, max(MOST_TRIPS // w.trips, 1))
    pointer = place.pointer_type
    end = w.name("end")
    w.raw(f"{end} = getelementptr inbounds {place.type}, {pointer} {place.pointer}, i64 {size}")
    loop = begin(w)
    p, after, latch = w.name("p"), w.name("p"), w.label("latch")
    w.raw(f"{p} = phi {pointer} [ {place.pointer}, %{loop.preheader} ], [ {after}, %{latch} ]")
    places = carried_phis(w, loop, latch)
    with w.scope(is_uniform=w.is_uniform, trips=size):
        w.values += loop.carried
        mark = len(w.values)
        w.define(place.type, f"load {place.type}, {pointer} {p}, align {natural_align(place.type)}")
        w.statements(w.rng.randrange(0, 3))
        results = next_values(w, loop, mark)
        if place.is_writable and w.chance(0.5):
            value = control.exit_value(w, place.type)
            w.raw(f"store {value}, {pointer} {p}, align {natural_align(place.type)}")
    w.jump(latch)
    w.start(latch)
    test = w.name()
    w.raw(f"{after} = getelementptr inbounds {place.type}, {pointer} {p}, i64 1")
    w.raw(f"{test} = icmp eq {pointer} {after}, {end}")
    w.raw(f"br i1 {test}, label %{loop.exit}, label %{loop.header}{loop_metadata(w)}")
    patch_phis(w, places, results)
    finish(w, loop, results, latch, None, "")


def natural_align(type_: str) -> int:
    return {"half": 2, "float": 4, "double": 8}[type_] if type_ in FLOATS else int(type_[1:]) // 8
