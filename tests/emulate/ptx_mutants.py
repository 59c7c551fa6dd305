"""Damaged PTX: random edits of real kernels, and what the emulator makes of them.

python tests/emulate/ptx_mutants.py 5000 [FIRST SEED]      prints every error that is not one of ours
"""

from __future__ import annotations

import random
import re
import sys
import traceback
from functools import lru_cache
from pathlib import Path

import numpy as np

import opencicc
from opencicc.emulate import launch
from opencicc.errors import CompilerError
from opencicc.machine import parse

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples" / "ir"
SOURCES = (
    "atomics", "dynamic_shared", "function_pointers", "half2", "inline_asm", "printf", "recursion", "saxpy", "struct_args",
    "tiled_matmul", "warp_shuffle",
)  # fmt: skip
TYPES = "b8 b16 b32 b64 b128 u8 u16 u32 u64 s8 s16 s32 s64 f16 f16x2 bf16 bf16x2 f32 f64 pred".split()
NUMBERS = (0, -1, 1, 2, 3, 7, 31, 63, 64, 65, 255, 4096, 2**31, 2**32, 2**63, 2**64, 10**30)
PUNCTUATION = "()[]{};,.%@!<>\"'x0 \t-+|_:$/*="
REGISTER = re.compile(r"%[a-z]+\d+")
TYPE = re.compile(rf"\.(?:{'|'.join(TYPES)})\b")
NUMBER = re.compile(r"(?<![\w%$.])-?\d+\b")
WORD = re.compile(r"\.[a-z][a-z0-9_]*")


@lru_cache(maxsize=1)
def kernels() -> tuple[str, ...]:
    return tuple(opencicc.compile((EXAMPLES / f"{name}.ll").read_bytes(), "sm_90", 1).ptx for name in SOURCES)


def mutant(seed: int) -> str:
    """One kernel with one to six random edits, always the same for a seed."""
    rng = random.Random(seed)
    text = rng.choice(kernels())
    lines = text.split("\n")
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        edit = rng.choice(("delete", "duplicate", "swap", "cut", "insert", "register", "type", "number", "word"))
        here, there = rng.randrange(len(lines)), rng.randrange(len(lines))
        if edit == "delete":
            del lines[here]
        elif edit == "duplicate":
            lines.insert(there, lines[here])
        elif edit == "swap":
            lines[here], lines[there] = lines[there], lines[here]
        elif edit in ("cut", "insert"):
            lines[here] = damaged(lines[here], edit, rng)
        else:
            lines[here] = exchanged(lines[here], edit, text, rng)
    return "\n".join(lines)


def damaged(line: str, edit: str, rng: random.Random) -> str:
    at = rng.randrange(len(line) + 1)
    return line[:at] + (line[at + rng.randrange(1, 4) :] if edit == "cut" else rng.choice(PUNCTUATION) + line[at:])


def exchanged(line: str, edit: str, text: str, rng: random.Random) -> str:
    """The line with a register, type, number or word of it replaced by another."""
    pattern = {"register": REGISTER, "type": TYPE, "number": NUMBER, "word": WORD}[edit]
    found = list(pattern.finditer(line))
    if not found:
        return line
    others: dict[str, list[str]] = {"type": [f".{name}" for name in TYPES], "number": [str(n) for n in NUMBERS]}
    chosen = rng.choice(found)
    return line[: chosen.start()] + rng.choice(others.get(edit) or pattern.findall(text)) + line[chosen.end() :]


def execute(text: str, seed: int) -> bool:
    """Run the first kernel on small data; False where one of our errors says that it can't be."""
    rng = random.Random(seed)
    try:
        found = [function for function in parse(text).functions if function.is_kernel and function.blocks]
        if not found:
            return False
        args = [
            np.arange(256, dtype=np.int32) if param.size_bytes == 8 and rng.random() < 0.8 else rng.randrange(64)
            for param in found[0].params
        ]
        grid, block = rng.choice((1, (2, 1), (1, 2, 2))), rng.choice((32, 33, (8, 4), 1))
        launch(text, found[0].name, grid, block, args, 1024, instruction_limit=3000)
    except CompilerError as error:
        assert error.what and (error.at or error.fix), f"says too little: {error}"
        return False
    return True


def main(count: int, first: int) -> int:
    escaped = 0
    for seed in range(first, first + count):
        try:
            execute(mutant(seed), seed)
        except Exception:
            escaped += 1
            print(f"seed {seed}\n{traceback.format_exc(limit=-3)}")
    print(f"{count} mutants, {escaped} errors that are not ours")
    return int(escaped > 0)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0))
