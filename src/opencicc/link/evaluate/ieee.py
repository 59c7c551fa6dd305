"""IEEE arithmetic on bit patterns, rounded once and correctly in any of PTX's four directions.

A number is an int, its bits. A NaN that arithmetic makes is None: the GPU's choice of its payload
is not ours to guess, so whoever needs its bits gives up, while comparisons with it are certain.
"""

from __future__ import annotations

from math import isqrt

from opencicc.record import record


class GiveUp(Exception):
    """The result can't be known at compile time for certain."""


@record
class Format:
    """A binary interchange format."""

    width: int
    mantissa: int

    @property
    def exponent_mask(self) -> int:
        return (1 << (self.width - 1 - self.mantissa)) - 1

    @property
    def bias(self) -> int:
        return self.exponent_mask >> 1

    @property
    def least_exponent(self) -> int:
        """The weight of the last bit of a subnormal, as a power of two."""
        return 1 - self.bias - self.mantissa

    @property
    def sign_bit(self) -> int:
        return 1 << (self.width - 1)

    @property
    def infinity(self) -> int:
        return self.exponent_mask << self.mantissa

    @property
    def largest(self) -> int:
        return self.infinity - 1

    @property
    def smallest_normal(self) -> int:
        return 1 << self.mantissa

    @property
    def one(self) -> int:
        return self.bias << self.mantissa


F16, F32, F64 = Format(16, 10), Format(32, 23), Format(64, 52)

Bits = int | None
# sign (0 or 1), magnitude m and exponent e of a finite number: (-1)**sign * m * 2**e
Finite = tuple[int, int, int]


def is_nan(form: Format, bits: Bits) -> bool:
    return bits is None or (bits & (form.sign_bit - 1)) > form.infinity


def is_infinite(form: Format, bits: Bits) -> bool:
    return bits is not None and (bits & (form.sign_bit - 1)) == form.infinity


def is_zero(form: Format, bits: Bits) -> bool:
    return bits is not None and not bits & (form.sign_bit - 1)


def is_subnormal(form: Format, bits: Bits) -> bool:
    return bits is not None and 0 < (bits & (form.sign_bit - 1)) < form.smallest_normal


def sign_of(form: Format, bits: int) -> int:
    return bits >> (form.width - 1)


def flush(form: Format, bits: Bits) -> Bits:
    """A subnormal becomes a zero of its sign."""
    return bits & form.sign_bit if bits is not None and is_subnormal(form, bits) else bits


def unpack(form: Format, bits: int) -> Finite:
    """A finite number in parts."""
    exponent = (bits >> form.mantissa) & form.exponent_mask
    fraction = bits & ((1 << form.mantissa) - 1)
    if exponent:
        return bits >> (form.width - 1), fraction | 1 << form.mantissa, exponent - 1 + form.least_exponent
    return bits >> (form.width - 1), fraction, form.least_exponent


def pack(form: Format, mode: str, number: Finite, *, is_inexact: bool = False, ftz: bool = False) -> int:
    """Round to the format; `is_inexact` says that the true magnitude is a little larger than m * 2**e."""
    sign, magnitude, exponent = number
    if not magnitude and not is_inexact:
        return sign * form.sign_bit
    if is_inexact:  # two more bits hold "a little larger" for the rounding below
        magnitude, exponent = magnitude << 2 | 1, exponent - 2
    shift = max(magnitude.bit_length() - form.mantissa - 1, form.least_exponent - exponent)
    kept = magnitude >> shift if shift > 0 else magnitude << -shift
    was_tiny = kept < form.smallest_normal
    if shift > 0 and _rounds_up(mode, sign, kept, magnitude & ((1 << shift) - 1), 1 << (shift - 1)):
        kept += 1
    exponent += shift
    if kept >> (form.mantissa + 1):
        kept, exponent = kept >> 1, exponent + 1
    if kept < form.smallest_normal:
        return sign * form.sign_bit | (0 if ftz else kept)
    if ftz and was_tiny:
        raise GiveUp("a result on the border between flushed and normal")
    biased = exponent - form.least_exponent + 1
    if biased >= form.exponent_mask:
        return sign * form.sign_bit | _overflow(form, mode, sign)
    return sign * form.sign_bit | (kept - form.smallest_normal) + (biased << form.mantissa)


