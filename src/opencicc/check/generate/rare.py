"""Slow work on parameters that only one side of a branch needs: conversions, and a division or two of what they give."""

from __future__ import annotations

from opencicc.check.generate import control, integers
from opencicc.check.generate.values import Value, integer
from opencicc.check.generate.writer import Writer


def rare(w: Writer) -> None:
    """Computed in front of a branch, from the kernel's length and constants or from what is there anyway; used behind it."""
    quotient = divided(w, converted(w), converted(w))
    if w.chance(0.4):
        quotient = divided(w, quotient, converted(w))
    before = control.exit_value(w, "i32")
    source, side, join = w.block, w.label("rare"), w.label("join")
    w.branch(integers.condition(w), side, join)
    w.start(side)
    with w.scope(is_uniform=False):
        bits = w.define("i32", f"bitcast {quotient} to i32", visible=False)
        result = w.define("i32", f"xor {bits}, {before.text}", visible=False)
        arms = [(before, source), (result, w.block)]
        w.jump(join)
    w.start(join)
    control.phi(w, "i32", arms)


def converted(w: Writer) -> Value:
    """A positive float of a small number."""
    number = Value("i32", "%n", 0) if w.chance(0.7) else w.pick("i32", constants=False)
    mixed = w.define(
        "i32", f"{w.rng.choice(('xor', 'add', 'mul'))} {number}, {integer('i32', w.rng.randrange(1, 99)).text}"
    )
    small = w.define("i32", f"and {mixed}, 1023", 1023, visible=False)
    more = w.define("i32", f"or {small}, 1", 1023, visible=False)
    return w.define("float", f"{w.rng.choice(('sitofp', 'uitofp'))} {more} to float", 10, visible=w.chance(0.2))


def divided(w: Writer, left: Value, right: Value) -> Value:
    return w.define("float", f"fdiv {left}, {right.text}", 20, visible=False)
