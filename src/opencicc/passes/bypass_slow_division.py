"""Divide 64-bit integers in 32 bits where both operands fit, at run time.

    %q = udiv i64 %a, %b      =>      high halves of %a and %b zero?  zext (udiv i32) : udiv i64

A 64-bit division is a subroutine of some hundred instructions, a 32-bit one of some twenty; sizes and indices are mostly
small. LLVM's code generation does the same to every 64-bit division and remainder of this target (CodeGenPrepare), so no
level needs this pass: it runs by name, for those who want to see or place the branch in IR. What it leaves in the slow
branch, code generation tests once more.

A quotient and a remainder of the same operands in one block share one test. Leaves alone: divisors that are constants
(they become multiplications), divisions of other widths, and operands that are known to need more than 32 bits.
"""

from __future__ import annotations

from opencicc.llvm import edit
from opencicc.llvm.ir import Block, Function, Instruction, Value
from opencicc.llvm.types import integer
from opencicc.passes.api import NVIDIA_REGISTRY, PassContext, function_pass
from opencicc.passes.places import by_name_only

UNSIGNED = {"udiv": "udiv", "sdiv": "udiv", "urem": "urem", "srem": "urem"}  # small operands have no sign
WIDE, NARROW = 64, 32


@function_pass(
    "bypass-slow-division",
    "Divide in 32 bits where both operands fit.",
    places=by_name_only("code generation does it to every 64-bit division"),
    origin=NVIDIA_REGISTRY,
)
def run(function: Function, ctx: PassContext) -> bool:
    divisions = [each for each in function.instructions if is_slow(each)]
    done: set[Instruction] = set()
    for division in divisions:
        if division in done:
            continue
        same = [each for each in divisions if each not in done and are_one(each, division)]
        ctx.remark(division, "divides in 32 bits if both operands fit", name="Bypassed")
        bypass(same, ctx)
        done.update(same)
    return bool(divisions)


def is_slow(instruction: Instruction) -> bool:
    if instruction.opcode not in UNSIGNED or instruction.type.integer_width != WIDE:
        return False
    return not instruction.operand(1).is_constant and not (instruction.operand(0).integer or 0) >> NARROW


def are_one(one: Instruction, other: Instruction) -> bool:
    """Of the same operands, with the same sign, in one block: quotient and remainder."""
    return one.parent == other.parent and one.operands == other.operands and one.opcode[0] == other.opcode[0]


def bypass(divisions: list[Instruction], ctx: PassContext) -> None:
    """Split the block in front of the first; its results come from the quick way or from the slow one."""
    first = divisions[0]
    for later in divisions[1:]:
        edit.move_before(later, first)
    function, context = first.parent.parent, ctx.module.context.ref
    head = edit.split_before(divisions[1] if len(divisions) > 1 else first, "division")
    rest = first.parent
    quick, slow = edit.append_block(function, "quick"), edit.append_block(function, "slow")
    dividend, divisor = first.operands
    narrow, wide = integer(context, NARROW), first.type
    with edit.Builder(context) as builder:
        builder.before(head.terminator)
        both = builder.binary("or", dividend, divisor)
        high = builder.binary("lshr", both, edit.constant_int(wide, NARROW))
        builder.branch_if(builder.icmp("eq", high, edit.constant_int(wide, 0)), quick, slow)
        edit.erase(head.terminator)
        builder.at_end(quick)
        left, right = builder.cast("trunc", dividend, narrow), builder.cast("trunc", divisor, narrow)
        small: list[Value] = []
        for each in divisions:
            result = builder.binary(UNSIGNED[each.opcode], left, right)
            small.append(builder.cast("zext", result, wide))
        builder.branch(rest)
        last = builder.at_end(slow).branch(rest)
    for each, value in zip(divisions, small, strict=True):
        join(each, value, quick, slow, rest, last, context)


def join(
    each: Instruction, small: Value, quick: Block, slow: Block, rest: Block, last: Instruction, context: int
) -> None:
    """The division itself goes into the slow way, and a phi takes its place."""
    name, large = each.name, edit.clone_before(each, last)
    with edit.Builder(context) as builder:
        place = next(iter(rest.instructions))
        phi = builder.before(place).phi(each.type, [(small, quick), (large, slow)])
    edit.replace_and_erase(each, phi)
    edit.rename(phi, name)
