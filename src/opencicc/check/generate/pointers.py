"""Pointers that are data: in arrays on the stack, in memory that others could read, as numbers, and asked for their space.

Each makes a place out of places that are there, so that what follows reads and writes through it. And functions whose
parameters promise to point to different memory, called with memory that is.
"""

from __future__ import annotations

from dataclasses import replace

from opencicc.check.generate import control
from opencicc.check.generate.integers import condition
from opencicc.check.generate.loops import natural_align
from opencicc.check.generate.memory import allocate, as_generic, element, load_from, masked_index, store_to
from opencicc.check.generate.threads import BLOCK_THREADS
from opencicc.check.generate.writer import Place, Writer

SPACES = ("global", "shared", "local")
APART_COUNT = 4  # elements of each array that a function of restrict pointers is given


def rows(w: Writer) -> None:
    """An array of pointers on the stack, one of which the data choose; often all of one space."""
    first = w.rng.choice(w.places)
    others = [place for place in w.places if place.type == first.type]
    if w.chance(0.6):
        others = [place for place in others if place.space == first.space] or others
    count = w.rng.choice((2, 4))
    chosen = [first, *(w.rng.choice(others) for _ in range(count - 1))]
    stride = w.rng.choice(("ptr", "{ ptr, i32 }", "{ i64, ptr }"))
    table = allocate(w, f"[{count} x {stride}]")
    for index, place in enumerate(chosen):
        pointer, address = as_generic(w, place), row_address(w, table, count, stride, f"i64 {index}")
        w.raw(f"store ptr {pointer}, ptr {address}, align 8")
        if stride != "ptr" and w.chance(0.5):
            beside, field = w.name("beside"), 1 - pointer_field(stride)
            w.raw(
                f"{beside} = getelementptr inbounds [{count} x {stride}], ptr {table}, i64 0, i64 {index}, i32 {field}"
            )
            type_ = "i32" if field else "i64"
            w.raw(f"store {control.exit_value(w, type_)}, ptr {beside}, align 4")
    address = row_address(w, table, count, stride, str(masked_index(w, "i64", count)))
    add_loaded(w, "ptr", address, chosen)


def pointer_field(stride: str) -> int:
    return 1 if stride.startswith("{ i64") else 0


def row_address(w: Writer, table: str, count: int, stride: str, index: str) -> str:
    name = w.name("row")
    field = "" if stride == "ptr" else f", i32 {pointer_field(stride)}"
    w.raw(f"{name} = getelementptr inbounds [{count} x {stride}], ptr {table}, i64 0, {index}{field}")
    return name


def add_loaded(w: Writer, pointer_type: str, address: str, chosen: list[Place]) -> None:
    """Load a pointer to one of some places: what they have in common is a place."""
    name = w.name("loaded")
    w.raw(f"{name} = load ptr, {pointer_type} {address}, align 8")
    count, is_writable = min(place.count for place in chosen), all(place.is_writable for place in chosen)
    w.places.append(Place(name, 0, chosen[0].type, count, is_writable, min(place.align for place in chosen)))
    load_from(w, w.places[-1])


def shared_row(w: Writer) -> None:
    """A row of a shared array for each thread."""
    name, row = f"@{w.module.fresh('rows')}", w.name("shared")
    w.module.lines.append(f"{name} = internal addrspace(3) global [{BLOCK_THREADS} x [4 x i32]] poison, align 16")
    w.raw(f"{row} = getelementptr inbounds [4 x i32], ptr addrspace(3) {name}, i32 %thread")
    w.raw(f"store <4 x i32> splat (i32 {w.rng.randrange(99)}), ptr addrspace(3) {row}, align 16")
    w.places.append(Place(row, 3, "i32", 4, True, 16))


def may_box(w: Writer) -> bool:
    return w.is_kernel and bool(boxable(w)) and any(place.pointer == "%my.slots" for place in w.places)


def boxable(w: Writer) -> list[Place]:
    """Places that are no part of the memory a pointer is kept in."""
    return [place for place in w.places if place.pointer.startswith(("%in", "@table", "%local", "%shared"))]


def box(w: Writer) -> None:
    """Keep a pointer in global memory for a while; a number takes its place again, so that no address is a result."""
    (slots,) = [place for place in w.places if place.pointer == "%my.slots"]
    chosen = w.rng.choice(boxable(w))
    pointer, address = as_generic(w, chosen), w.name("slot")
    slot = w.rng.randrange(8)
    w.raw(f"{address} = getelementptr inbounds i64, {slots.pointer_type} {slots.pointer}, i64 {slot}")
    w.raw(f"store ptr {pointer}, {slots.pointer_type} {address}, align 8")
    add_loaded(w, slots.pointer_type, address, [chosen])
    w.raw(f"store {control.exit_value(w, 'i64')}, {slots.pointer_type} {address}, align 8")


