"""Statements that print: one thread only, so that what is printed has one order."""

from __future__ import annotations

from opencicc.check.generate.values import Value
from opencicc.check.generate.writer import Writer

PRINTER = 5  # the thread that prints
# conversion, type of the argument as C passes it or before it is promoted
CONVERSIONS = (
    ("%d", "i32"), ("%u", "i32"), ("%x", "i32"), ("%lld", "i64"), ("%llx", "i64"), ("%d", "i16"), ("%u", "i8"), ("%c", "i8"),
    ("%.9g", "double"), ("%.6e", "float"), ("%8.3f", "double"),
)  # fmt: skip
MOST_ARGUMENTS = 7


def statement(w: Writer) -> None:
    """printf of up to seven values under a test for the thread; how much it wrote is a value like others."""
    wanted = [w.rng.choice(CONVERSIONS) for _ in range(w.rng.randrange(MOST_ARGUMENTS + 1))]
    values = [printable(w, conversion, type_) for conversion, type_ in wanted]
    text = " ".join(["p", *(conversion for conversion, _ in wanted)]) + "|"
    form = w.module.fresh("@format")
    w.module.lines.append(f'{form} = private constant [{len(text) + 2} x i8] c"{text}\\0A\\00"')
    w.module.declare("i32 @printf(ptr, ...)")
    printing, behind, before = w.label("print"), w.label("printed"), w.block
    condition = w.define("i1", f"icmp eq i32 %number, {PRINTER}", visible=False)
    w.branch(condition, printing, behind)
    w.start(printing)
    arguments = ", ".join(["ptr " + form, *(str(value) for value in values)])
    count = w.define("i32", f"call i32 (ptr, ...) @printf({arguments})", visible=False)
    w.jump(behind)
    w.start(behind)
    w.define("i32", f"phi i32 [ 0, %{before} ], [ {count.text}, %{printing} ]")


def printable(w: Writer, conversion: str, type_: str) -> Value:
    """A letter for %c: other bytes may be no text."""
    value = w.pick(type_)
    if conversion != "%c":
        return value
    low = w.define("i8", f"and {value}, 15", visible=False)
    return w.define("i8", f"add {low}, 65", visible=False)
