"""One LLVM instruction as a Python function of its operands' values."""

from __future__ import annotations

from opencicc.link.evaluate import floats, integers, memory
from opencicc.link.evaluate.assembly import run_assembly
from opencicc.link.evaluate.ieee import Bits, GiveUp
from opencicc.link.evaluate.mode import Mode, known
from opencicc.link.evaluate.operations import find_operation
from opencicc.llvm.constants import assembly_of, indices_of
from opencicc.llvm.ir import Instruction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Step = Callable[..., Any]

_NO_EFFECT = ("llvm.lifetime.", "llvm.assume", "llvm.dbg.")


def make_step(instruction: Instruction, opcode: str, mode: Mode) -> Step:
    """The function of an instruction that is neither a call nor a terminator."""
    maker = _MAKERS.get(opcode)
    step = maker(instruction, opcode, mode) if maker else None
    return step or _give_up(f"instruction {opcode}")


def _give_up(reason: str) -> Step:
    def step(*_: Any) -> Any:
        raise GiveUp(reason)

    return step


def _make_bitcast(instruction: Instruction, _: str, __: Mode) -> Step | None:
    kinds = {instruction.type.kind, instruction.operands[0].type.kind}
    if kinds <= {"integer", "float", "double"}:
        return known
    return (lambda a: a) if kinds == {"pointer"} else None


def _make_select(_: Instruction, __: str, ___: Mode) -> Step:
    return lambda condition, then, otherwise: then if condition else otherwise


def _make_extract(instruction: Instruction, _: str, __: Mode) -> Step | None:
    indices = indices_of(instruction)
    return (lambda aggregate: aggregate[indices[0]]) if len(indices) == 1 else None


def _make_insert(instruction: Instruction, _: str, __: Mode) -> Step | None:
    indices, count = indices_of(instruction), instruction.type.length
    if len(indices) != 1:
        return None
    place = indices[0]

    def step(aggregate: Any, value: Any) -> tuple[Any, ...]:
        fields = list(aggregate) if isinstance(aggregate, tuple) else [0] * count
        fields[place] = value
        return tuple(fields)

    return step


def make_call(call: Instruction) -> Step:
    """A call of an intrinsic or of inline assembly."""
    assembly = assembly_of(call.callee)
    if assembly is not None:
        template, constraints = assembly
        is_aggregate = call.type.kind == "struct"

        def run(*arguments: Bits) -> Any:
            outputs = run_assembly(template, constraints, list(arguments))
            return outputs if is_aggregate else outputs[0]

        return run
    name = call.callee_name
    if name.startswith(_NO_EFFECT):
        return lambda *_: None
    return find_operation(name) or _give_up(f"a call of {name or 'a pointer'}")


_MAKERS: dict[str, Callable[[Instruction, str, Mode], Step | None]] = {
    **dict.fromkeys("add sub mul and or xor shl lshr ashr udiv urem sdiv srem".split(), integers.make_integer),
    **dict.fromkeys(("trunc", "zext", "sext"), integers.make_integer_cast),
    **dict.fromkeys(("fadd", "fsub", "fmul", "fdiv"), floats.make_float),
    **dict.fromkeys("fptosi fptoui sitofp uitofp fpext fptrunc".split(), floats.make_float_cast),
    "fneg": floats.make_fneg,
    "icmp": integers.make_icmp,
    "fcmp": floats.make_fcmp,
    "bitcast": _make_bitcast,
    "addrspacecast": _make_bitcast,
    "select": _make_select,
    "freeze": lambda *_: lambda a: a,
    "extractvalue": _make_extract,
    "insertvalue": _make_insert,
    "alloca": memory.make_alloca,
    "load": memory.make_load,
    "store": memory.make_store,
    "getelementptr": memory.make_gep,
}
