"""A loop's `llvm.loop` metadata, read: which properties it has, and with what numbers. And the names that we know."""

from __future__ import annotations

from opencicc.llvm import edit, helper
from opencicc.llvm.ir import Instruction, Value
from opencicc.llvm.metadata import operands_of, text_of
from opencicc.llvm.scan import terminators_with_metadata

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Function
    from opencicc.llvm.services import Properties

LOOP = "llvm.loop"
UNROLL = "llvm.loop.unroll."
JAM = "llvm.loop.unroll_and_jam."
COUNT, FULL, DISABLE = UNROLL + "count", UNROLL + "full", UNROLL + "disable"
PEELED = "llvm.loop.peeled.count"
NUMBER = "opencicc.loop"  # which loop this was while LLVM works on it
DONE = "opencicc.unrolled"  # stays: later invocations need not say that they leave this loop alone
OPEN = DONE + ".open"  # what is left of a loop that we chose to unroll: ptxas may make further copies
_BITS = {
    DISABLE: helper.LOOP_DISABLED | helper.LOOP_OFF,
    "llvm.loop.disable_nonforced": helper.LOOP_DISABLED,
    FULL: helper.LOOP_FULL,
    UNROLL + "enable": helper.LOOP_ENABLED,
    UNROLL + "runtime.disable": helper.LOOP_NO_RUNTIME,
    DONE: helper.LOOP_DONE,
    OPEN: helper.LOOP_OPEN,
}
_MAX_COUNT = 1 << 31


class LoopId:
    """The id of one loop: its node and the properties in it, by name, each with its first number or None."""

    __slots__ = ("node", "operands", "properties")

    def __init__(self, node: Value, operands: list[Value], properties: dict[str, int | None]) -> None:
        self.node = node
        self.operands = operands
        self.properties = properties

    def without(self, prefixes: tuple[str, ...]) -> tuple[Value, ...]:
        """The operands whose name starts with none of these: what a rewritten id keeps."""
        return tuple(value for value in self.operands if not _name_of(value).startswith(prefixes))


def read_loop_id(latch: Instruction) -> LoopId | None:
    """The id at a latch's terminator; malformed ones have no properties."""
    node = edit.metadata(latch, LOOP)
    if node is None:
        return None
    operands = operands_of(node)[1:]  # the first one is the node itself
    properties: dict[str, int | None] = {}
    for operand in operands:
        name = _name_of(operand)
        if name:
            parts = operands_of(operand)
            properties.setdefault(name, parts[1].integer if len(parts) > 1 and parts[1].ref else None)
    return LoopId(node, [operand for operand in operands if operand.ref], properties)


def read_marks(loop_id: LoopId | None) -> tuple[int, int, int, int]:
    """(number, marks, factor, peeled trips) of a loop id, as the native helper reads them."""
    if loop_id is None:
        return -1, 0, 0, 0
    found = loop_id.properties
    marks = 0
    for name in found:
        marks |= _BITS.get(name, 0) | (helper.LOOP_ASKED if name.startswith(UNROLL) else 0)
        if name.startswith(JAM):
            marks |= helper.LOOP_NOT_JAMMED if name.endswith(".disable") else helper.LOOP_JAMMED
    number = found[NUMBER] or 0 if NUMBER in found else -1
    return number, marks, _small(found.get(COUNT)), _small(found.get(PEELED))


def _small(count: int | None) -> int:
    return count if count is not None and 0 < count < _MAX_COUNT else 0


def branches_of(function: Function) -> list[tuple[int, int, int]]:
    """Every branch with a loop's id, its number and its marks: what the native helper finds in one call."""
    ids = [(branch.ref, read_loop_id(branch)) for branch in terminators_with_metadata(function)]
    return [(branch, *read_marks(loop_id)[:2]) for branch, loop_id in ids if loop_id is not None]


def rewrite(branch: int, dropped: tuple[str, ...], added: Properties) -> None:
    """The same id without some properties and with others."""
    latch = Instruction(branch)
    loop_id = read_loop_id(latch)
    edit.set_loop_metadata(latch, list(added), loop_id.without(dropped) if loop_id is not None else ())


def _name_of(value: Value) -> str:
    """The text that a property node begins with; nothing for other nodes, such as source locations."""
    parts = operands_of(value)
    return text_of(parts[0]) if parts else ""
