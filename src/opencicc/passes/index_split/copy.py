"""A copy of a loop in front of it: runs while the answer of a test is known, then hands over to the original.

preheader:  answer known at the start? -> copy, else -> join
copy:       the body with the test's answer as a constant; goes on while the loop would and the answer stays
after copy: would the loop go on? -> join, else -> exit
join:       phis of where the copy ended, or of the loop's start -> the original
"""

from __future__ import annotations

from opencicc.llvm import edit, types
from opencicc.llvm.ir import Block, Function, Instruction, Value
from opencicc.passes.index_split.find import SplitLoop

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Keep = Callable[[edit.Builder, Value], Value]  # is the answer known at this index?


def close(loop: SplitLoop) -> None:
    """Let everything outside read the loop's values through phis of its exit."""
    inside = set(loop.blocks)
    for block in loop.blocks:
        for value in list(block.instructions):
            outside = [Instruction(u.ref) for u in value.users if Instruction(u.ref).parent not in inside]
            others = [user for user in outside if not (user.opcode == "phi" and user.parent == loop.exit)]
            if others:
                with edit.Builder(loop.exit.parent.context) as builder:
                    first = next(iter(loop.exit.instructions))
                    phi = builder.before(first).phi(value.type, [(value, loop.latch)], f"{value.name}.lcssa")
                for user in others:
                    edit.replace_operand(user, value, phi)


def split_front(
    function: Function,
    loop: SplitLoop,
    test: Instruction,
    answer: bool,
    keep: Keep,
    name: str,
    *,
    below: str = "",
    bound: Value | None = None,
    is_once: bool = False,
) -> Block:
    """Put the copy in front; the block that leads to the original from now on.

    Where the answer stays while the index is `below` the bound, and the loop goes on while it is below another one, the
    copy has one test against the smaller of them.
    """
    context = function.context
    truth = edit.constant_int(types.integer(context, 1), int(answer))
    copies = {block: edit.append_block(function, f"{block.name}.{name}") for block in loop.blocks}
    join, after = edit.append_block(function, f"{name}.join"), edit.append_block(function, f"{name}.end")
    values: dict[Value, Value] = {}
    with edit.Builder(context) as builder:
        fill(loop, copies, values, builder)
        start = {phi: first_value(phi, loop.preheader) for phi in loop.header.phis}
        # the copy's own way on
        branch = copies[loop.latch].terminator
        goes_on = branch.operands[0]
        is_taken = loop.latch.successors[0] == loop.header
        builder.before(branch)
        wants = goes_on if is_taken else builder.binary("xor", goes_on, edit.constant_int(goes_on.type, 1))
        end = end_of(loop, below, is_taken) if bound is not None else None
        if is_once:
            stays: Value = edit.constant_int(goes_on.type, 0)
        elif end is not None and bound is not None:
            builder.before(loop.preheader.terminator)
            least = builder.select(builder.icmp(below, bound, end), bound, end, f"{name}.limit")
            stays = builder.before(branch).icmp(below, values[loop.following], least)
        else:
            stays = builder.binary("and", wants, keep(builder, values[loop.following]))
        builder.branch_if(stays, copies[loop.header], after)
        edit.erase(branch)
        builder.at_end(after).branch_if(wants, join, loop.exit)
        # where the original begins
        builder.at_end(join)
        begun = {
            phi: builder.phi(
                phi.type,
                [(start[phi], loop.preheader), (mapped(last_value(phi, loop.latch), values), after)],
                f"{phi.name}.{name}",
            )
            for phi in loop.header.phis
        }
        builder.branch(loop.header)
        entry = loop.preheader.terminator
        builder.before(entry)
        builder.branch_if(keep(builder, start[loop.index]), copies[loop.header], join)
        edit.erase(entry)
    for phi in loop.exit.phis:
        incoming = phi.incoming
        edit.add_incoming(phi, [(mapped(value, values), after) for value, block in incoming if block == loop.latch])
    for phi in loop.header.phis:
        rows = [(begun[phi], join) if block == loop.preheader else (value, block) for value, block in phi.incoming]
        relink(phi, rows)
    edit.replace_all_uses(values[test], truth)
    return join


def end_of(loop: SplitLoop, predicate: str, is_taken: bool) -> Value | None:
    """What the index has to stay below, in this sense, for the loop to go on; None for any other test."""
    condition = loop.latch.terminator.operands[0]
    if not is_taken or condition.kind != "instruction" or Instruction(condition.ref).opcode != "icmp":
        return None
    compare = Instruction(condition.ref)
    left, right = compare.operands
    is_outside = right.kind != "instruction" or Instruction(right.ref).parent not in loop.blocks
    return right if compare.predicate == predicate and left == loop.following and is_outside else None


def relink(phi: Instruction, rows: list[tuple[Value, Block]]) -> None:
    edit.rebuild_phi(phi, rows)


def fill(loop: SplitLoop, copies: dict[Block, Block], values: dict[Value, Value], builder: edit.Builder) -> None:
    """Copy the instructions, then let them read each other."""
    made: list[Instruction] = []
    open_phis: list[tuple[Instruction, Instruction]] = []
    for block in loop.blocks:
        copy = copies[block]
        end = builder.at_end(copy).branch(copy)  # a place to stand before
        for instruction in block.instructions:
            if instruction.opcode == "phi":
                fresh = builder.before(end).phi(instruction.type, [], instruction.name)
                open_phis.append((instruction, fresh))
            else:
                fresh = edit.clone_before(instruction, end, instruction.name)
                made.append(fresh)
            values[Value(instruction.ref)] = Value(fresh.ref)
        edit.erase(end)
    for fresh in made:
        for index, operand in enumerate(fresh.operands):
            if operand.kind == "basic_block":
                target = next((copies[block] for block in loop.blocks if block.as_value == operand), None)
                if target is not None:
                    edit.set_operand(fresh, index, target.as_value)
            elif operand in values:
                edit.set_operand(fresh, index, values[operand])
    for original, fresh in open_phis:
        rows = [
            (mapped(value, values), copies.get(block, block))  # the preheader leads into the copy now
            for value, block in original.incoming
        ]
        edit.add_incoming(fresh, rows)


def mapped(value: Value, values: dict[Value, Value]) -> Value:
    return values.get(value, value)


def first_value(phi: Instruction, preheader: Block) -> Value:
    return next(value for value, block in phi.incoming if block == preheader)


def last_value(phi: Instruction, latch: Block) -> Value:
    return next(value for value, block in phi.incoming if block == latch)
