"""Team and View: the threads of several blocks as lanes of one set of arrays.

A Team holds what never changes for its lanes (thread, block, warp). A View is a selection of its
lanes with their special registers and memory segments, made on first use.
"""

from __future__ import annotations

import math
from functools import cached_property

import numpy as np

from opencicc.emulate.errors import Fault, NotEmulatedError
from opencicc.emulate.memory import Memory
from opencicc.emulate.numeric.arrays import S64, U32, U64, Array

Dim3 = tuple[int, int, int]
AXES = "xyz"
WARP = 32


class Team:
    """The lanes of `count` consecutive blocks, starting with block number `first`."""

    def __init__(self, memory: Memory, grid: Dim3, block: Dim3, first: int, count: int, dynamic_bytes: int) -> None:
        self.memory = memory
        self.grid, self.block = grid, block
        self.first, self.count = first, count
        self.dynamic_bytes = dynamic_bytes
        self.threads = math.prod(block)
        self.n = self.threads * count
        self.thread = np.tile(np.arange(self.threads, dtype=S64), count)
        self.slot = np.repeat(np.arange(count, dtype=S64), self.threads)
        self.warps_per_block = -(-self.threads // WARP)
        self.warp = self.slot * self.warps_per_block + self.thread // WARP
        self.lane_id = self.thread % WARP
        self.clock = 0
        self.stack_top: Array | None = None
        self.everyone = View(self, None)

    @property
    def warp_count(self) -> int:
        return self.count * self.warps_per_block

    def block_index(self, slot: int) -> Dim3:
        return position_of(self.first + slot, self.grid)

    def thread_index(self, lane: int) -> Dim3:
        return position_of(int(self.thread[lane]), self.block)


def position_of(number: int, shape: Dim3) -> Dim3:
    x, y, _ = shape
    return number % x, number // x % y, number // (x * y)


class View:
    """Some lanes of a team (None: all of them)."""

    def __init__(self, team: Team, lanes: Array | None) -> None:
        self.team = team
        self.lanes = lanes
        self.n = team.n if lanes is None else lanes.shape[0]
        self.known: dict[str, Array] = {}

    def select(self, values: Array) -> Array:
        return values if self.lanes is None else values[self.lanes]

    @property
    def warp_count(self) -> int:
        return self.team.warp_count

    @cached_property
    def warps(self) -> Array:
        return self.select(self.team.warp)

    @cached_property
    def warps_present(self) -> int:
        """How many warps have a lane here."""
        return self.warp_count if self.lanes is None else int(np.count_nonzero(np.bincount(self.warps)))

    @cached_property
    def lane_ids(self) -> Array:
        return self.select(self.team.lane_id)

    @cached_property
    def slots(self) -> Array:
        return self.select(self.team.slot)

    @cached_property
    def shared_base(self) -> Array:
        if self.team.count == 1:
            return np.zeros(1, S64)
        return self.slots * align16(self.team.memory.shared_bytes)

    @cached_property
    def local_base(self) -> Array:
        lanes = np.arange(self.team.n, dtype=S64) if self.lanes is None else self.lanes
        return lanes * self.team.memory.local_bytes

    def active_mask(self) -> Array:
        found = self.known.get("active")
        if found is None:
            table = np.zeros((self.warp_count, WARP), bool)
            table[self.warps, self.lane_ids] = True
            found = np.packbits(table, axis=1, bitorder="little").view(U32)[:, 0][self.warps]
            self.known["active"] = found
        return found

    def special(self, name: str) -> Array:
        """A special register as an array; changing ones (clocks) are read anew."""
        found = self.known.get(name)
        if found is None:
            found = self.compute(name)
            if not name.startswith(("clock", "globaltimer")):
                self.known[name] = found
        return found

    def compute(self, name: str) -> Array:
        team = self.team
        base, _, axis = name.partition(".")
        if base in ("tid", "ctaid", "clusterid"):
            return self.axis_of(base, axis)
        if base in ("ntid", "nctaid", "nclusterid"):
            shape = team.block if base == "ntid" else team.grid
            return uniform(shape[AXES.index(axis)] if axis in AXES else 0)
        lane = self.lane_ids.astype(U64)
        one = np.uint64(1)
        masks = {
            "lanemask_eq": lambda: one << lane,
            "lanemask_lt": lambda: (one << lane) - one,
            "lanemask_le": lambda: (one << (lane + one)) - one,
            "lanemask_gt": lambda: ~((one << (lane + one)) - one),
            "lanemask_ge": lambda: ~((one << lane) - one),
        }
        if base in masks:
            return masks[base]().astype(U32)
        if base == "laneid":
            return lane.astype(U32)
        if base == "warpid":
            return (self.select(team.thread) // WARP).astype(U32)
        return self.constant(base)

    def axis_of(self, base: str, axis: str) -> Array:
        if axis not in AXES:
            return uniform(0)
        shape = self.team.block if base == "tid" else self.team.grid
        place = AXES.index(axis)
        if shape[place] == 1:
            return uniform(0)
        if base != "tid" and self.team.count == 1:
            return uniform(self.team.block_index(0)[place])
        number = self.select(self.team.thread) if base == "tid" else self.slots + self.team.first
        return (number // math.prod(shape[:place]) % shape[place]).astype(U32)

    def constant(self, base: str) -> Array:
        team = self.team
        team.clock += 1
        values = {
            "nwarpid": team.warps_per_block, "smid": 0, "nsmid": 1, "gridid": 1,
            "clock": team.clock & 0xFFFFFFFF, "clock_hi": 0,
            "globaltimer_lo": team.clock & 0xFFFFFFFF, "globaltimer_hi": 0,
            "dynamic_smem_size": team.dynamic_bytes, "total_smem_size": team.memory.shared_bytes,
            "aggr_smem_size": team.memory.shared_bytes, "is_explicit_cluster": 0, "cluster_ctarank": 0,
            "cluster_nctarank": 1, "cluster_ctaid": 0, "cluster_nctaid": 1, "current_graph_exec": 0,
        }  # fmt: skip
        if base in ("clock64", "globaltimer"):
            return np.array([team.clock], U64)
        if base in values:
            return uniform(values[base])
        if base.startswith(("envreg", "pm")):
            return uniform(0)
        raise NotEmulatedError(f"the special register '%{base}' is not emulated")

    # The dynamic stack (alloca) grows from the end of local memory down.

    def stack_top(self) -> Array:
        team = self.team
        if team.stack_top is None:
            team.stack_top = np.full(team.n, team.memory.local_bytes, U64)
        return self.select(team.stack_top)

    def set_stack_top(self, top: Array) -> None:
        self.stack_top()
        if self.lanes is None:
            self.team.stack_top = np.broadcast_to(top, (self.n,)).copy()
        else:
            self.team.stack_top[self.lanes] = top  # type: ignore[index]

    def grow_stack(self, size: Array, align: Array) -> Array:
        old = self.stack_top()
        top = (old - size.astype(U64)) & ~(align.astype(U64) - np.uint64(1))
        if (top > old).any():
            raise Fault("the dynamic stack is full", int((top > old).argmax()), fix="raise stack_bytes")
        self.set_stack_top(top)
        return np.broadcast_to(top, (self.n,))


def uniform(value: int) -> Array:
    return np.array([value], U32)


def align16(size: int) -> int:
    return -(-size // 16) * 16
