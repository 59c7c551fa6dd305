"""LLVM's inline cost computed from a snapshot of the callee: what model B asks where the native helper is missing.

Walks the blocks that can be reached with the constants of this call: what folds is free, memory that
came from the caller's stack is free while it can be split into values, a load repeated with no store
between is free. Left out of LLVM's analysis: block frequencies, folding of floating point, ephemeral
values. docs/inlining.md compares the two.
"""

from __future__ import annotations

from opencicc.llvm import integers
from opencicc.llvm.ir import Instruction, Value
from opencicc.llvm.opcodes import OPCODE_NAMES, OPCODES, VALUE_KINDS
from opencicc.llvm.types import Type
from opencicc.passes.inline.model_b import SINGLE_BLOCK_PERCENT, VECTOR_PERCENT, InlineCost, base_threshold
from opencicc.passes.inline.types import byte_size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencicc.llvm.inline_costs import CostKnobs
    from opencicc.llvm.snapshot import Snapshot
    from opencicc.passes.inline.body import Reader
    from opencicc.passes.inline.decision import Site

_O = OPCODES
_FREE = frozenset(_O[name] for name in ("phi", "bitcast", "ptrtoint", "inttoptr", "unreachable", "freeze"))
_FUNCTION, _ASSEMBLY = VALUE_KINDS.index("function"), VALUE_KINDS.index("inline_asm")
_CONSTANT_INT, _NULL = VALUE_KINDS.index("constant_int"), VALUE_KINDS.index("constant_pointer_null")
_INTEGER_KIND, _VECTOR_KIND = 8, 13
_MOST_CASES_WITHOUT_SEARCH = 3


def analyze(site: Site, flat: Snapshot, actuals: Sequence[int], reader: Reader, knobs: CostKnobs) -> InlineCost:
    """The cost of one call; `actuals` are the values given at the call."""
    return Analysis(site, flat, actuals, reader, knobs).run()


