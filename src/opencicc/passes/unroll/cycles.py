"""Cycles that divisions, roots and special functions keep others waiting: what native/latency.cpp says, in Python."""

from __future__ import annotations

from opencicc.llvm.opcodes import OPCODES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Instruction

ONE_STEP, SEQUENCE, LONG_SEQUENCE = 30, 80, 200
_FLOAT_DIVISIONS = ("fdiv", "frem")
_DIVISIONS = ("udiv", "sdiv", "urem", "srem")
DIVISIONS = frozenset(OPCODES[name] for name in _DIVISIONS)
MAY_BE_SLOW = DIVISIONS | {OPCODES[name] for name in (*_FLOAT_DIVISIONS, "call")}
_SEQUENCES = ("llvm.sqrt.", "llvm.nvvm.sqrt.r", "llvm.nvvm.div.r", "llvm.nvvm.rcp.r")
_SPECIAL = tuple(f"llvm.nvvm.{name}." for name in ("sqrt", "rsqrt", "div", "rcp", "ex2", "lg2", "sin", "cos", "tanh"))
_SPECIAL += ("llvm.sin.", "llvm.cos.", "llvm.exp2.", "llvm.log2.")


def slow_cycles(instruction: Instruction) -> int:
    """0 for what takes a few cycles."""
    opcode = instruction.opcode
    if opcode in _DIVISIONS:
        return SEQUENCE if instruction.operands[1].integer is None else 0
    if opcode not in _FLOAT_DIVISIONS:
        name = instruction.callee_name
        if not name.startswith(_SEQUENCES):
            return ONE_STEP if name.startswith(_SPECIAL) else 0
    if instruction.type.kind == "double":
        return LONG_SEQUENCE
    return ONE_STEP if instruction.is_approximate else SEQUENCE
