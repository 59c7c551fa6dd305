"""Blocks of a function in another order than that in which they run: a text may have them in any, with the first one first."""

from __future__ import annotations

from random import Random

Block = list[str]


def disordered(rng: Random, lines: list[str]) -> list[str]:
    """The lines of a function's body in IR, block by block in some other order."""
    blocks: list[Block] = []
    for line in lines:
        if not line.startswith(" "):  # a label
            blocks.append([])
        blocks[-1].append(line)
    return [line for block in rearranged(rng, blocks) for line in block]


def rearranged(rng: Random, blocks: list[Block]) -> list[Block]:
    """The same blocks: backward, shuffled, neighbours exchanged, or some taken to the front."""
    first, *others = blocks
    kind = rng.choice(("backward", "shuffled", "exchanged", "taken"))
    if kind == "backward":
        others.reverse()
    elif kind == "shuffled":
        rng.shuffle(others)
    elif kind == "exchanged":
        for at in range(rng.randrange(2), len(others) - 1, 2):
            others[at], others[at + 1] = others[at + 1], others[at]
    elif others:
        for _ in range(rng.randrange(1, 4)):
            others.insert(0, others.pop(rng.randrange(len(others))))
    return [first, *others]
