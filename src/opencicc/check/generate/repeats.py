"""One function called again and again with structs by value that are the same, or nearly.

It loops over what its struct holds, and calls another that reads the struct too. Between the calls the struct may be copied,
a field may be written to, and so may other memory.
"""

from __future__ import annotations

from opencicc.check.generate import control, memory
from opencicc.check.generate.functions import FIELDS, RECORD, WORDS
from opencicc.check.generate.loops import natural_align
from opencicc.check.generate.values import Value
from opencicc.check.generate.writer import Writer

MOST_TRIPS = 5


def repeated(w: Writer) -> None:
    """Two to four calls; which are equal is for the compiler to find out."""
    struct = w.rng.choice((WORDS, WORDS, RECORD))  # without padding, and with
    function = make_looping(w, struct, make_reading(w, struct))
    pointer, scalar = filled(w, struct), w.pick("i32")
    for _ in range(w.rng.choice((2, 2, 3, 4))):
        change = w.rng.random()
        if change < 0.2:
            write_field(w, struct, pointer)
        elif change < 0.4:
            pointer = copied(w, struct, pointer)
        elif change < 0.5 and any(place.is_writable for place in w.places):
            memory.store(w)
        elif change < 0.6:
            scalar = w.pick("i32")
        w.define("i32", f"call i32 {function}(ptr byval({struct}) align 8 {pointer}, {scalar})")


def make_reading(w: Writer, struct: str) -> str:
    name = f"@{w.module.fresh('device')}"
    number = w.rng.randrange(len(FIELDS[struct]))
    field = FIELDS[struct][number]
    lines = [
        f"  %at = getelementptr inbounds {struct}, ptr %s, i64 0, i32 {number}",
        f"  %v = load {field}, ptr %at, align {natural_align(field)}",
        f"  %w = {'trunc' if field == 'i64' else 'sext' if field == 'i16' else 'bitcast'} {field} %v to i32",
        f"  %x = {w.rng.choice(('xor', 'add', 'mul'))} i32 %w, %n",
        "  ret i32 %x",
    ]
    w.module.add_function(f"define internal i32 {name}(ptr byval({struct}) align 8 %s, i32 %n) {{", [], lines)
    return name


def make_looping(w: Writer, struct: str, inner: str) -> str:
    name = f"@{w.module.fresh('device')}"
    operation, trips = w.rng.choice(("add", "xor", "mul", "sub")), w.rng.randrange(2, MOST_TRIPS + 1)
    lines = [
        f"  %at = getelementptr inbounds {struct}, ptr %s, i64 0, i32 1",
        "  %v = load i32, ptr %at, align 4",
        "  br label %loop",
        "loop:",
        "  %i = phi i32 [ 0, %entry ], [ %j, %loop ]",
        "  %t = phi i32 [ %n, %entry ], [ %u, %loop ]",
        f"  %c = call i32 {inner}(ptr byval({struct}) align 8 %s, i32 %t)",
        f"  %u = {operation} i32 %c, %v",
        "  %j = add nuw nsw i32 %i, 1",
        f"  %more = icmp ult i32 %j, {trips}",
        "  br i1 %more, label %loop, label %end",
        "end:",
        "  ret i32 %u",
    ]
    if w.chance(0.2):  # then it is no longer the same for the next trip
        lines[8:8] = ["  store i32 %u, ptr %at, align 4"]
    attribute = w.rng.choice(("", "", "noinline "))
    w.module.add_function(
        f"define internal i32 {name}(ptr byval({struct}) align 8 %s, i32 %n) {attribute}{{", [], lines
    )
    return name


def filled(w: Writer, struct: str) -> str:
    pointer = memory.allocate(w, struct)
    for number, type_ in enumerate(FIELDS[struct]):
        write_field(w, struct, pointer, number, control.exit_value(w, type_))
    return pointer


def write_field(w: Writer, struct: str, pointer: str, number: int = 1, value: Value | None = None) -> None:
    value, at = value or w.pick("i32"), w.name("field")
    w.raw(f"{at} = getelementptr inbounds {struct}, ptr {pointer}, i64 0, i32 {number}")
    w.raw(f"store {value}, ptr {at}, align {natural_align(value.type)}")


def copied(w: Writer, struct: str, pointer: str) -> str:
    other = memory.allocate(w, struct)
    w.module.declare("void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)")
    w.raw(f"call void @llvm.memcpy.p0.p0.i64(ptr align 8 {other}, ptr align 8 {pointer}, i64 16, i1 false)")
    return other
