"""Codes and logs for programs good and bad, beside what NVIDIA's library answered to the same."""

from __future__ import annotations

import contextlib
import ctypes
import json

import pytest

from opencicc import nvvm
from tests.nvvm.programs import PROGRAMS
from tests.nvvm.record_answers import ANSWERS as ANSWERS_FILE
from tests.nvvm.record_answers import RECORDED_FROM, WHEEL, ask, digest, record, version_of

ANSWERS = json.loads(ANSWERS_FILE.read_text())
RECORDED_VERSION = ANSWERS.pop(RECORDED_FROM)
# Where we answer otherwise, and why.
OTHER_CODES = {
    ("lazy module", "verify"): "a lazy module may be text",
    ("lazy module", "compile"): "a lazy module may be text",
    ("kernel with a result", "compile"): "ptxas would refuse the PTX",
}
# The library ends the process or does not return; we answer.
THEY_DIE = {"value before itself": (6, 9)}
# The same code, other words, mostly of the verifier: NVVM's rules have our wording.
_VERIFIED_IN_OUR_WORDS = (
    "triple of a library", "no data layout", "big endian", "i64 aligned to 32 bits", "kernel with a result", "atomic load",
    "initialised shared variable", "section of a function", "stack protector", "stack in local memory",
    "cast between two spaces", "80-bit numbers", "weak reference",
)  # fmt: skip
OTHER_WORDS = {
    *((name, "verify") for name in _VERIFIED_IN_OUR_WORDS),
    ("i64 aligned to 32 bits", "compile"),  # the library shows all alignments, we the one that is wrong
    ("unknown intrinsic", "compile"),
    ("kernel that is not to be inlined", "compile"),  # a warning of theirs
}


def our_answer(name: str, call: str) -> tuple[int, str]:
    modules, options = PROGRAMS[name]
    program = nvvm.create_program()
    for number, (text, is_lazy) in enumerate(modules):
        add = nvvm.lazy_add_module_to_program if is_lazy else nvvm.add_module_to_program
        with contextlib.suppress(nvvm.nvvmError):  # a program that goes on after a module was refused
            add(program, text, len(text), f"m{number}")
    try:
        getattr(nvvm, f"{call}_program")(program, len(options), options)
    except nvvm.nvvmError as error:
        return error.status, error.log
    return 0, program.log


@pytest.mark.parametrize("call", ["verify", "compile"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_answer(name: str, call: str) -> None:
    code, log = our_answer(name, call)
    if ANSWERS[name] == "died":
        assert code == THEY_DIE[name][call == "compile"] and log
        return
    their_code, their_log = ANSWERS[name][call]
    if (name, call) in OTHER_CODES:
        assert code != their_code
        return
    assert code == their_code
    assert (digest(log) == their_log) == ((name, call) not in OTHER_WORDS), log


def test_there_are_enough_of_both_kinds() -> None:
    good = [name for name, said in ANSWERS.items() if said != "died" and said["compile"][0] == 0]
    assert len(good) >= 40 and len(ANSWERS) - len(good) >= 60
    assert set(ANSWERS) == set(PROGRAMS)


def test_their_library_still_answers_so(their_library: str) -> None:
    """What was recorded is what that version says; another one may differ, and then this says where."""
    said, version = record(their_library), version_of(their_library)
    assert set(said) == set(ANSWERS)
    others = {name: said[name] for name in said if said[name] != ANSWERS[name]}
    if others and version != RECORDED_VERSION:
        pytest.skip(f"{WHEEL} {version or 'of another place'} answers otherwise than {RECORDED_VERSION} did: {others}")
    assert others == {}


@pytest.mark.parametrize("name", dict.fromkeys([*list(PROGRAMS)[::3], "empty text"]))
def test_our_c_library_gives_the_same_answers(our_library: str, name: str) -> None:
    library = ctypes.CDLL(our_library)
    for call in ("Verify", "Compile"):
        assert ask(library, PROGRAMS[name], call)[:2] == our_answer(name, call.lower())
