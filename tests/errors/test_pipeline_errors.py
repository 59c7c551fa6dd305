"""Bad words about passes, options, values and slots: exit code 2, what would be right, and nothing written."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.shell import opencicc

GOOD = """target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p) {
  store i32 1, ptr %p
  ret void
}
"""
CASES = {
    "unknown pass": ("--passes=srao", "unknown pass name 'srao'", "did you mean 'sroa'?"),
    "unknown pass inside a manager": ("--passes=function(sroa,licmm)", "unknown pass name 'licmm'", "'licm'"),
    "unknown pass of ours": ("--passes=remta", "unknown pass name 'remta'", "did you mean 'remat'?"),
    "a pass that is not run": ("--passes=dfsan", "pass 'dfsan' is not run here: the data-flow sanitizer", ""),
    "unknown parameter": ("--passes=sroa<modfy-cfg>", "invalid sroa pass parameter 'modfy-cfg'", "'modify-cfg'"),
    "unknown parameter of ours": (
        "--passes=memory-space-opt<first-tim>",
        "invalid MemorySpaceOpt pass parameter 'first-tim'",
        "did you mean 'first-time'?",
    ),
    "parameter of a pass without any": (
        "--passes=dce<fast>",
        "invalid dce pass parameter 'fast'",
        "takes no parameters",
    ),
    "unknown level": ("--passes=nvopt<O9>", "invalid optimization level 'O9'", "write one of O0, O1"),
    "pipeline name without a level": ("--passes=nvopt", "'nvopt' needs one level", "write nvopt<O3>"),
    "open parenthesis": ("--passes=function(sroa", "a ')' is missing here", "write pass,pass<"),
    "closed too often": ("--passes=sroa)", "')' has no counterpart", "write pass,pass<"),
    "empty place": ("--passes=sroa,,dce", "a pass name is missing here", "write pass,pass<"),
    "pass in the wrong manager": ("--passes=loop(sroa)", "'sroa' is a function pass", "write function(sroa)"),
    "unknown analysis": ("--passes=require<domtre>", "unknown analysis 'domtre'", "require<domtree>"),
    "level and passes": ("--passes=sroa|-O2", "Cannot specify -O#/-Ofast-compile=", ""),
    "unknown option": ("-opt|-do-lcm=0", "unknown option 'do-lcm'", "did you mean 'do-licm'?"),
    "unknown option, short": ("-do-lcm=0", "-do-lcm=0 is an unsupported option", "did you mean 'do-licm'?"),
    "no truth value": ("-opt|-do-licm=maybe", "maybe is an unsupported value", "do-licm takes 0 or 1"),
    "no number": ("-opt|-remat-use-limit=ten", "ten is an unsupported value", "takes a whole number"),
    "out of range": ("-opt|-remat-iv=9", "9 is an unsupported value", "a whole number from 0 to 5"),
    "no such word": ("--language=midd", "midd is an unsupported value", "did you mean 'mid'?"),
    "two values": ("-opt|-remat-iv=1|-opt|-remat-iv=2", "remat-iv defined more than once", "keep one of 1 and 2"),
    "unknown slot": ("-opt|-slot-222=1", "there is no slot 'slot-222'", "slots are 1 to 221"),
    "unknown offset": ("-opt|-opts[17]=1", "there is no slot 'opts[17]'", "slots are 1 to 221"),
    "not supported": ("-opt|-dump-va", "option dump-va is not supported: there is no value analysis", ""),
    "no option": ("-Xopt|do-licm=0", "'do-licm=0' is not an option", 'write -opt "-do-licm=0"'),
    "unknown plugin": ("--plugins=no-such-plugin", "no plugin 'no-such-plugin' is installed", "installed:"),
    "unknown pass to print after": ("--print-after=srao", "unknown pass name 'srao'", "did you mean 'sroa'?"),
    "bad limit": ("--pass-limit=-5", "-5 is an unsupported value", "a whole number from -1"),
    "fast-compile level": ("-Ofast-compile=maxx", "called with unsupported level", "0, min, mid or max"),
}


@pytest.mark.parametrize("case", CASES)
def test_bad_words(case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text, what, fix = CASES[case]
    monkeypatch.chdir(tmp_path)
    Path("in.ll").write_text(GOOD)
    done = opencicc("in.ll", *text.split("|"), "-keep", "--trace=trace.json", "-o", "out.ptx")
    first, *rest = done.err.splitlines()
    assert done.code == 2
    assert what in first
    assert fix in "\n".join(rest)
    assert any(line.startswith("  at:  ") for line in rest)
    assert os.listdir() == ["in.ll"]


@pytest.mark.parametrize("case", [case for case in CASES if "passes=" in CASES[case][0]])
def test_bad_pipelines_are_not_printed_either(case: str) -> None:
    text, what, _ = CASES[case]
    done = opencicc("opt", *text.split("|"), "--print-pipeline-passes")
    assert (done.code, done.out) == (2, "")
    assert what in done.err
