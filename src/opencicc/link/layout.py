"""The data-layout check: can a module laid out like this run on NVPTX? Pure."""

from __future__ import annotations

EMPTY = "DataLayoutError: Data Layout string is empty"
_NATURAL_INTEGERS = {"i1": 8, "i8": 8, "i16": 16, "i32": 32, "i64": 64}
_POINTER_BITS = 64


def find_layout_errors(layout: str) -> list[str]:
    """What is wrong with a data-layout text, as messages; an absent specification is a default and fine."""
    errors = []
    specs = layout.split("-")
    if "E" in specs:
        errors.append("DataLayoutError: Endianness must be little endian [Supported: -e].")
    for spec in specs:
        name, *numbers = spec.split(":")
        if name in ("p", "p0") and numbers and numbers[0] != str(_POINTER_BITS):
            errors.append(f"DataLayoutError: Pointers must have 64 bits [Supported: -p:64:64:64], not {spec}.")
        natural = _NATURAL_INTEGERS.get(name)
        if natural and numbers and numbers[0] != str(natural):
            errors.append(f"DataLayoutError: Unsupported integer alignment [Supported: {name}:{natural}], not {spec}.")
    return errors
