"""Copies of memory: memset, memcpy and memmove of known and unknown length, of every alignment, and whole arrays at once.

Works on stack objects of bytes that are set before anything reads them; lengths and offsets are masked to their size.
A memcpy goes between different objects, a memmove may overlap.
"""

from __future__ import annotations

from opencicc.check.generate import integers
from opencicc.check.generate.loops import natural_align
from opencicc.check.generate.memory import allocate, masked_index
from opencicc.check.generate.values import Value, integer
from opencicc.check.generate.writer import Place, Writer

SIZES = (32, 64, 128, 256, 512)  # powers of two, so that subscripts can be masked
COPY_TYPES = ["ptr", "ptr", "i64", "i1"]
SET_TYPES = ["ptr", "i8", "i64", "i1"]
ALIGNMENTS = (1, 2, 4, 8, 16)


def copies(w: Writer) -> None:
    """Two objects, set and partly filled, some copies between and inside them, and what can be read then."""
    size = w.rng.choice(SIZES)
    pair = filled_pair(w, size)
    for _ in range(w.rng.randrange(1, 5)):
        w.rng.choice((copy_apart, copy_apart, copy_chosen, move_inside, set_part, whole_array))(w, pair, size)
    for type_ in ("i32", "i64", "i16"):
        count = size // natural_align(type_)
        w.places.append(Place(w.rng.choice(pair), 0, type_, count, True, 16))
        load_element(w, w.places[-1])


def filled_pair(w: Writer, size: int) -> list[str]:
    """Two objects of bytes, all of them set, and some elements stored."""
    pair = [allocate(w, f"[{size} x i8]"), allocate(w, f"[{size} x i8]")]
    for pointer in pair:
        byte = integer("i8", w.rng.randrange(256)) if w.chance(0.6) else w.pick("i8")
        w.call_void("llvm.memset.p0.i64", SET_TYPES, f"ptr align 16 {pointer}, {byte}, i64 {size}, {volatile(w)}")
        for _ in range(w.rng.randrange(1, 4)):
            type_ = w.rng.choice(("i32", "i64", "i16", "i8"))
            store_element(w, pointer, size, type_)
    return pair


def copy_apart(w: Writer, pair: list[str], size: int) -> None:
    target, source = w.rng.sample(pair, 2)
    length, offsets = length_and_offsets(w, size, 2)
    at = [
        f"ptr align {align} {offset_pointer(w, p, o)}" for p, (o, align) in zip((target, source), offsets, strict=True)
    ]
    w.call_void("llvm.memcpy.p0.p0.i64", COPY_TYPES, f"{at[0]}, {at[1]}, {length}, {volatile(w)}")


def copy_chosen(w: Writer, pair: list[str], size: int) -> None:
    """A copy into a third object from whichever of the two a branch chose, as front ends write `c ? a[i] : b`."""
    target = allocate(w, f"[{size} x i8]")
    w.call_void("llvm.memset.p0.i64", SET_TYPES, f"ptr align 16 {target}, {w.pick('i8')}, i64 {size}, i1 false")
    length, ((offset, align),) = length_and_offsets(w, size, 1)
    labels, join, ways = (w.label("then"), w.label("else")), w.label("join"), []
    w.branch(integers.condition(w), *labels)
    for label, pointer, at in zip(labels, w.rng.sample(pair, 2), (0, offset), strict=True):
        w.start(label)
        with w.scope(is_uniform=False):
            if w.chance(0.3):
                store_element(w, pointer, size, "i32")
            ways.append(f"[ {offset_pointer(w, pointer, at)}, %{w.block} ]")
            w.jump(join)
    w.start(join)
    chosen = w.name("chosen")
    w.raw(f"{chosen} = phi ptr {', '.join(ways)}")
    if w.chance(0.2):
        store_element(w, w.rng.choice(pair), size, "i32")
    at_source = f"ptr align {align} {chosen}"
    w.call_void("llvm.memcpy.p0.p0.i64", COPY_TYPES, f"ptr align 16 {target}, {at_source}, {length}, {volatile(w)}")
    load_element(w, Place(target, 0, "i32", size // 4, True, 16))


def move_inside(w: Writer, pair: list[str], size: int) -> None:
    pointer = w.rng.choice(pair)
    length, offsets = length_and_offsets(w, size, 2)
    at = [f"ptr align {align} {offset_pointer(w, pointer, offset)}" for offset, align in offsets]
    w.call_void("llvm.memmove.p0.p0.i64", COPY_TYPES, f"{at[0]}, {at[1]}, {length}, {volatile(w)}")


def set_part(w: Writer, pair: list[str], size: int) -> None:
    length, ((offset, align),) = length_and_offsets(w, size, 1)
    pointer = offset_pointer(w, w.rng.choice(pair), offset)
    w.call_void("llvm.memset.p0.i64", SET_TYPES, f"ptr align {align} {pointer}, {w.pick('i8')}, {length}, i1 false")


def whole_array(w: Writer, pair: list[str], size: int) -> None:
    """A load and a store of an array as one value, or zeros."""
    type_ = f"[{w.rng.choice((2, 4, size // 8))} x i32]"
    target, source = w.rng.sample(pair, 2)
    if w.chance(0.3):
        w.raw(f"store {type_} zeroinitializer, ptr {target}, align 4")
        return
    whole = w.name()
    w.raw(f"{whole} = load {type_}, ptr {source}, align 8")
    if w.chance(0.3):
        store_element(w, target, size, "i32")
    w.raw(f"store {type_} {whole}, ptr {target}, align 16")


def length_and_offsets(w: Writer, size: int, sides: int) -> tuple[Value, list[tuple[int, int]]]:
    """A length and constant offsets that stay inside, with the alignments that the offsets have."""
    step = w.rng.choice(ALIGNMENTS)
    half = size // 2
    if w.chance(0.4):
        length = masked_index(w, "i64", half)
        if w.chance(0.5):
            length = w.define("i64", f"and {length}, {half - step}", half)
    else:
        length = integer("i64", w.rng.choice((half, half - step, w.rng.randrange(half))))
    offsets = [w.rng.randrange(half // step) * step for _ in range(sides)]
    return length, [(offset, alignment_of(offset, step)) for offset in offsets]


def alignment_of(offset: int, most: int) -> int:
    return min(most, offset & -offset if offset else most)


def offset_pointer(w: Writer, pointer: str, offset: int) -> str:
    if not offset:
        return pointer
    name = w.name("at")
    w.raw(f"{name} = getelementptr inbounds i8, ptr {pointer}, i64 {offset}")
    return name


def volatile(w: Writer) -> str:
    return f"i1 {'true' if w.chance(0.1) else 'false'}"


def store_element(w: Writer, pointer: str, size: int, type_: str) -> None:
    place = Place(pointer, 0, type_, size // natural_align(type_), True, 16)
    address = element_address(w, place)
    w.raw(f"store {w.pick(type_)}, ptr {address}, align {natural_align(type_)}")


def load_element(w: Writer, place: Place) -> Value:
    address = element_address(w, place)
    return w.define(place.type, f"load {place.type}, ptr {address}, align {natural_align(place.type)}")


def element_address(w: Writer, place: Place) -> str:
    name, index = w.name("at"), masked_index(w, "i64", place.count)
    w.raw(f"{name} = getelementptr inbounds {place.type}, {place.pointer_type} {place.pointer}, {index}")
    return name