def as_number(w: Writer) -> None:
    """A pointer that is a number for a while, aligned there to what it is aligned to."""
    place = w.rng.choice(w.places)
    pointer, number, kept, name = as_generic(w, place), w.name("n"), w.name("n"), w.name("back")
    w.raw(f"{number} = ptrtoint ptr {pointer} to i64")
    w.raw(f"{kept} = and i64 {number}, {-w.rng.choice((1, 2))}")
    w.raw(f"{name} = inttoptr i64 {kept} to ptr")
    w.places.append(replace(place, pointer=name, space=0))


def asked(w: Writer) -> None:
    """Go different ways by a pointer's space, and use it on both."""
    place = w.rng.choice(w.places)
    pointer, space, test = as_generic(w, place), w.rng.choice(SPACES), w.name("is")
    w.module.declare(f"i1 @llvm.nvvm.isspacep.{space}(ptr)")
    w.raw(f"{test} = call i1 @llvm.nvvm.isspacep.{space}(ptr {pointer})")
    then, other, join = w.label("then"), w.label("other"), w.label("join")
    generic = replace(place, pointer=pointer, space=0)
    w.raw(f"br i1 {test}, label %{then}, label %{other}")
    for label in (then, other):
        w.start(label)
        with w.scope(is_uniform=False):
            load_from(w, generic)
            if place.is_writable:
                store_to(w, generic, control.exit_value(w, place.type))
        w.jump(join)
    w.start(join)


def arrays_of_launch(w: Writer) -> list[Place]:
    """Inputs, and what a thread has of the outputs: their addresses are the same in every pipeline."""
    return [place for place in w.places if place.pointer in ("%in", "%inf", "%ind", "%my.slots", "%my.again")]


def by_alignment(w: Writer) -> None:
    """Go different ways by how an array is aligned, as code does that reads four elements at once where it may."""
    place = w.rng.choice(arrays_of_launch(w))
    pointer, number, low, test = as_generic(w, place), w.name("n"), w.name("low"), w.name("is")
    w.raw(f"{number} = ptrtoint ptr {pointer} to i64")
    if w.chance(0.5):
        moved = w.name("n")
        w.raw(f"{moved} = add i64 {number}, {w.rng.choice((0, 4, 8, 32))}")
        number = moved
    w.raw(f"{low} = and i64 {number}, {w.rng.choice((3, 7, 15, 31))}")
    w.raw(f"{test} = icmp eq i64 {low}, 0")
    then, other, join = w.label("then"), w.label("other"), w.label("join")
    w.raw(f"br i1 {test}, label %{then}, label %{other}")
    for label in (then, other):
        w.start(label)
        with w.scope(is_uniform=False):
            load_from(w, w.rng.choice((place, replace(place, pointer=pointer, space=0))))
            written = [each for each in w.places if each.is_writable and each.type == place.type]
            if written:
                store_to(w, w.rng.choice(written), control.exit_value(w, place.type))
        w.jump(join)
    w.start(join)
    load_from(w, place)


def ways(w: Writer) -> None:
    """A pointer of its own on each of two ways, and a load where they meet."""
    first = w.rng.choice([place for place in w.places if place.space] or w.places)
    alike = [place for place in w.places if place.type == first.type]
    elsewhere = [place for place in alike if place.space not in (0, first.space)]
    second = w.rng.choice(elsewhere if elsewhere and w.chance(0.7) else alike)
    then, other, join, name = w.label("then"), w.label("other"), w.label("join"), w.name("way")
    w.branch(condition(w), then, other)
    pointers = []
    for label, place in ((then, first), (other, second)):
        w.start(label)
        with w.scope(is_uniform=False):
            pointers.append(as_generic(w, replace(place, pointer=element(w, place))))
        w.jump(join)
    w.start(join)
    w.raw(f"{name} = phi ptr [ {pointers[0]}, %{then} ], [ {pointers[1]}, %{other} ]")
    w.define(first.type, f"load {first.type}, ptr {name}, align {natural_align(first.type)}")


def pointed_places(w: Writer) -> list[Place]:
    """Memory of this thread that a function may change: four numbers at least."""
    return [place for place in w.places if place.is_writable and place.type == "i32" and place.count >= 4]