def _rounds_up(mode: str, sign: int, kept: int, rest: int, half: int) -> bool:
    if mode == "rn":
        return rest > half or (rest == half and bool(kept & 1))
    return bool(rest) and mode == ("rm" if sign else "rp")


def _overflow(form: Format, mode: str, sign: int) -> int:
    away = mode == "rn" or mode == ("rm" if sign else "rp")
    return form.infinity if away else form.largest


def add(form: Format, mode: str, a: Bits, b: Bits, ftz: bool = False) -> Bits:
    return fma(form, mode, a, form.one, b, ftz)


def subtract(form: Format, mode: str, a: Bits, b: Bits, ftz: bool = False) -> Bits:
    return add(form, mode, a, None if b is None else b ^ form.sign_bit, ftz)


def multiply(form: Format, mode: str, a: Bits, b: Bits, ftz: bool = False) -> Bits:
    if a is None or b is None or is_nan(form, a) or is_nan(form, b):
        return None
    a, b = (flush(form, a) or 0, flush(form, b) or 0) if ftz else (a, b)
    sign = sign_of(form, a ^ b)
    if is_infinite(form, a) or is_infinite(form, b):
        return None if is_zero(form, a) or is_zero(form, b) else sign * form.sign_bit | form.infinity
    (_, m, e), (_, n, f) = unpack(form, a), unpack(form, b)
    return pack(form, mode, (sign, m * n, e + f), ftz=ftz)


def fma(form: Format, mode: str, a: Bits, b: Bits, c: Bits, ftz: bool = False) -> Bits:
    """a * b + c, rounded once."""
    if a is None or b is None or c is None or is_nan(form, a) or is_nan(form, b) or is_nan(form, c):
        return None
    if ftz:
        a, b, c = flush(form, a) or 0, flush(form, b) or 0, flush(form, c) or 0
    product_sign = sign_of(form, a ^ b)
    if is_infinite(form, a) or is_infinite(form, b):
        is_invalid = is_zero(form, a) or is_zero(form, b)
        is_invalid = is_invalid or (is_infinite(form, c) and sign_of(form, c) != product_sign)
        return None if is_invalid else product_sign * form.sign_bit | form.infinity
    if is_infinite(form, c):
        return c
    (_, m, e), (_, n, f), (sign, o, g) = unpack(form, a), unpack(form, b), unpack(form, c)
    product, exponent = m * n, e + f
    least = min(exponent, g)
    total = (product << (exponent - least)) * (-1 if product_sign else 1) + (o << (g - least)) * (-1 if sign else 1)
    if total == 0:
        # Both zero with one sign keep it; otherwise an exact zero is positive, but negative rounding down.
        both = product_sign == sign and product == 0 and o == 0
        return (sign if both else int(mode == "rm")) * form.sign_bit
    return pack(form, mode, (int(total < 0), abs(total), least), ftz=ftz)


def divide(form: Format, mode: str, a: Bits, b: Bits, ftz: bool = False) -> Bits:
    if a is None or b is None or is_nan(form, a) or is_nan(form, b):
        return None
    a, b = (flush(form, a) or 0, flush(form, b) or 0) if ftz else (a, b)
    sign = sign_of(form, a ^ b) * form.sign_bit
    if is_infinite(form, a):
        return None if is_infinite(form, b) else sign | form.infinity
    if is_infinite(form, b):
        return sign
    if is_zero(form, b):
        return None if is_zero(form, a) else sign | form.infinity
    (_, m, e), (_, n, f) = unpack(form, a), unpack(form, b)
    more = form.mantissa * 2 + 4  # enough quotient bits for any two magnitudes
    quotient, rest = divmod(m << more, n)
    return pack(form, mode, (int(bool(sign)), quotient, e - f - more), is_inexact=bool(rest), ftz=ftz)


