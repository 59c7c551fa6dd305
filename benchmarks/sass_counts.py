"""How often each block of SASS is issued, from how often the PTX lines in it are.

Every SASS instruction names the PTX line it comes from, and the emulator says how often warps issue that line. A block's
count is the one that most of its instructions agree on: what ptxas moved out of a loop, or put under a guard, is outvoted.
Where ptxas made copies (unrolled, peeled, split blocks), the copies share their line's count: first more of it for the
block that has more copies and lies in more loops, then by what the other lines of the block say. A block of the kernel
outside of loops is issued at most once by a warp, one in a loop at most as often as the loop's first block.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from benchmarks.sass import JUMPS, SassBlock, SassInstr
from benchmarks.sass_flow import Flow, loops_of, rare_blocks, reached, weighted_median
from benchmarks.sass_pipes import CLASS_WORDS

# Constants, addresses of parameters and places to meet are put anywhere: they say little about their block.
ANYWHERE = frozenset("MOV UMOV LDC ULDC S2R S2UR CS2R R2UR BSSY BSYNC BREAK BMOV WARPSYNC YIELD".split())
_MOVE = re.compile(r"\w+, -?RZ, RZ, ")  # a product of zeros and a sum: a copy, or a constant
# What ptxas does not move between blocks.
FAITHFUL = frozenset("BRA BRX STG STS STL ST ATOM ATOMG ATOMS RED REDG BAR SHFL VOTE MATCH REDUX".split())
USUAL_WEIGHT, FAITHFUL_WEIGHT = 1.0, 3.0  # our choice
GUARDED = 0.2  # what stands under a guard may have been a block of its own
TELLING_CLASSES = ("fp32", "fp64", "fp16", "special", "global", "shared", "local", "exchange", "barrier")
HALVED = frozenset("LOP3 SEL SHF PRMT".split())  # one for each half of a value of 64 bits
TELLING = {word for name in TELLING_CLASSES for word in CLASS_WORDS[name].split()}
FEW = 0.05  # a block with fewer lines without copies is guessed from the others
ROUNDS = 40


@dataclass(frozen=True)
class Copies:
    """A PTX line in a block: how many copies of it (0: it has none, this is it), and how much its word counts."""

    line: int
    number: int
    weight: float


def count_issues(blocks: Sequence[SassBlock], issues_of_line: Mapping[int, int], warps: int) -> list[float]:
    """By block how often warps issue it; `warps` are those of the launch."""
    rare = rare_blocks(blocks)
    copies = copies_by_block(blocks, rare, issues_of_line)
    depths, headers = loops_of(blocks)
    limits = [warps if depths[at] == 0 else math.inf for at in range(len(blocks))]
    for at in set(range(len(blocks))) - reached([block.following for block in blocks], 0):
        limits[at] = math.inf  # a function is called any number of times
    for at in rare:
        limits[at] = 0
    flow = Flow(blocks, [sum(c.weight for c in found) for found in copies], headers)
    counts = [min(n, m) for n, m in zip(first_guess(copies, depths, issues_of_line), limits, strict=True)]
    for _ in range(ROUNDS):
        before, modelled = list(counts), issues_modelled(copies, counts)
        for at, found in enumerate(copies):
            votes = [(vote(c, before[at], issues_of_line, modelled), c.weight) for c in found]
            most = limits[at] if headers[at] in (-1, at) else min(limits[at], counts[headers[at]])
            counts[at] = min(flow.settle(at, votes, counts), most) if at else warps
        if counts == before:
            break
    return counts


def doubt(blocks: Sequence[SassBlock], issues_of_line: Mapping[int, int], counts: Sequence[float]) -> float:
    """How far the lines' own counts are from those of their blocks, as a share of all that is issued: 0 to 1."""
    copies = copies_by_block(blocks, rare_blocks(blocks), issues_of_line)
    modelled = issues_modelled(copies, counts)
    apart = total = 0.0
    for count, found in zip(counts, copies, strict=True):
        apart += sum(c.weight * min(abs(count - vote(c, count, issues_of_line, modelled)), count) for c in found)
        total += sum(c.weight * count for c in found)
    return apart / total if total else 0.0


