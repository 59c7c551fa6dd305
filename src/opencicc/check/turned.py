"""PTX with the blocks of its functions in another order than code generation writes them in."""

from __future__ import annotations

from random import Random
from zlib import crc32

from opencicc.check.generate.order import Block, rearranged
from opencicc.ptx_text import function_bodies

LABEL = "$L__BB"
_NEVER_GOES_ON = ("\tbra", "\tbrx", "\tret", "\texit", "\ttrap")


def turn_blocks(ptx: str) -> str:
    """The same PTX, with the blocks of each function in an order that the text decides."""
    rng, parts, end = Random(crc32(ptx.encode())), [], 0
    for _, opening, following in function_bodies(ptx):
        closing = ptx.rindex("\n}", opening, following)
        parts += [ptx[end:opening], "\n".join(turned(rng, ptx[opening:closing].split("\n")))]
        end = closing
    return "".join([*parts, ptx[end:]])


def turned(rng: Random, lines: list[str]) -> list[str]:
    """A body's lines; what lies in front of the first label stays there, and a block that runs into the next jumps to it."""
    blocks: list[Block] = [[]]
    for line in lines:
        if line.startswith(LABEL):
            if may_go_on(blocks[-1]):
                blocks[-1].append(f"\tbra.uni \t{line.partition(':')[0]};")
            blocks.append([])
        blocks[-1].append(line)
    if may_go_on(blocks[-1]):
        blocks[-1].append("\tret;")
    return [line for block in rearranged(rng, blocks) for line in block]


def may_go_on(block: Block) -> bool:
    """Does a block end with something else than a jump that is always taken?"""
    written = [line for line in block if line.strip() and not line.strip().startswith("//")]
    return not written or not written[-1].startswith(_NEVER_GOES_ON)
