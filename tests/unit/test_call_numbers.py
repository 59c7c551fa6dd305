"""Calls are numbered from zero, so that equal modules give equal bytes whatever was compiled before."""

from __future__ import annotations

from pathlib import Path

import opencicc
from opencicc.compiler.call_numbers import from_zero

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples" / "ir"


def test_comments_and_labels_of_one_call_share_its_number() -> None:
    ptx = "{ // callseq 41, 0\n\tprototype_41 : .callprototype\n}\n{ // callseq 9, 0\n\tcall f, prototype_41;\n}\n"
    assert from_zero(ptx) == (
        "{ // callseq 0, 0\n\tprototype_0 : .callprototype\n}\n{ // callseq 1, 0\n\tcall f, prototype_0;\n}\n"
    )


def test_text_without_calls_is_untouched() -> None:
    assert from_zero("ret; // 7") == "ret; // 7"


def test_compiling_twice_gives_the_same_bytes() -> None:
    ir = (EXAMPLES / "function_pointers.ll").read_text()
    assert opencicc.compile(ir, arch="sm_90").ptx == opencicc.compile(ir, arch="sm_90").ptx


def test_only_whole_words_are_numbered() -> None:
    ptx = "my_prototype_7 prototype_7x // callseq 7_ prototype_9 // callseq 7, 0"
    assert from_zero(ptx) == "my_prototype_7 prototype_7x // callseq 7_ prototype_0 // callseq 1, 0"
