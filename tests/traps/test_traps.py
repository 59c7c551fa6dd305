"""Inputs known to kill or confuse libLLVM 22 end in PTX or a clear error, and the process goes on.

Each .ll file says in its header what is wrong with it, how stock LLVM ends, and what we expect:

    EXPECT: ptx                      PTX that ptxas accepts
    EXPECT: error                    a CompilerError; MESSAGE is a pattern of its text
    EXPECT: ptx or error             either, as long as nothing dies
    EXPECT: ptx that ptxas refuses   we pass on what only ptxas reads
    EXPECT: slow                     a time limit ends it

With the native helper all of them but the slow ones run in this process, one after the other.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import opencicc
from opencicc.llvm import helper
from opencicc.llvm.ir import Context
from tests.support import EXAMPLES, assemble
from tests.traps.generated import KERNEL, Trap, generated_traps

FOLDER = Path(__file__).resolve().parent
TIME_LIMIT = 3  # seconds for the slow ones, which take half a minute or never end


def load_trap(path: Path) -> Trap:
    text = path.read_text()
    header = dict(re.findall(r"^; ([A-Z-]+): (.*)$", text, re.MULTILINE))
    return Trap(
        name=path.stem,
        data=text.encode(),
        arch=header["ARCH"],
        ptx_version=header.get("PTX-VERSION", ""),
        expect=header["EXPECT"],
        message=header.get("MESSAGE", ""),
    )


def good_bitcode() -> bytes:
    with Context() as context:
        return context.parse(KERNEL.encode(), "kernel").bitcode()


TRAPS = [load_trap(path) for path in sorted(FOLDER.glob("*.ll"))] + list(generated_traps(good_bitcode()))


def compile_trap(trap: Trap) -> str:
    options = {"ptx-version": trap.ptx_version} if trap.ptx_version else None
    isolate = helper.load() is None
    limit = TIME_LIMIT if trap.expect == "slow" else 0
    result = opencicc.compile(
        trap.data, arch=trap.arch, opt_level=3, options=options, name=trap.name, isolate=isolate, time_limit=limit
    )
    return result.ptx


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: trap.name)
def test_trap_gives_ptx_or_a_clear_error(trap: Trap) -> None:
    good = (EXAMPLES / "saxpy.ll").read_text()
    before = opencicc.compile(good, arch="sm_90").ptx
    if trap.expect == "slow":
        with pytest.raises(opencicc.TimeLimitError):
            compile_trap(trap)
    elif trap.expect == "error":
        with pytest.raises(opencicc.CompilerError) as caught:
            compile_trap(trap)
        assert caught.value.what
        assert re.search(trap.message, str(caught.value)), str(caught.value)
    elif trap.expect == "ptx":
        assemble(compile_trap(trap), trap.arch)
    elif trap.expect == "ptx that ptxas refuses":
        ptx = compile_trap(trap)
        with pytest.raises(pytest.fail.Exception):
            assemble(ptx, trap.arch)
    else:
        assert trap.expect == "ptx or error"
        try:
            assert f".target {trap.arch}" in compile_trap(trap)
        except opencicc.CompilerError as error:
            assert error.what
    assert opencicc.compile(good, arch="sm_90").ptx == before
