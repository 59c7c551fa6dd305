"""Standard streams that are full or closed, in a real shell: one plain error, its exit code, and files as they should be."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.shell import opencicc

GOOD = """target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p) {
  store i32 1, ptr %p
  ret void
}
"""
FULL = (
    "error: cannot write standard output: No space left on device\n  at:  standard output\n"
    "  fix: free some space or write elsewhere\n"
)
CLOSED = (
    "error: cannot write standard output: Bad file descriptor\n  at:  standard output\n"
    "  fix: it is closed: open it, or name a file with -o\n"
)
# Words of each kind of command: PTX as bytes, text in small pieces, text through argparse and through rich.
COMMANDS = ("k.ll -o -", "opt k.ll --passes=sroa", "passes", "--version", "options --help", "report k.ll")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("k.ll").write_text(GOOD)


def shell(words: str) -> subprocess.CompletedProcess[str]:
    command = f"{sys.executable} -m opencicc.cli.main {words}"
    return subprocess.run(["bash", "-c", command], capture_output=True, text=True)


@pytest.mark.parametrize("words", COMMANDS)
def test_an_output_that_is_full(words: str) -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("this system has no /dev/full")
    done = shell(f"{words} >/dev/full")
    assert (done.returncode, done.stderr) == (4, FULL)


@pytest.mark.parametrize("words", COMMANDS)
def test_an_output_that_is_closed(words: str) -> None:
    done = shell(f"{words} >&-")
    assert (done.returncode, done.stderr) == (4, CLOSED)


def test_a_closed_output_that_nobody_needs() -> None:
    done = shell("k.ll -o k.ptx >&-")
    assert (done.returncode, done.stderr) == (0, "")
    assert ".entry k(" in Path("k.ptx").read_text()


def test_a_closed_error_stream_loses_only_words() -> None:
    """A warning has nowhere to go: neither into the PTX nor into a file that happens to be number 2."""
    done = shell("k.ll --passes=remat -o k.ptx 2>&-")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert Path("k.ptx").read_text() == opencicc("k.ll", "--passes=sroa", "-o", "-").out


def test_a_closed_input_is_an_empty_one() -> None:
    done = shell("- -o k.ptx <&-")
    assert (done.returncode, done.stderr.splitlines()[0]) == (6, "error: the input is empty")


def test_version_in_one_letter() -> None:
    assert opencicc("-V") == opencicc("--version")
    assert opencicc("-V").out.startswith("opencicc ")
