"""How a function tells code generation which of LLVM's passes to leave out: an attribute, and a mark on single loops.

`native/codegen_gate.cpp` reads both; without the native helper code generation runs all of its passes.
"""

from __future__ import annotations

from opencicc.llvm import edit
from opencicc.llvm.loop_ids import read_loop_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Function, Instruction

ATTRIBUTE = "opencicc-skips"
LOOP_MARK = "opencicc.loop.reduce.disable"
REDUCTION, MARKED_REDUCTION = "loop-reduce", "marked-loop-reduce"
MACHINE_CSE, MACHINE_SINK = "machine-cse", "machine-sink"
SINK_CHAINS = "machine-sink-chains"  # of careful-sink: what goes down only together


def skipped(function: Function) -> list[str]:
    """The passes that code generation leaves out for this function."""
    return [word for word in (function.attribute(ATTRIBUTE) or "").split(",") if word]


def skip(function: Function, word: str) -> bool:
    """Leave one more out; False where it was already."""
    words = skipped(function)
    if word in words:
        return False
    edit.add_attribute(function, ATTRIBUTE, ",".join([*words, word]))
    return True


def mark_loop(latch: Instruction) -> bool:
    """Leave this loop alone; False where it was so."""
    loop_id = read_loop_id(latch)
    if loop_id is not None and LOOP_MARK in loop_id.properties:
        return False
    edit.set_loop_metadata(latch, [(LOOP_MARK, None)], loop_id.without(()) if loop_id else ())
    return True
