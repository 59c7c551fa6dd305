"""What the lanes of a warp tell each other: shuffles, votes, matches, reductions, election.

A view knows for each of its lanes the warp and the place in it. Values are spread into one row of 32
for each warp; each lane then looks at its own warp's row through its own member mask.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from opencicc.emulate.numeric.arrays import S64, U32, Array
from opencicc.emulate.numeric.compare import float_extreme

LANE_BITS = np.uint32(1) << np.arange(32, dtype=U32)


class WarpView(Protocol):
    """The part of a view that exchanges between lanes need."""

    n: int

    @property
    def warps(self) -> Array: ...

    @property
    def lane_ids(self) -> Array: ...

    @property
    def warp_count(self) -> int: ...

    def active_mask(self) -> Array: ...


def rows(view: WarpView, values: Array, fill: Any) -> Array:
    """Values as (warps, 32); places without an active lane hold `fill`."""
    table = np.full((view.warp_count, 32), fill, values.dtype)
    table[view.warps, view.lane_ids] = values
    return table


def row_bits(table: Array) -> Array:
    """Rows of 32 booleans as 32-bit masks."""
    return np.packbits(table, axis=1, bitorder="little").view(U32)[:, 0]


def members(view: WarpView, mask: Array) -> Array:
    """(n, 32): which active lanes each lane's member mask names."""
    wanted = (np.broadcast_to(mask & view.active_mask(), (view.n,))[:, None] & LANE_BITS) != 0
    return wanted


def shuffle_source(view: WarpView, mode: str, b: Array, c: Array, mask: Array) -> tuple[Array, Array]:
    """For each lane the position it reads from, and whether the wanted lane was in range."""
    lane = view.lane_ids
    step, clamp, segment = (
        (b & np.uint32(31)).astype(S64),
        (c & np.uint32(31)).astype(S64),
        (c >> np.uint32(8)).astype(S64) & 31,
    )
    lowest = lane & segment
    limit = lowest | (clamp & ~segment)
    if mode == "up":
        source = lane - step
        valid = source >= limit
    elif mode == "down":
        source = lane + step
        valid = source <= limit
    elif mode == "bfly":
        source = lane ^ step
        valid = source <= limit
    else:
        source = lowest | (step & ~segment)
        valid = source <= limit
    source = np.where(valid, source, lane)
    place = np.full((view.warp_count, 32), -1, S64)
    own = np.arange(view.n)
    place[view.warps, lane] = own
    found = place[view.warps, source]
    return np.where(found < 0, own, found), np.broadcast_to(valid, (view.n,))


def pick(values: Array, index: Array) -> Array:
    return values if values.shape[0] == 1 else values[index]


def ballot(view: WarpView, p: Array, mask: Array) -> Array:
    return row_bits(rows(view, p, False))[view.warps] & mask


def vote_ballot(view: WarpView, p: Array, mask: Array) -> Array:
    return ballot(view, p, mask)


def vote_any(view: WarpView, p: Array, mask: Array) -> Array:
    return ballot(view, p, mask) != 0


def vote_all(view: WarpView, p: Array, mask: Array) -> Array:
    return ballot(view, p, mask) == (view.active_mask() & mask)


def vote_uni(view: WarpView, p: Array, mask: Array) -> Array:
    found = ballot(view, p, mask)
    return (found == 0) | (found == (view.active_mask() & mask))


def match_any(view: WarpView, values: Array, mask: Array) -> Array:
    values = np.broadcast_to(values, (view.n,))
    equal = (rows(view, values, 0)[view.warps] == values[:, None]) & members(view, mask)
    return row_bits(equal)


def match_all(view: WarpView, values: Array, mask: Array) -> tuple[Array, Array]:
    wanted = members(view, mask)
    agrees = match_any(view, values, mask) == row_bits(wanted)
    return np.where(agrees, mask, np.uint32(0)), agrees


def redux(view: WarpView, operation: str, values: Array, mask: Array) -> Array:
    """Integer reduction over the member lanes."""
    dtype = values.dtype
    info = np.iinfo(dtype)
    neutral = {"add": 0, "or": 0, "xor": 0, "and": -1 if info.min < 0 else info.max, "min": info.max, "max": info.min}
    function = {"add": np.add, "or": np.bitwise_or, "xor": np.bitwise_xor, "and": np.bitwise_and,
                "min": np.minimum, "max": np.maximum}[operation]  # fmt: skip
    table = rows(view, values, 0)[view.warps]
    chosen = np.where(members(view, mask), table, np.array(neutral[operation], dtype))
    return function.reduce(chosen, axis=1, dtype=dtype)


def redux_f32(view: WarpView, operation: str, values: Array, mask: Array, takes_abs: bool, keeps_nan: bool) -> Array:
    """min or max of floats; lanes outside the mask repeat the own value."""
    values = np.abs(values) if takes_abs else values
    values = np.broadcast_to(values, (view.n,))
    table = np.where(members(view, mask), rows(view, values, 0)[view.warps], values[:, None])
    result = table[:, 0]
    for column in range(1, 32):
        result = float_extreme(result, table[:, column], operation == "max", keeps_nan)
    return result


def elect(view: WarpView, mask: Array) -> tuple[Array, Array]:
    """The lowest member lane leads."""
    leader = np.argmax(members(view, mask), axis=1)
    return leader.astype(U32), leader == view.lane_ids
