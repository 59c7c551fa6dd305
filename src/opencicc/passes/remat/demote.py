"""Registers saved on the counters of loops: wide ones made narrow, and several that keep their distance made one.

    %i = phi i64 [ 0, .. ], [ %i1, .. ]             %newBaseIV = phi i32 [ 0, .. ], [ %newInc, .. ]
    %i1 = add i64 %i, 1                       =>    %newInc = add i32 %newBaseIV, 1
    %c = icmp ult i64 %i1, 1000                     %newICmp = icmp ult i32 %newInc, 1000
    ... uses of %i                                  ... uses of %substIV = sext i32 %newBaseIV to i64

Only where the range is proved (counters.py, demote_decide.py): no test is added at run time. The sources tell the levels by
name only and dispute what is demoted; both readings are built: narrowing, and `demoteIV = add %i, distance` in the place of
a counter %j that runs beside %i with the same step at a constant distance. Nothing keeps its no-wrap promises. Saved
is the phi: two registers become one, or one becomes none.
"""

from __future__ import annotations

from opencicc.llvm import edit, types
from opencicc.llvm.ir import Block, Instruction, Value
from opencicc.llvm.opcodes import OPCODES
from opencicc.passes.remat.counters import LatchTest, LoopCounter, counters_of, counting_of, latch_test
from opencicc.passes.remat.demote_decide import extension_for, values_of
from opencicc.passes.remat.ranges import SIGNED_32, UNSIGNED_32, range_of
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from opencicc.analysis.flow import Flow, NaturalLoop
    from opencicc.llvm.snapshot import Snapshot

_PHI, _TRUNC = OPCODES["phi"], OPCODES["trunc"]
WITH_TEST, WITH_BLOCKS, WITH_PHIS = 2, 3, 4  # levels of remat-iv


@record
class Narrowing:
    """A counter of 64 bits that 32 hold."""

    loop: NaturalLoop
    counter: LoopCounter
    extension: str  # sext or zext
    test: LatchTest | None  # to be narrowed with it


@record
class Merging:
    """A counter that is another one plus a constant."""

    loop: NaturalLoop
    base: LoopCounter
    other: LoopCounter
    distance: int


def narrowings(flat: Snapshot, flow: Flow, loops: list[NaturalLoop], level: int) -> list[Narrowing]:
    """Counters that can be made narrow at this level, and gain by it."""
    found = []
    for loop in loops:
        for counter in counters_of(flat, loop):
            if counter.width != 64 or not are_allowed(flat, loop, counter, level):
                continue
            counting = counting_of(flat, flow, loop, counter)
            extension = extension_for(values_of(counting)) if counting else ""
            if not extension:
                continue
            test = latch_test(flat, loop, counter) if level >= WITH_TEST else None
            limits = SIGNED_32 if extension == "sext" else UNSIGNED_32
            bound = range_of(flat, test.bound) if test else None
            if bound is None or not bound.is_within(*limits):
                test = None  # the test stays as wide as it was
            found.append(Narrowing(loop, counter, extension, test))
    return found


def mergings(flat: Snapshot, loops: list[NaturalLoop], level: int) -> list[Merging]:
    """Counters beside another of the same type and step, at a constant distance."""
    found = []
    for loop in loops:
        bases: list[LoopCounter] = []
        tested = sorted(counters_of(flat, loop), key=lambda each: latch_test(flat, loop, each) is None)
        for counter in tested:
            base = next((each for each in bases if (each.width, each.step) == (counter.width, counter.step)), None)
            distance = constant_distance(flat, base.start, counter.start) if base else None
            if base is None or distance is None or not are_allowed(flat, loop, counter, level):
                bases.append(counter)
            else:
                found.append(Merging(loop, base, counter, distance))
    return found


def constant_distance(flat: Snapshot, left: int, right: int) -> int | None:
    """right - left where both are constants, or one is the other plus a constant."""
    numbers = [flat.value(each).integer for each in (left, right)]
    if numbers[0] is not None and numbers[1] is not None:
        return numbers[1] - numbers[0]
    for base, sum_, sign in ((left, right, 1), (right, left, -1)):
        number = sum_ - flat.first_instruction
        if 0 <= number < flat.instructions and flat.opcodes[number] == OPCODES["add"]:
            operands = flat.operands_of(number)
            added = flat.value(operands[1]).integer
            if operands[0] == base and added is not None:
                return sign * added
    return None


def are_allowed(flat: Snapshot, loop: NaturalLoop, counter: LoopCounter, level: int) -> bool:
    """Does the level allow all readers of a counter? Its own step and the test at the latch aside."""
    first, test = flat.first_instruction, latch_test(flat, loop, counter)
    for value in (counter.phi, counter.after):
        for user in flat.users_of(value):
            if user in (counter.phi, counter.after) or (test is not None and user == test.compare):
                continue
            block = flat.parents[user - first]
            if level < WITH_PHIS and (flat.opcodes[user - first] == _PHI or block not in loop.blocks):
                return False
            if level < WITH_BLOCKS and block != loop.header:
                return False
    return True


# --- edits ---


