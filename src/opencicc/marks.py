"""The words of marks in PTX that passes on IR leave for those on PTX (machine/remat/marks.py), as inline assembly.

A comment line and one move: code generation can't look into it, and no two are equal where they have different numbers.
"""

from __future__ import annotations

PULL_MARK = "opencicc.pull"  # compute the operand again here
KEEP_MARK = "opencicc.keep"  # nothing but a hidden operand: what is made of it is not merged with its like
_CONSTRAINTS = {16: "h", 32: "r", 64: "l"}
_FLOAT_CONSTRAINTS = {"float": "f", "double": "d"}


def pull_assembly(bits: int, number: int = 0, kind: str = "integer") -> tuple[str, str]:
    """Text and constraints of the inline assembly that asks for a value of so many bits to be computed again."""
    return _assembly(PULL_MARK, bits, number, kind)


def keep_assembly(bits: int, number: int = 0, kind: str = "integer") -> tuple[str, str]:
    """The same for a move that hides where its operand comes from, and nothing more."""
    return _assembly(KEEP_MARK, bits, number, kind)


def _assembly(mark: str, bits: int, number: int, kind: str) -> tuple[str, str]:
    letter = _FLOAT_CONSTRAINTS.get(kind, _CONSTRAINTS[bits])
    numbered = f"{mark} {number}" if number else mark
    return f"// {numbered}\n\tmov.b{bits} $0, $1;", f"={letter},{letter}"
