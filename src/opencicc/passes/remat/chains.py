"""What it takes to compute a value again: its definition, and theirs, down to what is alive anyway.

Only what computes from its operands alone is repeated: arithmetic, casts, addresses, comparisons, intrinsics without memory
that need no other thread, and loads of memory that nobody writes while the kernel runs (loads.py). Never phis, stack
objects, `freeze` (two of them may freeze to different things), nor anything convergent, volatile, atomic or writing.
"""

from __future__ import annotations

from opencicc.analysis.pressure import count_registers
from opencicc.llvm.names import SPECIAL_REGISTERS
from opencicc.llvm.opcodes import CALLS, OPCODE_NAMES, OPCODES
from opencicc.llvm.types import Type
from opencicc.passes.remat.cost import FREE, instruction_cost, load_cost
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from opencicc.llvm.snapshot import Snapshot
    from opencicc.passes.remat.knobs import Knobs
    from opencicc.passes.remat.loads import Loads

COMPUTING = frozenset(
    OPCODES[name]
    for name in (
        "add fadd sub fsub mul fmul udiv sdiv fdiv urem srem frem shl lshr ashr and or xor fneg getelementptr trunc zext "
        "sext fptoui fptosi uitofp sitofp fptrunc fpext ptrtoint inttoptr bitcast addrspacecast icmp fcmp select "
        "extractelement insertelement shufflevector extractvalue insertvalue"
    ).split()
)
_LOAD, _ALLOCA = OPCODES["load"], OPCODES["alloca"]
MOST_STEPS = 12  # longer chains cost more than a register is worth


@record
class Chain:
    """What to compute, in order, what is read as it is, and what one clone costs."""

    steps: tuple[int, ...]
    leaves: tuple[int, ...]
    cost: int


class Chains:
    """Answers for one snapshot; `free` are values that cost no register to keep: a kernel's parameters."""

    def __init__(self, flat: Snapshot, knobs: Knobs, loads: Loads, free: int) -> None:
        self.flat, self.knobs, self.loads, self.free = flat, knobs, loads, free
        self.first, self.end = flat.first_instruction, flat.first_instruction + flat.instructions
        self._pure_calls: dict[int, int] = {}  # by callee: 0 no, 1 computes, 2 reads a special register
        self._units: dict[int, int] = {}

    def units(self, value: int) -> int:
        """32-bit registers of a value."""
        type_ = self.flat.types[value]
        if type_ not in self._units:
            self._units[type_] = count_registers(Type(type_))
        return self._units[type_]

    def find(self, value: int, is_alive: Callable[[int], bool]) -> Chain | None:
        """The chain of a value, stopping at what `is_alive`; None where its own definition can't be repeated."""
        if not self.may_repeat(value):
            return None
        steps, leaves = dict[int, None](), dict[int, None]()
        self._walk(value, 0, is_alive, steps, leaves)
        if len(steps) > MOST_STEPS or not steps:
            return None
        return Chain(tuple(steps), tuple(leaves), sum(self.cost(step) for step in steps))

    def _walk(
        self, value: int, depth: int, is_alive: Callable[[int], bool], steps: dict[int, None], leaves: dict[int, None]
    ) -> None:
        for operand in self.flat.operands_of(value - self.first):
            if operand < self.flat.arguments:
                leaves[operand] = None
            elif self.first <= operand < self.end and operand not in steps:
                if depth + 1 >= self.knobs.max_depth or is_alive(operand) or not self.may_repeat(operand):
                    if self.flat.opcodes[operand - self.first] != _ALLOCA:
                        leaves[operand] = None
                else:
                    self._walk(operand, depth + 1, is_alive, steps, leaves)
        steps[value] = None

    def may_repeat(self, value: int) -> bool:
        """Can this instruction stand elsewhere, whatever it reads?"""
        opcode = self.flat.opcodes[value - self.first]
        if opcode in COMPUTING:
            return True
        if opcode == _LOAD:
            return self.knobs.loads and self.knobs.level >= 2 and self.loads.is_fixed(value - self.first)
        return opcode in CALLS and self._call_kind(value - self.first) > 0

    def is_move(self, value: int) -> bool:
        return OPCODE_NAMES[self.flat.opcodes[value - self.first]] in FREE

    def is_load(self, value: int) -> bool:
        return self.flat.opcodes[value - self.first] == _LOAD

    def cost(self, value: int) -> int:
        number = value - self.first
        opcode = self.flat.opcodes[number]
        if opcode == _LOAD:
            is_cached = self.loads.is_constant(number)
            return load_cost(is_fixed=is_cached, lli_factor=self.knobs.lli_factor)
        reads_register = opcode in CALLS and self._call_kind(number) == 2
        return instruction_cost(OPCODE_NAMES[opcode], 32 * self.units(value), reads_register=reads_register)

    def _call_kind(self, number: int) -> int:
        """2 a special register that never changes, 1 another intrinsic that only computes, 0 anything else."""
        callee, call = self.flat.operands_of(number)[-1], self.flat.instruction(number)
        if callee not in self._pure_calls:
            function = call.called_function
            if function is None or not function.is_intrinsic or not function.is_pure:
                self._pure_calls[callee] = 0
            else:
                self._pure_calls[callee] = 2 if function.name.startswith(SPECIAL_REGISTERS) else 1
        # What one call says of itself says nothing of the others.
        return 0 if call.has_call_attribute("convergent") else self._pure_calls[callee]
