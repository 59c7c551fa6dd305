"""The pages by task: their commands and programs work, and the site builds without a link to nowhere."""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import opencicc
from opencicc import _HOMES, __all__
from opencicc.cli.main import main

ROOT = Path(__file__).resolve().parent.parent.parent
TASKS = ("compile", "look", "tune", "extend", "embed")
HAS_MKDOCS = all(importlib.util.find_spec(name) for name in ("mkdocs", "material", "mkdocstrings"))


def page(name: str) -> str:
    return (ROOT / "docs" / f"{name}.md").read_text()


COMMANDS = [
    pytest.param(line.strip().removeprefix("$ "), id=f"{name}: {line.strip()[2:60]}")
    for name in TASKS
    for block in re.findall(r"```console\n(.*?)```", page(name), re.DOTALL)
    for line in block.splitlines()
    if line.strip().startswith("$ ")
]
NEEDS_GPU = ("cupy", "cuda.core", "numba")
PROGRAMS = re.findall(r"```python\n(.*?)```", page("embed"), re.DOTALL)


@pytest.mark.parametrize("command", COMMANDS)
def test_command(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    os.symlink(ROOT / "examples", tmp_path / "examples")
    program, *words = shlex.split(command)
    assert program == "opencicc"
    code = main(words)
    assert code == 0, capfd.readouterr().err


@pytest.mark.parametrize("program", PROGRAMS)
def test_program(
    program: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")  # what they read; what they write stays in that folder
    monkeypatch.chdir(tmp_path)
    code = compile(program, "docs/embed.md", "exec")
    if any(f"{word} {package}" in program for word in ("import", "from") for package in NEEDS_GPU):
        pytest.skip("it launches a kernel, which needs a GPU")
    exec(code, {})
    assert capsys.readouterr().out


def test_the_api_page_has_every_public_name() -> None:
    shown = re.findall(r"^::: ([\w.]+)$", page("api"), re.MULTILINE)
    assert [name for name in __all__ if _HOMES[name] not in shown and f"{_HOMES[name]}.{name}" not in shown] == []


def site(tree: Path, output: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(tree / "scripts" / "make_site.py"), "--output", str(output)]
    return subprocess.run(command, capture_output=True, text=True)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of what the site is made from, to leave the tree alone."""
    if not HAS_MKDOCS:
        pytest.skip("mkdocs is not installed: `pip install opencicc[docs]` brings it, `make site` uses it")
    copy = tmp_path / "tree"
    copy.mkdir()
    for folder in ("docs", "benchmarks"):
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__", "*.json"))
    (copy / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "make_site.py", copy / "scripts")
    (copy / "src").symlink_to(ROOT / "src")
    for path in (*ROOT.glob("*.md"), ROOT / "mkdocs.yml"):
        shutil.copy(path, copy)
    return copy


@pytest.mark.slow
def test_the_site_builds_strictly(tree: Path, tmp_path: Path) -> None:
    done = site(tree, tmp_path / "site")
    assert done.returncode == 0, done.stderr
    home = (tmp_path / "site" / "index.html").read_text()
    assert 'href="compile.html"' in home and 'href="architecture.html"' in home
    api = (tmp_path / "site" / "api.html").read_text()
    assert (opencicc.compile.__doc__ or "").partition(", or")[0] in api  # its first words
    loaded = re.findall(r'<(?:script|link|img)[^>]*(?:src|href)="(https?://[^"]+)"', home)
    assert loaded == []


FAULTS = {
    "docs/tune.md": "[gone](nowhere.md) [gone](look.md#not-a-heading)",
    "docs/new.md": "# A page that no menu names",
}


@pytest.mark.slow
def test_links_to_nowhere_and_pages_without_a_menu_are_errors(tree: Path, tmp_path: Path) -> None:
    for name, text in FAULTS.items():
        with open(tree / name, "a") as file:
            file.write(f"\n{text}\n")
    done = site(tree, tmp_path / "site")
    assert done.returncode
    assert [said for said in ("nowhere.md", "#not-a-heading", "new.md") if said not in done.stderr] == []


def test_a_link_to_a_file_that_is_gone_is_an_error(tree: Path, tmp_path: Path) -> None:
    with open(tree / "README.md", "a") as file:
        file.write("\n[gone](src/nowhere.py)\n")
    done = site(tree, tmp_path / "site")
    assert (done.returncode, done.stderr) == (1, "a link to src/nowhere.py, which is not there\n")
