"""The pass and its test that CONTRIBUTING.md shows, added to a copy of the tree as two files, work as they stand there."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from opencicc import passes
from opencicc.analysis.manager import AnalysisManager
from opencicc.llvm.ir import Context
from tests.shell import run_lines

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = (ROOT / "CONTRIBUTING.md").read_text()
CHECKED = {"OPENCICC_STRICT_PASSES": "1", "OPENCICC_VERIFY_EACH": "1"}


def block(language: str, start: str = "") -> str:
    """The code block of this language that begins with `start`."""
    (found,) = re.findall(rf"```{language}\n({re.escape(start)}.*?)```", PAGE, re.DOTALL)
    return found


def add_file(tree: Path, text: str) -> Path:
    """Write a code block into the file that its first line names."""
    path = tree / text.splitlines()[0].lstrip("#; ")
    assert not path.exists()
    path.write_text(text)
    return path


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree with the two files, after `make docs`."""
    copy = tmp_path_factory.mktemp("tree")
    leave = shutil.ignore_patterns("__pycache__", "*.egg-info")
    for folder in ("src", "scripts", "docs"):
        shutil.copytree(ROOT / folder, copy / folder, ignore=leave)
    (copy / "tests" / "ir").mkdir(parents=True)
    shutil.copy(ROOT / "ARCHITECTURE.md", copy)
    add_file(copy, block("python", "# src/opencicc/passes/"))
    add_file(copy, block("llvm", "; tests/ir/"))
    done = in_tree(copy, [sys.executable, "scripts/gen_docs.py"])
    assert done.returncode == 0, done.stderr
    assert "src/opencicc/passes/generated.py" in changed_files(copy)
    return copy


def in_tree(tree: Path, command: list[str], text: str | None = None) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **CHECKED, "PYTHONPATH": str(tree / "src")}
    return subprocess.run(command, cwd=tree, env=environment, input=text, capture_output=True, text=True, check=False)


def changed_files(tree: Path) -> list[str]:
    """The files of the copy whose text is not that of the tree."""
    copied = [path for path in tree.rglob("*") if path.is_file() and path.suffix in (".py", ".md", ".ll")]
    names = [str(path.relative_to(tree)) for path in copied]
    return [
        name for name in names if not (ROOT / name).exists() or (tree / name).read_text() != (ROOT / name).read_text()
    ]


def test_the_run_lines_pass(tree: Path, tmp_path: Path) -> None:
    path = tree / "tests" / "ir" / "double-negation.ll"
    lines = run_lines(path)
    assert len(lines) == 3
    shell_words = {"opencicc": f"{sys.executable} -m opencicc", "filecheck": f"{Path(sys.executable).parent}/filecheck"}
    for _, line in lines:
        command = line.replace("%s", str(path)).replace("%t", str(tmp_path / "t"))
        for word, real in shell_words.items():
            command = re.sub(rf"(^|\| ){word} ", rf"\1{real} ", command)
        done = in_tree(tree, ["bash", "-o", "pipefail", "-c", command])
        assert done.returncode == 0, done.stderr + done.stdout


def test_two_files_by_hand_and_the_rest_generated(tree: Path) -> None:
    by_hand = {"src/opencicc/passes/double_negation.py", "tests/ir/double-negation.ll"}
    generated = {name for name in changed_files(tree) if name not in by_hand}
    assert generated == {
        "docs/generated/options.md",
        "docs/generated/passes.md",
        "src/opencicc/options/index.py",
        "src/opencicc/passes/generated.py",
        "src/opencicc/passes/generated_homes.py",
        *(f"src/opencicc/pipeline/generated/plans_o{level}.py" for level in ("1", "2", "3", "fcmid", "fcmin")),
    }


def test_the_option_is_explained_as_shown(tree: Path) -> None:
    command, *shown = next(text for text in re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)).splitlines()
    done = in_tree(tree, [sys.executable, "-m", "opencicc", *shlex.split(command.removeprefix("$ opencicc "))])
    assert done.stdout.splitlines() == shown


WITH_AN_ATOMIC = b"""
define void @f(ptr %p) {
  br label %second
second:
  %old = atomicrmw add ptr %p, i32 1 monotonic
  ret void
}
"""


def test_the_analysis_answers() -> None:
    written: dict[str, Any] = {}
    exec(block("python", "# src/opencicc/analysis/"), written)
    with Context() as context:
        (function,) = context.parse(WITH_AN_ATOMIC).definitions
        assert AnalysisManager().get(written["Atomics"], function).blocks == {1}


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`((?:passes|pipeline|options)/[\w/]+\.py)`", PAGE))))
def test_a_named_file_exists(path: str) -> None:
    assert (Path(passes.__file__).parent.parent / path).is_file()


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`((?:scripts|native|examples)/[\w./]+)`", PAGE))))
def test_a_named_file_of_the_repository_exists(path: str) -> None:
    assert (ROOT / path).exists()


def test_the_commands_of_make_are_listed_and_their_scripts_are_there() -> None:
    makefile = (ROOT / "Makefile").read_text()
    (phony,) = re.findall(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    commands = set(phony.split()) - {"help", "clean"}
    assert commands == set(re.findall(r"^\| `make (\w+)", PAGE, re.MULTILINE))
    assert commands | {"clean"} == set(re.findall(r'^\t@echo "make (\w+) ', makefile, re.MULTILINE))
    scripts = re.findall(r"(?:scripts|benchmarks)/\w+\.\w+", makefile)
    assert scripts
    assert [name for name in scripts if not (ROOT / name).exists()] == []
