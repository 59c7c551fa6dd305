"""Memory of a launch: global, shared and local bytes, bounds and alignment checks, undefined bits.

Global memory, constants and kernel parameters are allocations in one array of bytes, with gaps
between them. Shared memory is one array with a segment for each block in flight, local memory one
with a segment for each thread. Generic addresses keep the three apart by their upper bits.

Each space may have a second array of the same size, `known`, with the bits that were written; where
it is missing, everything counts as written.
"""

from __future__ import annotations

import copy
from bisect import bisect_right
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from opencicc.emulate.errors import Fault
from opencicc.emulate.numeric.arrays import S64, U8, U64, UNSIGNED, Array
from opencicc.emulate.unchanging import Unchanging

GLOBAL_BASE = 0x10_0000_0000
SHARED_WINDOW = 0x7000_0000_0000
LOCAL_WINDOW = 0x7800_0000_0000
WINDOW_BYTES = 0x0100_0000_0000
FUNCTION_BASE = 0x6000_0000_0000
GAP_BYTES = 512
ALIGNMENT = 256


class Lanes(Protocol):
    """Where the shared and local segments of the lanes at hand begin."""

    @property
    def shared_base(self) -> Array: ...

    @property
    def local_base(self) -> Array: ...


@dataclass(frozen=True)
class Allocation:
    """Bytes [start, end) of global memory."""

    start: int
    end: int
    name: str
    is_writable: bool = True


