"""Compute once what both sides of a select compute.

    %a = udiv i32 %x, %n                      %u = select i1 %c, i32 %x, i32 %y
    %b = udiv i32 %y, %m              =>      %v = select i1 %c, i32 %n, i32 %m
    %r = select i1 %c, i32 %a, i32 %b         %r = udiv i32 %u, %v

A division is some twenty instructions, a square root or an exponential occupies the special function unit; a select is
one. LLVM does this where the two share an operand. Here it is done for what is slow (divisions, remainders, roots and
approximations) whatever the operands, if nobody else wants the two results. The condition is frozen
first: an undefined one must choose the same side for every operand.

The sources have the name, a second factory for predicates and selects. Leaves alone: operations that cost no more than the
selects would, convergent calls, operations whose flags differ, and those in other blocks than the select.
"""

from __future__ import annotations

from opencicc.llvm import edit
from opencicc.llvm.ir import Function, Instruction, Value
from opencicc.llvm.opcodes import OPCODES
from opencicc.llvm.snapshot import Snapshot
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.places import PUBLISHED

_SELECT = OPCODES["select"]
DIVISIONS = ("udiv", "sdiv", "urem", "srem", "fdiv", "frem")
_SLOW = frozenset(OPCODES[name] for name in (*DIVISIONS, "call"))
# Intrinsics that occupy the special function unit, or become many instructions. Taking the low half of a double apart,
# say, costs less than selecting between two doubles.
SLOW_CALLS = (
    "llvm.sqrt.",
    *(f"llvm.nvvm.{name}." for name in ("ex2", "lg2", "rcp", "rsqrt", "sqrt", "sin", "cos", "tanh", "div")),
)


@function_pass(
    "nvvm-predicate-opt-variant",
    "Compute once what both sides of a select compute.",
    has_first_look=True,
    guard="!2160",
    places=PUBLISHED,
    needs=(Snapshot,),
    preserves=("cfg",),
)
def run(function: Function, ctx: PassContext) -> bool:
    flat = ctx.analysis(Snapshot, function)
    changed = False
    if _SELECT not in flat.opcodes:
        return False
    for number, opcode in enumerate(flat.opcodes):
        if opcode == _SELECT and has_like_sides(flat, number):
            changed = join_sides(flat.instruction(number), ctx) or changed
    return changed


def has_like_sides(flat: Snapshot, number: int) -> bool:
    """Whether both sides are slow operations of one kind that nobody else uses: on the flat lists, because of the others."""
    first = flat.first_instruction
    _, then, otherwise = flat.operands_of(number)
    if not (first <= then < first + flat.instructions and first <= otherwise < first + flat.instructions):
        return False
    opcode = flat.opcodes[then - first]
    if opcode not in _SLOW or opcode != flat.opcodes[otherwise - first]:
        return False
    return len(flat.users_of(then)) == len(flat.users_of(otherwise)) == 1


def join_sides(select: Instruction, ctx: PassContext) -> bool:
    condition, *sides = select.operands
    if any(side.kind != "instruction" for side in sides) or condition.type.kind != "integer":
        return False
    then, otherwise = (Instruction(side.ref) for side in sides)
    if then == otherwise or not is_slow(then) or not are_alike(then, otherwise, select):
        return False
    pairs = operand_pairs(then, otherwise)
    if len([one for one, other in pairs if one != other]) > 2 or condition in (then, otherwise):
        return False
    ctx.remark(
        select, f"both sides of a select compute {then.callee_name or then.opcode}: done once", name="JoinedSides"
    )
    with edit.Builder(ctx.module.context.ref) as builder:
        frozen = builder.before(select).freeze(condition)
        chosen = [one if one == other else builder.select(frozen, one, other) for one, other in pairs]
    name, joined = select.name, edit.clone_before(then, select)
    for index, value in enumerate(chosen):
        edit.set_operand(joined, index, value)
    edit.replace_and_erase(select, joined)
    edit.erase(then)
    edit.erase(otherwise)
    edit.rename(joined, name)
    return True


def is_slow(operation: Instruction) -> bool:
    if operation.opcode in DIVISIONS:
        return not (operation.type.kind == "integer" and operation.operand(1).is_constant)  # becomes a multiplication
    callee = operation.called_function
    if callee is None or not callee.is_intrinsic or not operation.is_plain_call:
        return False
    return callee.is_pure and callee.name.startswith(SLOW_CALLS)


def are_alike(one: Instruction, other: Instruction, select: Instruction) -> bool:
    if one.opcode != other.opcode or one.called_function != other.called_function or one.type != other.type:
        return False
    if any(len(each.users) != 1 or each.parent != select.parent for each in (one, other)):
        return False
    return one.type.kind in ("integer", "float", "double", "half") and flags_of(one) == flags_of(other)


def flags_of(operation: Instruction) -> list[str]:
    """Everything of its text but the operands: flags, types and attributes, which have to be the same."""
    text = operation.text.partition(" = ")[2].partition(", !")[0]
    for separator in "(),":
        text = text.replace(separator, " ")
    return [word for word in text.split() if word[0] not in "%-0123456789"]


def operand_pairs(one: Instruction, other: Instruction) -> list[tuple[Value, Value]]:
    if one.called_function is not None:
        return list(zip(one.arguments, other.arguments, strict=True))
    return list(zip(one.operands, other.operands, strict=True))
