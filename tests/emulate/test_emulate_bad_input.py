"""Whatever PTX and arguments the emulator gets, the error is one of ours: what, where, how to mend it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from opencicc.cli.main import main
from opencicc.emulate import EmulationError, Pointer, launch
from opencicc.errors import CompilerError, UsageError
from tests.emulate import ptx_mutants

MUTANTS = range(400)
HEAD = ".version 9.0\n.target sm_90\n.address_size 64\n"
KERNEL = (
    HEAD
    + """
.visible .entry k(.param .u64 data)
{
	.reg .b32 	%r<4>;
	.reg .b64 	%rd<4>;
	ld.param.u64 	%rd1, [data];
	mov.u32 	%r1, %tid.x;
	mul.wide.u32 	%rd2, %r1, 4;
	add.s64 	%rd3, %rd1, %rd2;
	st.global.u32 	[%rd3], %r1;
	ret;
}
"""
)


@pytest.mark.parametrize("tenth", range(10))
def test_damaged_ptx_gives_our_errors_only(tenth: int) -> None:
    ran = sum(ptx_mutants.execute(ptx_mutants.mutant(seed), seed) for seed in MUTANTS[tenth::10])
    assert 0 < ran < len(MUTANTS) // 10  # some edits do no harm, some must


def test_the_same_seed_makes_the_same_mutant() -> None:
    assert ptx_mutants.mutant(3) == ptx_mutants.mutant(3) != ptx_mutants.mutant(4)


CALLEE = """
.visible .func (.param .b32 result) f(.param .b32 given)
{
	.reg .b32 %r<2>;
	ld.param.b32 %r1, [given];
	st.param.b32 [result], %r1;
	ret;
}
"""
CALL = """
	{
	.param .b32 in;
	.param .b32 out;
	st.param.b32 [in], %r1;
	call.uni (out), f, (in);
	ld.param.b32 %r1, [out];
	}
