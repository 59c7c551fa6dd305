"""What blocks hand on made smaller: bits instead of whole values, a base instead of sums (`simplify-live-out`).

    a:                                                a:
      %w = add i64 %x, %y                               %w = add i64 %x, %y
      br label %b                                       %nloNewBit = trunc i64 %w to i32
    b:                                        =>        br label %b
      %t = trunc i64 %w to i32                        b:
      call void @use(i32 %t)                            call void @use(i32 %nloNewBit)

Level 1 hands on the 32 bits of a value of 64 that others want only those of. Level 2 also leaves out a sum of a constant and
something that is handed on anyway, and adds again in the blocks that read it (`nloNewAdd`). Level 3 also hands on the
answer, a predicate, instead of a value that others only compare with a constant.
"""

from __future__ import annotations

from opencicc.llvm import edit, types
from opencicc.llvm.ir import Block, Instruction, Value
from opencicc.llvm.opcodes import OPCODES
from opencicc.llvm.types import Type
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.analysis.rpa import RegisterPressure
    from opencicc.llvm.snapshot import Snapshot
    from opencicc.passes.remat.survey import Survey

_TRUNC, _AND, _ADD, _ICMP, _PHI, _ALLOCA = (OPCODES[name] for name in ("trunc", "and", "add", "icmp", "phi", "alloca"))
SUMS, TESTS = 2, 3  # levels
LOW = 0xFFFFFFFF


@record
class Simplification:
    """A value handed on, what becomes of it (bits, sum or test), and its readers in other blocks."""

    value: int
    what: str
    readers: tuple[int, ...]


def simplifications(survey: Survey, level: int) -> list[Simplification]:
    """What can be made smaller in one function; a value once."""
    flat, pressure = survey.flat, survey.pressure
    found = []
    for value in range(flat.first_instruction, flat.first_instruction + flat.instructions):
        number = value - flat.first_instruction
        if not pressure.live.live_out[flat.parents[number]] >> value & 1:
            continue
        outside = sorted({user for user in flat.users_of(value) if _is_outside(flat, value, user)})
        what = _what(pressure, value, outside, level)
        if what:
            found.append(Simplification(value, what, tuple(outside)))
    return found


def _is_outside(flat: Snapshot, value: int, user: int) -> bool:
    first = flat.first_instruction
    return flat.opcodes[user - first] == _PHI or flat.parents[user - first] != flat.parents[value - first]


def _what(pressure: RegisterPressure, value: int, outside: list[int], level: int) -> str:
    flat, first = pressure.flat, pressure.flat.first_instruction
    if not outside or flat.opcodes[value - first] == _ALLOCA:
        return ""
    width = Type(flat.types[value]).integer_width
    if width == 64 and all(_wants_low_bits(flat, user, value) for user in outside):
        return "bits"
    kinds = {flat.opcodes[user - first] for user in outside}
    if level >= SUMS and _is_sum_of_kept(pressure, value) and _PHI not in kinds:
        return "sum"
    if level >= TESTS and width > 1 and kinds == {_ICMP}:
        tests = {(flat.instruction(u - first).predicate, *flat.operands_of(u - first)) for u in outside}
        if len(tests) == 1 and flat.value(flat.operands_of(outside[0] - first)[1]).is_constant:
            return "test"
    return ""


def _wants_low_bits(flat: Snapshot, user: int, value: int) -> bool:
    number = user - flat.first_instruction
    if flat.opcodes[number] == _TRUNC:
        return Type(flat.types[user]).integer_width <= 32
    mask = flat.value(flat.operands_of(number)[1]).integer if flat.opcodes[number] == _AND else None
    return mask is not None and mask <= LOW and flat.operands_of(number)[0] == value


def _is_sum_of_kept(pressure: RegisterPressure, value: int) -> bool:
    """Is it something plus a constant, and that something handed on wherever the sum is?"""
    flat, live, first = pressure.flat, pressure.live, pressure.flat.first_instruction
    number = value - first
    if flat.opcodes[number] != _ADD:
        return False
    base, added = flat.operands_of(number)
    if flat.value(added).integer is None or base >= first + flat.instructions or flat.arguments <= base < first:
        return False
    return live.blocks_with(value) <= live.blocks_with(base)


class Simplifier:
    """Edits; the snapshot is that of before the first one."""

    def __init__(self, flat: Snapshot) -> None:
        self.flat = flat

    def carry_out(self, plan: Simplification) -> None:
        original = self._instruction(plan.value)
        if plan.what == "bits":
            self.hand_on_bits(original, plan)
        elif plan.what == "test":
            self.hand_on_test(original, plan)
        else:
            self.add_again(original, plan)

    def hand_on_bits(self, original: Instruction, plan: Simplification) -> None:
        small = types.integer(original.type.context, 32)
        with edit.Builder(original.type.context) as builder:
            low = builder.before(after(original)).cast("trunc", original, small, "nloNewBit")
            for reader in map(self._instruction, plan.readers):
                fresh: Value = low
                if reader.opcode == "and":
                    mask = edit.constant_int(small, reader.operands[1].integer or 0)
                    masked = builder.before(reader).binary("and", low, mask, "nloNewBit")
                    fresh = builder.cast("zext", masked, reader.type, reader.name)
                elif reader.type != small:
                    fresh = builder.before(reader).cast("trunc", low, reader.type, reader.name)
                edit.replace_and_erase(reader, fresh)

    def hand_on_test(self, original: Instruction, plan: Simplification) -> None:
        readers = [self._instruction(each) for each in plan.readers]
        bit = edit.clone_before(readers[0], after(original), "nloNewBit")
        for reader in readers:
            edit.replace_and_erase(reader, bit)

    def add_again(self, original: Instruction, plan: Simplification) -> None:
        by_block: dict[int, list[Instruction]] = {}
        for reader in map(self._instruction, plan.readers):
            by_block.setdefault(reader.parent.ref, []).append(reader)
        for ref, readers in by_block.items():
            refs = {each.ref for each in readers}
            first = next(each for each in Block(ref).instructions if each.ref in refs)
            copy = edit.clone_before(original, first, "nloNewAdd")
            for reader in readers:
                edit.replace_operand(reader, original, copy)
        if not original.has_uses:
            edit.erase(original)

    def _instruction(self, value: int) -> Instruction:
        return Instruction(self.flat.values[value])


def after(instruction: Instruction) -> Instruction:
    """The instruction behind one, behind all phis where it is a phi."""
    body = list(instruction.parent.instructions)
    following = body[body.index(instruction) + 1 :]
    return next(each for each in following if each.opcode != "phi")
