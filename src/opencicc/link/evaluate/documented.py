"""Arguments for which CUDA's math manual promises an exact result, whatever hardware computes it.

The bodies behind many functions go through approximate instructions whose last bits are not
public; at these points the documented result needs no evaluation. Pure.
"""

from __future__ import annotations

from opencicc.link.evaluate.ieee import F32, F64, Format, is_infinite, is_zero

_KEEP_ZERO = frozenset(
    "sin tan asin atan sinh tanh asinh atanh cbrt erf erfinv expm1 log1p sqrt sinpi j1 floor ceil trunc rint".split()
)
_ONE_AT_ZERO = frozenset("cos cosh exp exp2 exp10 cospi erfc erfcx j0".split())
_ZERO_AT_ONE = frozenset("log log2 log10 acos acosh lgamma erfcinv".split())
_INFINITE_AT_INFINITY = frozenset("exp exp2 exp10 expm1 log log2 log10 log1p sqrt cbrt cosh sinh asinh acosh".split())
_ZERO_AT_MINUS_INFINITY = frozenset("exp exp2 exp10".split())


def documented_result(name: str, arguments: tuple[int, ...]) -> int | None:
    """The promised bits of a libdevice function, or None. `name` is without `__nv_`."""
    form, base = (F32, name[:-1]) if name.endswith("f") and name not in ("erf",) else (F64, name)
    if len(arguments) == 2 and base == "pow":
        return _power(form, *arguments)
    return _one_argument(form, base, arguments[0]) if len(arguments) == 1 else None


def _one_argument(form: Format, base: str, a: int) -> int | None:
    if is_zero(form, a):
        if base in _KEEP_ZERO:
            return a
        return form.one if base in _ONE_AT_ZERO else None
    if a == form.one and base in _ZERO_AT_ONE:
        return 0
    if is_infinite(form, a):
        if a & form.sign_bit:
            return 0 if base in _ZERO_AT_MINUS_INFINITY else None
        return form.infinity if base in _INFINITE_AT_INFINITY else None
    return None


def _power(form: Format, a: int, b: int) -> int | None:
    """Anything to the power of zero is one, and one to the power of anything."""
    return form.one if is_zero(form, b) or a == form.one else None
