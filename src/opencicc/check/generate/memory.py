"""Memory statements: places that a thread may read or write, local arrays, structs, vectors, pointers that may differ.

Subscripts are masked to the place's size, everything is written before it is read, and a thread writes only what is
its own (its slots of the output, its local arrays), so that nothing races.
"""

from __future__ import annotations

from dataclasses import replace

from opencicc.check.generate import control, integers
from opencicc.check.generate.loops import natural_align
from opencicc.check.generate.values import Value, integer, zero
from opencicc.check.generate.writer import Place, Writer

ATOMIC_OPERATIONS = ("add", "xor", "or", "and", "umax", "umin", "max", "min")
SLOTS_PER_OPERATION = 8  # of each operation its own: different operations on one slot do not commute


def load(w: Writer) -> None:
    load_from(w, w.rng.choice(w.places))


def load_from(w: Writer, place: Place) -> Value:
    if place.align >= 16 and place.count >= 4 and place.type in ("i32", "float") and w.chance(0.25):
        return load_vector(w, place)
    address = element(w, place)
    return w.define(place.type, f"load {place.type}, {place.pointer_type} {address}, align {natural_align(place.type)}")


def store(w: Writer) -> None:
    """A store, sometimes followed by another that a load in between must not pass."""
    place = w.rng.choice([place for place in w.places if place.is_writable])
    store_to(w, place, control.exit_value(w, place.type))
    if w.chance(0.3):
        load_from(w, w.rng.choice([each for each in w.places if each.is_writable]))
        store_to(w, place, control.exit_value(w, place.type))


def store_to(w: Writer, place: Place, value: Value) -> None:
    address = element(w, place)
    w.raw(f"store {value}, {place.pointer_type} {address}, align {natural_align(place.type)}")


def element(w: Writer, place: Place) -> str:
    """The address of an element: a constant subscript, or a masked one of 32 or 64 bits."""
    name = w.name("at")
    if w.chance(0.4):
        subscript = str(integer("i64", w.rng.randrange(place.count)))
    else:
        subscript = str(masked_index(w, w.rng.choice(("i32", "i64")), place.count))
    w.raw(f"{name} = getelementptr inbounds {place.type}, {place.pointer_type} {place.pointer}, {subscript}")
    return name


def masked_index(w: Writer, type_: str, count: int) -> Value:
    index = w.pick(type_, constants=False)
    if index.bound < count:
        return index
    return w.define(type_, f"and {index}, {count - 1}", count - 1)


