"""Array records: the parameters into which Numba and its kin take an array apart.

    x.0 meminfo, x.1 parent, x.2 items, x.3 item size, x.4 data, x.5.0 .. extents, x.6.0 .. strides in bytes

Each is a parameter of its own; only together do they make sense. Known by these names, or, where a module has no
names, by their types for arrays of one dimension.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from opencicc.check.parameters import Parameter

HEAD = ("ptr", "ptr", "i64", "i64", "ptr")
PART = re.compile(r"^(.+?)\.(\d+)(?:\.(\d+))?$")
DATA, EXTENTS, STRIDES = 4, 5, 6


@dataclass(frozen=True)
class ArrayRecord:
    """The record that starts at parameter `first`."""

    first: int
    dimensions: int

    @property
    def data(self) -> int:
        return self.first + DATA

    @property
    def end(self) -> int:
        return self.first + len(HEAD) + 2 * self.dimensions


def find_records(params: tuple[Parameter, ...]) -> dict[int, ArrayRecord]:
    """Every record by its first parameter's position."""
    found: dict[int, ArrayRecord] = {}
    position = 0
    while position < len(params):
        dimensions = count_dimensions(params, position)
        record = ArrayRecord(position, dimensions)
        if dimensions:
            found[position] = record
        position = record.end if dimensions else position + 1
    return found


def count_dimensions(params: tuple[Parameter, ...], first: int) -> int:
    """Dimensions of the array whose record starts here; 0 where none does."""
    rest = params[first:]
    if tuple(type_of(param) for param in rest[: len(HEAD)]) != HEAD:
        return 0
    numbers = 0
    while len(HEAD) + numbers < len(rest) and type_of(rest[len(HEAD) + numbers]) == "i64":
        numbers += 1
    if any(param.name for param in rest[: len(HEAD)]):
        return named_dimensions(rest, numbers)
    return 1 if numbers >= 2 else 0


def named_dimensions(rest: tuple[Parameter, ...], numbers: int) -> int:
    parts = [PART.match(param.name) for param in rest[: len(HEAD) + numbers]]
    base = parts[0][1] if parts[0] else ""
    words = [(int(part[2]), int(part[3] or 0)) if part and part[1] == base else (-1, 0) for part in parts]
    if words[: len(HEAD)] != [(number, 0) for number in range(len(HEAD))]:
        return 0
    extents = sum(number == EXTENTS for number, _ in words)
    strides = sum(number == STRIDES for number, _ in words)
    return extents if extents == strides else 0


def type_of(param: Parameter) -> str:
    return "" if param.is_struct else param.leaves[0].type
