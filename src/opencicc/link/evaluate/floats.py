"""Plain floating-point instructions as Python functions, under the compile's modes."""

from __future__ import annotations

from opencicc.link.evaluate import ieee
from opencicc.link.evaluate.ieee import F16, F32, F64, Bits, Format, GiveUp
from opencicc.link.evaluate.mode import Mode
from opencicc.llvm.integers import signed
from opencicc.llvm.ir import Instruction
from opencicc.llvm.opcodes import FAST_MATH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Step = Callable[..., Any]

FORMATS = {"half": F16, "float": F32, "double": F64}


def _flushes(form: Format, mode: Mode) -> bool:
    return mode.ftz and form is F32


def _refuse_subnormal(form: Format, mode: Mode, *values: Bits) -> None:
    """Where the code generator might or might not choose the flushing form."""
    if _flushes(form, mode) and any(ieee.is_subnormal(form, v) for v in values):
        raise GiveUp("a subnormal whose flushing depends on code generation")


def make_float(instruction: Instruction, opcode: str, mode: Mode) -> Step | None:
    form = FORMATS.get(instruction.type.kind)
    if form is None or form is F16:
        return None
    ftz = _flushes(form, mode)
    if opcode == "fdiv":
        if form is F32 and not mode.prec_div:
            return None
        return lambda a, b: ieee.divide(form, "rn", a, b, ftz)
    operation = {"fadd": ieee.add, "fsub": ieee.subtract, "fmul": ieee.multiply}[opcode]
    return lambda a, b: operation(form, "rn", a, b, ftz)


def may_contract(instruction: Instruction) -> bool:
    """Does the instruction's own flag allow fusing it?"""
    return bool(instruction.fast_math & FAST_MATH["contract"])


def make_fusable(instruction: Instruction, opcode: str, place: int, mode: Mode) -> Step | None:
    """A sum of a product: certain only where rounding once and rounding twice agree."""
    plain, form = make_float(instruction, opcode, mode), FORMATS.get(instruction.type.kind)
    if plain is None or form is None:
        return None
    ftz = _flushes(form, mode)

    def step(left: Bits, right: Bits, a: Bits, b: Bits) -> Bits:
        separate: Bits = plain(left, right)
        if opcode == "fadd":
            fused = ieee.fma(form, "rn", a, b, right if place == 0 else left, ftz)
        elif place == 0:
            fused = ieee.fma(form, "rn", a, b, ieee.negate(form, right), ftz)
        else:
            fused = ieee.fma(form, "rn", ieee.negate(form, a), b, left, ftz)
        if fused != separate:
            raise GiveUp("the result depends on contraction")
        return separate

    return step


def make_fneg(instruction: Instruction, _: str, mode: Mode) -> Step | None:
    form = FORMATS.get(instruction.type.kind)
    if form is None:
        return None

    def step(a: Bits) -> Bits:
        _refuse_subnormal(form, mode, a)
        return ieee.negate(form, a)

    return step


def make_fcmp(instruction: Instruction, _: str, mode: Mode) -> Step | None:
    form = FORMATS.get(instruction.operands[0].type.kind)
    predicate = instruction.float_predicate
    if form is None:
        return None
    accepted = _accepted_orders(predicate)

    def step(a: Bits, b: Bits) -> int:
        _refuse_subnormal(form, mode, a, b)
        return int(ieee.compare(form, a, b) in accepted)

    return step


def _accepted_orders(predicate: str) -> set[str]:
    """The outcomes of a comparison that make the predicate true."""
    ordered = {"lt", "eq", "gt"}
    if predicate in ("true", "false", "ord", "uno"):
        return {"true": ordered | {"un"}, "false": set(), "ord": ordered, "uno": {"un"}}[predicate]
    table = {"eq": {"eq"}, "gt": {"gt"}, "ge": {"gt", "eq"}, "lt": {"lt"}, "le": {"lt", "eq"}, "ne": {"lt", "gt"}}
    return table[predicate[1:]] | ({"un"} if predicate[0] == "u" else set())


def make_float_cast(instruction: Instruction, opcode: str, mode: Mode) -> Step | None:
    source, to = instruction.operands[0].type, instruction.type
    before, after = FORMATS.get(source.kind), FORMATS.get(to.kind)
    if opcode in ("fptosi", "fptoui") and before is not None and to.integer_width:
        return _to_integer(before, to.integer_width, opcode == "fptosi", mode)
    if opcode in ("sitofp", "uitofp") and after is not None and source.integer_width:
        width, is_signed = source.integer_width, opcode == "sitofp"
        return lambda a: ieee.from_integer(after, "rn", signed(a, width) if is_signed else a)
    if before is None or after is None:
        return None

    def step(a: Bits) -> Bits:
        _refuse_subnormal(before, mode, a)
        result = ieee.convert(before, after, "rn", a)
        _refuse_subnormal(after, mode, result)
        return result

    return step


def _to_integer(form: Format, width: int, is_signed: bool, mode: Mode) -> Step:
    def step(a: Bits) -> int:
        _refuse_subnormal(form, mode, a)
        result = ieee.to_integer(form, "rz", a, width, is_signed)
        wide = ieee.to_integer(form, "rz", a, 2 * width, True)
        limit = signed(result, width) if is_signed else result
        if limit & ((1 << 2 * width) - 1) != wide:
            raise GiveUp("a conversion out of range, which IR leaves undefined")
        return result

    return step
