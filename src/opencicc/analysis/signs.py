"""Signs: integers of a function that are never negative.

    %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()      %i = phi i32 [ %t, ... ], [ %next, ... ]
    %next = add nsw i32 %i, 256                         all three are not: the counter starts so, and may not overflow

Assumes it of everything that could be, and takes it back until all agree, so that loop counters prove each other. Only
what a question needs is looked at, on a snapshot. LLVM's ranges (correlated-propagation) start from the worst and stop at
loops; they know more about conditions.
"""

from __future__ import annotations

from opencicc.llvm.opcodes import OPCODE_NAMES, VALUE_KINDS
from opencicc.llvm.snapshot import Snapshot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencicc.analysis.manager import AnalysisManager
    from opencicc.llvm.ir import Function

ALL, ANY, NEVER = "all", "any", "never"  # which of the operands have to be non-negative
_WITH_NSW = frozenset(("add", "mul", "shl"))
_ALL_OF = frozenset(("or", "xor", "phi", "sdiv"))
_REGISTERS = tuple(
    f"llvm.nvvm.read.ptx.sreg.{name}" for name in ("tid.", "ntid.", "ctaid.", "nctaid.", "laneid", "warpid", "nwarpid")
)
_LARGEST = ("llvm.smax.", "llvm.umin.")  # one of two is enough
_BOTH = ("llvm.smin.", "llvm.umax.")


class Signs:
    """Which integers of one function are never negative."""

    name = "signs"

    def __init__(self, flat: Snapshot) -> None:
        self.flat = flat

    @classmethod
    def compute(cls, function: Function, manager: AnalysisManager) -> Signs:
        return cls(manager.get(Snapshot, function))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Signs) and other.flat == self.flat

    __hash__ = None  # type: ignore[assignment]

    def never_negative(self, values: Sequence[int]) -> list[bool]:
        """Of integers by their ids in the snapshot: is the sign bit always clear?"""
        rules: dict[int, tuple[str, Sequence[int]]] = {}
        pending = list(values)
        while pending:
            value = pending.pop()
            if value not in rules:
                rules[value] = self._rule(value)
                pending += rules[value][1]
        answers = {value: rule != NEVER for value, (rule, _) in rules.items()}
        changed = True
        while changed:
            changed = False
            for value, (rule, operands) in rules.items():
                if answers[value] and operands:
                    found = [answers[operand] for operand in operands]
                    if not (all(found) if rule == ALL else any(found)):
                        answers[value] = False
                        changed = True
        return [answers[value] for value in values]

    def _rule(self, value: int) -> tuple[str, Sequence[int]]:
        """Which operands decide; ALL of nothing is always true."""
        flat, first = self.flat, self.flat.first_instruction
        if not first <= value < first + flat.instructions:
            return (ALL if self._is_constant_clear(value) else NEVER), ()
        instruction = flat.instruction(value - first)
        opcode = OPCODE_NAMES[flat.opcodes[value - first]]
        operands = flat.operands_of(value - first)
        if opcode == "zext":
            return ALL, ()
        if opcode in _WITH_NSW:
            return (
                (ALL, operands if opcode != "shl" else operands[:1]) if instruction.has_no_signed_wrap else (NEVER, ())
            )
        if opcode in ("sext", "ashr"):
            return ALL, operands[:1]
        if opcode in _ALL_OF:
            return ALL, operands
        if opcode == "select":
            return ALL, operands[1:]
        if opcode in ("and", "urem"):
            return ANY, operands
        if opcode in ("srem", "udiv"):
            return ALL, operands[:1]
        if opcode == "lshr":
            by = flat.value(operands[1]).integer
            return (ALL, ()) if by and by < instruction.type.integer_width else (ALL, operands[:1])
        if opcode == "call":
            return self._of_call(instruction.callee_name, operands)
        return NEVER, ()

    def _of_call(self, name: str, operands: Sequence[int]) -> tuple[str, Sequence[int]]:
        if name.startswith(_REGISTERS):
            return ALL, ()
        if name.startswith(_BOTH + _LARGEST):
            return (ANY if name.startswith(_LARGEST) else ALL), operands[:2]
        return NEVER, ()

    def _is_constant_clear(self, value: int) -> bool:
        kind = VALUE_KINDS[self.flat.kinds[value]]
        if kind == "poison":
            return True
        if kind != "constant_int":
            return False
        handle = self.flat.value(value)
        number, width = handle.integer, handle.type.integer_width
        return number is not None and 1 < width <= 64 and not number >> (width - 1)
