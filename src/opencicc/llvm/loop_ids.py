"""A loop's `llvm.loop` metadata, read: which properties it has, and with what numbers."""

from __future__ import annotations

from opencicc.llvm import edit
from opencicc.llvm.ir import Instruction, Value
from opencicc.llvm.metadata import operands_of, text_of

LOOP = "llvm.loop"


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


def _name_of(value: Value) -> str:
    """The text that a property node begins with; nothing for other nodes, such as source locations."""
    parts = operands_of(value)
    return text_of(parts[0]) if parts else ""
