"""Makes operations narrow: each is written anew in 32 bits beside the old one, then the old ones go."""

from __future__ import annotations

from opencicc.llvm import edit, types
from opencicc.llvm.ir import Instruction, Value
from opencicc.passes.narrow.facts import NARROW, Narrowable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_EXTENSIONS = ("zext", "sext")
_MASK = (1 << NARROW) - 1
_WRAPPING = frozenset(("add", "sub", "mul", "shl"))


class Narrower:
    """Writes the narrow form of a set of operations of one function."""

    def __init__(self, context: int, chosen: Sequence[Narrowable]) -> None:
        self.small = types.integer(context, NARROW)
        self.chosen = chosen
        self.refs = {each.instruction.ref for each in chosen}
        self.narrow: dict[int, Value] = {}
        self.late: list[tuple[Value, int, int]] = []  # operands whose narrow form may not be written yet
        self.builder = edit.Builder(context)

    def run(self) -> None:
        with self.builder:
            for each in self.chosen:
                self.narrow[each.instruction.ref] = self.write(each)
            for user, index, operand in self.late:
                self.settle(user, index, self.narrow[operand])
            for each in self.chosen:
                self.widen(each)
        for each in self.chosen:
            self.remove(each.instruction)

    def write(self, each: Narrowable) -> Value:
        old, builder = each.instruction, self.builder
        if each.opcode == "phi":
            incoming = [(self.half(value, block.terminator), block) for value, block in old.incoming]
            made: Value = builder.before(old).phi(self.small, incoming)
            self.remember(made, [value for value, _ in old.incoming])
            return made
        wide = old.operands[1:] if each.opcode == "select" else old.operands
        halves = [self.half(value, old) for value in wide]
        builder.before(old)
        if each.opcode == "icmp":
            made = builder.icmp(predicate(old.predicate, each.is_signed), halves[0], halves[1])
        elif each.opcode == "select":
            made = builder.select(old.operand(0), halves[0], halves[1])
        else:
            made = builder.binary(each.opcode, halves[0], halves[1])
            if each.never_wraps and each.opcode in _WRAPPING and made.kind == "instruction":
                edit.set_no_wrap(made, is_signed=each.is_signed)
        self.remember(made, wide, 1 if each.opcode == "select" else 0)
        return made

    def remember(self, made: Value, wide: Sequence[Value], first: int = 0) -> None:
        if made.kind == "instruction":
            rows = ((made, index, value.ref) for index, value in enumerate(wide, first) if value.ref in self.refs)
            self.late.extend(rows)

    def settle(self, user: Value, index: int, value: Value) -> None:
        placeholder = Instruction(user.operand(index).ref)
        edit.set_operand(Instruction(user.ref), index, value)
        if not placeholder.has_uses:
            edit.erase(placeholder)

    def half(self, value: Value, before: Instruction) -> Value:
        """The low 32 bits of a value: no instruction of the machine."""
        known = value.integer
        if known is not None:
            return edit.constant_int(self.small, known & _MASK)
        if value.kind == "poison":
            return edit.poison(self.small)
        if value.maker in _EXTENSIONS:
            source = value.operand(0)
            if source.type == self.small:
                return source
            if source.type.integer_width < NARROW:
                return self.builder.before(before).cast(value.maker, source, self.small)
        return self.builder.before(before).cast("trunc", value, self.small)

    def widen(self, each: Narrowable) -> None:
        """Whoever stays wide reads an extension."""
        old, narrow = each.instruction, self.narrow[each.instruction.ref]
        if each.opcode == "icmp":
            edit.replace_all_uses(old, narrow)
            return
        for user in list(old.each_user()):
            if user.maker == "trunc" and user.type == self.small:
                edit.replace_and_erase(Instruction(user.ref), narrow)
        if all(user.ref in self.refs for user in old.each_user()):
            edit.replace_all_uses(old, edit.poison(old.type))  # they go together
            return
        place = next(i for i in old.parent.instructions if i.opcode != "phi") if each.opcode == "phi" else old
        extended = self.builder.before(place).cast("sext" if each.is_signed else "zext", narrow, old.type)
        if each.is_never_negative and extended.kind == "instruction":
            edit.set_non_negative(extended)
        name = old.name
        edit.replace_all_uses(old, extended)
        if extended.kind == "instruction":
            edit.rename(extended, name)

    @staticmethod
    def remove(old: Instruction) -> None:
        """An operation that nobody reads any more, and the extensions that only it read."""
        operands = old.operands
        edit.erase(old)
        for operand in {each.ref: each for each in operands}.values():
            if operand.maker in _EXTENSIONS and not operand.has_uses:
                edit.erase(Instruction(operand.ref))


def predicate(wide: str, is_signed: bool) -> str:
    """Numbers that are extended with zeros compare as unsigned ones; by their sign they compare as before."""
    return wide if is_signed or wide in ("eq", "ne") else "u" + wide[1:]
