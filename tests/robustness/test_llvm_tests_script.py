"""scripts/run_llvm_tests.py on a small tree of its own kind: what it rewrites, counts and refuses to run on."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).resolve().parent.parent.parent / "scripts" / "run_llvm_tests.py"
FOREIGN = 'target datalayout = "e-p:32:32"\ntarget triple = "x86_64-linux"\ndefine void @f() {\n  ret void\n}\n'


def run(tree: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(SCRIPT), str(tree), *words], capture_output=True, text=True)


def test_every_module_and_part_is_compiled_for_nvptx(tmp_path: Path) -> None:
    folder = tmp_path / "Verifier"
    folder.mkdir()
    (folder / "foreign.ll").write_text(FOREIGN)
    (folder / "parts.ll").write_text(f";--- a.ll\n{FOREIGN};--- b.ll\nnonsense\n")
    (folder / "refused.ll").write_text("@t = thread_local global i32 0\n")
    done = run(tmp_path)
    assert done.stdout.splitlines()[0] == "4 modules: 2 PTX, 1 InputError, 1 UnsupportedError"
    assert {"0 deaths", "0 hangs", "0 wrong", "0 raw lines"} <= set(done.stdout.splitlines())
    assert done.returncode == 0


def test_a_tree_without_tests_is_an_error(tmp_path: Path) -> None:
    done = run(tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "llvm/test" in done.stderr
