"""What people see, letter by letter: at 80 columns, through a pipe and on a terminal.

A pipe never gets colours, nor does a terminal with NO_COLOR; with them taken out both see the same. The files of
`golden/` are what a terminal shows, colours as they are sent (`cat` one). OPENCICC_UPDATE_GOLDEN=1 writes them again.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from opencicc.cli.main import SUBCOMMANDS
from tests.shell import opencicc
from tests.support import EXAMPLES, REPOSITORY

FOLDER = Path(__file__).parent / "golden"
COMPARED = REPOSITORY / "tests" / "compare"
UPDATE = os.environ.get("OPENCICC_UPDATE_GOLDEN") == "1"
COLOURS = re.compile(r"\x1b\[[\d;]*m")
# The same figures whatever ptxas is installed.
PTXAS = """#!/bin/sh
for last; do :; done
: > "$last"
echo "ptxas info    : Compiling entry function '_Z5scaleIfLi4EEvPKT_PS0_' for 'sm_90'" >&2
echo "    8 bytes stack frame, 4 bytes spill stores, 4 bytes spill loads" >&2
echo "ptxas info    : Used 40 registers, used 1 barriers, 512 bytes smem" >&2
"""

CASES = {
    "options": ["options", "do-licm"],
    "passes": ["passes", "memory-space-opt"],
    "explain": ["explain", "do-licm"],
    "compare": ["compare", "before.ptx", "after.ptx"],
    "compare-help": ["compare", "--help"],
    "run-help": ["run", "--help"],
    "report": ["report", "before.ptx", "-arch=sm_90"],
    "print-changed": ["opt", "square.ll", "--passes=instcombine,simplifycfg", "--print-changed", "-o", os.devnull],
    "print-functions": [
        "opt",
        "square.ll",
        "--passes=instcombine,simplifycfg",
        "--print-changed",
        "--print-functions=fill",
        "-o",
        os.devnull,
    ],
    "error": ["saxpy.ll", "-prec-dif=0"],
    "warning": ["saxpy.ll", "-opt", "-slot-7=1", "--summary=off", "-o", os.devnull],
    "summary": ["ptx-opt", "before.ptx", "--summary=on", "-o", os.devnull],
}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    for source in (
        COMPARED / "before.ptx",
        COMPARED / "after.ptx",
        EXAMPLES / "saxpy.ll",
        Path(__file__).parent / "square.ll",
    ):
        (tmp_path / source.name).symlink_to(source)
    (tmp_path / "ptxas").write_text(PTXAS)
    (tmp_path / "ptxas").chmod(0o755)
    return tmp_path


def environment(place: Path, **more: str) -> dict[str, str]:
    kept = {
        name: text for name, text in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "OPENCICC_UPDATE_GOLDEN")
    }
    return {**kept, "TERM": "xterm", "OPENCICC_PTXAS": str(place / "ptxas"), **more}


def through_pipe(words: list[str], place: Path, **more: str) -> str:
    command = [sys.executable, "-m", "opencicc", *words]
    done = subprocess.run(
        command, cwd=place, env=environment(place, **more), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    return done.stdout


def on_terminal(words: list[str], place: Path, columns: int = 80, **more: str) -> str:
    """Both streams are a terminal of so many columns."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    command = [sys.executable, "-m", "opencicc", *words]
    run = subprocess.Popen(
        command, cwd=place, env=environment(place, **more), stdin=theirs, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    seen = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # Linux says so when the last writer is gone
            break
        if not part:
            break
        seen += part
    run.wait()
    os.close(ours)
    return seen.decode().replace("\r\n", "\n")


@pytest.mark.parametrize("name", sorted(CASES))
def test_golden(name: str, place: Path) -> None:
    path = FOLDER / f"{name}.txt"
    seen = on_terminal(CASES[name], place)
    if UPDATE:
        path.write_text(seen)
    assert seen == path.read_text()
    piped = through_pipe(CASES[name], place)
    assert "\x1b" not in piped
    plain = COLOURS.sub("", seen)
    if name == "summary":  # a line for each kernel, for who reads lines
        plain = " ".join(plain.split()) + "\n"
    assert piped == plain


def test_help_is_the_page_of_the_docs(place: Path) -> None:
    page = (REPOSITORY / "docs" / "generated" / "command-line.md").read_text()
    seen = on_terminal(["--help"], place)
    assert seen == through_pipe(["--help"], place)
    assert f"```text\n{seen}```" in page
    assert max(map(len, seen.splitlines())) <= 80


@pytest.mark.parametrize("name", ["compare", "error", "print-changed", "report"])
def test_no_color_means_none(name: str, place: Path) -> None:
    assert COLOURS.search(on_terminal(CASES[name], place))
    assert "\x1b" not in on_terminal(CASES[name], place, NO_COLOR="1")
    assert "\x1b" not in on_terminal(CASES[name], place, TERM="dumb")


@pytest.mark.parametrize("name", sorted(CASES))
def test_eighty_columns_are_enough(name: str) -> None:
    """But for words that are longer: a path, a command or code is there to be copied."""
    too_long = [line for line in COLOURS.sub("", (FOLDER / f"{name}.txt").read_text()).splitlines() if len(line) > 80]
    assert [line for line in too_long if name not in ("print-changed", "error", "warning")] == []


@pytest.mark.parametrize("name", sorted(SUBCOMMANDS))
def test_the_help_of_every_subcommand_fits(name: str) -> None:
    said = opencicc(name, "--help")
    assert said.code == 0
    assert [line for line in said.out.splitlines() if len(line) > 80] == []


@pytest.mark.parametrize("columns", [60, 110])
def test_other_terminals_have_their_own_width(columns: int, place: Path) -> None:
    lines = COLOURS.sub("", on_terminal(["passes"], place, columns)).splitlines()
    most = max(len(line) for line in lines if line.startswith("    "))
    assert columns - 20 < most <= columns
