"""Read the size of a block before its number where the size is needed again.

    %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()        %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
    %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()          %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
    %start = mul i32 %block, %size                        =>    %start = mul i32 %block, %size
    ...                                                         ...
    %step = mul i32 %size, %blocks                              %step = mul i32 %size, %blocks

One factor of a product may come from a uniform register. ptxas (13.0) chooses the one that is read last in PTX and keeps the
other in a register of each thread, the size too, which is a constant: in loops over a grid one or two registers more, for nothing.
nvcc's code reads the size first. Of 523 kernels of HeCBench's development list 12 need one or two registers fewer by it, one needs
one more; SASS stays as long as it is.

Leaves alone: sizes that are needed once, reads in different blocks, and functions that need many registers
(`sizes-first-to`): there one is no gain, and ptxas arranges all of it anew for a line that moved. Both reads give the same at every
place, so nothing but their order changes.
"""

from __future__ import annotations

from opencicc.analysis.pressure import LiveRegisters
from opencicc.llvm import edit
from opencicc.llvm.ir import Block, Function, Instruction
from opencicc.options.option import Option
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.places import Place, at

SIZES_FIRST = Option(
    "sizes-first",
    True,
    "Read the size of a block before its number where the size is needed again.",
    source="measured with ptxas 13.0: one or two registers fewer in loops over a grid, see its header",
)
SIZES_FIRST_TO = Option(
    "sizes-first-to",
    32,
    "The most registers that live values of a function need for sizes-first to look at it.",
    source="measured: above, none of nine kernels gains, one takes 96 registers for 80 and one waits for its loads twice as often",
    minimum=0,
)
SIZE, NUMBER = "llvm.nvvm.read.ptx.sreg.ntid.", "llvm.nvvm.read.ptx.sreg.ctaid."


@function_pass(
    "sizes-first",
    "Read the size of a block before its number where it is needed again.",
    phase=2,
    when="loops",
    guard="sizes-first",
    has_first_look=True,
    places=at(Place("final-shape", after="careful-sink", why="nothing orders instructions anew behind it")),
    reads=(SIZES_FIRST, SIZES_FIRST_TO),
    needs=(LiveRegisters,),
    preserves=("cfg", "launch"),
)
def run(function: Function, ctx: PassContext) -> bool:
    moves = [move for block in function.blocks for move in late_sizes(block)]
    if not moves or ctx.analysis(LiveRegisters, function).count > ctx.option(SIZES_FIRST_TO):
        return False
    for size, number in moves:
        edit.move_before(size, number)
    return True


def late_sizes(block: Block) -> list[tuple[Instruction, Instruction]]:
    """Reads of a size that is needed again, each with the first read of the number of the same axis, where that is in front."""
    numbers: dict[str, Instruction] = {}
    found = []
    for instruction in block.instructions:
        name = instruction.callee_name
        if name.startswith(NUMBER):
            numbers.setdefault(name.removeprefix(NUMBER), instruction)
        elif name.startswith(SIZE) and is_needed_again(instruction):
            number = numbers.get(name.removeprefix(SIZE))
            if number is not None:
                found.append((instruction, number))
    return found


def is_needed_again(size: Instruction) -> bool:
    users = size.each_user()
    return next(users, None) is not None and next(users, None) is not None
