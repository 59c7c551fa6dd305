"""Float statements: arithmetic, rounding, comparisons, conversions. Results stay finite, so none is ever NaN.

In smooth modules floats are positive, are multiplied only by inputs and constants, and feed nothing but floats: then
contraction and other rounding changes stay small, and results can be compared within ulps.
"""

from __future__ import annotations

from opencicc.check.generate.values import EXPONENT_LIMIT, FLOATS, SETTLED_EXPONENT, Value, full, real
from opencicc.check.generate.writer import Writer

PREDICATES = ("oeq", "olt", "ole", "ogt", "oge", "one", "une", "ult", "ugt", "ord", "uno")
SUFFIX = {"half": "f16", "float": "f32", "double": "f64"}
TINY = {"half": 2.0**-12, "float": 2.0**-126, "double": 2.0**-300}


def statement(w: Writer) -> None:
    type_ = w.rng.choices(FLOATS, (0 if w.module.is_smooth else 1, 8, 4))[0]
    if w.module.is_smooth:
        w.rng.choices((smooth, convert_floats), (9, 1))[0](w, type_)
        return
    kinds = (arithmetic, divide, unary, fused, convert_floats, to_integer, from_integer, choose, tiny, vector)
    w.rng.choices(kinds, (10, 2, 5, 1, 2, 2, 2, 2, 1, 1))[0](w, type_)


