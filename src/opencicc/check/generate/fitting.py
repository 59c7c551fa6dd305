"""64-bit arithmetic on numbers that fit 32 bits, or just don't: masked, shifted, extended, tested, guarded.

%a = and i64 %x, 2147483647        %t = icmp ult i64 %a, 65536
%b = lshr i64 %y, 33               br i1 %t, label %then, label %join      ; there 65535 times 65535 fits
%c = add i64 %a, %b
"""

from __future__ import annotations

from opencicc.check.generate import control, integers
from opencicc.check.generate.values import Value, full, integer
from opencicc.check.generate.writer import Writer

MASKS = (0xFFFFFFFF, 0x7FFFFFFF, 0x1FFFFFFFF, 0xFFFF, 0xFFF, 0xFF, 0x80000000, 7)
LIMITS = (1 << 32, (1 << 32) - 1, 1 << 31, 65536, 46341, 1000, 16)  # 46341 squared is beyond 31 bits
CONSTANTS = (1, 3, 24, 255, 4096, 65535, 65536, (1 << 31) - 1, 1 << 31, (1 << 32) - 1, -1, -7, -(1 << 31))
PLAIN = ("add", "add", "sub", "mul", "mul", "and", "or", "xor")
LEAST = 2


def statement(w: Writer) -> None:
    """A few operations on numbers of about 32 bits, some only where a test says how large they are."""
    numbers = [number(w) for _ in range(w.rng.randrange(LEAST, 4))]
    for _ in range(w.rng.randrange(2, 6)):
        kind = w.rng.random()
        if kind < 0.15:
            made = guarded(w, numbers)
        elif kind < 0.3:
            made = chosen(w, numbers)
        else:
            made = operation(w, numbers)
        numbers.append(made)
    if w.chance(0.6):
        w.define("i1", f"icmp {w.rng.choice(integers.PREDICATES)} {numbers[-1]}, {w.rng.choice(numbers).text}", 1)


def number(w: Writer) -> Value:
    kind = w.rng.random()
    if kind < 0.35:
        return w.define("i64", f"{w.rng.choice(('zext', 'sext'))} {w.pick('i32', constants=False)} to i64", None)
    wide = w.pick("i64", constants=False)
    if kind < 0.65:
        mask = w.rng.choice(MASKS)
        return w.define("i64", f"and {wide}, {mask}", min(mask, wide.bound))
    by = w.rng.choice((30, 31, 32, 33, 40, 52))
    return w.define("i64", f"{w.rng.choice(('lshr', 'ashr'))} {wide}, {by}", None)


def operation(w: Writer, numbers: list[Value]) -> Value:
    """Of two of the numbers, or one and a constant; results are not known to be small, so nothing has flags."""
    left = w.rng.choice(numbers)
    right = integer("i64", w.rng.choice(CONSTANTS)) if w.chance(0.3) else w.rng.choice(numbers)
    kind = w.rng.random()
    if kind < 0.6:
        return w.define("i64", f"{w.rng.choice(PLAIN)} {left}, {right.text}")
    if kind < 0.75:
        return w.define("i64", f"{w.rng.choice(('shl', 'lshr', 'ashr'))} {left}, {w.rng.choice((1, 2, 7, 16, 31, 32))}")
    small = w.define("i64", f"and {right}, {w.rng.choice((0x7FFFFFFE, 0xFFFFFFFE, 0xFE))}", visible=False)
    divisor = w.define("i64", f"or {small}, 1", visible=False)
    return w.define("i64", f"{w.rng.choice(('udiv', 'urem', 'sdiv', 'srem'))} {left}, {divisor.text}")


def chosen(w: Writer, numbers: list[Value]) -> Value:
    """A result that counts only where its operand is small."""
    small = w.rng.choice(numbers)
    test = w.define("i1", f"icmp ult {small}, {w.rng.choice(LIMITS)}", 1)
    made = operation(w, [small])
    return w.define("i64", f"select {test}, {made}, {w.rng.choice(numbers)}")


def guarded(w: Writer, numbers: list[Value]) -> Value:
    """The same with a branch."""
    small, otherwise = w.rng.choice(numbers), w.rng.choice(numbers)
    predicate = w.rng.choice(("ult", "ult", "slt", "ule"))
    test = w.define("i1", f"icmp {predicate} {small}, {w.rng.choice(LIMITS)}", 1)
    then, join, before = w.label("then"), w.label("join"), w.block
    w.branch(test, then, join)
    w.start(then)
    with w.scope(is_uniform=False):
        made = operation(w, [small, operation(w, [small])])
        inside = w.block
        w.jump(join)
    w.start(join)
    joined = control.phi(w, "i64", [(made, inside), (otherwise, before)])
    return Value("i64", joined.text, full("i64"))
