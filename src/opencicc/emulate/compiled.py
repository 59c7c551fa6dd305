"""The Python source of a block, and the function compiled from it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from opencicc.emulate.blocks import CodeBlock
from opencicc.emulate.emit import emit
from opencicc.emulate.emit.writer import Writer
from opencicc.emulate.layout import Layout, Place
from opencicc.emulate.runtime import NAMESPACE
from opencicc.machine.ir import Instr, Reg, Symbol


def compile_block(block: CodeBlock) -> Callable[..., Any]:
    """Make the Python source of a block, compile it, and note what the block reads and writes."""
    owner = block.owner
    writer = Writer(owner.registers, owner.tracked, owner.constants)
    writer.kernel_params = owner.frame.kernel_params
    body = list(block.instrs)
    if block.kind == "warp" and block.end is not None:
        body.append((block.end, block.names))
    for instr, scope in body:
        writer.address_of = partial(place_of, scope, owner.layout)
        emit(writer, instr)
    result = end_value(writer, block)
    live = block.live_out
    kept = frozenset(reg for reg in writer.changed if live >> owner.registers[reg] & 1)
    stores = writer.finish(kept)
    writer.line(f"return {result}")
    block.loads = tuple(dict.fromkeys(writer.loads))
    block.stores = sum(1 << slot for slot in stores)
    block.lines = writer.origins
    block.source = "def block(R, V, M, F):\n" + "\n".join("    " + line for line in writer.lines) + "\n"
    namespace = {**NAMESPACE, **owner.constants}
    filename = f"<emulated {owner.name} block {block.index}>"
    exec(compile(block.source, filename, "exec"), namespace)
    function: Callable[..., Any] = namespace["block"]
    block.code = function
    return function


def place_of(names: dict[str, Place], layout: Layout, name: str) -> str | None:
    """An expression for the address of a name, or None."""
    place = names.get(name) or layout.names.get(name)
    return place.expression if place is not None else None


def end_value(writer: Writer, block: CodeBlock) -> str:
    """What the scheduler needs to know at the end: the branch predicate or the table index."""
    if block.end is None:
        return "None"
    writer.begin(block.end)
    if block.kind == "branch" and block.end_guard is not None:
        guard = block.end_guard
        unknown = writer.unknown(guard.reg)
        if unknown is not None:
            writer.line(f"check_branch({unknown})")
        name = writer.read_register(guard.reg, "pred")
        return writer.let(f"~{name}") if guard.is_negated else name
    if block.kind == "table":
        unknown = writer.unknown(block.end.operands[0])
        if unknown is not None:
            writer.line(f"check_branch({unknown})")
        return writer.read(block.end.operands[0], "u32")
    if block.kind == "call":
        return call_value(writer, block.end)
    return "None"


def call_value(writer: Writer, instr: Instr) -> str:
    """The address called, where it is in a register."""
    for operand in instr.operands:
        if isinstance(operand, Reg):
            unknown = writer.unknown(operand)
            if unknown is not None:
                writer.line(f"check_call({unknown})")
            return writer.read(operand, "u64")
        if isinstance(operand, Symbol):
            return "None"
    return "None"
