"""print(parse(text)) == text, for compiler output and for awkward layouts."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opencicc.errors import InputError
from opencicc.machine import Address, Imm, Instr, Pair, Reg, Special, Symbol, Vector, parse, print_module
from opencicc.machine.check import check_module
from opencicc.machine.ir import MachineFunction

FILES = sorted((Path(__file__).parent / "data").glob("*.ptx"))
HEAD = ".version 8.8\n.target sm_90\n.address_size 64\n"


def one_function(body: str, head: str = ".visible .entry k()") -> MachineFunction:
    return parse(f"{HEAD}{head}\n{{\n{body}\n}}\n").functions[0]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_compiler_output_prints_back_byte_for_byte(path: Path) -> None:
    text = path.read_text()
    module = parse(text, path.name)
    check_module(module)
    assert print_module(module) == text
    assert any(function.blocks for function in module.functions)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_instruction_knows_its_line(path: Path) -> None:
    lines = path.read_text().split("\n")
    for function in parse(path.read_text()).functions:
        for instr in function.instrs:
            assert instr.opcode in lines[instr.line - 1]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_instructions_printed_without_their_text_mean_the_same(path: Path) -> None:
    module = parse(path.read_text())
    for function in module.functions:
        for block in function.blocks:
            block.body = [s.changed() if isinstance(s, Instr) else s for s in block.body]
    again = parse(print_module(module))
    for old, new in zip(module.functions, again.functions, strict=True):
        old_instrs = [(i.opcode, i.operands, i.guard) for i in old.instrs]
        assert [(i.opcode, i.operands, i.guard) for i in new.instrs] == old_instrs


TRIVIA = st.lists(st.sampled_from([" ", "\t", "\n", "// a; b { c\n", "/* } ; */", "\r\n"]), max_size=4).map("".join)
PIECES = [
    "mov.b32",
    "%r1",
    ",",
    "5",
    ";",
    "$L0",
    ":",
    "{",
    ".reg .pred q",
    ";",
    "@q",
    "bra",
    "$L0",
    ";",
    "}",
    "ret",
    ";",
]


@given(st.lists(TRIVIA, min_size=len(PIECES), max_size=len(PIECES)))
def test_spaces_and_comments_anywhere_are_kept(gaps: list[str]) -> None:
    spaced = "".join(f"{gap} {piece}" for gap, piece in zip(gaps, PIECES, strict=True))
    text = f"{HEAD}.func f()\n{{ .reg .b32 %r<4>;{spaced}\n}}\n// end"
    module = parse(text)
    assert print_module(module) == text
    assert [instr.opcode for instr in module.functions[0].instrs] == ["mov.b32", "bra", "ret"]


def test_operands_are_typed() -> None:
    function = one_function(
        """.reg .pred %p<3>; .reg .b32 %r<5>; .reg .b64 %rd<2>; .reg .f32 %f<5>;
        ld.global.v2.f32 {%f1, %f2}, [%rd1+-16];
        setp.lt.s32 %p1|%p2, %r1, -7;
        mov.u32 %r2, %tid.x;
        mov.b64 %rd1, table;
        fma.rn.f32 %f3, %f1, 0f3F800000, %f2;"""
    )
    load, compare, special, symbol, fma = function.instrs
    f1, f2 = Reg("%f1", "f32"), Reg("%f2", "f32")
    assert load.operands == (Vector((f1, f2)), Address(Reg("%rd1", "b64"), -16))
    assert compare.operands[0] == Pair(Reg("%p1", "pred"), Reg("%p2", "pred"))
    assert compare.operands[2] == Imm("-7")
    assert special.operands[1] == Special("%tid.x")
    assert symbol.operands[1] == Symbol("table")
    assert fma.operands[2] == Imm("0f3F800000")
    assert fma.base == "fma" and fma.modifiers == ("rn", "f32")


def test_equal_names_in_different_scopes_are_different_registers() -> None:
    function = one_function("{ .reg .b32 t; mov.b32 t, 1; }\n{ .reg .b64 t; mov.b64 t, 1; }")
    first, second = (instr.operands[0] for instr in function.instrs)
    assert isinstance(first, Reg) and isinstance(second, Reg)
    assert first != second and (first.type, second.type) == ("b32", "b64")


def test_a_declaration_needs_no_space_before_its_type() -> None:
    """CUDA's headers write half precision so, in inline assembly."""
    text = "{.reg.b32         f, C;\n .reg.b16         h,r;\n mov.b16 h,r; mov.b32 f,C; }"
    half, single = one_function(text).instrs
    assert half.operands == (Reg("h", "b16", 1), Reg("r", "b16", 1))
    assert single.operands == (Reg("f", "b32", 1), Reg("C", "b32", 1))


def test_header_gives_parameters_and_limits() -> None:
    head = (
        ".visible .entry k(.param .u64 .ptr .global .align 16 k_param_0,\n.param .align 8 .b8 k_param_1[24])\n"
        ".maxntid 128, 2, 1\n.minnctapersm 3"
    )
    function = one_function("ret;", head)
    pointer, struct = function.params
    assert (pointer.name, pointer.size_bytes, pointer.align, pointer.is_pointer) == ("k_param_0", 8, 8, True)
    assert (struct.name, struct.size_bytes, struct.align) == ("k_param_1", 24, 8)
    assert function.limits == {"maxntid": (128, 2, 1), "minnctapersm": (3,)}


def test_new_registers_are_declared_and_print() -> None:
    text = f"{HEAD}.func f()\n{{\n\tret;\n}}\n"
    module = parse(text)
    function = module.functions[0]
    first = function.new_registers("b32", 2)
    second = function.new_registers("b32", 1)
    assert len({*first, *second}) == 3
    function.blocks[0].body.insert(1, Instr("add.s32", (second[0], first[0], first[1])))
    again = parse(print_module(module))
    check_module(again)
    assert [instr.opcode for instr in again.functions[0].instrs] == ["add.s32", "ret"]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("bra $nowhere;", "unknown label '$nowhere'"),
        (".reg .b32 %r<2>; mov.b32 %r5, 0;", "register '%r5' is not declared"),
        (".reg .b32 %r<2>; @%r1 ret;", "not a predicate"),
    ],
)
def test_the_verifier_names_the_fault(body: str, message: str) -> None:
    module = parse(f"{HEAD}.func f()\n{{\n{body}\n}}\n")
    with pytest.raises(InputError, match="line 6") as caught:
        check_module(module)
    assert message in caught.value.what


def test_text_that_is_not_ptx_is_an_error_with_its_line() -> None:
    with pytest.raises(InputError) as caught:
        parse(f"{HEAD}define void @f()", "bad.ptx")
    assert caught.value.at == "bad.ptx, line 4"


EDITS = st.lists(
    st.tuples(
        st.floats(0, 1), st.integers(0, 30), st.sampled_from([*';{}[]().,@!:"%$|+-<>/*= ', "//", "/*", "\n", "0x"])
    ),
    min_size=1,
    max_size=4,
)


@settings(deadline=None, max_examples=150)
@given(st.sampled_from(FILES), st.floats(0, 1), EDITS)
def test_damaged_text_is_read_whole_or_refused(path: Path, start: float, edits: list[tuple[float, int, str]]) -> None:
    """No crash, no endless search: an InputError, or a module that prints the same text."""
    whole = path.read_text()
    first = int(start * len(whole))
    text = whole[first : first + 4000]
    for place, removed, inserted in edits:
        position = int(place * len(text))
        text = text[:position] + inserted + text[position + removed :]
    try:
        module = parse(text)
    except InputError as error:
        assert "line" in error.at
        return
    assert print_module(module) == text
