"""Members of aligned units of memory, read together, tested, and read again through addresses that several accesses use.

Addresses are made in front of a branch whose other side reads through them too, between the loads or behind them, each from
the unit's or from one another; in global memory, and at constant places of shared memory.
"""

from __future__ import annotations

from dataclasses import dataclass

from opencicc.check.generate import circuits, control, integers
from opencicc.check.generate.loops import LARGEST_N
from opencicc.check.generate.memory import masked_index
from opencicc.check.generate.threads import BLOCK_THREADS, barrier, shared_array, shared_slot, thread_index
from opencicc.check.generate.values import Value, integer
from opencicc.check.generate.writer import Writer

WORD = 4


@dataclass(frozen=True)
class Unit:
    """Neighbouring numbers of 32 bits; the first is aligned for all of them. Behind the first `there` the memory may end."""

    pointer_type: str
    base: str
    lanes: int
    there: int = 4

    def align(self, lane: int) -> int:
        place = lane * WORD
        return min(self.lanes * WORD, place & -place) if place else self.lanes * WORD


def unit(w: Writer) -> None:
    """A unit of global memory: one side of a branch tests its members, the other reads through the same addresses."""
    place, lanes = w.rng.choice(circuits.pair_places(w)), w.rng.choice((2, 2, 4))
    if w.chance(0.4):
        index = integer("i64", w.rng.randrange(place.count // lanes) * lanes)
    else:
        group = masked_index(w, "i64", place.count // lanes)
        index = w.define("i64", f"shl nuw nsw {group}, {lanes.bit_length() - 1}", place.count)
    base = w.name("at")
    w.raw(f"{base} = getelementptr inbounds i32, {place.pointer_type} {place.pointer}, {index}")
    two_readers(w, Unit(place.pointer_type, base, lanes))


def two_readers(w: Writer, unit: Unit) -> None:
    early = [address(w, unit, lane, []) for lane in w.rng.sample(range(unit.lanes), unit.lanes)]
    if w.chance(0.3):
        test_members(w, unit, early)
        return
    test, other, join = w.label("test"), w.label("other"), w.label("join")
    w.branch(integers.condition(w), *w.rng.sample((test, other), 2))
    arms = []
    for label in w.rng.sample((test, other), 2):
        w.start(label)
        with w.scope(is_uniform=False):
            if label == test:
                test_members(w, unit, early)
            else:
                load(w, unit, *w.rng.choice(early))
            arms.append((control.exit_value(w, "i32"), w.block))
            w.jump(join)
    w.start(join)
    control.phi(w, "i32", arms)


def address(w: Writer, unit: Unit, lane: int, known: list[tuple[int, str]]) -> tuple[int, str]:
    """Where a member lies: counted in members or in bytes, from the unit's beginning or from another member."""
    start, pointer = w.rng.choice([(0, unit.base), *known])
    name = w.name("at")
    if w.chance(0.5) and lane < unit.there:
        distance = f"getelementptr inbounds i32, {unit.pointer_type} {pointer}, i64 {lane - start}"
    else:
        distance = f"getelementptr i8, {unit.pointer_type} {pointer}, i64 {(lane - start) * WORD}"
    w.raw(f"{name} = {distance}")
    return lane, name


def load(w: Writer, unit: Unit, lane: int, pointer: str) -> Value:
    return w.define("i32", f"load i32, {unit.pointer_type} {pointer}, align {unit.align(lane)}")


def test_members(w: Writer, unit: Unit, early: list[tuple[int, str]]) -> None:
    """Load all members in any order, test one, use the others behind the test, and perhaps load some once more."""
    known, members = list(early), []
    for lane in w.rng.sample(range(unit.lanes), unit.lanes):
        ready = [each for each in known if each[0] == lane]
        if w.chance(0.3):
            known.append(address(w, unit, lane, known))
            ready.append(known[-1])
        members.append(load(w, unit, *w.rng.choice(ready)))
        w.values.pop()
    if w.chance(0.5):
        known.append(address(w, unit, w.rng.randrange(unit.lanes), known))
    tested = members.pop(w.rng.randrange(unit.lanes))
    flag = w.define("i1", f"icmp {w.rng.choice(('slt', 'ugt', 'ne'))} {tested}, {w.pick('i32').text}", 1)
    circuits.arm(w, flag, members if w.chance(0.8) else members[1:], lambda: reload(w, unit, known))
    if w.chance(0.4):
        load(w, unit, *known[-1])


def reload(w: Writer, unit: Unit, known: list[tuple[int, str]]) -> list[Value]:
    """What is read once more behind the test."""
    return [load(w, unit, *w.rng.choice(known)) for _ in range(w.rng.choice((0, 1, 1, 2)))]


def cut_off(w: Writer) -> None:
    """A unit in the midst of which the memory ends: the members beyond are read behind a test only that never holds.

    Half of it is there. LLVM itself reads an aligned unit as a whole of which it needs three quarters.
    """
    there, name = 2, f"@{w.module.fresh('cut')}"
    numbers = ", ".join(str(w.constant("i32")) for _ in range(there))
    w.module.lines.append(f"{name} = addrspace(1) global [{there} x i32] [{numbers}], align 16")
    unit = Unit("ptr addrspace(1)", name, 4, there)
    known = [address(w, unit, lane, []) for lane in range(unit.lanes)]
    members = [load(w, unit, *known[lane]) for lane in w.rng.sample(range(there), there)]
    never = w.define("i1", f"icmp ugt i32 %n, {LARGEST_N}", 1, visible=False)
    tested = w.define("i1", f"icmp sgt {w.rng.choice(members)}, {w.pick('i32').text}", 1)
    flag = w.define("i1", f"and {never}, {tested.text}", 0)
    circuits.arm(w, flag, members[1:], lambda: [load(w, unit, *w.rng.choice(known[there:]))])


def fixed(w: Writer) -> None:
    """Constant places of shared memory: every thread writes its own, perhaps one writes several, and all read the same ones."""
    array = shared_array(w, "i32")
    mine = shared_slot(w, array, "i32", thread_index())
    w.raw(f"store {w.pick('i32')}, ptr addrspace(3) {mine}, align 4")
    barrier(w)
    lanes = w.rng.choice((2, 4, 4))
    start = w.rng.randrange(BLOCK_THREADS // lanes) * lanes
    unit = Unit("ptr addrspace(3)", f"getelementptr inbounds (i32, ptr addrspace(3) {array}, i64 {start})", lanes)
    if w.chance(0.5):
        write_members(w, unit)
        barrier(w)
    two_readers(w, unit)
    barrier(w)


def write_members(w: Writer, unit: Unit) -> None:
    """One thread writes members, some of them twice."""
    known = [address(w, unit, lane, []) for lane in w.rng.sample(range(unit.lanes), unit.lanes)]
    write, join = w.label("write"), w.label("join")
    w.branch(w.define("i1", f"icmp eq i32 %thread, {w.rng.randrange(BLOCK_THREADS)}", 1), write, join)
    w.start(write)
    with w.scope(is_uniform=False):
        for _ in range(w.rng.randrange(2, 6)):
            lane, pointer = w.rng.choice(known)
            w.raw(f"store {w.pick('i32')}, {unit.pointer_type} {pointer}, align {unit.align(lane)}")
            if w.chance(0.2):
                load(w, unit, *w.rng.choice(known))
        w.jump(join)
    w.start(join)
