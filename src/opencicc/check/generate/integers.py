"""Integer statements: arithmetic, bits, shifts, guarded division, conversions, comparisons, intrinsics.

No operation can overflow into poison: `nuw`, `nsw`, `nneg` and `disjoint` stand only where the operands' bounds prove
them, shift amounts are masked, divisors are odd (or positive, for signed division).
"""

from __future__ import annotations

from opencicc.check.generate.values import INTEGERS, Value, full, integer, width
from opencicc.check.generate.writer import Writer

PREDICATES = ("eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge")
OPPOSITES = {
    "eq": "ne", "ne": "eq", "ult": "uge", "uge": "ult", "ule": "ugt", "ugt": "ule",
    "slt": "sge", "sge": "slt", "sle": "sgt", "sgt": "sle",
}  # fmt: skip
# The opposite with its sides exchanged: not (a < b) is b <= a.
EXCHANGED_OPPOSITES = {
    "eq": "ne", "ne": "eq", "ult": "ule", "ule": "ult", "uge": "ugt", "ugt": "uge",
    "slt": "sle", "sle": "slt", "sge": "sgt", "sgt": "sge",
}  # fmt: skip
UNARY = ("ctpop", "ctlz", "cttz", "bitreverse", "bswap", "abs")
BINARY = ("smax", "smin", "smax", "smin", "umax", "umin", "uadd.sat", "usub.sat", "sadd.sat", "ssub.sat")


def statement(w: Writer) -> None:
    """One integer operation of any kind."""
    type_ = w.rng.choices(INTEGERS, (2, 2, 8, 5))[0]
    kinds = (arithmetic, bitwise, shift, division, intrinsic, conversion, choose, wide_multiply, vector, told)
    made = w.rng.choices(kinds, (20, 12, 12, 8, 14, 12, 6, 2, 2, 1))[0]
    made(w, type_)


def arithmetic(w: Writer, type_: str) -> Value:
    operation = w.rng.choice(("add", "add", "sub", "mul"))
    left, right = w.pick(type_), w.pick(type_)
    if operation == "sub":
        return w.define(type_, f"sub {left}, {right.text}")
    bound = left.bound + right.bound if operation == "add" else left.bound * right.bound
    flags = proven_flags(type_, bound)
    return w.define(type_, f"{operation} {flags}{left}, {right.text}", min(bound, full(type_)) if flags else None)


def proven_flags(type_: str, bound: int) -> str:
    """The overflow flags that hold for a result of at most `bound`."""
    if bound >> (width(type_) - 1) == 0:
        return "nuw nsw "
    return "nuw " if bound <= full(type_) else ""


def bitwise(w: Writer, type_: str) -> Value:
    operation = w.rng.choice(("and", "or", "xor"))
    left = w.pick(type_)
    right = mask_constant(w, type_) if operation == "and" and w.chance(0.5) else w.pick(type_)
    if operation == "and":
        return w.define(type_, f"and {left}, {right.text}", min(left.bound, right.bound))
    bound = (1 << max(left.bound.bit_length(), right.bound.bit_length())) - 1
    return w.define(type_, f"{operation} {left}, {right.text}", bound)


def mask_constant(w: Writer, type_: str) -> Value:
    return integer(type_, (1 << w.rng.randrange(1, width(type_))) - 1)


def shift(w: Writer, type_: str) -> Value:
    operation = w.rng.choice(("shl", "lshr", "ashr"))
    left, bits = w.pick(type_, constants=False), width(type_)
    if w.chance(0.6):
        amount = integer(type_, w.rng.randrange(bits))
        bound = left.bound << amount.bound if operation == "shl" else left.bound >> amount.bound
        flags = proven_flags(type_, bound) if operation == "shl" else ""
        is_known = bool(flags) or operation == "lshr" or (left.bound >> (bits - 1) == 0 and operation == "ashr")
        return w.define(type_, f"{operation} {flags}{left}, {amount.text}", bound if is_known else None)
    amount = w.define(type_, f"and {w.pick(type_)}, {bits - 1}", bits - 1)
    return w.define(type_, f"{operation} {left}, {amount.text}", left.bound if operation == "lshr" else None)


