"""SASS as data: the instructions of a cubin with the PTX line each comes from, cut into blocks.

ptxas -lineinfo keeps, beside the lines of the source, those of the PTX text itself, and nvdisasm -gp prints them. The code
is the same with and without.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from opencicc import tools

_SECTION = re.compile(r"^\s*\.section\s+\.text\.(\S+?),")
_LINE = re.compile(r'^\s*//## File ".nv_debug_ptx_txt", line (\d+)')
_LABEL = re.compile(r"^([.$\w]+):")
_INSTRUCTION = re.compile(r"^\s+/\*([0-9a-f]{4,})\*/\s+(?:\{\s*)?(@!?U?P\w+)?\s*([A-Z][\w.]*)\s*(.*?)\s*;")
_TARGET = re.compile(r"`\(([^)]+)\)")
_TARGETS = re.compile(r'"BRANCH_TARGETS ([^"]+)"')

JUMPS = ("BRA", "BRX", "JMP", "JMX", "BRXU", "JMXU")
ENDS = ("EXIT", "RET", "KILL", "BPT")


@dataclass(frozen=True)
class SassInstr:
    address: int
    guard: str
    opcode: str
    operands: str
    line: int  # of the PTX text; 0 unknown

    @property
    def base(self) -> str:
        return self.opcode.split(".", 1)[0]

    @property
    def target(self) -> str:
        """The label named by a jump, a call or a push of a place to meet."""
        found = _TARGET.search(self.operands)
        return found[1] if found else ""

    @property
    def targets(self) -> list[str]:
        """All labels that a jump may go to."""
        table = _TARGETS.search(self.operands)
        return table[1].split(",") if table else [self.target]


@dataclass
class SassBlock:
    """Straight-line code; `following` are numbers of blocks."""

    section: str
    labels: list[str] = field(default_factory=list)
    instrs: list[SassInstr] = field(default_factory=list)
    following: list[int] = field(default_factory=list)

    @property
    def is_end(self) -> bool:
        """Whether nothing falls out of it at its end."""
        last = self.instrs[-1]
        return last.base in (*JUMPS, *ENDS) and not _is_conditional(last)


def _is_conditional(instr: SassInstr) -> bool:
    """A jump or end that some threads pass by: under a guard, or with a predicate among its operands."""
    return (
        bool(instr.guard)
        or bool(re.match(r"!?U?P\w+\b", instr.operands))
        or "CONV" in instr.opcode
        or "DIV" in instr.opcode
    )


def disassemble(ptx: str, arch: str, kernel: str) -> list[SassBlock]:
    """The code that ptxas makes of a PTX text, that of the kernel first."""
    cubin, _ = tools.assemble(ptx, arch, extra=("-lineinfo",))
    return parse(tools.disassemble(cubin, ("-c", "-gp")), kernel)


def parse(text: str, kernel: str) -> list[SassBlock]:
    """What `nvdisasm -c -gp` prints, without the padding behind the code."""
    blocks: list[SassBlock] = []
    section, line = "", 0
    labels: list[str] = []
    for row in text.splitlines():
        if found := _INSTRUCTION.match(row):
            address, guard, opcode, operands = found.groups()
            if opcode == "NOP":
                continue
            previous = blocks[-1] if blocks else None
            if (
                previous is None
                or labels
                or previous.section != section
                or previous.instrs[-1].base in (*JUMPS, *ENDS, "CALL")
            ):
                blocks.append(SassBlock(section, labels))
                labels = []
            blocks[-1].instrs.append(SassInstr(int(address, 16), guard or "", opcode, operands, line))
        elif found := _LINE.match(row):
            line = int(found[1])
        elif found := _SECTION.match(row):
            section, line, labels = found[1], 0, []
        elif found := _LABEL.match(row):
            labels = [*labels, found[1]]
    blocks.sort(key=lambda block: block.section != kernel)
    _connect(blocks)
    return blocks


def _connect(blocks: list[SassBlock]) -> None:
    place = {label: at for at, block in enumerate(blocks) for label in block.labels}
    for at, block in enumerate(blocks):
        last, follows = block.instrs[-1], at + 1 < len(blocks) and blocks[at + 1].section == block.section
        if last.base in JUMPS:
            block.following = sorted({place[target] for target in last.targets if target in place})
        if follows and not block.is_end and at + 1 not in block.following:
            block.following.append(at + 1)