def square_root(form: Format, mode: str, a: Bits, ftz: bool = False) -> Bits:
    if a is None or is_nan(form, a):
        return None
    a = (flush(form, a) or 0) if ftz else a
    if is_zero(form, a):
        return a
    if sign_of(form, a):
        return None
    if is_infinite(form, a):
        return a
    _, m, e = unpack(form, a)
    more = form.mantissa * 2 + 4
    more += (e - more) & 1  # the exponent that is halved has to be even
    root = isqrt(m << more)
    return pack(form, mode, (0, root, (e - more) // 2), is_inexact=root * root != m << more, ftz=ftz)


def compare(form: Format, a: Bits, b: Bits) -> str:
    """'lt', 'eq', 'gt', or 'un' where one is a NaN."""
    if a is None or b is None or is_nan(form, a) or is_nan(form, b):
        return "un"
    left, right = _ordered(form, a), _ordered(form, b)
    return "eq" if left == right else "lt" if left < right else "gt"


def _ordered(form: Format, bits: int) -> int:
    magnitude = bits & (form.sign_bit - 1)
    return -magnitude if bits & form.sign_bit else magnitude


def round_to_integral(form: Format, mode: str, a: Bits, ftz: bool = False) -> Bits:
    """The nearest whole number in a direction, as a number of the same format."""
    if a is None or is_nan(form, a):
        return None
    a = (flush(form, a) or 0) if ftz else a
    if is_infinite(form, a) or is_zero(form, a):
        return a
    sign, magnitude, exponent = unpack(form, a)
    return pack(form, "rn", (sign, _round_magnitude(mode, sign, magnitude, exponent), 0))


def to_integer(form: Format, mode: str, a: Bits, width: int, signed: bool, ftz: bool = False) -> int:
    """A whole number as two's-complement bits, held to the type's range as PTX's cvt does."""
    if a is None or is_nan(form, a):
        raise GiveUp("a NaN converted to an integer")
    a = (flush(form, a) or 0) if ftz else a
    low, high = (-(1 << (width - 1)), (1 << (width - 1)) - 1) if signed else (0, (1 << width) - 1)
    if is_infinite(form, a):
        value = low if sign_of(form, a) else high
    else:
        sign, magnitude, exponent = unpack(form, a)
        rounded = _round_magnitude(mode, sign, magnitude, exponent)
        value = min(max(-rounded if sign else rounded, low), high)
    return value & ((1 << width) - 1)


def from_integer(form: Format, mode: str, value: int) -> int:
    return pack(form, mode, (int(value < 0), abs(value), 0))


def convert(source: Format, to: Format, mode: str, a: Bits, ftz: bool = False) -> Bits:
    """Between formats; `ftz` flushes on whichever side is F32."""
    if a is None or is_nan(source, a):
        return None
    a = (flush(source, a) or 0) if ftz and source is F32 else a
    if is_infinite(source, a):
        return sign_of(source, a) * to.sign_bit | to.infinity
    return pack(to, mode, unpack(source, a), ftz=ftz and to is F32)


def _round_magnitude(mode: str, sign: int, magnitude: int, exponent: int) -> int:
    if exponent >= 0:
        return magnitude << exponent
    kept, rest = magnitude >> -exponent, magnitude & ((1 << -exponent) - 1)
    return kept + _rounds_up(mode, sign, kept, rest, 1 << (-exponent - 1))


def minimum(form: Format, a: Bits, b: Bits, ftz: bool = False) -> Bits:
    """The smaller one; the other one where one is a NaN; -0 is smaller than +0."""
    if a is None or is_nan(form, a):
        return None if b is None or is_nan(form, b) else (flush(form, b) if ftz else b)
    if b is None or is_nan(form, b):
        return flush(form, a) if ftz else a
    if ftz:
        a, b = flush(form, a) or 0, flush(form, b) or 0
    if is_zero(form, a) and is_zero(form, b):
        return a | b
    return a if _ordered(form, a) <= _ordered(form, b) else b


def maximum(form: Format, a: Bits, b: Bits, ftz: bool = False) -> Bits:
    smaller = minimum(form, negate(form, a), negate(form, b), ftz)
    return negate(form, smaller)


def negate(form: Format, a: Bits) -> Bits:
    return None if a is None else a ^ form.sign_bit
