"""Which calls may be folded: by LLVM intrinsic, by NVVM intrinsic, by C library name. Pure.

Eligible means that folding is attempted; what has no certain value is still left alone.
"""

from __future__ import annotations

from opencicc.link.libdevice import PREFIX

# name in libdevice (the float form has an f behind) by LLVM's name
LLVM_TRANSCENDENTAL = {
    "sin": "sin", "cos": "cos", "tan": "tan", "asin": "asin", "acos": "acos", "atan": "atan", "atan2": "atan2",
    "sinh": "sinh", "cosh": "cosh", "tanh": "tanh", "exp": "exp", "exp2": "exp2", "exp10": "exp10", "log": "log",
    "log2": "log2", "log10": "log10", "pow": "pow",
}  # fmt: skip
LLVM_EXACT_FLOAT = frozenset("fabs floor ceil trunc rint nearbyint roundeven sqrt fma copysign minnum maxnum".split())
LLVM_EXACT_INTEGER = frozenset("bswap bitreverse ctpop ctlz cttz abs smin smax umin umax".split())
LLVM_EXACT = LLVM_EXACT_FLOAT | LLVM_EXACT_INTEGER

_FLOATS = ("d", "f", "ftz.f")
_ROUNDED = tuple(f"{mode}.{form}" for mode in ("rn", "rz", "rm", "rp") for form in _FLOATS)
_INTEGERS = ("i", "ui", "ll", "ull")


def _spell(heads: str, tails: tuple[str, ...]) -> set[str]:
    return {f"llvm.nvvm.{head}.{tail}" for head in heads.split() for tail in tails}


NVVM = frozenset(
    _spell("ceil floor round trunc fmin fmax fabs", (*_FLOATS, "f32", "f64", "ftz.f32"))
    | _spell("sin cos ex2 lg2 sqrt rsqrt", tuple(f"approx.{form}" for form in (*_FLOATS, "f32", "ftz.f32")))
    | _spell("sqrt add mul div rcp fma", _ROUNDED)
    | _spell("min max mulhi", _INTEGERS)
    | _spell("d2i d2ui d2ll d2ull", ("rn", "rz", "rm", "rp"))
    | _spell("f2i f2ui f2ll f2ull", tuple(f"{m}{z}" for m in ("rn", "rz", "rm", "rp") for z in ("", ".ftz")))
)

_C_NAMES = (
    "sin cos tan acos asin atan atan2 ceil cosh exp exp2 fabs floor fmod log log10 log2 pow round sinh sqrt tanh"
).split()
_FINITE = "acos asin atan2 cosh exp exp2 log log10 log2 pow sinh".split()  # glibc's __X_finite
_TWO_ARGUMENTS = ("atan2", "fmod", "pow")


def _c_library() -> dict[str, str]:
    """C library names, glibc's finite forms and C++'s mangled overloads, to names in libdevice."""
    names = {}
    for name in _C_NAMES:
        for suffix, letter in (("", "d"), ("f", "f")):
            inside = PREFIX + name + suffix
            names[name + suffix] = inside
            names[f"_Z{len(name)}{name}{letter * (2 if name in _TWO_ARGUMENTS else 1)}"] = inside
            if name in _FINITE:
                names[f"__{name}{suffix}_finite"] = inside
    return names


C_LIBRARY = _c_library()


# What every name that can be folded is one of, or begins with: the first look, because every function of a module is looked at.
NAMED = frozenset((*NVVM, *C_LIBRARY))
BEGINNINGS = (PREFIX, *(f"llvm.{name}." for name in (*sorted(LLVM_EXACT), *LLVM_TRANSCENDENTAL)))


def library_function(name: str) -> str:
    """The libdevice function that computes what `name` means, or ''."""
    if name.startswith(PREFIX):
        return name
    if name.startswith("llvm."):
        base, _, kind = name[5:].rpartition(".")
        known = LLVM_TRANSCENDENTAL.get(base, "")
        return f"{PREFIX}{known}{'f' if kind == 'f32' else ''}" if known and kind in ("f32", "f64") else ""
    return C_LIBRARY.get(name, "")


def is_exact_intrinsic(name: str) -> bool:
    return name in NVVM or (name.startswith("llvm.") and name.split(".")[1] in LLVM_EXACT)
