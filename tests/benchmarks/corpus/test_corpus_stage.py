"""The corpus tool's command line on a tree of small programs: staging, the static table, the check."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.corpus import __main__ as corpus
from benchmarks.corpus.tools import MissingTool, find_cupti_headers, find_library, find_tools

pytestmark = pytest.mark.usefixtures("front_end")


ROLLING = """#!{python}
import subprocess, sys
words = [word for word in sys.argv[1:] if word != "--fast"]
rolled = [] if len(words) < len(sys.argv) - 1 else ["--no-loopunroll"]
sys.exit(subprocess.call([sys.executable, "-m", "opencicc", *rolled, *words]))
"""


def record(out: Path, name: str) -> dict:
    return json.loads((out / "programs" / name / "record.json").read_text())


def run(*words: object) -> int:
    return corpus.main([str(word) for word in words])


def test_static_stage_and_report(tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, names = tmp_path / "out", tmp_path / "names.txt"
    names.write_text("lonely\nbroken\nmissing\n")
    assert run("stage", out, "--from", tree, "--list", names, "--static", "--bases", "clang") == 0
    said = capsys.readouterr().out
    figures = record(out, "lonely")["versions"]["ours"]["kernels"]["_Z6lonelyPi"]
    assert figures["regs"] > 0 and figures["sass"] > 0 and figures["spill"] == 0
    assert "ours / clang" in said and "_Z6lonelyPi" in said
    assert "error" in record(out, "broken")["versions"]["ours"]
    assert "missing: no such program in the tree" in said
    assert not (out / "run.py").exists() and not (out / "programs" / "lonely" / "ours").exists()

    before = (out.with_name("out.work") / "build" / "lonely" / "lonely_cu.ours.ptx").stat().st_mtime_ns
    assert run("stage", out, "--from", tree, "--only", "^lonely$", "--static", "--bases", "") == 0
    after = (out.with_name("out.work") / "build" / "lonely" / "lonely_cu.ours.ptx").stat().st_mtime_ns
    assert after == before  # up to date: left alone
    (tree / "lonely.cu").write_text("__global__ void renamed(int *p) { *p = 2; }\nint main() { return 0; }\n")
    assert run("stage", out, "--from", tree, "--only", "^lonely$", "--static", "--bases", "") == 0
    assert list(record(out, "lonely")["versions"]["ours"]["kernels"]) == ["_Z7renamedPi"]


@pytest.mark.skipif(not shutil.which("make"), reason="make is not installed: no Makefile can be read")
def test_check_names_the_kernel_that_got_worse(tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A compiler that leaves loops rolled, unless it is told --fast: the array then stays on the stack."""
    compiler = tmp_path / "rolling"
    compiler.write_text(ROLLING.format(python=sys.executable))
    compiler.chmod(0o755)
    out, reasons = tmp_path / "out", tmp_path / "reasons.txt"
    words = ("check", out, "--from", tree, "--only", "lonely|permute", "--static", "--variant", f"slow={compiler}")
    assert run(*words, "--against", "slow --fast") == 1
    said = capsys.readouterr().out
    assert "2 kernels of slow compared with slow --fast" in said
    assert "1 worse:\n  permute: _Z7permutePKiPf: bytes of stack 32 against 0" in said
    reasons.write_text("# known\npermute _Z7permute*: a reason\n")
    assert run("check", out, "--variant", "slow=x", "--against", "slow --fast", "--reasons", reasons) == 0
    assert "bytes of stack 32 against 0 (a reason)\n0 worse" in capsys.readouterr().out
    reasons.write_text("permute\n")
    assert run("check", out, "--variant", "slow=x", "--against", "slow --fast", "--reasons", reasons) == 2
    assert "write PROGRAM KERNEL: REASON" in capsys.readouterr().err


@pytest.mark.skipif(not shutil.which("make"), reason="make is not installed: no Makefile can be read")
def test_whole_programs(tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tools = find_tools()
    try:
        tools.require("nvcc", "fatbinary")
        find_library(tools, "cudart"), find_library(tools, "cupti"), find_cupti_headers(tools)
    except MissingTool as missing:
        pytest.skip(f"no program can be linked here: {missing}")
    out = tmp_path / "out"
    arguments = tmp_path / "arguments.json"
    arguments.write_text('{"hidden": null}')
    assert run("stage", out, "--from", tree, "--only", "hidden|permute", "--arguments", arguments, "-j", 2) == 0
    assert "0 failures" in capsys.readouterr().out
    for name in ("hidden", "permute"):
        assert list(record(out, name)["versions"]) == ["ours", "clang", "nvcc"]
        kernels = [sorted(built["kernels"]) for built in record(out, name)["versions"].values()]
        assert kernels[0] == kernels[1] == kernels[2]
        for version in ("ours", "clang", "nvcc"):
            # Without a driver a program still starts, finds its libraries and its kernels' names, and ends.
            ran = subprocess.run([out / "programs" / name / version], capture_output=True, text=True)
            assert ran.returncode == 0, ran.stderr
    without_gpu = subprocess.run([sys.executable, "-I", out / "run.py"], cwd=tmp_path, capture_output=True, text=True)
    assert without_gpu.returncode == 0 or "no GPU here" in without_gpu.stderr
    assert json.loads((out / "arguments.json").read_text()) == {"hidden": None}


def test_wrong_words(tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("stage", tmp_path / "out") == 2
    assert "say --from TREE" in capsys.readouterr().err
    assert run("report", tmp_path / "out") == 2
    assert "nothing is staged" in capsys.readouterr().err
    assert run("stage", tmp_path / "out", "--from", tree, "--only", "nothing", "--static") == 2
    assert "no program to build" in capsys.readouterr().err
    assert run("check", tmp_path / "out", "--against", "theirs -O1") == 2
    assert "the first word names a variant; there are ours" in capsys.readouterr().err