def division(w: Writer, type_: str) -> Value:
    operation = w.rng.choice(("udiv", "urem", "sdiv", "srem"))
    left, right = w.pick(type_, constants=False), w.pick(type_)
    if operation.startswith("s") and w.chance(0.5):
        divisor = integer(type_, w.rng.choice((2, 3, 4, 7, 8, 10, 16, 64, -3, -5)))
        return w.define(type_, f"{operation} {left}, {divisor.text}")
    if operation.startswith("s"):
        small = w.define(type_, f"and {right}, 126", min(right.bound, 126))
        divisor = w.define(type_, f"or {small}, 1", 127)
        is_positive = left.bound >> (width(type_) - 1) == 0
        return w.define(type_, f"{operation} {left}, {divisor.text}", left.bound if is_positive else None)
    if w.chance(0.4):
        divisor = integer(type_, w.rng.choice((2, 3, 5, 7, 8, 10, 16, 60, 100)))
    else:
        divisor = w.define(type_, f"or {right}, 1", right.bound | 1)
    return w.define(type_, f"{operation} {left}, {divisor.text}", left.bound)


def wide_division(w: Writer) -> None:
    """64-bit quotients and remainders by what is only known at run time, small and large; two of them to choose from."""
    kind = w.rng.choice(("u", "u", "s"))
    pairs = []
    for _ in range(2 if w.chance(0.4) else 1):
        left, right = w.pick("i64", constants=False), w.pick("i64", constants=False)
        if w.chance(0.6):
            left = w.define("i64", f"lshr {left}, {w.rng.choice((20, 31, 32, 40))}", None)
        right = w.define("i64", f"lshr {right}, {w.rng.choice((1, 30, 33, 48))}", None)
        pairs.append((left, w.define("i64", f"or {right}, 1")))
    quotients = [w.define("i64", f"{kind}div {left}, {right.text}") for left, right in pairs]
    if w.chance(0.5):
        left, right = pairs[0]
        w.define("i64", f"{kind}rem {left}, {right.text}")
    if len(quotients) == 2:
        del w.values[-2:]  # nobody else uses them, unless the remainder was made
        w.define("i64", f"select {condition(w)}, {quotients[0]}, {quotients[1]}")


def opposite_tests(w: Writer) -> None:
    """A comparison and its opposite, spelled in some way, each choosing something."""
    type_ = w.rng.choice(("i32", "i64"))
    left, right = w.pick(type_, constants=False), w.pick(type_)
    predicate = w.rng.choice(PREDICATES)
    w.define("i1", f"icmp {predicate} {left}, {right.text}", 1)
    first = w.values.pop()
    w.define(type_, f"select {first}, {w.pick(type_)}, {w.pick(type_)}")
    if w.chance(0.3):
        arithmetic(w, type_)
    if right.text.startswith("%") and w.chance(0.5):
        second = w.define(
            "i1", f"icmp {EXCHANGED_OPPOSITES[predicate]} {type_} {right.text}, {left.text}", 1, visible=False
        )
    else:
        second = w.define("i1", f"icmp {OPPOSITES[predicate]} {left}, {right.text}", 1, visible=False)
    w.define(type_, f"select {second}, {w.pick(type_)}, {w.pick(type_)}")


def intrinsic(w: Writer, type_: str) -> Value:
    if w.chance(0.4):
        return unary_intrinsic(w, type_)
    if w.chance(0.3):
        return funnel_shift(w, type_)
    if w.chance(0.2):
        return with_overflow(w, type_)
    name = w.rng.choice(BINARY)
    return w.call(type_, f"llvm.{name}.{type_}", [w.pick(type_), w.pick(type_)])


def unary_intrinsic(w: Writer, type_: str) -> Value:
    names = [name for name in UNARY if name != "bswap" or width(type_) > 8]
    name, value = w.rng.choice(names), w.pick(type_, constants=False)
    flag = [integer("i1", 0)] if name in ("ctlz", "cttz", "abs") else []  # zero and the least integer are fine
    bound = width(type_) if name in ("ctpop", "ctlz", "cttz") else None
    return w.call(type_, f"llvm.{name}.{type_}", [value, *flag], bound)


def funnel_shift(w: Writer, type_: str) -> Value:
    name = w.rng.choice(("fshl", "fshr"))  # the amount is taken modulo the width: any value is fine
    return w.call(type_, f"llvm.{name}.{type_}", [w.pick(type_), w.pick(type_), w.pick(type_)])


