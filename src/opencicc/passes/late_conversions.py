"""Convert halves to floats in the loop that needs them where registers do not hold the floats.

    loop:                                     loop:
      ... %float0 ... %float1          =>       %half0 = low half of %word ; %float0 = fpext %half0 ; ...
                                                %half1 = high half of %word ; %float1 = fpext %half1 ; ...

LLVM takes conversions out of a loop as soon as it can. Two floats are kept through it for one word of two halves then: an
attention kernel keeps 256 of them for a query, where it would keep 128, and spills. Where registers suffice that is worth it: the
same kernel with 128 takes 0.91 of its time, though it fits half the warps.

Done in functions that need more registers than a thread may have, for values that are converted in one block and used in others.
Leaves alone: everything else, and conversions that phis read.
"""

from __future__ import annotations

from opencicc.analysis.launch import LaunchFacts
from opencicc.analysis.pressure import LiveRegisters
from opencicc.llvm import edit
from opencicc.llvm.ir import Block, Function, Instruction
from opencicc.options.option import Option
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.places import Place, at

LATE_CONVERSIONS = Option(
    "late-conversions",
    True,
    "Convert halves to floats in the loop that needs them where registers do not hold the floats.",
    source="our choice: an attention kernel of 256 columns keeps 128 words instead of 256 floats, and spills nothing",
)
PARTS = frozenset(("bitcast", "trunc", "lshr", "extractelement"))  # how a half comes out of a word


@function_pass(
    "late-conversions",
    "Convert halves to floats late where registers are short.",
    phase=2,
    when="loops",
    guard="late-conversions",
    has_first_look=True,
    places=at(
        Place("final-shape", before="careful-sink", why="knows what is alive in loops; nothing takes it out again")
    ),
    reads=(LATE_CONVERSIONS,),
    needs=(LaunchFacts, LiveRegisters),
    preserves=("cfg", "launch"),
)
def run(function: Function, ctx: PassContext) -> bool:
    early = [each for each in function.instructions if is_early_conversion(each)]
    if not early:
        return False
    limit = ctx.analysis(LaunchFacts, function).max_registers or ctx.target.limits.max_registers
    if ctx.analysis(LiveRegisters, function).count <= limit:
        return False
    order = {each: number for number, each in enumerate(function.instructions)}
    for conversion in early:
        convert_late(conversion, order)
    return True


def is_early_conversion(instruction: Instruction) -> bool:
    """Is it a float made of a half for other blocks only, by no phi?"""
    if instruction.opcode != "fpext" or instruction.operands[0].type.kind not in ("half", "bfloat"):
        return False
    users = [Instruction(each.ref) for each in instruction.users]
    return bool(users) and all(each.opcode != "phi" and each.parent != instruction.parent for each in users)


def convert_late(conversion: Instruction, order: dict[Instruction, int]) -> None:
    """Once in each block that uses it, in front of the first use there, by the order in which instructions stand."""
    by_block: dict[Block, set[Instruction]] = {}
    for user in conversion.users:
        by_block.setdefault(Instruction(user.ref).parent, set()).add(Instruction(user.ref))
    for users in by_block.values():
        late = clone_chain(conversion, min(users, key=order.__getitem__))
        for user in users:
            edit.replace_operand(user, conversion, late)
    erase_unused(conversion)


def clone_chain(instruction: Instruction, place: Instruction) -> Instruction:
    """The same value, computed in front of a place from the word that it is a part of."""
    clone = edit.clone_before(instruction, place)
    source = instruction.operands[0]
    if source.kind == "instruction" and is_part(Instruction(source.ref)):
        edit.replace_operand(clone, source, clone_chain(Instruction(source.ref), clone))
    return clone


def is_part(instruction: Instruction) -> bool:
    return instruction.opcode in PARTS and all(each.is_constant for each in instruction.operands[1:])


def erase_unused(instruction: Instruction) -> None:
    if instruction.has_uses:
        return
    source = instruction.operands[0]
    edit.erase(instruction)
    if source.kind == "instruction" and is_part(Instruction(source.ref)):
        erase_unused(Instruction(source.ref))
