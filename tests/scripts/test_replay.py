"""scripts/replay.py in a small repository of its own: what changes is named with its figures, what does not is counted."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.shell import opencicc
from tests.support import EXAMPLES, REPOSITORY

sys.path.insert(0, str(REPOSITORY / "scripts"))

import replay

PTX = ".version 7.8\n.target sm_80\n.address_size 64\n.visible .entry k()\n{\n\tret;\n}\n"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Our sources without the native helper, two modules, one commit."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    no_builds = shutil.ignore_patterns("__pycache__", "*.so")
    shutil.copytree(REPOSITORY / "src", tmp_path / "src", ignore=no_builds)
    for folder in ("scripts", "tests/ir", "examples/ir"):
        (tmp_path / folder).mkdir(parents=True)
    for name in ("replay.py", "replay_compile.py"):
        shutil.copy(REPOSITORY / "scripts" / name, tmp_path / "scripts")
    shutil.copy(EXAMPLES / "saxpy.ll", tmp_path / "examples" / "ir")
    (tmp_path / "tests" / "ir" / "bad.ll").write_text("this is no IR\n")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "-c", "user.name=me", "-c", "user.email=me@here", "commit", "-q", "-m", "first")
    return tmp_path


def git(folder: Path, *words: str) -> None:
    subprocess.run(["git", *words], cwd=folder, check=True)


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(folder / "scripts" / "replay.py"), "--levels=O0,O3", *words]
    return subprocess.run(command, capture_output=True, text=True)


def test_a_change_is_found_and_named(repository: Path) -> None:
    same = run(repository, "--base=HEAD")
    assert (same.returncode, same.stdout.splitlines()[-1]) == (0, "Replay: 0 of 2 kernels change")

    target = repository / "src" / "opencicc" / "target.py"
    target.write_text(target.read_text().replace("\nDEFAULT_PTX = 90\n", "\nDEFAULT_PTX = 88\n"))
    done = run(repository)
    assert done.returncode == 1, done.stderr
    start = done.stdout.splitlines().index("Replay: 1 of 2 kernels change")
    assert done.stdout.splitlines()[start + 1 :] == [
        "  examples/ir/saxpy.ll",
        "    O0      1 lines of PTX become 1, same instruction and register counts",
        "    O3      1 lines of PTX become 1, same instruction and register counts",
        "Both PTX of each, side by side: opencicc compare out/replay/base out/replay/tree",
    ]
    kept = repository / "out" / "replay"
    assert ".version 9.0" in (kept / "base" / "saxpy.O3.ptx").read_text()
    assert ".version 8.8" in (kept / "tree" / "saxpy.O3.ptx").read_text()
    compared = opencicc("compare", str(kept / "base"), str(kept / "tree"), "--tolerance=0")
    assert (compared.code, compared.out.count("saxpy  ")) == (0, 2), compared.err


def test_a_module_that_compiles_no_more_is_a_change(repository: Path) -> None:
    stages = repository / "src" / "opencicc" / "compiler" / "stages.py"
    stages.write_text(stages.read_text() + "\n\nimport os\n\n\ndef generate(*_):\n    os._exit(7)\n")
    done = run(repository, "--only=examples/*")
    assert done.returncode == 1, done.stderr
    assert "    O3      compiled -> the compiler died (7)" in done.stdout.splitlines()


@pytest.mark.parametrize("words", [("--base=nonsense",), ("--only=nothing*",), ("--levels=O9",)], ids=str)
def test_nothing_to_compare_is_an_error(repository: Path, words: tuple[str, ...]) -> None:
    done = run(repository, *words)
    assert (done.returncode, done.stderr.split(":")[0]) == (2, "error")


def test_figures_of_kernels_are_compared() -> None:
    longer = PTX.replace("\tret;", "\tbar.sync 0;\n\tret;")
    old, new, failed = replay.Outcome(PTX, ""), replay.Outcome(longer, ""), replay.Outcome("", "error: bad")
    (line,) = replay.differences(old, new, "sm_80")
    assert line.startswith("k: 1 -> 2 instructions")
    assert replay.differences(old, failed, "sm_80") == ["compiled -> error: bad"]
    assert replay.differences(failed, new, "sm_80") == ["error: bad -> compiles"]
    (gone,) = replay.differences(old, replay.Outcome(PTX.replace(" k(", " other("), ""), "sm_80")[:1]
    assert gone == "k: is gone"
