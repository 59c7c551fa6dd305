"""Splitting blocks, sizes of modules, linking with flags, and printing."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest

from opencicc.llvm import helper, library
from opencicc.llvm.helper import NativeHelper
from opencicc.llvm.ir import Block, Context

EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "ir").glob("*.ll"))


def test_splitting_moves_the_rest_into_a_new_block(native: NativeHelper, context: Context) -> None:
    module = context.parse(b"define i32 @f(i32 %a) { %b = add i32 %a, 1 %c = mul i32 %b, %b ret i32 %c }")
    (function,) = module.definitions
    old = next(function.blocks)
    multiply = list(old.instructions)[1]
    new = Block(native.ocx_split_block_before(multiply.ref))
    assert list(function.blocks) == [old, new]
    assert [i.opcode for i in old.instructions] == ["add", "br"]
    assert [i.opcode for i in new.instructions] == ["mul", "ret"]
    assert old.successors == [new]
    assert module.verify() == ""


def test_splitting_at_a_phi_keeps_phis_in_the_old_block(native: NativeHelper, context: Context) -> None:
    module = context.parse(
        b"""define i32 @f(i32 %a) {
        entry: br label %loop
        loop: %p = phi i32 [ %a, %entry ], [ %q, %loop ]
          %q = add i32 %p, 1
          %c = icmp ult i32 %q, 9
          br i1 %c, label %loop, label %done
        done: ret i32 %q }"""
    )
    (function,) = module.definitions
    loop = list(function.blocks)[1]
    new = Block(native.ocx_split_block_before(next(loop.instructions).ref))
    assert [i.opcode for i in loop.instructions] == ["phi", "br"]
    assert new.successors[0] == loop
    assert module.verify() == ""


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_sizes_are_those_of_counting(path: Path, native: NativeHelper, context: Context) -> None:
    module = context.parse(path.read_bytes(), path.name)
    size = native.module_size(module.ref)
    assert size.functions == len(module.definitions)
    assert size.blocks == sum(len(list(function.blocks)) for function in module.definitions)
    assert size.instructions == sum(len(list(function.instructions)) for function in module.definitions)


CALLER = b"declare i32 @used()\ndefine i32 @main() { %r = call i32 @used() ret i32 %r }"
LIBRARY = b"define i32 @used() { ret i32 1 }\ndefine i32 @unused() { ret i32 2 }"


@pytest.mark.parametrize(
    ("flags", "expected"), [(0, {"main", "used", "unused"}), (helper.LINK_ONLY_NEEDED, {"main", "used"})]
)
def test_linking_only_what_is_needed(flags: int, expected: set[str], native: NativeHelper, context: Context) -> None:
    program, extra = context.parse(CALLER), context.parse(LIBRARY)
    assert native.ocx_safe_link(program.ref, extra.release(), flags) == helper.OK
    assert {function.name for function in program.definitions} == expected


def test_linking_with_override_takes_the_second_definition(native: NativeHelper, context: Context) -> None:
    first, second = (context.parse(b"define i32 @f() { ret i32 %d }" % number) for number in (1, 2))
    assert native.ocx_safe_link(first.ref, second.release(), helper.LINK_OVERRIDE) == helper.OK
    assert "ret i32 2" in first.text()


def test_linking_two_definitions_is_an_orderly_failure(native: NativeHelper, context: Context) -> None:
    first, second = (context.parse(b"define i32 @f() { ret i32 %d }" % number) for number in (1, 2))
    assert native.ocx_safe_link(first.ref, second.release(), 0) == helper.FAILED
    assert context.take_errors() == ["Linking globals named 'f': symbol multiply defined!"]


def test_printing_gives_the_text_of_the_module(native: NativeHelper, context: Context) -> None:
    module, text = context.parse(LIBRARY), ctypes.c_void_p()
    assert native.ocx_safe_print(module.ref, ctypes.byref(text)) == helper.OK
    assert library.take_message(text.value) == module.text()
