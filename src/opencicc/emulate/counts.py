"""WarpCounts: how often warps issue each instruction of a launch.

A warp issues a block once for each group of its threads that goes through it together, however many threads those are.
Nothing is counted, and nothing is slower, unless a launch is given a WarpCounts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from opencicc.emulate.blocks import CodeBlock
from opencicc.emulate.groups import Group
from opencicc.emulate.program import FunctionCode
from opencicc.emulate.scheduler import Scheduler
from opencicc.machine.dominators import reverse_postorder
from opencicc.machine.ir import Instr
from opencicc.machine.loops import Loops

FLOATS = {"f64": "fp64", "f32": "fp32", "f32x2": "fp32", "tf32": "fp32"}
HALVES = ("f16", "f16x2", "bf16", "bf16x2")
SPACES = ("global", "shared", "local", "const", "param")
SPECIAL = ("sin", "cos", "ex2", "lg2", "rsqrt", "tanh", "rcp", "sqrt", "div")
CLASS_OF = {
    "bra": "branch", "brx": "branch", "call": "branch", "ret": "branch", "exit": "branch", "trap": "branch",
    "bar": "barrier", "barrier": "barrier", "membar": "barrier", "fence": "barrier",
    "shfl": "exchange", "vote": "exchange", "match": "exchange", "redux": "exchange", "elect": "exchange",
    "activemask": "exchange", "mov": "move", "cvta": "move", "cvt": "conversion", "atom": "atomic", "red": "atomic",
}  # fmt: skip
CLASSES = (
    "fp32", "fp64", "fp16", "special", "integer", "conversion", "move", *SPACES, "generic", "atomic", "exchange",
    "barrier", "branch",
)  # fmt: skip


class WarpCounts:
    """Issues of each block: warps that went through it, once for each time and each group of a warp's threads."""

    def __init__(self) -> None:
        self.blocks: dict[CodeBlock, int] = {}

    def note(self, group: Group) -> None:
        block = group.block
        self.blocks[block] = self.blocks.get(block, 0) + group.view.warps_present

    def instructions(self) -> Iterator[tuple[Instr, int]]:
        """Each instruction of the text that some warp met, with its issues; those that a guard let pass by are issued too."""
        skipped_into = {self.guarded(block): issues for block, issues in self.blocks.items() if is_made_up(block)}
        met = dict.fromkeys([*self.blocks, *skipped_into])
        for block in met:
            issues = skipped_into.get(block, self.blocks.get(block, 0))
            yield from ((instr, issues) for instr in block.instructions if instr.line)

    def guarded(self, block: CodeBlock) -> CodeBlock:
        """The block of the one instruction that the emulator's own branch at the end of `block` guards."""
        return block.owner.blocks[block.targets[1]]

    def by_line(self) -> dict[int, int]:
        """PTX line to issues of an instruction there."""
        return {instr.line: issues for instr, issues in self.instructions()}

    def by_class(self) -> dict[str, int]:
        """Issued warp instructions by class, in the order of CLASSES, only those that occur."""
        found: Counter[str] = Counter()
        for instr, issues in self.instructions():
            found[class_of(instr)] += issues
        return {name: found[name] for name in CLASSES if found[name]}


def is_made_up(block: CodeBlock) -> bool:
    """A guarded access or call is cut into a branch around it, which is no instruction of the text."""
    return block.end is not None and not block.end.line


def class_of(instr: Instr) -> str:
    """What an instruction is, by name and type: PTX's own classes, not those of the machine code made from it."""
    base, words = instr.base, instr.modifiers
    if base in CLASS_OF:
        return CLASS_OF[base]
    if base in ("ld", "ldu", "st", "cp", "prefetch", "prefetchu", "discard"):
        return next((space for space in SPACES if any(word.split("::")[0] == space for word in words)), "generic")
    number = next((word for word in reversed(words) if word in FLOATS or word in HALVES), "")
    if base in SPECIAL and number and (number != "f64" or "approx" in words):
        return "special"
    return FLOATS.get(number, "fp16" if number else "integer")


class CountingScheduler(Scheduler):
    """A Scheduler that tells a WarpCounts of every block, and lets parted threads meet where a GPU's would.

    Blocks as they stand in the text may lie in any order; here those of a loop go first, then what follows it, and
    polling threads give way later: a warp parts only as far as its branches make it.
    """

    polls_before_turn = 256

    def __init__(self, counts: WarpCounts, *needs: Any) -> None:
        self.counts = counts
        self.orders: dict[FunctionCode, list[int]] = {}
        super().__init__(*needs)

    def execute(self, group: Group) -> Any:
        self.counts.note(group)
        return super().execute(group)

    def rank(self, group: Group) -> tuple[int, int, int]:
        code = group.frame.code
        order = self.orders.get(code)
        if order is None:
            order = self.orders[code] = meeting_order([block.targets for block in code.blocks])
        return self.key(group)[2], -group.frame.base, order[group.block.index]


def meeting_order(following: list[list[int]]) -> list[int]:
    """By block its place in an order where a join stands behind all ways to it, and what follows a loop behind the loop."""
    loops = Loops(following)
    outwards = [sorted(targets, key=loops.depth) for targets in following]
    place = {block: at for at, block in enumerate(reverse_postorder(outwards))}

    def key(block: int) -> list[int]:
        headers, loop = [place.get(block, len(following))], loops.innermost[block]
        while loop >= 0:
            headers.insert(0, place[loops.loops[loop].header])
            loop = loops.loops[loop].parent
        return headers

    order = [0] * len(following)
    for at, block in enumerate(sorted(range(len(following)), key=key)):
        order[block] = at
    return order
