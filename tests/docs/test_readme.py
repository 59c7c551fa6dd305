"""The README's commands work as written."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest

from opencicc.cli.main import main

ROOT = Path(__file__).resolve().parent.parent.parent
README = (ROOT / "README.md").read_text()
COMMANDS = [
    line.removeprefix("$ ")
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL)
    for line in block.splitlines()
    if line.startswith("$ ")
]
PROGRAMS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def test_there_are_commands_and_programs() -> None:
    assert len(COMMANDS) >= 3
    assert PROGRAMS


@pytest.mark.parametrize("command", COMMANDS)
def test_command(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(tmp_path)
    os.symlink(ROOT / "examples", tmp_path / "examples")
    program, *words = shlex.split(command)
    assert program == "opencicc"
    assert main(words) == 0
    wrote = [path for path in tmp_path.iterdir() if path.is_file() and path.stat().st_size]
    assert wrote or capfdbinary.readouterr().out


@pytest.mark.parametrize("program", PROGRAMS)
def test_program(program: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    exec(compile(program, "README.md", "exec"), {})
    assert ".entry saxpy" in capsys.readouterr().out


@pytest.mark.parametrize("target", re.findall(r"\]\(([^)#]+\.md)\)|(docs/[\w./-]+\.md)", README))
def test_linked_page_exists(target: tuple[str, str]) -> None:
    assert (ROOT / "".join(target)).is_file()
