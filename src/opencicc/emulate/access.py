"""Loads and stores of the lanes, with the undefined bits that travel along."""

from __future__ import annotations

from typing import Any

import numpy as np

from opencicc.emulate.errors import undefined_fault
from opencicc.emulate.memory import Lanes, Memory, Space
from opencicc.emulate.numeric.arrays import UNSIGNED, Array

SHIFTS = {1: 0, 2: 1, 4: 2, 8: 3}
ALL_KNOWN = {width: (1 << 8 * width) - 1 for width in SHIFTS}
# Undefined bits of a value that has none, recognised by identity.
CLEAN = {bits: np.zeros(1, dtype) for bits, dtype in UNSIGNED.items()}


def _gather(space: Space, offset: Array, width: int, part: int) -> Array:
    index = offset >> SHIFTS[width]
    return space.views[width].take(index + part if part else index)


def _gather_unknown(space: Space, offset: Array, width: int, part: int) -> Array:
    if space.known is None:
        return CLEAN[8 * width]
    known = space.known_views[width].take((offset >> SHIFTS[width]) + part)
    return CLEAN[8 * width] if np.bitwise_and.reduce(known) == ALL_KNOWN[width] else ~known


def load(
    memory: Memory, space: str, address: Array, width: int, count: int, lanes: Lanes, what: str = "load"
) -> list[Array]:
    """`count` elements of `width` bytes for every lane, as unsigned arrays."""
    place = memory.locate(space, address, width * count, lanes, what, False)
    if isinstance(place, tuple):
        found, offset = place
        return [_gather(found, offset, width, part) for part in range(count)]
    return [_assemble(place, address.shape[0], width, part, _gather) for part in range(count)]


def load_tracked(
    memory: Memory, space: str, address: Array, width: int, count: int, lanes: Lanes, what: str = "load"
) -> tuple[list[Array], list[Array]]:
    """The same, with the undefined bits of each element."""
    place = memory.locate(space, address, width * count, lanes, what, False)
    if isinstance(place, tuple):
        found, offset = place
        values = [_gather(found, offset, width, part) for part in range(count)]
        return values, [_gather_unknown(found, offset, width, part) for part in range(count)]
    n = address.shape[0]
    values = [_assemble(place, n, width, part, _gather) for part in range(count)]
    return values, [_assemble(place, n, width, part, _gather_unknown) for part in range(count)]


def _assemble(parts: Any, n: int, width: int, part: int, gather: Any) -> Array:
    result = np.zeros(n, UNSIGNED[8 * width])
    for selected, space, offset in parts:
        result[selected] = gather(space, offset, width, part)
    return result


def store(
    memory: Memory,
    space: str,
    address: Array,
    width: int,
    values: list[Array],
    unknown: list[Array] | None,
    lanes: Lanes,
) -> None:
    """Write elements of `width` bytes; `unknown` holds their undefined bits, None for none."""
    place = memory.locate(space, address, width * len(values), lanes, "store", True)
    parts = [(None, *place)] if isinstance(place, tuple) else place
    for selected, target, offset in parts:
        index = offset >> SHIFTS[width]
        for part, value in enumerate(values):
            bits = unknown[part] if unknown is not None else CLEAN[8 * width]
            if selected is not None:
                value = value if value.shape[0] == 1 else value[selected]
                bits = bits if bits.shape[0] == 1 else bits[selected]
            store_part(target, index + part, width, value, bits)


def store_part(target: Space, index: Array, width: int, value: Array, unknown: Array) -> None:
    if value.shape[0] > 1 and index.shape[0] == 1:
        value = value[-1:]  # every lane writes the same place: the last one stays
        unknown = unknown[-1:]
    target.views[width][index] = value
    if unknown is not CLEAN[8 * width] and target.known is None and unknown.any():
        target.track(all_known=True)
    if target.known is not None:
        target.known_views[width][index] = ~unknown


def check_address(unknown: Array) -> None:
    if unknown.any():
        raise undefined_fault("an address", unknown != 0)


def check_branch(unknown: Array) -> None:
    if unknown.any():
        raise undefined_fault("a branch", unknown != 0)


def check_call(unknown: Array) -> None:
    if unknown.any():
        raise undefined_fault("a call target", unknown != 0)


def spread(bits: int, *unknowns: Array) -> Array:
    """All bits undefined where any input has an undefined bit."""
    found: Array | None = None
    for unknown in unknowns:
        if unknown is CLEAN[unknown.dtype.itemsize * 8] or unknown is CLEAN[1]:
            continue
        some = unknown != 0
        found = some if found is None else found | some
    if found is None or not found.any():
        return CLEAN[bits]
    if bits == 1:
        return found
    dtype = UNSIGNED[bits]
    return np.where(found, ~dtype.type(0), dtype.type(0))


def spread_halves(bits: int, *unknowns: Array) -> Array:
    """All bits of a half undefined where that half of any input has an undefined bit."""
    total = unknowns[0]
    for unknown in unknowns[1:]:
        total = total | unknown
    if not total.any():
        return CLEAN[bits]
    low = total.dtype.type((1 << (bits // 2)) - 1)
    none = total.dtype.type(0)
    return np.where((total & low) != 0, low, none) | np.where((total & ~low) != 0, ~low, none)
