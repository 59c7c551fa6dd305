"""Lengths that the data choose among a few constants: of copies, of sets and of short loops that copy.

A length comes from a select, or from a phi beside that of the address to copy from; a struct parameter may be that address,
and hold less than is copied where nobody ever chooses it.
"""

from __future__ import annotations

from opencicc.check.generate import functions, integers
from opencicc.check.generate.aggregates import (
    COPY_TYPES,
    SET_TYPES,
    element_address,
    filled_pair,
    load_element,
    offset_pointer,
    store_element,
    volatile,
)
from opencicc.check.generate.loops import LARGEST_N, natural_align
from opencicc.check.generate.memory import allocate
from opencicc.check.generate.values import Value, integer
from opencicc.check.generate.writer import Place, Writer

SIZES = (32, 64, 128)
LENGTHS = (0, 1, 2, 3, 4, 5, 7, 8, 8, 12, 15, 16, 16, 17, 24, 31, 32, 33, 48, 64)
BORDER = functions.WORDS
BORDER_SIZE = 16


def chosen_lengths(w: Writer) -> None:
    """Two objects, and copies and sets of chosen lengths between, inside and to them."""
    size = w.rng.choice(SIZES)
    pair = filled_pair(w, size)
    for _ in range(w.rng.randrange(1, 4)):
        w.rng.choice(
            (copy_of_length, move_of_length, set_of_length, copy_both_chosen, copy_both_chosen, copy_in_a_loop)
        )(w, pair, size)
    w.places.append(Place(w.rng.choice(pair), 0, "i32", size // 4, True, 16))
    for pointer in pair:
        load_element(w, Place(pointer, 0, w.rng.choice(("i32", "i64")), size // 8, True, 16))


def some_lengths(w: Writer, count: int, most: int) -> list[int]:
    return w.rng.sample([length for length in LENGTHS if length <= most], count)


def choose_number(w: Writer, numbers: list[int]) -> Value:
    """One of two or three numbers, by selects or by ways that meet."""
    bound = max(numbers)
    if w.chance(0.5):
        chosen = integer("i64", numbers[0])
        for number in numbers[1:]:
            chosen = w.define("i64", f"select {integers.condition(w)}, {chosen}, i64 {number}", bound, visible=False)
        return chosen
    ways = [(label, str(number)) for label, number in zip(fork(w, len(numbers)), numbers, strict=True)]
    join = w.label("join")
    for label, _ in ways:
        w.start(label)
        w.jump(join)
    w.start(join)
    return w.define("i64", f"phi i64 {', '.join(f'[ {number}, %{label} ]' for label, number in ways)}", bound)


def fork(w: Writer, count: int) -> list[str]:
    """Leave the block for one of two blocks, or by a switch for one of several."""
    labels = [w.label("way") for _ in range(count)]
    if count == 2:
        w.branch(integers.condition(w), *labels)
        return labels
    source = w.define("i32", f"and {w.pick('i32', constants=False)}, 3", 3)
    rows = " ".join(f"i32 {key}, label %{label}" for key, label in enumerate(labels[1:]))
    w.raw(f"switch {source}, label %{labels[0]} [ {rows} ]")
    return labels


def copy_of_length(w: Writer, pair: list[str], size: int) -> None:
    half, (target, source) = size // 2, w.rng.sample(pair, 2)
    length = choose_number(w, some_lengths(w, w.rng.choice((2, 2, 3)), half))
    at = [f"ptr {offset_pointer(w, pointer, w.rng.randrange(half))}" for pointer in (target, source)]
    w.call_void("llvm.memcpy.p0.p0.i64", COPY_TYPES, f"{at[0]}, {at[1]}, {length}, {volatile(w)}")


def move_of_length(w: Writer, pair: list[str], size: int) -> None:
    half, pointer = size // 2, w.rng.choice(pair)
    length = choose_number(w, some_lengths(w, w.rng.choice((2, 2, 3)), half))
    at = [f"ptr {offset_pointer(w, pointer, w.rng.randrange(half))}" for _ in range(2)]
    w.call_void("llvm.memmove.p0.p0.i64", COPY_TYPES, f"{at[0]}, {at[1]}, {length}, {volatile(w)}")


def set_of_length(w: Writer, pair: list[str], size: int) -> None:
    half = size // 2
    length = choose_number(w, some_lengths(w, w.rng.choice((2, 2, 3)), half))
    pointer = offset_pointer(w, w.rng.choice(pair), w.rng.randrange(half))
    w.call_void("llvm.memset.p0.i64", SET_TYPES, f"ptr {pointer}, {w.pick('i8')}, {length}, i1 false")


def copy_both_chosen(w: Writer, pair: list[str], size: int) -> None:
    """A copy into a third object: where from and how much come from the same ways; one of both may be the same on all."""
    half, target = size // 2, allocate(w, f"[{size} x i8]")
    w.call_void("llvm.memset.p0.i64", SET_TYPES, f"ptr align 16 {target}, {w.pick('i8')}, i64 {size}, i1 false")
    ways, join = fork(w, w.rng.choice((2, 2, 3))), w.label("join")
    lengths = some_lengths(w, len(ways), half)
    sources = []
    for way in ways:
        w.start(way)
        with w.scope(is_uniform=False):
            pointer = w.rng.choice(pair)
            if w.chance(0.3):
                store_element(w, pointer, size, "i32")
            offset = w.rng.choice((0, 0, w.rng.randrange(half)))
            sources.append(f"[ {offset_pointer(w, pointer, offset)}, %{way} ]")
            w.jump(join)
    w.start(join)
    chosen, length = w.name("chosen"), integer("i64", w.rng.choice(lengths))
    w.raw(f"{chosen} = phi ptr {', '.join(sources)}")
    if w.chance(0.7):
        rows = ", ".join(f"[ {number}, %{way} ]" for number, way in zip(lengths, ways, strict=True))
        length = w.define("i64", f"phi i64 {rows}", max(lengths))
    w.call_void("llvm.memcpy.p0.p0.i64", COPY_TYPES, f"ptr {target}, ptr {chosen}, {length}, {volatile(w)}")
    for _ in range(2):
        load_element(w, Place(target, 0, w.rng.choice(("i32", "i16")), size // 4, True, 16))


def copy_in_a_loop(w: Writer, pair: list[str], size: int) -> None:
    """for (i = 0; i < count; i++) to[i] = from[i], the count chosen; tested at the top, or at the bottom where it is never 0."""
    type_ = w.rng.choice(("i8", "i32", "i32", "i16"))
    at_bottom, step = w.chance(0.4), natural_align(type_)
    counts = [number for number in range(1 if at_bottom else 0, 9) if number * step <= size]
    count = choose_number(w, w.rng.sample(counts, w.rng.choice((2, 2, 3))))
    target, source = w.rng.sample(pair, 2)
    before, header, body, done = w.block, w.label("loop"), w.label("body"), w.label("exit")
    w.jump(header)
    w.start(header)
    i, more, goes_on = w.name("i"), w.name("i"), w.name()
    w.raw(f"{i} = phi i64 [ 0, %{before} ], [ {more}, %{body} ]")
    if at_bottom:
        w.jump(body)
    else:
        w.raw(f"{goes_on} = icmp {w.rng.choice(('ult', 'slt', 'ne'))} i64 {i}, {count.text}")
        w.raw(f"br i1 {goes_on}, label %{body}, label %{done}")
    w.start(body)
    moved, places = w.name(), (w.name("at"), w.name("at"))
    for place, pointer in zip(places, (source, target), strict=True):
        w.raw(f"{place} = getelementptr inbounds {type_}, ptr {pointer}, i64 {i}")
    w.raw(f"{moved} = load {type_}, ptr {places[0]}, align {step}")
    w.raw(f"store {type_} {moved}, ptr {places[1]}, align {step}")
    w.raw(f"{more} = add nuw nsw i64 {i}, 1")
    if at_bottom:
        w.raw(f"{goes_on} = icmp {w.rng.choice(('ult', 'slt', 'ne'))} i64 {more}, {count.text}")
        w.raw(f"br i1 {goes_on}, label %{header}, label %{done}")
    else:
        w.jump(header)
    w.start(done)


def border(w: Writer) -> None:
    """Call a function that copies an element, or a struct parameter where the element lies outside."""
    is_never_outside = w.chance(0.3)
    length = integer("i64", 2 * BORDER_SIZE if is_never_outside else w.rng.choice((4, 8, 12, 16, 16)))
    name = make_border(w, length, has_chosen_length=not is_never_outside and w.chance(0.3))
    elements, outside = allocate(w, f"[{4 * BORDER_SIZE} x i8]"), allocate(w, BORDER)
    fill = f"ptr align 16 {elements}, {w.pick('i8')}, i64 {4 * BORDER_SIZE}, i1 false"
    w.call_void("llvm.memset.p0.i64", SET_TYPES, fill)
    for _ in range(3):
        store_element(w, elements, 4 * BORDER_SIZE, w.rng.choice(("i32", "i64")))
    w.raw(f"store {BORDER} {functions.build_struct(w, BORDER)}, ptr {outside}, align 8")
    inside = integers.condition(w)
    if is_never_outside:  # nothing in the module says that n is below
        inside = w.define("i1", f"icmp ult i32 %n, {LARGEST_N}", 1, visible=False)
    element = element_address(w, Place(elements, 0, "i64", 4, True, 16))
    w.define("i64", f"call i64 {name}(ptr {element}, ptr byval({BORDER}) align 8 {outside}, {inside})")


def make_border(w: Writer, length: Value, *, has_chosen_length: bool) -> str:
    name, rng = f"@{w.module.fresh('border')}", w.rng
    shorter = rng.choice((0, 4, 8))
    w.module.declare(f"void @llvm.memset.p0.i64({', '.join(SET_TYPES)})")
    w.module.declare(f"void @llvm.memcpy.p0.p0.i64({', '.join(COPY_TYPES)})")
    reads = [f"  store i64 {rng.randrange(99)}, ptr %border, align 8"] if rng.random() < 0.2 else []
    header = f"define internal i64 {name}(ptr %element, ptr byval({BORDER}) align 8 %border, i1 %inside)"
    lines = [
        f"  call void @llvm.memset.p0.i64(ptr align 8 %kept, i8 {rng.randrange(99)}, i64 {2 * BORDER_SIZE}, i1 false)",
        *reads,
        "  br i1 %inside, label %yes, label %no",
        "yes:",
        "  br label %meet",
        "no:",
        "  br label %meet",
        "meet:",
        "  %from = phi ptr [ %element, %yes ], [ %border, %no ]",
        *([f"  %length = phi i64 [ {length.text}, %yes ], [ {shorter}, %no ]"] if has_chosen_length else []),
        f"  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %kept, ptr align 8 %from, "
        f"i64 {'%length' if has_chosen_length else length.text}, i1 false)",
        "  %first = load i64, ptr %kept, align 8",
        "  %second.at = getelementptr inbounds i8, ptr %kept, i64 8",
        "  %second = load i64, ptr %second.at, align 8",
        "  %mixed = mul i64 %first, 31",
        "  %both = xor i64 %mixed, %second",
        "  ret i64 %both",
    ]
    attributes = rng.choice(("", "noinline ", "alwaysinline "))
    w.module.add_function(f"{header} {attributes}{{", [f"  %kept = alloca [{2 * BORDER_SIZE} x i8], align 8"], lines)
    return name