class Analysis:
    """One walk over one callee for one call."""

    def __init__(self, site: Site, flat: Snapshot, actuals: Sequence[int], reader: Reader, knobs: CostKnobs) -> None:
        self.site, self.flat, self.reader, self.knobs = site, flat, reader, knobs
        self.first = flat.first_instruction
        self.known: dict[int, int] = {}  # value id to the integer it is in this call
        self.local: dict[int, int] = {}  # value id to the argument whose stack memory it points into
        self.savings: dict[int, int] = {}  # argument to what splitting its memory saves
        self.loaded: set[int] = set()
        self.may_reuse_loads = True
        self.cost = self.saved_loads = 0
        self.has_return = False
        self.instructions = self.vectors = 0
        self._enter(actuals)

    def _enter(self, actuals: Sequence[int]) -> None:
        """Constants and stack memory that come in as arguments."""
        for number, ref in enumerate(actuals):
            value = Value(ref)
            known = value.integer
            if known is not None:
                self.known[number] = known
            elif value.kind == "instruction" and Instruction(ref).opcode == "alloca":
                self.local[number] = number
                self.savings[number] = 0

    def run(self) -> InlineCost:
        threshold = base_threshold(self.site, self.knobs)
        single, vector = threshold * SINGLE_BLOCK_PERCENT // 100, threshold * VECTOR_PERCENT // 100
        self.cost = -self._call_site_units()
        reached, work = {0}, [0]
        is_single = True
        for block in work:
            for number in self.flat.block_range(block):
                self._visit(number)
            following = self._successors(block)
            is_single = is_single and len(following) < 2
            for other in following:
                if other not in reached:
                    reached.add(other)
                    work.append(other)
        threshold += single if is_single else 0
        if self.vectors > self.instructions // 2:
            threshold += vector
        elif self.vectors > self.instructions // 10:
            threshold += vector // 2
        return InlineCost("variable", self.cost, threshold)

    def _call_site_units(self) -> int:
        """What the call itself costs and inlining saves."""
        knobs = self.knobs
        units = knobs.instruction_cost + knobs.call_penalty
        for argument in self.site.arguments:
            size = (
                -(-byte_size(argument.actual) // 8) if argument.is_copied and argument.actual.kind != "pointer" else 0
            )
            units += knobs.instruction_cost * (2 * min(size, 8) if size else 1)
        return units

    # --- instructions ---

    def _visit(self, number: int) -> None:
        flat = self.flat
        opcode = flat.opcodes[number]
        operands = flat.operands_of(number)
        self.instructions += 1
        if self._is_vector(self.first + number):
            self.vectors += 1
        if opcode in (_O["load"], _O["store"]):
            return self._visit_access(number, opcode, operands)
        if opcode == _O["call"]:
            return self._visit_call(number, operands)
        if opcode == _O["getelementptr"]:
            return self._visit_address(number, operands)
        if opcode in (_O["bitcast"], _O["phi"], _O["select"]) and self._follow_local(number, operands, opcode):
            return
        self._give_up_local(operands)
        if not self._is_free(number, opcode, operands):
            self.cost += self.knobs.instruction_cost

    def _is_free(self, number: int, opcode: int, operands: Sequence[int]) -> bool:
        if opcode in _FREE or opcode == _O["alloca"]:
            return True
        if opcode == _O["ret"]:
            is_first, self.has_return = not self.has_return, True
            return is_first
        if opcode == _O["br"]:
            return len(operands) == 1 or self._value(operands[0]) is not None
        if opcode == _O["switch"]:
            return self._value(operands[0]) is not None or self._charge_switch(operands)
        if opcode in (_O["zext"], _O["sext"]) and self._is_loaded_alone(operands[0]):
            return True  # an extending load
        if opcode == _O["trunc"] and self._bits(operands[0]) == 64 and self._bits(self.first + number) == 32:
            return True
        folded = self._fold(number, opcode, operands)
        if folded is None:
            return False
        self.known[self.first + number] = folded
        return True

    def _charge_switch(self, operands: Sequence[int]) -> bool:
        """NVPTX has no jump tables worth counting: a search over the cases."""
        cases, unit = len(operands) - 2, self.knobs.instruction_cost
        compares = cases if cases <= _MOST_CASES_WITHOUT_SEARCH else 3 * cases // 2 - 1
        self.cost += compares * 2 * unit
        return False

    def _visit_access(self, number: int, opcode: int, operands: Sequence[int]) -> None:
        is_load = opcode == _O["load"]
        pointer = operands[0] if is_load else operands[1]
        if not is_load:
            self._give_up_local(operands[:1])
        argument = self.local.get(pointer, -1)
        if argument in self.savings:
            self.savings[argument] += self.knobs.instruction_cost
            return
        if not is_load:
            self.may_reuse_loads = False
        elif self.may_reuse_loads and pointer in self.loaded:
            self.saved_loads += self.knobs.instruction_cost
            return
        self.loaded.add(pointer)
        self.cost += self.knobs.instruction_cost + self.knobs.memory_cost

    def _visit_call(self, number: int, operands: Sequence[int]) -> None:
        callee, knobs = operands[-1], self.knobs
        word = self.reader.classify(self.flat.values[callee], self.flat.kinds[callee])
        if word == "free":
            return
        self._give_up_local(operands)
        if word in ("function", "indirect"):
            self.cost += knobs.instruction_cost * (len(operands) - 1) + knobs.call_penalty
            self.may_reuse_loads = False
        self.cost += knobs.instruction_cost

    def _visit_address(self, number: int, operands: Sequence[int]) -> None:
        is_constant = all(self._value(index) is not None for index in operands[1:])
        argument = self.local.get(operands[0])
        if is_constant:
            if argument is not None:
                self.local[self.first + number] = argument
            return
        self._give_up_local(operands[:1])
        self.cost += self.knobs.instruction_cost

    # --- memory that comes from the caller's stack ---

    def _follow_local(self, number: int, operands: Sequence[int], opcode: int) -> bool:
        if opcode != _O["bitcast"] or operands[0] not in self.local:
            return False
        self.local[self.first + number] = self.local[operands[0]]
        return True

    def _give_up_local(self, operands: Sequence[int]) -> None:
        """A use that keeps the memory in memory: what its accesses saved is charged after all."""
        for operand in operands:
            argument = self.local.get(operand, -1)
            if argument in self.savings:
                self.cost += self.savings.pop(argument)

    # --- constants ---

    def _value(self, value: int) -> int | None:
        """The integer that a value is known to be."""
        if value in self.known:
            return self.known[value]
        kind = self.flat.kinds[value]
        if kind == _CONSTANT_INT:
            return self.flat.value(value).integer
        return 0 if kind == _NULL else None

    def _bits(self, value: int) -> int:
        return Type(self.flat.types[value]).integer_width

    def _is_vector(self, value: int) -> bool:
        return Type(self.flat.types[value]).kind == "vector"

    def _is_loaded_alone(self, value: int) -> bool:
        number = value - self.first
        if not 0 <= number < self.flat.instructions or self.flat.opcodes[number] != _O["load"]:
            return False
        return len(self.flat.users_of(value)) == 1

    def _fold(self, number: int, opcode: int, operands: Sequence[int]) -> int | None:
        if opcode == _O["select"]:
            chosen = self._value(operands[0])
            return None if chosen is None else self._value(operands[1 if chosen else 2])
        values = [self._value(operand) for operand in operands]
        bits = self._bits(self.first + number)
        if not bits:
            return None
        if opcode in (_O["and"], _O["mul"]) and 0 in values:
            return 0
        if None in values:
            return None
        if opcode == _O["icmp"]:
            predicate = self.flat.instruction(number).predicate
            return int(integers.compare(predicate, values[0], values[1], self._bits(operands[0]) or 64))  # type: ignore[arg-type]
        return integers.fold(OPCODE_NAMES[opcode], values, self._bits(operands[0]), bits)  # type: ignore[arg-type]

    def _successors(self, block: int) -> list[int]:
        """Blocks that can follow, with the constants of this call."""
        flat = self.flat
        number = flat.block_starts[block + 1] - 1
        opcode, operands = flat.opcodes[number], flat.operands_of(number)
        if opcode == _O["br"]:
            chosen = self._value(operands[0]) if len(operands) == 3 else None
            if chosen is not None:  # LLVM keeps the false side first
                return [self._block(operands[2 if chosen else 1])]
            return [self._block(operand) for operand in (operands if len(operands) == 1 else operands[1:])]
        if opcode == _O["switch"]:
            return self._switch_successors(flat.instruction(number), operands)
        return []

    def _switch_successors(self, switch: Instruction, operands: Sequence[int]) -> list[int]:
        """Case values are no operands: the first successor is the default, case 1 belongs to the next."""
        value = self._value(operands[0])
        targets = [self._block(operand) for operand in operands[1:]]
        if value is None:
            return list(dict.fromkeys(targets))
        cases = switch.case_values
        return [targets[cases.index(value) + 1 if value in cases else 0]]

    def _block(self, value: int) -> int:
        return value - self.flat.arguments
