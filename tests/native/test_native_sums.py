"""Products and sums that mad-wide joins: the native helper and Python find the same."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from opencicc.llvm.helper import NativeHelper
from opencicc.passes.mad_wide import find_sums
from opencicc.ptx_text import function_bodies

FILES = sorted((Path(__file__).parents[1] / "machine" / "data").glob("*.ptx"))
LINES = (
    "\tmul.wide.s32 \t%rd{0}, %r{1}, {4};", "\tmul.wide.u32 \t%rd{0}, %r{1}, {4};", "\tmul.wide.s32 \t%rd{0}, %r{1}, %r{2};",
    "\tadd.s64 \t%rd{0}, %rd{1}, %rd{2};", "\tadd.s64 \t%rd{0}, %rd{1}, {4};", "\tmov.b64 \t%rd{0}, %rd{1};",
    "\tld.global.b32 \t%r{0}, [%rd{1}];", "\tld.shared.b32 \t%r{0}, [%rd{1}+8];", "\tst.local.b32 \t[%rd{0}], %r{1};",
    "\tmov.u32 \t%r{0}, %ctaid.x;", "\tmov.u32 \t%r{0}, %tid.x;", "\tld.param.b32 \t%r{0}, [f_param_{1}];",
    "\tmad.lo.s32 \t%r{0}, %r{1}, %r{2}, %r{3};", "\tadd.s32 \t%r{0}, %r{1}, 1;", "\tshl.b32 \t%r{0}, %r{1}, 2;",
    "$L{0}:", "\tbra.uni \t$L{0};", "\t@%p1 bra \t$L{0};", "\tld.v2.b32 \t{{%r{0}, %r{1}}}, [%rd{2}];", "\tret;", "",
    "\tshfl.sync.idx.b32 \t%r{0}|%p1, %r{1}, 0, 31, -1;", "\t// begin inline asm", "\t@%p1 mov.b32 \t%r{0}, %r{1};",
)  # fmt: skip
PAIR = (
    "\tadd.s32 \t%r{5}, %r{1}, %r{2};\n\tmul.wide.s32 \t%rd{6}, %r{5}, {4};\n\tadd.s64 \t%rd{7}, %rd{3}, %rd{6};\n"
    "\tld.global.b32 \t%r{8}, [%rd{7}];"
)


def random_text(seed: int) -> str:
    rng = random.Random(seed)
    lines = ["\t.reg .b64 \t%rd<99>;"]
    for number in range(rng.randrange(25)):
        fresh = [20 + 4 * number + index for index in range(4)]  # named once, so that some products have one reader
        line = PAIR if rng.randrange(3) == 0 else rng.choice(LINES)
        lines.append(line.format(*(rng.randrange(20) for _ in range(4)), rng.choice((2, 4, 8, 12, 0)), *fresh))
    return "\n".join(lines) + "\n"


def starts_of(text: str) -> list[tuple[int, int]]:
    return sorted((product.start, total.start) for product, total in find_sums(text))


def native_starts(native: NativeHelper, text: str) -> list[tuple[int, int]]:
    found = native.joinable_sums(text.encode())
    return sorted(zip(found[::2], found[1::2], strict=True))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_compiler_output(native: NativeHelper, path: Path) -> None:
    ptx = path.read_text()
    for start, _, closing in function_bodies(ptx):
        assert native_starts(native, ptx[start:closing]) == starts_of(ptx[start:closing])


def test_random_text(native: NativeHelper) -> None:
    joined = 0
    for seed in range(600):
        text = random_text(seed)
        python = starts_of(text)
        assert native_starts(native, text) == python, seed
        joined += len(python)
    assert joined > 200