def load_vector(w: Writer, place: Place) -> Value:
    lanes = w.rng.choice((2, 4))
    group = masked_index(w, "i64", place.count // lanes)
    index = w.define("i64", f"shl nuw nsw {group}, {lanes.bit_length() - 1}", place.count)
    address, vector = w.name("at"), w.name()
    type_ = f"<{lanes} x {place.type}>"
    w.raw(f"{address} = getelementptr inbounds {place.type}, {place.pointer_type} {place.pointer}, {index}")
    w.raw(f"{vector} = load {type_}, {place.pointer_type} {address}, align {4 * lanes}")
    made = [w.define(place.type, f"extractelement {type_} {vector}, i32 {lane}") for lane in range(lanes)]
    return made[-1]


def local_array(w: Writer) -> None:
    """An array on the stack, filled before anything reads it."""
    type_ = w.rng.choice(("i32", "i32", "i64", "i16", "float", "double"))
    count = w.rng.choice((2, 4, 4, 8))
    pointer = allocate(w, f"[{count} x {type_}]")
    place = Place(pointer, 0, type_, count, True, 16)
    if w.chance(0.3):
        size = count * natural_align(type_)
        w.call_void("llvm.memset.p0.i64", ["ptr", "i8", "i64", "i1"], f"ptr {pointer}, i8 0, i64 {size}, i1 false")
    else:
        for index in range(count):
            address = w.name("at")
            w.raw(f"{address} = getelementptr inbounds {type_}, ptr {pointer}, i64 {index}")
            value = control.exit_value(w, type_) if w.chance(0.7) else zero(type_)
            w.raw(f"store {value}, ptr {address}, align {natural_align(type_)}")
    w.places.append(place)


def allocate(w: Writer, type_: str) -> str:
    pointer = w.name("local")
    w.allocas.append(f"  {pointer} = alloca {type_}, align 16")
    return pointer


def constant_table(w: Writer) -> None:
    """A read-only array with an initializer, in constant or global memory."""
    type_, count, space = w.rng.choice(("i32", "i64", "i16")), w.rng.choice((4, 8, 16)), w.rng.choice((1, 4))
    name = f"@{w.module.fresh('table')}"
    numbers = ", ".join(str(w.constant(type_)) for _ in range(count))
    w.module.lines.append(f"{name} = internal addrspace({space}) constant [{count} x {type_}] [{numbers}], align 16")
    w.places.append(Place(name, space, type_, count, False, 16))


def generic(w: Writer) -> None:
    """The generic form of a pointer into a known space."""
    known = [place for place in w.places if place.space]
    place = w.rng.choice(known)
    name = w.name("any")
    w.raw(f"{name} = addrspacecast {place.pointer_type} {place.pointer} to ptr")
    w.places.append(replace(place, pointer=name, space=0))


def either(w: Writer) -> None:
    """A pointer to one of two places, by select or by phi: which space it points to may not be known."""
    first = w.rng.choice(w.places)
    others = [place for place in w.places if place.type == first.type]
    second = w.rng.choice(others)
    pair = [as_generic(w, first), as_generic(w, second)]
    name = w.name("either")
    test = integers.condition(w)
    if w.chance(0.5):
        w.raw(f"{name} = select {test}, ptr {pair[0]}, ptr {pair[1]}")
    else:
        before, then, join = w.block, w.label("then"), w.label("join")
        w.branch(test, then, join)
        w.start(then)
        w.jump(join)
        w.start(join)
        w.raw(f"{name} = phi ptr [ {pair[0]}, %{before} ], [ {pair[1]}, %{then} ]")
    count, is_writable = min(first.count, second.count), first.is_writable and second.is_writable
    w.places.append(Place(name, 0, first.type, count, is_writable, min(first.align, second.align)))


def as_generic(w: Writer, place: Place) -> str:
    if not place.space:
        return place.pointer
    name = w.name("any")
    w.raw(f"{name} = addrspacecast {place.pointer_type} {place.pointer} to ptr")
    return name


def struct(w: Writer) -> None:
    """A struct on the stack, filled field by field, copied whole, read field by field."""
    fields = [w.rng.choice(("i32", "i64", "i16", "i8", "float", "double")) for _ in range(w.rng.randrange(2, 5))]
    type_ = f"{{ {', '.join(fields)} }}"
    pair = [allocate(w, type_), allocate(w, type_)]
    for index, each in enumerate(fields):
        address = field_address(w, type_, pair[0], index)
        w.raw(f"store {control.exit_value(w, each)}, ptr {address}, align {natural_align(each)}")
    copy_struct(w, type_, pair[1], pair[0])
    if w.chance(0.5):
        index = w.rng.randrange(len(fields))
        address = field_address(w, type_, w.rng.choice(pair), index)
        w.raw(f"store {control.exit_value(w, fields[index])}, ptr {address}, align {natural_align(fields[index])}")
    for index, each in enumerate(fields):
        address = field_address(w, type_, w.rng.choice(pair), index)
        w.define(each, f"load {each}, ptr {address}, align {natural_align(each)}")


def field_address(w: Writer, type_: str, pointer: str, index: int) -> str:
    name = w.name("field")
    w.raw(f"{name} = getelementptr inbounds {type_}, ptr {pointer}, i64 0, i32 {index}")
    return name


def copy_struct(w: Writer, type_: str, target: str, source: str) -> None:
    if w.chance(0.5):
        size = f"ptrtoint (ptr getelementptr ({type_}, ptr null, i64 1) to i64)"
        types = ["ptr", "ptr", "i64", "i1"]
        w.call_void("llvm.memcpy.p0.p0.i64", types, f"ptr {target}, ptr {source}, i64 {size}, i1 false")
        return
    whole = w.name()
    w.raw(f"{whole} = load {type_}, ptr {source}, align 16")
    w.raw(f"store {type_} {whole}, ptr {target}, align 16")


def atomic(w: Writer) -> None:
    """Add to, or combine with, a cell that other threads use too: the sum does not depend on the order."""
    if w.chance(0.2):
        index = masked_index(w, "i64", 32)
        address = w.name("cell")
        w.raw(f"{address} = getelementptr inbounds i64, ptr addrspace(1) %cells64, {index}")
        w.raw(f"{w.name()} = atomicrmw add ptr addrspace(1) {address}, {w.pick('i64')} monotonic")
        return
    operation = w.rng.choice(ATOMIC_OPERATIONS)
    offset = ATOMIC_OPERATIONS.index(operation) * SLOTS_PER_OPERATION
    index = masked_index(w, "i32", SLOTS_PER_OPERATION)
    place = w.define("i32", f"add nuw nsw {index}, {offset}", offset + SLOTS_PER_OPERATION - 1)
    address = w.name("cell")
    w.raw(f"{address} = getelementptr inbounds i32, ptr addrspace(1) %cells, {place}")
    w.raw(f"{w.name()} = atomicrmw {operation} ptr addrspace(1) {address}, {w.pick('i32')} monotonic")