"""


def with_call(call: str) -> str:
    return KERNEL.replace(HEAD, HEAD + CALLEE).replace("\tmul.wide", call + "\tmul.wide")


def test_the_call_is_right_as_it_stands() -> None:
    data = np.zeros(32, np.int32)
    launch(with_call(CALL), "k", 1, 32, [data])
    assert data.tolist() == list(range(32))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (with_call(CALL.replace("(out),", "(lost),")), "takes lost from 'f'"),
        (with_call(CALL.replace("(out), ", "")), "takes nothing from 'f', which returns 1 value"),
        (with_call(CALL.replace("(in)", "(in, in)")), "takes 1 arguments, the call has 2"),
        (KERNEL.replace("[data]", "[data+4]"), "behind the kernel's parameters"),
        (KERNEL.replace("\tret;", "\tbra;"), "a branch without a target"),
        (KERNEL.replace("{", "{\n\t.global .b32 inner;", 1), "a .global variable inside a function"),
        (
            KERNEL.replace(HEAD, HEAD + ".shared .b8 big[9999999999];").replace("%tid.x", "big"),
            "bytes of shared memory",
        ),
        (KERNEL.replace("{", "{\n\t.local .b8 big[9999999999];", 1), "bytes of local memory"),
        (KERNEL.replace(HEAD, HEAD + ".global .b8 big[999999999999];"), "a variable of 999999999999 bytes"),
        (KERNEL.replace(HEAD, HEAD + ".shared .b8 s[4 x];"), "cannot read this declaration"),
    ],
)
def test_what_is_wrong_and_where(text: str, said: str) -> None:
    with pytest.raises(CompilerError) as caught:
        launch(text, "k", 1, 32, [np.zeros(32, np.int32)])
    assert said in str(caught.value)
    assert caught.value.at or caught.value.fix


def test_a_host_function_with_other_parameters() -> None:
    text = KERNEL.replace(HEAD, HEAD + ".extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);")
    call = "\t{ .param .b32 a; .param .b32 o; st.param.b32 [a], %r1; call.uni (o), vprintf, (a); }\n"
    with pytest.raises(EmulationError, match="call to 'vprintf' with parameters of 4 bytes"):
        launch(text.replace("\tmul.wide", call + "\tmul.wide"), "k", 1, 1, [np.zeros(32, np.int32)])


def read_only() -> Any:
    array = np.zeros(32, np.int32)
    array.flags.writeable = False
    return array


@pytest.mark.parametrize(
    "argument",
    [
        np.array([object()]),
        read_only(),
        "text",
        [1, 2],
        {"a": 1},
        1j,
        np.complex128(1),
        (1, 2),
        (b"", np.int32(1)),
        (np.array([None]),),
        Pointer([1], 0),
        Pointer(np.zeros(4, np.int32), -(1 << 70)),
        np.datetime64("2026-01-01T00:00"),
        10**40,
        float("nan"),
        object(),
        None,
    ],
    ids=lambda argument: type(argument).__name__,  # an address in a name would differ between test processes
)
def test_arguments_of_all_kinds(argument: Any) -> None:
    try:
        launch(KERNEL, "k", 1, 32, [argument])
    except CompilerError as error:
        assert error.what and (error.at or error.fix)
        return
    pytest.fail("a launch with such an argument can't go well")


@pytest.mark.parametrize(
    "words",
    [
        {"grid": 0}, {"grid": "ab"}, {"grid": (1, 2, 3, 4)}, {"grid": None}, {"grid": 1 << 40}, {"grid": (1, "x")},
        {"block": -1}, {"block": ()}, {"block": 1025}, {"block": [None]}, {"shared_bytes": -1}, {"shared_bytes": 1 << 40},
        {"shared_bytes": "many"}, {"stack_bytes": -5}, {"warp_order": "sideways"}, {"name": "other"},
    ],
    ids=repr,
)  # fmt: skip
def test_launches_of_all_kinds(words: dict[str, Any]) -> None:
    given = {"name": "k", "grid": 1, "block": 32, "args": [np.zeros(32, np.int32)], **words}
    with pytest.raises(CompilerError) as caught:
        launch(KERNEL, **given)
    assert isinstance(caught.value, UsageError | EmulationError)
    assert caught.value.at or caught.value.fix


@pytest.mark.parametrize(
    "words",
    [
        ["--arg", "i32[1x]=zeros"], ["--arg", "i32[_]=zeros"], ["--arg", "i32[99999999999999]=zeros"],
        ["--arg", "i32[4]=missing.npy"], ["--arg", "i32[4]=FOLDER/empty.npy"], ["--arg", "i32[4]=FOLDER/several.npy"],
        ["--arg", "i32[4]=FOLDER/fields.npy"], ["--arg", "i32[4]=full:"], ["--arg", "i32[32]=zeros", "--grid", "0"],
        ["--arg", "i32[32]=zeros", "--block", "9" * 30], ["--arg", "i32[32]=zeros", "--shared-bytes", "-7"],
        ["--arg", "i32[0]=zeros"], [],
    ],
    ids=repr,
)  # fmt: skip
def test_the_command_says_what_is_wrong(words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "k.ptx").write_text(KERNEL)
    (tmp_path / "empty.npy").write_bytes(b"")
    with open(tmp_path / "several.npy", "wb") as file:
        np.savez(file, a=np.zeros(4))
    np.save(tmp_path / "fields.npy", np.zeros(4, [("a", "i4"), ("b", "f4")]))
    code = main(["run", str(tmp_path / "k.ptx"), *(word.replace("FOLDER", str(tmp_path)) for word in words)])
    said = capsys.readouterr().err
    assert code in (2, 4, 9), said
    assert said.startswith("error: ") and "please report" not in said


def test_any_seed_will_do(tmp_path: Path) -> None:
    (tmp_path / "k.ptx").write_text(KERNEL)
    assert main(["run", str(tmp_path / "k.ptx"), "--arg", "i32[32]=random", "--seed", "-1"]) == 0
