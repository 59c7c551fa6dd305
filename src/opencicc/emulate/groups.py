"""Frames and groups: registers of an activation, and lanes that stand at the same place of it.

A frame's registers have their home in `registers`, one array for all lanes of the team. A group of
all lanes works on the home directly. A group of some lanes works on copies that are fetched when
first read and written back (only what is still needed) when the group parts or meets another.
"""

from __future__ import annotations

import numpy as np

from opencicc.emulate.blocks import CodeBlock
from opencicc.emulate.memory import LOCAL_WINDOW
from opencicc.emulate.numeric.arrays import S64, U64, UNSIGNED, Array
from opencicc.emulate.program import FunctionCode
from opencicc.emulate.team import Team, View
from opencicc.machine.ir import Instr


class CallSite:
    """Where a call returns to."""

    __slots__ = ("block", "frame", "instr")

    def __init__(self, frame: Frame, block: CodeBlock, instr: Instr) -> None:
        self.frame, self.block, self.instr = frame, block, instr


class Frame:
    """One activation: a function at a stack address. Lanes at the same pair share it."""

    def __init__(self, code: FunctionCode, base: int, lanes: int) -> None:
        self.code = code
        self.base = base
        self.registers: list[Array | None] = [None] * (2 * len(code.registers))
        self.sites: list[CallSite] = []
        self.site_of_lane = np.zeros(lanes, np.int32)
        self.addresses: dict[int, Array] = {}

    def local(self, offset: int) -> Array:
        """The address of a local variable in the local space."""
        found = self.addresses.get(offset)
        if found is None:
            found = self.addresses[offset] = np.array([self.base + offset], U64)
        return found

    def generic(self, offset: int) -> Array:
        found = self.addresses.get(-offset - 1)
        if found is None:
            found = self.addresses[-offset - 1] = np.array([LOCAL_WINDOW + self.base + offset], U64)
        return found


class Group:
    """Lanes (None: the whole team) at the start of a block of a frame."""

    __slots__ = ("block", "dirty", "frame", "is_blocked", "lanes", "registers", "stamp", "view")

    def __init__(self, team: Team, frame: Frame, block: CodeBlock, lanes: Array | None) -> None:
        if lanes is not None and lanes.shape[0] == team.n:
            lanes = None
        self.lanes = lanes
        self.view = team.everyone if lanes is None else View(team, lanes)
        self.stamp = 0
        self.is_blocked = False
        self.stand_at(frame, block)

    def stand_at(self, frame: Frame, block: CodeBlock) -> None:
        """Start at a block of a frame with nothing fetched or changed yet."""
        self.frame, self.block = frame, block
        self.registers = frame.registers if self.lanes is None else [None] * len(frame.registers)
        self.dirty = 0

    def fetch(self) -> None:
        """Copies of the registers that the block reads."""
        own, home, lanes = self.registers, self.frame.registers, self.lanes
        for slot in self.block.loads:
            if own[slot] is None:
                value = home[slot]
                assert value is not None, f"slot {slot} of {self.frame.code.name} has no value"
                own[slot] = value if value.shape[0] == 1 else value.take(lanes)

    def value(self, slot: int) -> Array:
        found = self.registers[slot]
        if found is None:
            found = self.frame.registers[slot]
            assert found is not None
            return found if found.shape[0] == 1 or self.lanes is None else found.take(self.lanes)
        return found

    def flush(self, live: int) -> None:
        """Write back what was changed and is still live, and forget the copies."""
        if self.lanes is None:
            return
        home = self.frame.registers
        waiting = self.dirty & self.frame.code.slots(live)
        while waiting:
            low = waiting & -waiting
            slot = low.bit_length() - 1
            home[slot] = merged(home[slot], self.lanes, self.registers[slot], self.view.team.n)
            waiting ^= low
        self.dirty = 0
        self.registers = [None] * len(home)

    def define_entry(self) -> None:
        """Registers read before written start as zeros with all bits undefined."""
        code = self.frame.code
        for reg in code.entry_undefined:
            slot = code.registers[reg]
            dtype = UNSIGNED[reg.bits]
            self.set(slot, np.zeros(1, dtype))
            if reg in code.tracked:
                ones = np.ones(1, bool) if reg.bits == 1 else ~np.zeros(1, dtype)
                self.set(slot + len(code.registers), ones)

    def set(self, slot: int, value: Array) -> None:
        self.registers[slot] = value
        self.dirty |= 1 << slot

    def lane_numbers(self) -> Array:
        return np.arange(self.view.n, dtype=S64) if self.lanes is None else self.lanes


def merged(home: Array | None, lanes: Array, value: Array | None, n: int) -> Array:
    """The home array with the values of some lanes replaced; the old array is left as it is."""
    assert value is not None
    if home is None:
        result = np.zeros(n, value.dtype)
    elif home.shape[0] == 1:
        if value.shape[0] == 1 and home[0] == value[0]:
            return home
        result = np.full(n, home[0], home.dtype)
    else:
        result = home.copy()
    result[lanes] = value
    return result
