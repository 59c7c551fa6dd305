"""What SASS instructions cost on sm_90: the class of each opcode, and the cycles a class takes of its pipe.

Cycles are those of one quarter of an SM, which issues one warp instruction a cycle. They follow from the results a clock
and SM in the arithmetic throughput table of the CUDA programming guide for compute capability 9.0: 128 results (fp32) are
one warp a cycle and quarter, 64 (integer, fp64) one in two cycles, 16 (special functions) one in eight; loads and stores
take 32 threads a clock of an SM, which is four cycles of a quarter, more where a thread moves more than 4 bytes.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from benchmarks.sass import SassBlock, SassInstr

CLASS_WORDS = {
    "fp32": "FADD FMUL FFMA FADD32I FMUL32I FFMA32I FSWZADD",
    "fp64": "DADD DMUL DFMA DSETP DMNMX",
    "fp16": "HADD2 HMUL2 HFMA2 HADD2_32I HMUL2_32I HFMA2_32I",
    "multiply": "IMAD IDP IMUL XMAD IMAD32I",
    "special": "MUFU F2F F2I I2F FRND POPC FLO BREV I2I",
    "global": "LDG STG LD ST ATOM ATOMG RED REDG LDGSTS",
    "shared": "LDS STS ATOMS LDSM STSM",
    "local": "LDL STL",
    "constant": "LDC",
    "exchange": "SHFL MATCH REDUX",
    "barrier": "BAR MEMBAR ERRBAR DEPBAR LDGDEPBAR CCTL CCTLL FENCE SYNCS NANOSLEEP",
    "branch": "BRA BRX BRXU JMP JMX EXIT RET CALL BSSY BSYNC BREAK WARPSYNC YIELD BMOV KILL BPT RPCMOV PREEXIT ACQBULK",
    "read": "S2R CS2R",
    "tensor": "HMMA IMMA DMMA BMMA HGMMA IGMMA QGMMA",
}
CLASS_OF = {word: name for name, words in CLASS_WORDS.items() for word in words.split()}
CLASSES = (*CLASS_WORDS, "uniform", "integer")
# Class: its pipe, and the cycles one warp instruction takes of it.
PIPES = {
    "fp32": ("fma", 1), "fp16": ("fma", 1), "multiply": ("fma", 1), "integer": ("alu", 2), "fp64": ("fp64", 2),
    "special": ("special", 8), "exchange": ("memory", 4),
}  # fmt: skip
# Multiplications of integers have half of the fma pipe for themselves: 64 results a clock.
HALF_PIPE = ("multiply", "fma-heavy", 2)
MOVING = ("global", "shared", "local")
WORD_CYCLES = 4
WIDTHS = {"64": 2, "128": 4}  # of an access in words of a thread; a constant of 64 bits is one access


def class_of(instr: SassInstr) -> str:
    base = instr.base
    if base in CLASS_OF:
        return CLASS_OF[base]
    is_uniform = base.startswith("U") or base in ("S2UR", "R2UR", "VOTEU")
    return "uniform" if is_uniform else "integer"


def words_moved(instr: SassInstr) -> int:
    return next((WIDTHS[part] for part in instr.opcode.split(".")[1:] if part in WIDTHS), 1)


def issued(
    blocks: Sequence[SassBlock], counts: Sequence[float], issues_of_line: Mapping[int, int] | None = None
) -> dict[str, float]:
    """Warp instructions by class, and `words`: accesses to memory times the words that a thread moves.

    An access under a guard is issued by every warp of its block; one of which no thread wants it moves nothing, and
    its line's issues say how many do.
    """
    found: Counter[str] = Counter()
    copies = Counter((instr.line, instr.opcode) for block in blocks for instr in block.instrs)
    for block, count in zip(blocks, counts, strict=True):
        for instr in block.instrs:
            name = class_of(instr)
            found[name] += count  # type: ignore[assignment]
            if name in MOVING:
                wanted = math.inf
                if instr.guard and issues_of_line and instr.line in issues_of_line:
                    wanted = issues_of_line[instr.line] / copies[instr.line, instr.opcode]
                found["words"] += min(count, wanted) * words_moved(instr)  # type: ignore[assignment]
    return {name: round(found[name], 2) for name in (*CLASSES, "words") if found[name]}


def total_issued(classes: Mapping[str, float]) -> float:
    return sum(count for name, count in classes.items() if name != "words")


def pipe_cycles(classes: Mapping[str, float]) -> dict[str, float]:
    """Cycles of a quarter SM by pipe, `issue` among them."""
    cycles: Counter[str] = Counter()
    for name, count in classes.items():
        pipe, each = PIPES.get(name, ("", 0))
        cycles[pipe] += count * each  # type: ignore[assignment]
    name, pipe, each = HALF_PIPE
    cycles[pipe] = classes.get(name, 0) * each  # type: ignore[assignment]
    cycles["memory"] += WORD_CYCLES * classes.get("words", 0)  # type: ignore[assignment]
    del cycles[""]
    return {"issue": total_issued(classes), **cycles}


def cost(classes: Mapping[str, float]) -> float:
    """Cycles that the busiest pipe needs, the issue of instructions counted as one."""
    return max(pipe_cycles(classes).values())
