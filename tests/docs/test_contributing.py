"""The pass, its test and the option that CONTRIBUTING.md shows work as they stand there."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from shell import environment, opencicc, run_line, run_lines

from opencicc import passes
from opencicc.passes import knobs
from opencicc.pipeline import catalogue, optimize, readers

PAGE = (Path(__file__).resolve().parent.parent.parent / "CONTRIBUTING.md").read_text()
NAME = "opencicc.passes.double_negation"


def block(language: str, start: str = "") -> str:
    """The code block of this language that begins with `start`."""
    (found,) = re.findall(rf"```{language}\n({re.escape(start)}.*?)```", PAGE, re.DOTALL)
    return found


@pytest.fixture(autouse=True)
def added(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The worked example as if it had been added to the tree."""
    module = ModuleType(NAME)
    monkeypatch.setitem(sys.modules, NAME, module)
    exec(compile(block("python", "# src/opencicc/passes/"), "CONTRIBUTING.md", "exec"), module.__dict__)
    monkeypatch.setattr(knobs, "KNOB_MODULES", (*knobs.KNOB_MODULES, NAME))
    passes.register_plugin(module.run, "Replace -(-x) by x.", "CONTRIBUTING.md")
    forget()
    yield
    del passes._plugins["double-negation"]
    del passes._registry()["double-negation"]
    monkeypatch.undo()
    forget()


def forget() -> None:
    """Drop what is kept about knobs and pipelines."""
    knobs.all_knobs.cache_clear()
    catalogue.catalogue.cache_clear()
    readers._guard_readers.cache_clear()
    optimize._kept.clear()


def test_the_run_lines_pass(tmp_path: Path) -> None:
    path = tmp_path / "double-negation.ll"
    path.write_text(block("llvm", "; tests/ir/"))
    lines = run_lines(path)
    assert len(lines) == 3
    with environment({"OPENCICC_STRICT_PASSES": "1", "OPENCICC_VERIFY_EACH": "1"}):
        for _, line in lines:
            outcome = run_line(line, path, tmp_path / "t")
            assert outcome.code == 0, outcome.err


def test_the_option_is_explained_as_shown() -> None:
    command, *shown = next(text for text in re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)).splitlines()
    outcome = opencicc(*shlex.split(command.removeprefix("$ opencicc ")))
    assert outcome.out.splitlines() == shown


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`((?:passes|pipeline|options)/[\w/]+\.py)`", PAGE))))
def test_a_named_file_exists(path: str) -> None:
    assert (Path(passes.__file__).parent.parent / path).is_file()


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`((?:scripts|native|examples)/[\w./]+)`", PAGE))))
def test_a_named_file_of_the_repository_exists(path: str) -> None:
    assert (Path(__file__).resolve().parent.parent.parent / path).exists()
