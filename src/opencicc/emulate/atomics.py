"""Atomic read-modify-write of many lanes: as if one lane after the other, in lane order.

Lanes that hit different addresses work at once. Where several hit the same one, either the k-th hit
of every address is done together in round k, or (many hits, few addresses) each address runs
through its own hits with a running total, which rounds after every step as the lanes would.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from opencicc.emulate.access import CLEAN, spread
from opencicc.emulate.memory import Lanes, Memory, Space
from opencicc.emulate.numeric.arrays import DTYPES, S64, U16, U32, UNSIGNED, Array
from opencicc.emulate.numeric.compare import float_extreme
from opencicc.emulate.numeric.convert import pack, unpack
from opencicc.emulate.numeric.floats import add_bf16, add_f16, add_f32
from opencicc.emulate.numeric.rounding import flush32
from opencicc.machine.types import bits_of

Update = Callable[..., Array]
SHIFTS = {2: 1, 4: 2, 8: 3}


def _pairwise(function: Update) -> Update:
    """A function of 16-bit values applied to both halves."""

    def both(old: Array, value: Array) -> Array:
        (al, ah), (bl, bh) = unpack(old), unpack(value)
        return pack(function(ah, bh), function(al, bl))

    return both


def _f16(function: Update) -> Update:
    return lambda a, b: function(a.view(np.float16), b.view(np.float16)).view(U16)


INTEGER_UPDATES: dict[str, Update] = {
    "add": lambda old, b: old + b,
    "min": np.minimum,
    "max": np.maximum,
    "and": lambda old, b: old & b,
    "or": lambda old, b: old | b,
    "xor": lambda old, b: old ^ b,
    "exch": lambda old, b: b,
    "inc": lambda old, b: np.where(old >= b, np.zeros(1, old.dtype), old + old.dtype.type(1)),
    "dec": lambda old, b: np.where((old == 0) | (old > b), b, old - old.dtype.type(1)),
    "cas": lambda old, compare, value: np.where(old == compare, value, old),
}
RUNNING: dict[str, np.ufunc] = {
    "add": np.add, "min": np.minimum, "max": np.maximum, "and": np.bitwise_and, "or": np.bitwise_or,
    "xor": np.bitwise_xor,
}  # fmt: skip


def update_for(operation: str, type: str, is_global: bool) -> Update:
    if operation == "add" and type == "f32":
        # On global memory subnormals are flushed (PTX manual, atom).
        return (lambda a, b: flush32(add_f32(flush32(a), flush32(b)))) if is_global else add_f32
    special: dict[tuple[str, str], Update] = {
        ("add", "f16"): add_f16, ("add", "bf16"): add_bf16,
        ("add", "f16x2"): _pairwise(_f16(add_f16)), ("add", "bf16x2"): _pairwise(add_bf16),
    }  # fmt: skip
    if operation in ("min", "max") and type in ("f32", "f64", "f16"):
        return lambda a, b: float_extreme(a, b, operation == "max")
    return special.get((operation, type), INTEGER_UPDATES[operation])


def atomic(
    memory: Memory,
    space: str,
    operation: str,
    type: str,
    address: Array,
    values: list[Array],
    unknown: Array | None,
    lanes: Any,
) -> tuple[Array, Array]:
    """The old value for every lane, as unsigned bits, and its undefined bits."""
    width = bits_of(type) // 8
    n = lanes.n
    address = np.broadcast_to(address, (n,))
    values = [np.broadcast_to(value, (n,)) for value in values]
    place = memory.locate(space, address, width, lanes, "atomic", True)
    parts = [(slice(None), *place)] if isinstance(place, tuple) else place
    old = np.zeros(n, UNSIGNED[8 * width])
    old_unknown = CLEAN[8 * width]
    for selected, target, offset in parts:
        index = np.broadcast_to(offset >> SHIFTS[width], address[selected].shape)
        some_unknown = track(target, index, width, operation, unknown)
        if some_unknown is not None:
            old_unknown = np.broadcast_to(old_unknown, (n,)).copy()
            old_unknown[selected] = some_unknown
        update = update_for(operation, type, target is memory.space)
        cells = target.views[width].view(DTYPES.get(type, UNSIGNED[8 * width]))
        result = apply(cells, index, operation, type, update, [value[selected] for value in values])
        old[selected] = result.view(UNSIGNED[8 * width])
    return old, old_unknown


def track(target: Space, index: Array, width: int, operation: str, unknown: Array | None) -> Array | None:
    """Undefined bits before, and what the update leaves; None where nothing is undefined."""
    incoming = unknown if unknown is not None and unknown.any() else None
    if target.known is None:
        if incoming is None:
            return None
        target.track(all_known=True)
    known = target.known_views[width]
    before = ~known[index]
    if incoming is None and not before.any():
        return None
    after = spread(8 * width, before, incoming if incoming is not None else CLEAN[8 * width])
    if operation == "exch":
        after = incoming if incoming is not None else CLEAN[8 * width]
    known[index] = ~after
    return before


def apply(cells: Array, index: Array, operation: str, type: str, update: Update, values: list[Array]) -> Array:
    order = np.argsort(index, kind="stable")
    ordered = index[order]
    first = np.ones(ordered.shape[0], bool)
    first[1:] = ordered[1:] != ordered[:-1]
    if first.all():
        old = cells[index]
        cells[index] = update(old, *values)
        return old
    starts = np.flatnonzero(first)
    counts = np.diff(np.append(starts, ordered.shape[0]))
    old = np.empty(index.shape[0], cells.dtype)
    sorted_values = [value[order] for value in values]
    if operation in ("cas", "inc", "dec") and int(counts.max()) > 8:
        sorted_old = one_by_one(cells, ordered, operation, sorted_values)
    elif is_running(operation, type) and int(counts.max()) > starts.shape[0]:
        sorted_old = by_address(cells, ordered, starts, counts, operation, type, update, sorted_values[0])
    else:
        sorted_old = in_rounds(cells, ordered, starts, counts, update, sorted_values)
    old[order] = sorted_old
    return old


def is_running(operation: str, type: str) -> bool:
    if operation == "exch":
        return True
    return operation in RUNNING and (
        not type.startswith(("f", "bf")) or (operation == "add" and type in ("f32", "f64"))
    )


def in_rounds(cells: Array, ordered: Array, starts: Array, counts: Array, update: Update, values: list[Array]) -> Array:
    old = np.empty(ordered.shape[0], cells.dtype)
    for turn in range(int(counts.max())):
        places = starts[counts > turn] + turn
        target = ordered[places]
        current = cells[target]
        old[places] = current
        cells[target] = update(current, *(value[places] for value in values))
    return old


def by_address(
    cells: Array, ordered: Array, starts: Array, counts: Array, operation: str, type: str, update: Update, values: Array
) -> Array:
    old = np.empty(ordered.shape[0], cells.dtype)
    for start, count in zip(starts.tolist(), counts.tolist(), strict=True):
        place = ordered[start]
        chain = np.concatenate([cells[place : place + 1], values[start : start + count]])
        totals = chain if operation == "exch" else RUNNING[operation].accumulate(chain, dtype=cells.dtype)
        if type == "f32" and not is_plain(totals, chain):
            totals = step_by_step(chain, update)
        old[start : start + count] = totals[:-1]
        cells[place] = totals[-1]
    return old


def is_plain(totals: Array, chain: Array) -> bool:
    """No NaN and no subnormal, for which float32 atomics have rules of their own."""
    both = np.concatenate([totals, chain])
    size = np.abs(both)
    return not bool((np.isnan(both) | ((size < np.float32(2.0**-126)) & (both != 0))).any())


def step_by_step(chain: Array, update: Update) -> Array:
    totals = [chain[:1]]
    for position in range(1, chain.shape[0]):
        totals.append(update(totals[-1], chain[position : position + 1]))
    return np.concatenate(totals)


def one_by_one(cells: Array, ordered: Array, operation: str, values: list[Array]) -> Array:
    """Plain Python over the hits, where each depends on the one before."""
    old = []
    columns = zip(ordered.tolist(), *(value.tolist() for value in values), strict=True)
    current: dict[int, Any] = {}
    for place, *arguments in columns:
        value = current.get(place)
        if value is None:
            value = cells[place].item()
        old.append(value)
        if operation == "cas":
            current[place] = arguments[1] if value == arguments[0] else value
        elif operation == "inc":
            current[place] = 0 if value >= arguments[0] else value + 1
        else:
            current[place] = arguments[0] if value == 0 or value > arguments[0] else value - 1
    for place, value in current.items():
        cells[place] = value
    return np.array(old, cells.dtype)


def copy_async(memory: Memory, target: Array, source: Array, size: Array, limit: Array | None, lanes: Any) -> None:
    """cp.async: `size` bytes from global to shared memory; past `limit` zeros are written."""
    from opencicc.emulate.access import load, store

    total = int(size[0])
    zero_from = total if limit is None else int(limit.min())
    source, target = np.broadcast_to(source, (lanes.n,)), np.broadcast_to(target, (lanes.n,))
    if limit is not None and int(limit.max()) != zero_from:
        for amount in np.unique(limit).tolist():
            chosen = np.flatnonzero(np.broadcast_to(limit, (lanes.n,)) == amount)
            copy_async(memory, target[chosen], source[chosen], size, np.array([amount], U32), _Chosen(lanes, chosen))
        return
    width = 4
    memory.locate("shared", target, total, lanes, "store", True)
    for start in range(0, total, width):
        step = target.dtype.type(start)
        if start < zero_from:
            [value] = load(memory, "global", source + np.uint64(start), width, 1, lanes)
        else:
            value = np.zeros(1, U32)
        store(memory, "shared", target + step, width, [value], None, lanes)


class _Chosen:
    """Some lanes of a view."""

    def __init__(self, lanes: Lanes, chosen: Array) -> None:
        self.n = chosen.shape[0]
        self.shared_base = np.broadcast_to(lanes.shared_base, (lanes.n,))[chosen]  # type: ignore[attr-defined]
        self.local_base = np.zeros(1, S64)