def pointed(w: Writer) -> None:
    """Calls of a function that stays and is given pointers, of one memory or of several."""
    name = f"@{w.module.fresh('pointed')}"
    make_pointed(w, name)
    first = w.rng.choice(pointed_places(w))
    alike = [place for place in pointed_places(w) if place.space == first.space]
    others = alike if w.chance(0.6) else pointed_places(w)
    for place in (first, *(w.rng.choice(others) for _ in range(w.rng.randrange(3)))):
        depth = w.define("i32", f"and {w.pick('i32', constants=False)}, 3", 3)
        w.define("i32", f"call i32 {name}(ptr {as_generic(w, place)}, {depth}, {w.pick('i32')})")


def make_pointed(w: Writer, name: str) -> None:
    """A function that changes what it is given a pointer to; perhaps it calls itself, or gives the pointer on."""
    rng, inner = w.rng, ""
    if rng.random() < 0.5:
        inner = f"{name}.inner"
        w.module.lines += [
            f"define internal ptr {inner}(ptr %q, i32 %k) noinline {{",
            "  %at = getelementptr inbounds i32, ptr %q, i32 %k",
            f"  store i32 {rng.randrange(99)}, ptr %at, align 4",
            "  ret ptr %at",
            "}",
            "",
        ]
    used = f"  %r = call ptr {inner}(ptr %p, i32 %n)" if inner else "  %r = getelementptr inbounds i32, ptr %p, i32 %n"
    deeper = f"call i32 {name}(ptr %p, i32 %less, i32 %sum)" if rng.random() < 0.5 else "add i32 %sum, %less"
    w.module.lines += [
        f"define internal i32 {name}(ptr %p, i32 %n, i32 %x) noinline {{",
        "entry:",
        "  %v = load i32, ptr %p, align 4",
        "  %sum = add i32 %v, %x",
        used,
        "  store i32 %sum, ptr %r, align 4",
        "  %w = load i32, ptr %p, align 4",
        "  %stop = icmp eq i32 %n, 0",
        "  br i1 %stop, label %end, label %more",
        "more:",
        "  %less = sub i32 %n, 1",
        f"  %below = {deeper}",
        "  br label %end",
        "end:",
        "  %result = phi i32 [ %w, %entry ], [ %below, %more ]",
        "  ret i32 %result",
        "}",
        "",
    ]


def apart(w: Writer) -> None:
    """Call a function whose two pointers promise to be apart, with two arrays that are."""
    name = w.name("s").lstrip("%")
    function = f"@apart.{name}"
    make_apart(w, function)
    arrays = [allocate(w, f"[{APART_COUNT} x i32]") for _ in range(2)]
    for array in arrays:
        w.raw(f"store <4 x i32> splat (i32 {w.rng.randrange(99)}), ptr {array}, align 16")
    w.define("i32", f"call i32 {function}(ptr {arrays[0]}, ptr {arrays[1]}, {w.pick('i32')})")
    for array in arrays:
        w.places.append(Place(array, 0, "i32", APART_COUNT, True, 16))
        load_from(w, w.places[-1])


def make_apart(w: Writer, function: str) -> None:
    """Stores through one pointer between loads through the other, and through one that may be either."""
    rng = w.rng
    inline = rng.choice(("", "noinline ", "alwaysinline "))
    first, second = rng.randrange(APART_COUNT), rng.randrange(APART_COUNT)
    w.module.lines += [
        f"define internal i32 {function}(ptr noalias %a, ptr noalias %b, i32 %x) {inline}{{",
        "entry:",
        f"  %at = getelementptr inbounds i32, ptr %a, i64 {first}",
        f"  %bt = getelementptr inbounds i32, ptr %b, i64 {second}",
        "  %before = load i32, ptr %bt, align 4",
        f"  store i32 {'%before' if rng.random() < 0.5 else '%x'}, ptr %at, align 4",
        "  %after = load i32, ptr %bt, align 4",
        "  %odd = trunc i32 %x to i1",
        "  %either = select i1 %odd, ptr %at, ptr %bt",
        "  %chosen = load i32, ptr %either, align 4",
        "  %changed = add i32 %chosen, 7",
        "  store i32 %changed, ptr %either, align 4",
        "  %again = load i32, ptr %at, align 4",
        "  %last = load i32, ptr %bt, align 4",
        "  %s1 = add i32 %before, %after",
        "  %s2 = mul i32 %again, 5",
        "  %s3 = xor i32 %s1, %s2",
        "  %s4 = add i32 %s3, %last",
        "  ret i32 %s4",
        "}",
        "",
    ]
