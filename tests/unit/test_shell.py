"""The shell of RUN lines: a line that should fail does fail, or every test in tests/ir would mean nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.shell import Outcome, pipeline, run_line, run_lines, substitute

GOOD = """\
; CHECK: .entry k(
; WRONG: .entry other(
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k() {
  ret void
}
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "k.ll"
    path.write_text(GOOD)
    return path


def run(line: str, source: Path) -> Outcome:
    return run_line(line, source, source.with_suffix(".tmp"))


@pytest.mark.parametrize(
    "line",
    [
        "opencicc %s -o - | filecheck %s",
        "opencicc %s -o - | not filecheck %s --check-prefix=WRONG",
        "not opencicc %S/missing.ll 2>&1 | not filecheck %s",
        "env OPENCICC_ARCH=sm_80 opencicc %s -o - | filecheck %s",
        "opencicc %s -o %t",
        "not opencicc - -o -",
    ],
)
def test_lines_that_pass(line: str, source: Path) -> None:
    outcome = run(line, source)
    assert outcome.code == 0, outcome.err


@pytest.mark.parametrize(
    "line",
    [
        "opencicc %s -o - | filecheck %s --check-prefix=WRONG",
        "opencicc %s -o - | filecheck %s --check-prefix=NOWHERE",
        "opencicc %S/missing.ll -o - | filecheck %s",
        "opencicc %S/missing.ll -o -",
        "not opencicc %s -o -",
        "env OPENCICC_ARCH=sm_1 opencicc %s -o - | filecheck %s",
        # The first command fails and the second is content: the line fails all the same.
        "opencicc %S/missing.ll -o - 2>&1 | not filecheck %s",
    ],
)
def test_lines_that_fail(line: str, source: Path) -> None:
    assert run(line, source).code != 0


def test_output_goes_through_the_pipe_and_errors_do_not(source: Path) -> None:
    outcome = run("opencicc %s -o - -v", source)
    assert b".entry k(" in outcome.stdout and b"LNK:" not in outcome.stdout
    assert "LNK:" in outcome.err
    joined = run("opencicc %s -o - -v 2>&1", source)
    assert "LNK:" in joined.out and joined.err == ""


def test_files_are_written_where_the_line_says(source: Path) -> None:
    run("opencicc %s -o %t", source)
    assert ".entry k(" in source.with_suffix(".tmp").read_text()


def test_an_unknown_command_is_an_error(source: Path) -> None:
    with pytest.raises(KeyError, match="rm"):
        run("rm %s", source)


def test_quotes_and_substitutions(tmp_path: Path) -> None:
    source = tmp_path / "a b.ll"
    words = list(pipeline(substitute("opencicc %s -opt '-x=1 -y=2' | filecheck %s", source, tmp_path / "t")))
    assert words == [["opencicc", str(source), "-opt", "-x=1 -y=2"], ["filecheck", str(source)]]


def test_run_lines_are_found_and_joined(tmp_path: Path) -> None:
    (tmp_path / "a.ll").write_text("; RUN: one \\\n; RUN:   two\n\n  ; RUN: three\n; XRUN: four\n")
    assert run_lines(tmp_path / "a.ll") == [(1, "one two"), (4, "three")]
    (tmp_path / "b.ptx").write_text("// RUN: one\n; RUN: two\n")
    assert run_lines(tmp_path / "b.ptx") == [(1, "one")]
