"""Put what a switch does by default right behind it.

    switch i32 %x, label %inside [              switch i32 %x, label %inside [
      i32 0, label %first                         i32 0, label %first
      i32 399, label %last ]             =>       i32 399, label %last ]
    first: ...                                  inside: ...
    last: ...                                   first: ...
    inside: ...                                 last: ...

Code generation turns the last comparison round when the block that it would jump to is next: it jumps over that block.
ptxas then predicates a short block, and every thread issues the instructions of a case that few of them are in, such as
the border of a grid. Jumping to the cases, as nvcc does, costs the others nothing but the comparisons. The order of blocks
means nothing else: code generation places them by its own lights later.

Leaves alone: defaults that something else leads to as well, and those that are next already.
"""

from __future__ import annotations

from itertools import pairwise

from opencicc.llvm import edit
from opencicc.llvm.ir import Block, Function
from opencicc.options.option import Option
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.places import Place, at

DEFAULT_NEXT = Option(
    "default-next",
    True,
    "Put the default of a switch right behind it, so that ptxas does not predicate the last case.",
    source="our choice: border conditions of a grid took 1.22 and 1.43 of nvcc's time on an H200",
)


@function_pass(
    "default-next",
    "Put what a switch does by default right behind it.",
    phase=2,
    has_first_look=True,
    places=at(Place("final-shape", after="back-edges-first", why="nothing moves blocks again before code generation")),
    reads=(DEFAULT_NEXT,),
)
def run(function: Function, ctx: PassContext) -> bool:
    if not ctx.option(DEFAULT_NEXT):
        return False
    blocks = list(function.blocks)
    behind = dict(pairwise(blocks))
    moved = [block for block in blocks if block.terminator.opcode == "switch" and should_move(block, behind)]
    for block in moved:
        ctx.remark(block.terminator, "put the default of a switch behind it", name="DefaultNext")
        edit.move_block_after(block.successors[0], block)
    return bool(moved)


def should_move(block: Block, behind: dict[Block, Block]) -> bool:
    default = block.successors[0]
    return behind.get(block) != default and all(user == block.terminator for user in default.as_value.users)