class Rewriter:
    """Edits counters; the snapshot is that of before the first edit. One counter is rewritten once."""

    def __init__(self, flat: Snapshot) -> None:
        self.flat = flat

    def narrow(self, plan: Narrowing) -> None:
        flat, counter = self.flat, plan.counter
        phi, after = (Instruction(flat.values[each]) for each in (counter.phi, counter.after))
        small = types.integer(phi.type.context, 32)
        ((first, entry),) = [row for row in phi.incoming if row[0].ref != after.ref]  # of now: others may be rewritten
        latch = next(block for value, block in phi.incoming if value.ref == after.ref)
        with edit.Builder(phi.type.context) as builder:
            start = self.small_value(first, entry.terminator, small, plan.extension, builder)
            base = builder.before(phi).phi(small, [], "newBaseIV")
            step = builder.before(after).binary("add", base, edit.constant_int(small, counter.step), "newInc")
            edit.add_incoming(base, [(start, entry), (step, latch)])
            if plan.test is not None:
                self.narrow_test(plan.test, counter, base, step, entry, small, plan.extension, builder)
            for old, new in ((counter.phi, base), (counter.after, step)):
                self.shorten(old, new, small)

                def widen(before: Instruction, new: Value = new) -> Value:
                    return builder.before(before).cast(plan.extension, new, phi.type, "substIV")

                self.replace_uses(old, (counter.phi, counter.after), widen)
        self.remove(phi, after)

    def small_value(
        self, value: Value, before: Instruction, small: types.Type, extension: str, builder: edit.Builder
    ) -> Value:
        """32 bits of a value, without an instruction where it is made of 32."""
        known = value.integer
        if known is not None:
            return edit.constant_int(small, known & 0xFFFFFFFF)
        if value.maker == extension and value.operands[0].type.integer_width == 32:
            return value.operands[0]
        return builder.before(before).cast("trunc", value, small, "iv_base_clone_")

    def narrow_test(
        self, test: LatchTest, counter: LoopCounter, base: Value, step: Value, entry: Block, small: types.Type,
        extension: str, builder: edit.Builder,
    ) -> None:  # fmt: skip
        """The same comparison of 32 bits; signed and unsigned ones mean the same of what is extended from them."""
        compare = Instruction(self.flat.values[test.compare])
        is_left = self.flat.operands_of(test.compare - self.flat.first_instruction)[0] == test.tested
        bound = self.small_value(compare.operands[int(is_left)], entry.terminator, small, extension, builder)
        predicate = compare.predicate
        if predicate not in ("eq", "ne"):
            predicate = ("s" if extension == "sext" else "u") + predicate[1:]
        mine = base if test.tested == counter.phi else step
        left, right = (mine, bound) if is_left else (bound, mine)
        fresh = builder.before(compare).icmp(predicate, left, right, "newICmp")
        edit.replace_and_erase(compare, fresh)

    def shorten(self, old: int, new: Value, small: types.Type) -> None:
        """Readers that want 32 bits only get them as they are."""
        for user in self.users(old):
            if user.opcode == "trunc" and user.type == small:
                edit.replace_and_erase(user, new)

    def merge(self, plan: Merging) -> None:
        flat = self.flat
        phi, after = (Instruction(flat.values[each]) for each in (plan.other.phi, plan.other.after))
        base, own = flat.value(plan.base.phi), (plan.other.phi, plan.other.after)
        with edit.Builder(phi.type.context) as builder:
            # Both from the base itself: its successor may be made further down than that of the other.
            for old, distance in ((plan.other.phi, plan.distance), (plan.other.after, plan.distance + plan.base.step)):

                def add(before: Instruction, distance: int = distance) -> Value:
                    return builder.before(before).binary("add", base, edit.constant_int(phi.type, distance), "demoteIV")

                self.replace_uses(old, own, add)
        self.remove(phi, after)

    def replace_uses(self, old: int, own: tuple[int, int], make: Callable[[Instruction], Value]) -> None:
        """Every reader of a value reads what `make` makes in front of the first reader of its block."""
        own_refs = {self.flat.values[each] for each in own}
        by_block: dict[int, list[tuple[Instruction, int, Instruction]]] = {}
        for user in self.users(old):
            if user.ref in own_refs:
                continue
            for index, operand in enumerate(
                user.operands[: len(user.incoming)] if user.opcode == "phi" else user.operands
            ):
                if operand.ref != self.flat.values[old]:
                    continue
                place = user.incoming[index][1].terminator if user.opcode == "phi" else user
                by_block.setdefault(place.parent.ref, []).append((user, index, place))
        for ref, rows in by_block.items():
            places = {place.ref for _, _, place in rows}
            first = next(each for each in Block(ref).instructions if each.ref in places)
            made = make(first)
            for user, index, _ in rows:
                edit.set_operand(user, index, made)

    def users(self, value: int) -> list[Instruction]:
        seen = {user.ref: Instruction(user.ref) for user in Value(self.flat.values[value]).each_user()}
        return list(seen.values())

    @staticmethod
    def remove(phi: Instruction, after: Instruction) -> None:
        """A counter that only counts itself."""
        edit.replace_all_uses(phi, edit.poison(phi.type))
        edit.erase(phi)
        if not after.has_uses:
            edit.erase(after)
