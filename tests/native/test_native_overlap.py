"""The quick look at registers in PTX text: the native helper and Python see the same."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from opencicc.compiler.kernels import count_instructions
from opencicc.llvm.helper import NativeHelper
from opencicc.machine.liveness import compute_liveness
from opencicc.machine.parser import parse
from opencicc.machine.pressure import PointPressure
from opencicc.pipeline.run.crowded import _most_in_a_scope, _overlap, _widths, longest_overlap
from opencicc.pipeline.run.outline import WORDS
from opencicc.ptx_text import bodies_of, declared_units

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


def by_python(body: str) -> int:
    if "brx" in body or "/*" in body:
        return declared_units(body, 0, len(body))
    return _overlap(body, _widths(body)) + _most_in_a_scope(body)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_compiler_output(native: NativeHelper, path: Path) -> None:
    ptx = path.read_text()
    for text in (ptx, *(ptx[body.opening : body.closing] for body in bodies_of(ptx))):
        assert native.longest_overlap(text.encode()) == by_python(text)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_flow_is_never_below_what_is_alive(native: NativeHelper, path: Path) -> None:
    ptx = path.read_text()
    functions = [function for function in parse(ptx).functions if function.blocks]
    for function, body in zip(functions, bodies_of(ptx), strict=True):
        counted = native.most_alive(ptx[body.opening : body.closing].encode())
        assert counted < 0 or counted >= PointPressure(compute_liveness(function)).most, function.name


def test_the_flow_sees_what_stretches_of_text_do_not(native: NativeHelper) -> None:
    loop = "$L0:\n\tadd.s32 %r0, %r1, %r2;\n\tst.global.b32 [%rd0], %r0;\n\tmov.b32 %r3, 0;\n\t@%p1 bra $L0;\n\tret;\n"
    body = f"\n{{\n{DECLARED}\tmov.b32 %r0, 1;\n\tld.b32 %r1, [%rd0];\n\tmov.b32 %r2, %r1;\n{loop}}}"
    assert native.most_alive(body.encode()) == 5  # the address, two values, and each result in turn
    assert native.longest_overlap(body.encode()) > 5
    for hidden in ("@%p1 brx.idx %r1, table;", "{ bra $L0; }", "bra $L7;", "$L0: mov.b32 %r1, %r2;"):
        assert native.most_alive(body.replace("mov.b32 %r3, 0;", hidden).encode()) == -1, hidden
    assert native.most_alive(body.replace("mov.b32 %r3, 0;", "frob.b32 %r3, 0;").encode()) == 6  # it may read that


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_outlines(native: NativeHelper, path: Path) -> None:
    ptx = path.read_text()
    words = tuple(word.encode() for word in (*WORDS, ".entry", "there is no such word"))
    bits, *numbers = native.ptx_outline(ptx.encode(), words)
    assert bits == sum(1 << bit for bit, word in enumerate(words) if word.decode() in ptx)
    python = [(body.start, body.opening, body.closing, body.statements, body.units) for body in bodies_of(ptx)]
    assert list(zip(*(numbers[at::5] for at in range(5)), strict=True)) == python


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_instructions(native: NativeHelper, path: Path) -> None:
    ptx = path.read_text()
    for text in (ptx, *(ptx[body.opening + 2 : body.closing] for body in bodies_of(ptx))):
        if not any(letter < " " and letter not in "\n\t" for letter in text):
            assert native.count_ptx_instructions(text.encode()) == count_instructions(text.splitlines())
    for line, count in (
        (";", 1),
        (" \t;", 1),
        ("\t// ret;", 0),
        (" \t$L: ret;", 0),
        ("\tret", 0),
        ("", 0),
        ("\tret;\r", -1),
    ):
        assert native.count_ptx_instructions(line.encode()) == count


def test_random_text(native: NativeHelper) -> None:
    found = set()
    for seed in range(400):
        body = random_body(seed)
        python = by_python(body)
        assert native.longest_overlap(body.encode()) == python, seed
        found.add(python)
    assert len(found) > 20


def test_other_characters_are_left_to_python(native: NativeHelper) -> None:
    body = DECLARED + "\tmov.b32 %r1, %r2; // \N{GREEK SMALL LETTER MU}"
    assert longest_overlap(body) == by_python(body)
