"""Many bounds that are tested before a loop and again behind it, as kernels do that give a thread many elements.

    for (k) p[k] = x + d[k] < limit ? a : b;
    loop
    for (k) if (x + d[k] < limit) r = mix(r, loop's result);

Some of the numbers compared are written again behind the loop, some comparisons are asked for in it.
"""

from __future__ import annotations

from opencicc.check.generate.short_loops import short_loop
from opencicc.check.generate.strides import MOST_TRIPS, mix
from opencicc.check.generate.values import Value
from opencicc.check.generate.writer import Writer

BOUNDS = (6, 13)


def bounds(w: Writer) -> None:
    x, limit = w.pick("i32", constants=False), w.pick("i32")
    step = w.rng.choice((1, 16, 32, 1000))
    tests = []
    held = w.pick("i32").text
    for number in range(w.rng.randrange(*BOUNDS)):
        at = w.define("i32", f"add {x}, {number * step}", visible=False).text if number else x.text
        tests.append(
            w.define(
                "i1", f"icmp {w.rng.choice(('slt', 'slt', 'ult', 'sgt'))} i32 {at}, {limit.text}", 1, visible=False
            )
        )
        chosen = w.define("i32", f"select {tests[-1]}, i32 {w.pick('i32').text}, i32 {number}", visible=False)
        held = mix(w, held, chosen.text)
    result = loop(w, held, w.rng.choice(tests) if w.chance(0.3) else None)
    for test in tests:
        if w.chance(0.9):
            result = w.define(
                "i32", f"select {test}, i32 {mix(w, result, w.pick('i32').text)}, i32 {result}", visible=False
            ).text
    w.define("i32", f"xor i32 {result}, {x.text}")


def loop(w: Writer, first: str, asked: Value | None) -> str:
    """A few trips that mix a value; maybe only where a test says so."""
    masked = w.name("masked")
    w.raw(f"{masked} = and i32 %n, {MOST_TRIPS - 1}")

    def body(i: str, total: str) -> str:
        mixed = mix(w, total, i)
        return (
            mixed if asked is None else w.define("i32", f"select {asked}, i32 {mixed}, i32 {total}", visible=False).text
        )

    return short_loop(w, "round", f"ule {masked}", first, body)
