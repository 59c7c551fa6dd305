"""The quick look at registers in PTX text: the native helper and Python see the same."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from opencicc.llvm.helper import NativeHelper
from opencicc.pipeline.run.crowded import _overlap, _widths, longest_overlap

FILES = sorted((Path(__file__).parents[1] / "machine" / "data").glob("*.ptx"))
DECLARED = "\t.reg .pred %p<4>;\n\t.reg .b32 %r<30>, %own;\n\t.reg .b64 %rd<30>;\n\t.reg.f64 %fd<9>;\n"
PIECES = (
    "$L{0}:", "$L{0}: mov.b32 %r{0}, %r{1};", "\tbra $L{0};", "\t@%p{0} bra.uni\t$L{1};  ", "\t@!%p1 bra $L{1}; // back",
    "\tadd.s32 %r{0}, %r{0}, %r{1};", "\tmov.b64 {{%r{0}, %r{1}}}, %rd{2};", "\tmov.b64 %rd{0}, {{%r{1}, %r{2}}};",
    "\tsetp.lt.s32 %p{0}|%p{1}, %r{0}, %own;", "\tst.global.v2.b32 [%rd{0}+8], {{%r{1}, %r{2}}};", "\tret;", "",
    "\tmov.u32 %r{0}, %tid.x; // %r{1} is not read", "\tfma.rn.f64 %fd{0}, %fd{1}, %fd{2}, %fd{0};", "{{ // nested ::",
    "\tred.global.add.u32 [%rd{0}], %r{1};", "\tcall.uni (retval0), f, (param0);", "\tmov.b32 \t%own, 1;", "}}", "\t;",
)  # fmt: skip


def random_body(seed: int) -> str:
    rng = random.Random(seed)
    lines = [rng.choice(PIECES).format(*(rng.randrange(9) for _ in range(3))) for _ in range(rng.randrange(60))]
    return DECLARED + "\n".join(lines)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_compiler_output(native: NativeHelper, path: Path) -> None:
    body = path.read_text()
    assert native.longest_overlap(body.encode(), _widths(body)) == _overlap(body, _widths(body)) > 0


def test_random_text(native: NativeHelper) -> None:
    found = set()
    for seed in range(400):
        body = random_body(seed)
        python = _overlap(body, _widths(body))
        assert native.longest_overlap(body.encode(), _widths(body)) == python, seed
        found.add(python)
    assert len(found) > 20


def test_other_characters_are_left_to_python(native: NativeHelper) -> None:
    body = DECLARED + "\tmov.b32 %r1, %r2; // \N{GREEK SMALL LETTER MU}"
    assert longest_overlap(body) == _overlap(body, _widths(body))
