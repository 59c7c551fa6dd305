"""Known alignment: powers of two that divide addresses and numbers of a function.

    %i = phi i64 [ 0, %entry ], [ %next, %loop ]     %next = add i64 %i, 4       both are multiples of 4
    %p = getelementptr i16, ptr addrspace(3) @tile, i64 %i                       8 bytes, if @tile has as many

Starts from objects: stack objects, variables, parameters that say how they are aligned. Follows casts, address
computations, selects and phis; loops are settled by assuming the best and taking back what does not hold. Only what a
question needs is looked at, and on the flat lists of a snapshot. A frozen value counts as odd: what froze may have been
poison, and then it is any number.
"""

from __future__ import annotations

from opencicc.llvm.constants import constant_opcode
from opencicc.llvm.ir import Function, GlobalVariable, Instruction, Value
from opencicc.llvm.layout import Layout
from opencicc.llvm.opcodes import OPCODE_NAMES, VALUE_KINDS
from opencicc.llvm.snapshot import Snapshot, snapshot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from opencicc.analysis.manager import AnalysisManager

    Terms = Sequence[tuple[int, int]]  # (factor, value id); a constant term has NOTHING for a value

MOST = 1 << 12  # no access asks for more; also stands for zero, which everything divides
NOTHING = -1
MAX_VALUES = 1 << 17  # values looked at for one question; a question that needs more is not answered
_SAME = frozenset(("addrspacecast", "bitcast", "ptrtoint", "inttoptr", "zext", "sext", "trunc", "ptrtoaddr"))
_SMALLEST_OF = frozenset(("add", "sub", "or", "xor", "phi"))