class Space:
    """Bytes with views for each access width, and the bits known to be written (or None: all)."""

    def __init__(self, size: int, tracks: bool) -> None:
        padded = -(-max(size, 1) // 16) * 16
        self.size = size
        self.data = np.zeros(padded, U8)
        self.views = {width: self.data.view(UNSIGNED[8 * width]) for width in (1, 2, 4, 8)}
        self.known: Array | None = None
        self.known_views: dict[int, Array] = {}
        if tracks:
            self.track(all_known=False)

    def track(self, all_known: bool) -> None:
        """Start to record which bits are written."""
        self.known = np.full(self.data.shape, 0xFF, U8) if all_known else np.zeros(self.data.shape, U8)
        self.known_views = {width: self.known.view(UNSIGNED[8 * width]) for width in (1, 2, 4, 8)}


def first_bad(bad: Array) -> int:
    return int(bad.argmax())


def check_alignment(offset: Array, size: int, what: str) -> None:
    if size > 1 and int(np.bitwise_or.reduce(offset)) & (size - 1):
        bad = (offset & offset.dtype.type(size - 1)) != 0
        lane = first_bad(bad)
        raise Fault(
            f"misaligned {what} of {size} bytes at address {int(offset[lane]):#x}",
            lane,
            fix=f"the address must be a multiple of {size}",
        )


class Memory:
    """All spaces of one launch."""

    def __init__(self) -> None:
        self.allocations: list[Allocation] = []
        self.starts: list[int] = []
        self.global_size = 0
        self.space = Space(0, tracks=False)
        self.shared = Space(0, tracks=True)
        self.shared_bytes = 0
        self.local = Space(0, tracks=True)
        self.local_bytes = 0
        self.parameters = b""
        self.parameter_start = 0
        self.parameter_values: dict[tuple[int, int], Array] = {}
        self.unchanging: Unchanging | None = None  # where a program has read-only loads

    def for_team(self, blocks: int, threads: int, shared_bytes: int, local_bytes: int) -> Memory:
        """The same global memory with shared and local memory for some blocks."""
        memory = copy.copy(self)
        memory.shared_bytes, memory.local_bytes = shared_bytes, local_bytes
        memory.shared = Space(blocks * (-(-shared_bytes // 16) * 16), tracks=True)
        memory.local = Space(threads * local_bytes, tracks=True)
        return memory

    def parameter(self, offset: int, width: int) -> Array:
        """A kernel parameter, the same for all lanes."""
        found = self.parameter_values.get((offset, width))
        if found is None:
            if offset + width > len(self.parameters):
                raise Fault(
                    f"load of {width} bytes behind the kernel's parameters, at byte {offset}",
                    fix=f"the parameters have {len(self.parameters)} bytes",
                )
            found = np.frombuffer(self.parameters[offset : offset + width], UNSIGNED[8 * width])
            self.parameter_values[offset, width] = found
        return found

    def parameter_address(self, offset: int) -> Array:
        return np.array([GLOBAL_BASE + self.parameter_start + offset], U64)

    def is_in_space(self, address: Array, space: str) -> Array:
        """isspacep: constants and parameters are the read-only allocations of global memory."""
        if space in ("shared", "local"):
            start = SHARED_WINDOW if space == "shared" else LOCAL_WINDOW
            return (address >= np.uint64(start)) & (address < np.uint64(start + WINDOW_BYTES))
        below = address < np.uint64(SHARED_WINDOW)
        if space == "global":
            return below
        offsets = address - np.uint64(GLOBAL_BASE)
        result = np.zeros(address.shape, bool)
        for each in self.allocations:
            if not each.is_writable and (each.start == self.parameter_start) == (space == "param"):
                result |= (offsets >= np.uint64(each.start)) & (offsets < np.uint64(each.end))
        return result

    def allocate(self, size: int, name: str, is_writable: bool = True) -> int:
        """Reserve global bytes; returns the offset. `commit` makes the array."""
        start = -(-(self.global_size + GAP_BYTES) // ALIGNMENT) * ALIGNMENT
        self.allocations.append(Allocation(start, start + size, name, is_writable))
        self.starts.append(start)
        self.global_size = start + size
        return start

    def commit(self) -> None:
        """Make the array of global bytes, keeping what is there."""
        old, space = self.space, Space(self.global_size + GAP_BYTES, tracks=False)
        space.data[: old.data.shape[0]] = old.data
        self.space = space

    def find(self, offset: int) -> Allocation | None:
        position = bisect_right(self.starts, offset) - 1
        return self.allocations[position] if position >= 0 else None

    def locate_global(self, address: Array, size: int, what: str, writes: bool) -> Array:
        """Byte offsets into global memory of checked addresses."""
        offset = address - np.uint64(GLOBAL_BASE)
        low, high = int(np.minimum.reduce(offset)), int(np.maximum.reduce(offset))
        found = self.find(low)
        if found is None or high + size > found.end:
            self.check_each(address, offset, size, what, writes)
        elif writes and not found.is_writable:
            raise Fault(f"store to read-only memory '{found.name}'")
        check_alignment(offset, size, what)
        if self.unchanging is not None:
            self.unchanging.note(offset, size, what, writes)
        return offset.view(S64)

    def check_each(self, address: Array, offset: Array, size: int, what: str, writes: bool) -> None:
        """Lanes that reach several allocations, or none."""
        place = np.searchsorted(np.array(self.starts, U64), offset, side="right") - 1
        ends = np.array([each.end for each in self.allocations] or [0], U64)
        bad = (place < 0) | (offset + np.uint64(size) > ends[place]) | (offset > np.uint64(1 << 62))
        if bad.any():
            lane = first_bad(bad)
            found = self.find(int(offset[lane]))
            near = f" (last allocation below: '{found.name}', {found.end - found.start} bytes)" if found else ""
            raise Fault(
                f"{what} of {size} bytes out of bounds at address {int(address[lane]):#x}{near}",
                lane,
                fix="no global, constant or parameter memory is there",
            )
        if writes:
            read_only = np.array([not each.is_writable for each in self.allocations])[place]
            if read_only.any():
                lane = first_bad(read_only)
                raise Fault(f"store to read-only memory '{self.allocations[int(place[lane])].name}'", lane)

    def locate_segment(self, offset: Array, base: Array, size: int, limit: int, what: str) -> Array:
        """Byte offsets into shared or local memory: a segment of `limit` bytes for each block or thread."""
        if int(np.maximum.reduce(offset)) + size > limit:
            lane = first_bad(offset > offset.dtype.type(max(limit - size, 0))) if limit >= size else 0
            raise Fault(
                f"{what} of {size} bytes out of bounds at offset {int(offset[lane]):#x}",
                lane,
                fix=f"the segment has {limit} bytes",
            )
        check_alignment(offset, size, what)
        return base + offset.astype(S64)

    def locate(self, space: str, address: Array, size: int, lanes: Lanes, what: str, writes: bool) -> Any:
        """(space object, byte offsets), or a list of (lane selection, space object, byte offsets)."""
        if address.shape[0] == 1:
            found = self.locate_one(space, int(address[0]), size, lanes, what, writes)
            if found is not None:
                return found
        if space == "global":
            return self.space, self.locate_global(address, size, what, writes)
        if space == "shared":
            if address.dtype == U64 and int(np.maximum.reduce(address)) >= SHARED_WINDOW:
                address = address - np.uint64(SHARED_WINDOW)
            offsets = self.locate_segment(address, lanes.shared_base, size, self.shared_bytes, f"shared {what}")
            return self.shared, offsets
        if space == "local":
            if address.dtype == U64 and int(np.maximum.reduce(address)) >= LOCAL_WINDOW:
                address = address - np.uint64(LOCAL_WINDOW)
            return self.local, self.locate_segment(address, lanes.local_base, size, self.local_bytes, f"local {what}")
        return self.locate_generic(address, size, lanes, what, writes)

    def locate_one(self, space: str, address: int, size: int, lanes: Lanes, what: str, writes: bool) -> Any:
        """The same for one address that all lanes use, or None where `locate` has a fault to tell."""
        if address & (size - 1):
            return None
        if space == "generic":
            space = window_of(address)
        if space == "global":
            offset = address - GLOBAL_BASE
            found = self.find(offset)
            if found is None or offset + size > found.end or (writes and not found.is_writable):
                return None
            place = np.array([offset], S64)
            if self.unchanging is not None:
                self.unchanging.note(place, size, what, writes)
            return self.space, place
        is_shared = space == "shared"
        start = SHARED_WINDOW if is_shared else LOCAL_WINDOW
        offset = address - start if address >= start else address
        if offset + size > (self.shared_bytes if is_shared else self.local_bytes):
            return None
        return (self.shared, lanes.shared_base + offset) if is_shared else (self.local, lanes.local_base + offset)

    def locate_generic(self, address: Array, size: int, lanes: Lanes, what: str, writes: bool) -> Any:
        low, high = int(np.minimum.reduce(address)), int(np.maximum.reduce(address))
        space = window_of(low)
        if space == window_of(high):
            return self.locate(space, address, size, lanes, what, writes)
        parts = []
        for start, end, space in WINDOWS:
            selected = np.flatnonzero((address >= np.uint64(start)) & (address < np.uint64(end)))
            if selected.size:
                try:
                    some = _Selected(lanes, selected)
                    parts.append((selected, *self.locate(space, address[selected], size, some, what, writes)))
                except Fault as fault:
                    fault.lane = int(selected[fault.lane])
                    raise
        return parts


WINDOWS = (
    (0, SHARED_WINDOW, "global"),
    (SHARED_WINDOW, SHARED_WINDOW + WINDOW_BYTES, "shared"),
    (LOCAL_WINDOW, LOCAL_WINDOW + WINDOW_BYTES, "local"),
    (LOCAL_WINDOW + WINDOW_BYTES, (1 << 64) - 1, "global"),
)


def window_of(address: int) -> str:
    """The space that a generic address lies in."""
    if SHARED_WINDOW <= address < SHARED_WINDOW + WINDOW_BYTES:
        return "shared"
    return "local" if LOCAL_WINDOW <= address < LOCAL_WINDOW + WINDOW_BYTES else "global"


class _Selected:
    """Some of the lanes of another set."""

    def __init__(self, lanes: Lanes, selected: Array) -> None:
        self.shared_base = _pick(lanes.shared_base, selected)
        self.local_base = _pick(lanes.local_base, selected)


def _pick(values: Array, selected: Array) -> Array:
    return values if values.shape[0] == 1 else values[selected]
