"""Statements on 128-bit integers: division by anything but zero, and what goes with it; the result is 64 bits wide."""

from __future__ import annotations

from opencicc.check.generate.values import Value
from opencicc.check.generate.writer import Writer

DIVISIONS = ("udiv", "urem", "sdiv", "srem")
OTHERS = ("add", "sub", "mul", "and", "or", "xor")
SHIFTS = ("shl", "lshr", "ashr")
CONSTANTS = (2, 3, 7, 10, 1000, (1 << 64) - 1, 1 << 64, (1 << 64) + 1, 10**20, (1 << 100) - 3, 10**38)
LARGEST = (1 << 127) - 1


def statement(w: Writer) -> None:
    """One operation on two numbers made of values of 64 bits, mixed down to 64."""
    left, kind = number(w), w.rng.random()
    if kind < 0.65:
        operation = w.rng.choice(DIVISIONS)
        result = define(w, f"{operation} i128 {left}, {divisor(w, operation)}")
    elif kind < 0.85:
        result = define(w, f"{w.rng.choice(OTHERS)} i128 {left}, {number(w)}")
    else:
        result = define(w, f"{w.rng.choice(SHIFTS)} i128 {left}, {w.rng.randrange(128)}")
    high = define(w, f"lshr i128 {result}, 64")
    mixed = define(w, f"xor i128 {result}, {high}")
    w.define("i64", f"trunc i128 {mixed} to i64")


def number(w: Writer) -> str:
    """Two halves, or one value extended, so that all lengths come up."""
    low = define(w, f"{w.rng.choice(('zext', 'sext'))} {half(w)} to i128")
    if w.chance(0.4):
        return low
    top = define(w, f"zext {half(w)} to i128")
    shifted = define(w, f"shl i128 {top}, {w.rng.choice((64, 64, 40, 90))}")
    return define(w, f"xor i128 {low}, {shifted}")


def half(w: Writer) -> Value:
    return w.pick(w.rng.choice(("i64", "i64", "i32")))


def divisor(w: Writer, operation: str) -> str:
    """Never zero; of signed divisions positive, so that the smallest number has a quotient."""
    if w.chance(0.3):
        constant = w.rng.choice(CONSTANTS)
        return str(-constant if operation[0] == "s" and constant > 1 and w.chance(0.3) else constant)
    odd = define(w, f"or i128 {number(w)}, 1")
    return define(w, f"and i128 {odd}, {LARGEST}") if operation[0] == "s" else odd


def define(w: Writer, text: str) -> str:
    name = w.name("w")
    w.raw(f"{name} = {text}")
    return name