class KnownAlignment:
    """Powers of two that divide addresses and numbers of one function."""

    name = "known-alignment"

    def __init__(self, flat: Snapshot, function: Function, layout: Layout) -> None:
        self.flat = flat
        self._function = function
        self._layout = layout
        self._known: dict[int, int] = {}
        self._ids: dict[int, int] = {}

    @classmethod
    def compute(cls, function: Function, manager: AnalysisManager) -> KnownAlignment:
        return cls(manager.get(Snapshot, function), function, function.module_layout)

    @classmethod
    def of_function(cls, function: Function) -> KnownAlignment:
        """For a pass that has changed the function itself."""
        return cls(snapshot(function), function, function.module_layout)

    def __eq__(self, other: object) -> bool:
        """The same answers to what either was asked."""
        if not isinstance(other, KnownAlignment) or self.flat != other.flat:
            return False
        asked = [*self._known, *other._known]
        return self.of(asked) == other.of(asked)

    __hash__ = None  # type: ignore[assignment]

    def of_value(self, value: Value) -> int:
        """Of one operand of the function."""
        if not self._ids:
            self._ids = {ref: number for number, ref in enumerate(self.flat.values)}
        number = self._ids.get(value.ref)
        return 1 if number is None else self.of([number])[0]

    def of(self, values: Sequence[int]) -> list[int]:
        """Of values by their ids in the snapshot."""
        known = self._known
        new = {value for value in values if value not in known}
        if new:
            known.update(self._settle(new))
        return [known[value] for value in values]

    def root_of(self, pointer: int) -> int:
        """Where a chain of casts and address computations starts."""
        flat, first = self.flat, self.flat.first_instruction
        last = first + flat.instructions
        while first <= pointer < last:
            opcode = OPCODE_NAMES[flat.opcodes[pointer - first]]
            if opcode not in ("getelementptr", "addrspacecast", "bitcast"):
                break
            pointer = flat.operands[flat.operand_offsets[pointer - first]]
        return pointer

    def _settle(self, asked: Iterable[int]) -> dict[int, int]:
        """The largest solution: everything starts at the most, and falls until all agree."""
        rules: dict[int, tuple[str, Terms]] = {}
        answers: dict[int, int] = {}
        pending = list(asked)
        while pending:
            value = pending.pop()
            if value in answers or value in self._known:
                continue
            if len(answers) == MAX_VALUES:
                return dict.fromkeys(asked, 1)
            kind, terms = rules[value] = self._rule(value)
            answers[value] = MOST if terms else _lowest_bit(int(kind))
            pending += [term for _, term in terms if term != NOTHING]
        known = self._known
        order = sorted(value for value in answers if rules[value][1])
        changed = True
        while changed:
            changed = False
            for value in order:
                kind, terms = rules[value]
                numbers = [
                    factor if term == NOTHING else factor * (answers[term] if term in answers else known[term])
                    for factor, term in terms
                ]
                found = min(MOST, _apply(kind, numbers))
                if found != answers[value]:
                    answers[value] = found
                    changed = True
        return answers

    def _rule(self, value: int) -> tuple[str, Terms]:
        """How to compute a value's multiple: an operation on terms, or a number and no terms."""
        flat, first = self.flat, self.flat.first_instruction
        if not first <= value < first + flat.instructions:
            return str(self._of_object(value)), ()
        number = value - first
        opcode = OPCODE_NAMES[flat.opcodes[number]]
        operands = flat.operands_of(number)
        if opcode in _SAME:
            return "least", ((1, operands[0]),)
        if opcode in _SMALLEST_OF:
            return "least", tuple((1, operand) for operand in operands)
        if opcode == "select":
            return "least", ((1, operands[1]), (1, operands[2]))
        if opcode == "getelementptr":
            return "least", self._address_terms(number, operands)
        if opcode == "mul":
            return "product", ((1, operands[0]), (1, operands[1]))
        if opcode == "and":
            return "most", ((1, operands[0]), (1, operands[1]))
        if opcode in ("shl", "lshr", "ashr"):
            by = flat.value(operands[1]).integer
            if by is not None and by < 64:
                return opcode, ((1, operands[0]), (1 << by, NOTHING))
        if opcode == "alloca":
            return str(Instruction(flat.values[value]).alignment), ()
        return "1", ()

    def _address_terms(self, number: int, operands: Sequence[int]) -> Terms:
        flat = self.flat
        address = flat.instruction(number)
        if address.type.kind == "vector":
            return ((1, NOTHING),)
        indices = iter(operands[1:])
        terms = [(1, operands[0])]
        for size, index in self._layout.address_terms(address):
            here = next(indices)
            if not isinstance(index, int):
                terms.append((_lowest_bit(size), here))
            elif size * index:
                terms.append((_lowest_bit(size * index), NOTHING))
        return terms

    def _of_object(self, value: int) -> int:
        """Of a parameter, a variable, a constant: what it says itself."""
        flat = self.flat
        if value < flat.arguments:
            return self._function.argument_alignment(value)
        kind = VALUE_KINDS[flat.kinds[value]]
        handle = flat.value(value)
        if kind == "constant_int":
            return handle.integer or MOST
        if kind in ("constant_pointer_null", "poison"):
            return MOST
        if kind == "global_variable":
            return alignment_of_variable(GlobalVariable(handle.ref), self._layout)
        if kind == "constant_expr":
            return of_constant_address(handle, self._layout)
        return 1


def alignment_of_variable(variable: GlobalVariable, layout: Layout) -> int:
    """What is said, or what its type has to have where it is defined here."""
    return variable.alignment or (1 if variable.is_declaration else layout.alignment(variable.value_type))


def of_constant_address(address: Value, layout: Layout) -> int:
    """Of a constant cast or address computation over a variable."""
    kind = address.kind
    if kind == "global_variable":
        return alignment_of_variable(GlobalVariable(address.ref), layout)
    if kind != "constant_expr":
        return 1
    opcode = constant_opcode(address)
    if opcode in ("addrspacecast", "bitcast"):
        return of_constant_address(address.operand(0), layout)
    if opcode != "getelementptr":
        return 1
    found = of_constant_address(address.operand(0), layout)
    for size, index in layout.address_terms(address):
        found = _lowest_bit(found | (size * index if isinstance(index, int) else 1))
    return found


def _apply(kind: str, numbers: list[int]) -> int:
    if kind == "least":
        return min(numbers)
    if kind == "most":
        return max(numbers)
    if kind in ("product", "shl"):
        return numbers[0] * numbers[1]
    return max(1, numbers[0] // numbers[1])  # lshr, ashr


def _lowest_bit(number: int) -> int:
    """The largest power of two that divides a number; zero is divided by everything."""
    return min(number & -number, MOST) if number else MOST