def copies_by_block(
    blocks: Sequence[SassBlock], rare: AbstractSet[int], issues_of_line: Mapping[int, int]
) -> list[list[Copies]]:
    """By block the lines that speak for it.

    A line becomes one or several instructions, in one block or in several (a division with its test for rare operands),
    and ptxas may copy all of them. The opcode that the line has least of stands for it: where that is one instruction
    there are no copies, and the parts of the line all have its count. Two of an opcode that come in turn on the halves
    of 64-bit values are one.
    """
    places: dict[int, dict[str, Counter[int]]] = {}
    guarded: Counter[tuple[int, int]] = Counter()
    for at, block in enumerate(blocks):
        for instr in block.instrs:
            if at not in rare and instr.line in issues_of_line and not may_be_anywhere(instr):
                places.setdefault(instr.line, {}).setdefault(instr.opcode, Counter())[at] += 1
                guarded[instr.line, at] += bool(instr.guard) and instr.base not in JUMPS
    found: list[list[Copies]] = [[] for _ in blocks]
    for line, opcodes in places.items():
        # The control of a loop that ptxas unrolled is put on lines of its body: what computes or moves data comes first.
        chosen = min(opcodes, key=lambda opcode: (opcode.split(".")[0] not in TELLING, opcodes[opcode].total()))
        where = opcodes[chosen]
        if len(opcodes) == 1 and chosen.split(".")[0] in HALVED and all(n % 2 == 0 for n in where.values()):
            where = Counter({at: number // 2 for at, number in where.items()})
        if where.total() > 1:
            for at, number in where.items():
                weight = number * weight_of(chosen) * (GUARDED if guarded[line, at] else 1)
                found[at].append(Copies(line, number, weight))
            continue
        for at in {at for where in opcodes.values() for at in where}:
            weight = max(weight_of(opcode) for opcode, where in opcodes.items() if at in where)
            found[at].append(Copies(line, 0, weight * (GUARDED if guarded[line, at] else 1)))
    return found


def may_be_anywhere(instr: SassInstr) -> bool:
    return instr.base in ANYWHERE or bool(_MOVE.match(instr.operands))


def weight_of(opcode: str) -> float:
    return FAITHFUL_WEIGHT if opcode.split(".")[0] in FAITHFUL else USUAL_WEIGHT


def first_guess(
    copies: Sequence[Sequence[Copies]], depths: Sequence[int], issues_of_line: Mapping[int, int]
) -> list[float]:
    """By block what its lines without copies say, and where there are hardly any, the shares of those with copies."""
    claims: Counter[int] = Counter()
    for at, found in enumerate(copies):
        for each in found:
            claims[each.line] += each.number**2 * 4 ** depths[at]

    def guess(at: int, found: Sequence[Copies]) -> float:
        alone = [(float(issues_of_line[c.line]), c.weight) for c in found if not c.number]
        if sum(weight for _, weight in alone) >= FEW * sum(c.weight for c in found):
            return weighted_median(alone)
        shares = [issues_of_line[c.line] * c.number * 4 ** depths[at] / claims[c.line] for c in found if c.number]
        return weighted_median(
            [(share, c.weight) for share, c in zip(shares, (c for c in found if c.number), strict=True)]
        )

    return [guess(at, found) for at, found in enumerate(copies)]


def issues_modelled(copies: Sequence[Sequence[Copies]], counts: Sequence[float]) -> Counter[int]:
    """By line the issues that the counts of blocks amount to."""
    modelled: Counter[int] = Counter()
    for found, count in zip(copies, counts, strict=True):
        for each in found:
            modelled[each.line] += each.number * count  # type: ignore[assignment]
    return modelled


def vote(each: Copies, count: float, issues_of_line: Mapping[int, int], modelled: Mapping[int, float]) -> float:
    """What a line says of a block: its own count, or the block's made to fit the sum over all copies."""
    issues = issues_of_line[each.line]
    return count * issues / modelled[each.line] if modelled.get(each.line) else issues if not each.number else count
