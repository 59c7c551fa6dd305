"""The value closest to the true one, for functions whose bodies end in approximate instructions.

    pow(0.5, 23.0)  =>  2**-23        acos(-1.0)  =>  pi, rounded once

What the C library's functions of NVVM's list give for constants; the product asks the host's C library instead, whose last
bit differs from machine to machine. Decimal arithmetic of sixty digits decides the rounding, so that every machine gets the
same bits. Ordinary numbers only: a NaN, an infinity, a zero or a subnormal on either side stays what the body makes of it. Pure.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Context, Decimal, DecimalException, localcontext

from opencicc.link.evaluate.ieee import (
    F32,
    F64,
    Format,
    GiveUp,
    is_infinite,
    is_nan,
    is_subnormal,
    is_zero,
    pack,
    unpack,
)

_Step = Callable[[Decimal, int], Decimal]

_DIGITS, _SPARE = 60, 40
_LARGEST_ANGLE = 10**9  # more would need more digits of pi
_LEAST_SINE = Decimal("1e-20")
_OTHER_NAMES = {
    "fast_powf": "powf"
}  # the other fast forms are one approximate instruction, which nvvm-peephole-optimizer folds


def closest_result(name: str, arguments: tuple[int, ...]) -> int:
    """The bits of a libdevice function, whose `name` is without `__nv_`; GiveUp for other functions and numbers."""
    base, form = _OTHER_NAMES.get(name, name), F64
    if base not in _FUNCTIONS and base.endswith("f"):
        base, form = base[:-1], F32
    function, count = _FUNCTIONS.get(base, (None, 0))
    if function is None or len(arguments) != count:
        raise GiveUp("no value rounded once is defined for it")
    with localcontext(Context(prec=_DIGITS + _SPARE)):
        try:
            value = function(*(_number(form, bits) for bits in arguments))
            return _rounded(form, value)
        except DecimalException:
            raise GiveUp("the result is no ordinary number") from None


def _number(form: Format, bits: int) -> Decimal:
    if is_nan(form, bits) or is_infinite(form, bits) or is_zero(form, bits) or is_subnormal(form, bits):
        raise GiveUp("an argument is no ordinary number")
    sign, magnitude, exponent = unpack(form, bits)
    with localcontext(Context(prec=2000)):  # exact: a double has at most 767 digits
        value = Decimal(-magnitude if sign else magnitude)
        power = Decimal(2 ** abs(exponent))
        return value * power if exponent >= 0 else value / power


def _rounded(form: Format, value: Decimal) -> int:
    if not value or abs(value.adjusted()) > 400:
        raise GiveUp("the result is no ordinary number")
    numerator, denominator = abs(value).as_integer_ratio()
    shift = max(0, 80 - numerator.bit_length() + denominator.bit_length())
    quotient, rest = divmod(numerator << shift, denominator)
    bits = pack(form, "rn", (int(value < 0), quotient, -shift), is_inexact=rest != 0)
    if is_infinite(form, bits) or is_zero(form, bits) or is_subnormal(form, bits):
        raise GiveUp("the result is no ordinary number")
    return bits


def _pi() -> Decimal:
    return 16 * _arctangent_series(Decimal(1) / 5) - 4 * _arctangent_series(Decimal(1) / 239)


def _arctangent_series(x: Decimal) -> Decimal:
    return _sum_of(x, lambda term, n: -term * x * x, lambda term, n: term / (2 * n + 1))


def _sum_of(first: Decimal, following: _Step, part: _Step) -> Decimal:
    """Adds the parts of a series until they no longer count."""
    total, term, n = Decimal(0), first, 0
    while True:
        grown = total + part(term, n)
        if grown == total:
            return total
        total, n = grown, n + 1
        term = following(term, n)


def _atan(x: Decimal) -> Decimal:
    halvings = 0
    while abs(x) > Decimal("0.1"):
        x = x / (1 + (1 + x * x).sqrt())
        halvings += 1
    return _arctangent_series(x) * Decimal(2**halvings)


def _atan2(y: Decimal, x: Decimal) -> Decimal:
    angle = _atan(abs(y / x))
    angle = _pi() - angle if x < 0 else angle
    return -angle if y < 0 else angle


def _asin(x: Decimal) -> Decimal:
    if abs(x) > 1:
        raise GiveUp("the result is a NaN")
    return _pi().copy_sign(x) / 2 if abs(x) == 1 else _atan(x / ((1 - x) * (1 + x)).sqrt())


def _acos(x: Decimal) -> Decimal:
    if abs(x) > 1:
        raise GiveUp("the result is a NaN")
    return 2 * _atan(((1 - x) / (1 + x)).sqrt()) if x != -1 else _pi()


def _sine(x: Decimal) -> Decimal:
    if abs(x) > _LARGEST_ANGLE:
        raise GiveUp("an angle so large that its sine is not computed here")
    x -= 2 * _pi() * (x / (2 * _pi())).to_integral_value()
    return _sum_of(x, lambda term, n: -term * x * x / (2 * n * (2 * n + 1)), lambda term, n: term)


def _cosine(x: Decimal) -> Decimal:
    if abs(x) > _LARGEST_ANGLE:
        raise GiveUp("an angle so large that its cosine is not computed here")
    return 1 - 2 * _sine(x / 2) ** 2


def _logarithm(x: Decimal) -> Decimal:
    if x < 0:
        raise GiveUp("the result is a NaN")
    return x.ln()


def _power(x: Decimal, y: Decimal) -> Decimal:
    is_whole = y == y.to_integral_value()
    if x < 0 and not is_whole:
        raise GiveUp("the result is a NaN")
    if abs(y) * abs(abs(x).ln()) > 1000:
        raise GiveUp("the result is no ordinary number")
    value = abs(x) ** y
    return -value if x < 0 and y % 2 else value


def _exponential(x: Decimal) -> Decimal:
    if abs(x) > 1000:
        raise GiveUp("the result is no ordinary number")
    return x.exp()


def _hyperbolic_sine(x: Decimal) -> Decimal:
    if abs(x) < _LEAST_SINE:
        raise GiveUp("an argument so small that digits are lost")
    grown = _exponential(x)
    return (grown - 1 / grown) / 2


def _hyperbolic_cosine(x: Decimal) -> Decimal:
    grown = _exponential(x)
    return (grown + 1 / grown) / 2


def _tangent(x: Decimal) -> Decimal:
    return _sine(x) / _cosine(x)


_FUNCTIONS: dict[str, tuple[Callable[..., Decimal], int]] = {
    "sin": (_sine, 1), "cos": (_cosine, 1), "tan": (_tangent, 1),
    "asin": (_asin, 1), "acos": (_acos, 1), "atan": (_atan, 1), "atan2": (_atan2, 2),
    "sinh": (_hyperbolic_sine, 1), "cosh": (_hyperbolic_cosine, 1),
    "tanh": (lambda x: _hyperbolic_sine(x) / _hyperbolic_cosine(x), 1),
    "exp": (_exponential, 1), "exp2": (lambda x: _power(Decimal(2), x), 1), "exp10": (lambda x: _power(Decimal(10), x), 1),
    "log": (_logarithm, 1), "log2": (lambda x: _logarithm(x) / Decimal(2).ln(), 1),
    "log10": (lambda x: _logarithm(x) / Decimal(10).ln(), 1), "pow": (_power, 2),
}  # fmt: skip