def with_overflow(w: Writer, type_: str) -> Value:
    name = w.rng.choice(("sadd", "uadd", "ssub", "usub", "umul", "smul"))
    type_ = type_ if width(type_) >= 32 else "i32"
    pair, left, right = f"{{ {type_}, i1 }}", w.pick(type_), w.pick(type_)
    w.module.declare(f"{pair} @llvm.{name}.with.overflow.{type_}({type_}, {type_})")
    both = w.name()
    w.raw(f"{both} = call {pair} @llvm.{name}.with.overflow.{type_}({left}, {right})")
    w.define("i1", f"extractvalue {pair} {both}, 1", 1)
    return w.define(type_, f"extractvalue {pair} {both}, 0")


def told(w: Writer, type_: str) -> Value:
    """An assumption that holds, and a freeze: both must change nothing."""
    value = w.pick(type_, constants=False)
    if value.bound < full(type_):
        w.module.declare("void @llvm.assume(i1)")
        holds = w.define("i1", f"icmp ule {value}, {integer(type_, value.bound).text}", 1, visible=False)
        w.raw(f"call void @llvm.assume({holds})")
    return w.define(type_, f"freeze {value}", value.bound)


def wide_multiply(w: Writer, type_: str) -> Value:
    """The upper half of a product, as code for 64-bit hashes and fixed point has it."""
    kind = w.rng.choice(("zext", "sext"))
    left, right = (w.define("i64", f"{kind} {w.pick('i32', constants=False)} to i64") for _ in range(2))
    product = w.define("i64", f"mul {left}, {right.text}")
    high = w.define("i64", f"lshr {product}, 32", (1 << 32) - 1)
    return w.define("i32", f"trunc {high} to i32")


def conversion(w: Writer, type_: str) -> Value:
    source = w.rng.choice([each for each in INTEGERS if each != type_])
    return resize(w, w.pick(source, constants=False), type_)


def resize(w: Writer, value: Value, type_: str) -> Value:
    """An integer in another width."""
    if value.type == type_:
        return value
    if width(type_) < width(value.type):
        flags = proven_flags(type_, value.bound)
        return w.define(type_, f"trunc {flags}{value} to {type_}", min(value.bound, full(type_)))
    is_positive = value.bound >> (width(value.type) - 1) == 0
    if w.chance(0.5) or is_positive:
        flag = "nneg " if is_positive and w.chance(0.5) else ""
        return w.define(type_, f"zext {flag}{value} to {type_}", value.bound)
    return w.define(type_, f"sext {value} to {type_}")


def condition(w: Writer) -> Value:
    """An i1: a comparison, or two of them combined."""
    from opencicc.check.generate import floats

    if not w.module.is_smooth and w.chance(0.15) and any(value.type == "float" for value in w.values):
        return floats.comparison(w)
    type_ = w.rng.choices(INTEGERS, (1, 1, 6, 3))[0]
    left, right = w.pick(type_, constants=False), w.pick(type_)
    result = w.define("i1", f"icmp {w.rng.choice(PREDICATES)} {left}, {right.text}", 1)
    if w.chance(0.15):
        other = w.pick("i1", constants=False)
        return w.define("i1", f"{w.rng.choice(('and', 'or', 'xor'))} {result}, {other.text}", 1)
    return result


def choose(w: Writer, type_: str) -> Value:
    """A select, or a comparison used as a number."""
    test = condition(w)
    if w.chance(0.25):
        kind = w.rng.choice(("zext", "sext"))
        return w.define(type_, f"{kind} {test} to {type_}", 1 if kind == "zext" else None)
    left, right = w.pick(type_), w.pick(type_)
    return w.define(type_, f"select {test}, {left}, {right}", max(left.bound, right.bound))


def vector(w: Writer, _: str) -> Value:
    """Arithmetic on <4 x i32>, element by element put in and taken out."""
    type_ = "<4 x i32>"
    pair = []
    for _each in range(2):
        built = "poison"
        for lane in range(4):
            name = w.name()
            w.raw(f"{name} = insertelement {type_} {built}, {w.pick('i32')}, i32 {lane}")
            built = name
        pair.append(built)
    result = w.name()
    w.raw(f"{result} = {w.rng.choice(('add', 'mul', 'xor', 'sub'))} {type_} {pair[0]}, {pair[1]}")
    return w.define("i32", f"extractelement {type_} {result}, i32 {w.rng.randrange(4)}")
