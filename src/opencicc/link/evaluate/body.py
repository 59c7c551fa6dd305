"""A function's body turned into Python steps, once, and run on constant arguments as often as wanted.

Values are bit patterns (None: a computed NaN), pointers are (memory, offset), aggregates are
tuples. An operation that has no certain result makes the run give up when it is reached, not when
the body is prepared: the path taken may avoid it.
"""

from __future__ import annotations

from opencicc.link.evaluate import steps
from opencicc.link.evaluate.floats import make_fusable, may_contract
from opencicc.link.evaluate.ieee import GiveUp
from opencicc.link.evaluate.memory import Constants
from opencicc.link.evaluate.mode import Mode
from opencicc.llvm.ir import Function, Instruction
from opencicc.llvm.opcodes import OPCODE_NAMES
from opencicc.llvm.snapshot import Snapshot, snapshot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

MAX_STEPS = 20_000  # our choice: far above the longest libdevice path, and some 30 ms
_MAX_DEPTH = 8


class Evaluator:
    """Runs functions under one arithmetic mode; keeps prepared bodies."""

    def __init__(self, mode: Mode) -> None:
        self.mode = mode
        self.bodies: dict[Function, Body] = {}
        self.steps_left = 0
        self.depth = 0

    def evaluate(self, function: Function, arguments: Sequence[int]) -> int:
        """The bits of the result; raises GiveUp."""
        self.steps_left, self.depth = MAX_STEPS, 0
        result = self.call(function, arguments)
        if not isinstance(result, int):
            raise GiveUp("the result is a NaN, a pointer or an aggregate")
        return result

    def call(self, function: Function, arguments: Sequence[Any]) -> Any:
        if function not in self.bodies:
            self.bodies[function] = Body(function, self)
        if self.depth == _MAX_DEPTH:
            raise GiveUp("calls nested too deep")
        self.depth += 1
        result = self.bodies[function].run(arguments)
        self.depth -= 1
        return result


class Body:
    """One function, prepared."""

    def __init__(self, function: Function, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.flat: Snapshot = snapshot(function)
        constants = Constants()
        first = self.flat.first_instruction + self.flat.instructions
        self.template: list[Any] = [None] * first
        self.template += [constants.read(self.flat.value(i)) for i in range(first, len(self.flat.values))]
        places = self.flat.values[self.flat.arguments : self.flat.first_instruction]
        self.block_numbers = {ref: number for number, ref in enumerate(places)}
        self.blocks = [self._prepare_block(number) for number in range(self.flat.blocks)]

    def run(self, arguments: Sequence[Any]) -> Any:
        values = self.template.copy()
        values[: len(arguments)] = arguments
        block = came_from = 0
        while True:
            phis, body, terminator = self.blocks[block]
            self.evaluator.steps_left -= len(phis) + len(body) + 1
            if self.evaluator.steps_left < 0:
                raise GiveUp(f"more than {MAX_STEPS} steps")
            incoming = [(target, values[sources[came_from]]) for target, sources in phis]
            for target, value in incoming:
                values[target] = value
            for target, operation, operands in body:
                values[target] = operation(*[values[i] for i in operands])
            came_from = block
            kind, *rest = terminator
            if kind == "ret":
                return values[rest[0]] if rest else 0
            block = _choose_successor(kind, rest, values)

    def _prepare_block(self, number: int) -> tuple[list[Any], list[Any], tuple[Any, ...]]:
        flat = self.flat
        phis, body = [], []
        numbers = flat.block_range(number)
        for index in numbers:
            target = flat.first_instruction + index
            opcode = OPCODE_NAMES[flat.opcodes[index]]
            if opcode == "phi":
                phis.append((target, self._phi_sources(index)))
            elif index != numbers[-1]:
                body.append(self._prepare(target, index, opcode))
        return phis, body, self._prepare_terminator(numbers[-1])

    def _phi_sources(self, index: int) -> dict[int, int]:
        flat = self.flat
        span = range(flat.operand_offsets[index], flat.operand_offsets[index + 1])
        return {flat.incoming[i] - flat.arguments: flat.operands[i] for i in span}

    def _prepare(self, target: int, index: int, opcode: str) -> tuple[int, Callable[..., Any], list[int]]:
        flat = self.flat
        operands = list(flat.operands_of(index))
        instruction = flat.instruction(index)
        if opcode == "call":
            return target, self._prepare_call(instruction), operands[:-1]
        if opcode in ("fadd", "fsub") and may_contract(instruction):
            fused = self._fusable(operands)
            step = make_fusable(instruction, opcode, fused[0], self.evaluator.mode) if fused else None
            if fused and step:
                return target, step, operands + fused[1]
        return target, steps.make_step(instruction, opcode, self.evaluator.mode), operands

    def _fusable(self, operands: list[int]) -> tuple[int, list[int]] | None:
        """Which operand is a product, and the ids of its factors."""
        flat = self.flat
        for place, operand in enumerate(operands):
            index = operand - flat.first_instruction
            is_product = 0 <= index < flat.instructions and OPCODE_NAMES[flat.opcodes[index]] == "fmul"
            if is_product and may_contract(flat.instruction(index)):
                return place, list(flat.operands_of(index))
        return None

    def _prepare_call(self, call: Instruction) -> Callable[..., Any]:
        callee = call.called_function
        if callee is None or callee.is_declaration:
            return steps.make_call(call)
        return lambda *arguments: self.evaluator.call(callee, arguments)

    def _prepare_terminator(self, index: int) -> tuple[Any, ...]:
        flat = self.flat
        opcode, operands = OPCODE_NAMES[flat.opcodes[index]], list(flat.operands_of(index))
        if opcode == "ret":
            return ("ret", *operands)
        if opcode not in ("br", "switch"):
            return ("unreachable",)
        numbers = [self.block_numbers[b.as_value.ref] for b in flat.instruction(index).successors]
        if opcode == "switch":
            cases = [self.template[i] for i in operands[2::2]]
            return ("switch", operands[0], dict(zip(cases, numbers[1:], strict=True)), numbers[0])
        return ("jump", numbers[0]) if len(numbers) == 1 else ("branch", operands[0], *numbers)


def _choose_successor(kind: str, rest: list[Any], values: list[Any]) -> int:
    if kind == "jump":
        return int(rest[0])
    if kind == "branch":
        return int(rest[1] if values[rest[0]] else rest[2])
    if kind == "switch":
        return int(rest[1].get(values[rest[0]], rest[2]))
    raise GiveUp("an end that is no return")
