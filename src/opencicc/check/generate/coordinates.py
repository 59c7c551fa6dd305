"""Numbers that are divided into coordinates, and sums and addresses that put these together again, all or in part.

Divisors are small and not zero. In sums nothing is known of what is divided, so they wrap, and only what has a bound has flags;
an address divides an index that is inside its array.
"""

from __future__ import annotations

from opencicc.check.generate.loops import natural_align
from opencicc.check.generate.memory import masked_index
from opencicc.check.generate.values import Value, integer
from opencicc.check.generate.writer import Place, Writer

LARGEST_DIVISOR = 31
FITS = 1 << 24  # times two divisors it is inside 32 bits still


def sum_up(w: Writer) -> None:
    """q * C + r and more of the kind, in one width or with its parts extended."""
    type_ = w.rng.choice(("i32", "i32", "i64"))
    number = w.pick(type_, constants=False)
    if w.chance(0.5):
        number = w.define(type_, f"and {number}, {FITS // 32 - 1}", FITS // 32 - 1)
    sign = w.rng.choice("us")
    parts = coordinates(w, number, sign)
    factor = divisor(w, type_) if w.chance(0.5) else integer(type_, 1)
    terms = [scaled(w, [*part, factor]) for part in parts]
    if w.chance(0.2):
        terms.pop(w.rng.randrange(len(terms)))
    if type_ == "i32" and w.chance(0.5):
        terms = [w.define("i64", f"{'sext' if sign == 's' else 'zext'} {term} to i64", visible=False) for term in terms]
    total = terms[0]
    for term in terms[1:]:
        total = w.define(total.type, f"add {total}, {term.text}", visible=False)
    w.values.append(total)


def coordinates(w: Writer, number: Value, sign: str) -> list[list[Value]]:
    """Two or three products of values whose sum is the number; the flags of products are those of `scaled`."""
    first, second = divisor(w, number.type), divisor(w, number.type)
    inner = divided(w, f"{sign}rem", number, first)
    outer = divided(w, f"{sign}div", number, first)
    if w.chance(0.5):
        return w.rng.sample([[outer, first], [inner]], 2)
    middle = divided(w, f"{sign}rem", outer, second)
    if w.chance(0.5):
        outermost = divided(w, f"{sign}div", outer, second)
    else:
        outermost = divided(w, f"{sign}div", number, scaled(w, [first, second]))
    return w.rng.sample([[outermost, second, first], [middle, first], [inner]], 3)


def divisor(w: Writer, type_: str) -> Value:
    if w.chance(0.2):
        return integer(type_, w.rng.randrange(2, LARGEST_DIVISOR + 1))
    small = w.define(type_, f"and {w.pick(type_, constants=False)}, {LARGEST_DIVISOR}", LARGEST_DIVISOR, visible=False)
    return w.define(type_, f"or {small}, 1", LARGEST_DIVISOR, visible=False)


def divided(w: Writer, opcode: str, number: Value, by: Value) -> Value:
    is_known = number.bound <= FITS  # no sign
    bound = min(number.bound, by.bound) if opcode.endswith("rem") else number.bound
    return w.define(number.type, f"{opcode} {number}, {by.text}", bound if is_known else None, visible=False)


def scaled(w: Writer, values: list[Value]) -> Value:
    """Their product, flags where it fits."""
    total = values[0]
    for value in values[1:]:
        bound = total.bound * value.bound
        fits = total.bound <= FITS and bound < 1 << 31
        flags = w.rng.choice(("", "nsw ", "nuw nsw ", "nuw nsw ")) if fits else ""
        total = w.define(total.type, f"mul {flags}{total}, {value.text}", bound if fits else None, visible=False)
    return total


def whole_places(w: Writer) -> list[Place]:
    return [place for place in w.places if place.type in ("i32", "i64") and place.count >= 4]


def step_to(w: Writer) -> None:
    """An element of an array, reached by a step for each coordinate."""
    place = w.rng.choice(whole_places(w))
    type_, sign, stride = w.rng.choice(("i32", "i64")), w.rng.choice("us"), w.rng.choice((1, 1, 2, 4))
    number = masked_index(w, type_, place.count // stride)
    factor = integer(type_, stride)
    pointer = place.pointer
    for part in coordinates(w, number, sign):
        index = scaled(w, [*part, factor])
        if type_ == "i32" and w.chance(0.7):
            index = w.define("i64", f"{w.rng.choice(('sext', 'zext', 'zext nneg'))} {index} to i64", visible=False)
        at = w.name("at")
        flag = "inbounds " if w.chance(0.5) else ""
        w.raw(f"{at} = getelementptr {flag}{place.type}, {place.pointer_type} {pointer}, {index}")
        pointer = at
    w.define(place.type, f"load {place.type}, {place.pointer_type} {pointer}, align {natural_align(place.type)}")