def limited(w: Writer, value: Value) -> Value:
    """The value, scaled down if the next operation could make it too large."""
    return scaled(w, value, EXPONENT_LIMIT[value.type], EXPONENT_LIMIT[value.type] // 2)


def settled(w: Writer, value: Value) -> Value:
    """The value with the bound that every float has at interfaces."""
    exponent = SETTLED_EXPONENT[value.type]
    return scaled(w, value, exponent, exponent)


def scaled(w: Writer, value: Value, limit: int, target: int) -> Value:
    if value.bound <= limit:
        return value
    factor = real(value.type, 2.0 ** (target - value.bound))
    return w.define(value.type, f"fmul {value}, {factor.text}", target)


def arithmetic(w: Writer, type_: str) -> Value:
    operation = w.rng.choice(("fadd", "fsub", "fmul", "fmul"))
    left, right = w.pick(type_), w.pick(type_)
    bound = left.bound + right.bound if operation == "fmul" else max(left.bound, right.bound) + 1
    return limited(w, w.define(type_, f"{operation} {left}, {right.text}", bound))


def divide(w: Writer, type_: str) -> Value:
    """By something of magnitude at least one."""
    left, right = w.pick(type_, constants=False), w.pick(type_)
    positive = w.call(type_, f"llvm.fabs.{SUFFIX[type_]}", [right], right.bound)
    divisor = w.define(type_, f"fadd {positive}, {real(type_, 1.0).text}", positive.bound + 1)
    return w.define(type_, f"fdiv {left}, {divisor.text}", left.bound)


def unary(w: Writer, type_: str) -> Value:
    value, suffix = w.pick(type_, constants=False), SUFFIX[type_]
    name = w.rng.choice(("fneg", "fabs", "floor", "ceil", "trunc", "rint", "sqrt", "copysign", "minnum", "maxnum"))
    if name == "fneg":
        return w.define(type_, f"fneg {value}", value.bound)
    if name == "sqrt":
        positive = w.call(type_, f"llvm.fabs.{suffix}", [value], value.bound)
        return w.call(type_, f"llvm.sqrt.{suffix}", [positive], max(value.bound, 0))
    if name in ("copysign", "minnum", "maxnum"):
        # A constant that is not zero: which zero a minimum gives is nobody's promise.
        other = w.pick(type_) if name == "copysign" else real(type_, w.rng.choice((0.25, 1.5, -2.0)))
        return w.call(type_, f"llvm.{name}.{suffix}", [value, other], max(value.bound, other.bound))
    return w.call(type_, f"llvm.{name}.{suffix}", [value], value.bound + 1)


def fused(w: Writer, type_: str) -> Value:
    args = [w.pick(type_, constants=False), w.pick(type_), w.pick(type_)]
    bound = max(args[0].bound + args[1].bound, args[2].bound) + 1
    return limited(w, w.call(type_, f"llvm.fma.{SUFFIX[type_]}", args, bound))


def tiny(w: Writer, type_: str) -> Value:
    """Down among the denormals and back up: flushing to zero would show."""
    small = w.define(type_, f"fmul {w.pick(type_, constants=False)}, {real(type_, TINY[type_]).text}", 0)
    rest = w.define(type_, f"fmul {small}, {real(type_, 0.25).text}", 0)
    up = real(type_, 1 / TINY[type_])
    return w.define(type_, f"fmul {rest}, {up.text}", full(type_))


def convert_floats(w: Writer, type_: str) -> Value:
    kinds = [each for each in FLOATS if each != type_ and not (w.module.is_smooth and each == "half")]
    return resize(w, w.pick(w.rng.choice(kinds), constants=False), type_)


def resize(w: Writer, value: Value, type_: str) -> Value:
    if value.type == type_:
        return value
    if FLOATS.index(type_) > FLOATS.index(value.type):
        return w.define(type_, f"fpext {value} to {type_}", value.bound)
    small = scaled(w, value, EXPONENT_LIMIT[type_], SETTLED_EXPONENT[type_])
    return w.define(type_, f"fptrunc {small} to {type_}", small.bound)


def to_integer(w: Writer, type_: str) -> Value:
    """Saturating, so that no value is out of range; or the bits of a float."""
    value = w.pick(type_, constants=False)
    if type_ == "float" and w.chance(0.2):
        return w.define("i32", f"bitcast {value} to i32")
    target = w.rng.choice(("i32", "i64", "i16"))
    kind = w.rng.choice(("fptosi", "fptoui"))
    return w.call(target, f"llvm.{kind}.sat.{target}.{SUFFIX[type_]}", [value])


def from_integer(w: Writer, type_: str) -> Value:
    type_ = "float" if type_ == "half" else type_
    kind, source = w.rng.choice(("sitofp", "uitofp")), w.rng.choice(("i8", "i16", "i32", "i64"))
    value = w.pick(source, constants=False)
    return limited(w, w.define(type_, f"{kind} {value} to {type_}", 64))


def comparison(w: Writer) -> Value:
    left, right = w.pick("float", constants=False), w.pick("float")
    return w.define("i1", f"fcmp {w.rng.choice(PREDICATES)} {left}, {right.text}", 1)


def choose(w: Writer, type_: str) -> Value:
    test = comparison(w) if w.chance(0.5) and type_ == "float" else w.pick("i1", constants=False)
    left, right = w.pick(type_), w.pick(type_)
    return w.define(type_, f"select {test}, {left}, {right}", max(left.bound, right.bound))


def vector(w: Writer, _: str) -> Value:
    """Arithmetic on <2 x float>."""
    pair, bounds = [], []
    for _each in range(2):
        built, bound = "poison", 0
        for lane in range(2):
            name, value = w.name(), w.pick("float")
            w.raw(f"{name} = insertelement <2 x float> {built}, {value}, i32 {lane}")
            built, bound = name, max(bound, value.bound)
        pair.append(built)
        bounds.append(bound)
    operation, result = w.rng.choice(("fadd", "fmul", "fsub")), w.name()
    w.raw(f"{result} = {operation} <2 x float> {pair[0]}, {pair[1]}")
    bound = sum(bounds) if operation == "fmul" else max(bounds) + 1
    taken = w.define("float", f"extractelement <2 x float> {result}, i32 {w.rng.randrange(2)}", bound)
    return limited(w, taken)


def smooth(w: Writer, type_: str) -> Value:
    """A positive result whose relative error is about the sum of its operands' errors."""
    value = w.pick(type_, constants=False)
    factor = fresh_factor(w, type_)
    kind = w.rng.choice(("fadd", "fmul", "fma", "fdiv", "sqrt", "mul-add", "mul-add"))
    if kind == "sqrt":
        return w.call(type_, f"llvm.sqrt.{SUFFIX[type_]}", [value], value.bound)
    if kind == "fdiv":
        divisor = w.define(type_, f"fadd {factor}, {real(type_, 1.0).text}", factor.bound + 1)
        return w.define(type_, f"fdiv {value}, {divisor.text}", value.bound)
    other = w.pick(type_)
    if kind == "fadd":
        return limited(w, w.define(type_, f"fadd {value}, {other.text}", max(value.bound, other.bound) + 1))
    product_bound = value.bound + factor.bound
    if kind == "fma":
        bound = max(product_bound, other.bound) + 1
        return limited(w, w.call(type_, f"llvm.fma.{SUFFIX[type_]}", [value, factor, other], bound))
    product = w.define(type_, f"fmul {value}, {factor.text}", product_bound)
    if kind == "fmul":
        return limited(w, product)
    return limited(w, w.define(type_, f"fadd {product}, {other.text}", max(product_bound, other.bound) + 1))


def fresh_factor(w: Writer, type_: str) -> Value:
    """A constant or an input, exact in every pipeline."""
    exact = [value for value in w.values if value.type == type_ and value.text.startswith("%in")]
    return w.rng.choice(exact) if exact and w.chance(0.6) else real(type_, w.rng.choice((0.5, 0.75, 1.25, 0.1, 0.9)))
