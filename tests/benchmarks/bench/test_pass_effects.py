"""benchmarks/pass_effects.py: a pass that changes a module's PTX is counted, with both sides' figures; others are not."""

import subprocess
import sys
from pathlib import Path

import pytest

from opencicc import tools

ROOT = Path(__file__).resolve().parents[3]
MODULE = """
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @clear(ptr addrspace(1) align 16 %out) {
  call void @llvm.memset.p1.i64(ptr addrspace(1) align 16 %out, i8 0, i64 512, i1 false)
  ret void
}
declare void @llvm.memset.p1.i64(ptr addrspace(1), i8, i64, i1)
"""


@pytest.fixture
def measure(tmp_path):
    if not tools.find_tool("ptxas"):
        pytest.skip("ptxas is not installed")
    (tmp_path / "clear.ll").write_text(MODULE)

    def run(*words):
        command = [sys.executable, str(ROOT / "benchmarks" / "pass_effects.py"), str(tmp_path), *words]
        return subprocess.run(command, capture_output=True, text=True)

    return run


def rows(text):
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:1] == "|"]
    return {row[0]: dict(zip(cells[0], row, strict=True)) for row in cells[2:]}


def test_counts_the_pass_that_changes_the_code(measure):
    done = measure()
    assert done.returncode == 0, done.stderr
    found = rows(done.stdout)
    assert found["lower-aggr-copies"]["PTX of"] == "1"
    assert float(found["lower-aggr-copies"]["SASS"]) != 1.0
    assert "thread-jumps" not in found


def test_keeps_both_sides_for_a_gpu(measure, tmp_path):
    measure("--passes=lower-aggr-copies", f"--keep={tmp_path / 'ptx'}")
    with_it, without = sorted(path.name for path in (tmp_path / "ptx").iterdir())
    assert (with_it, without) == ("clear.with.ptx", "clear.without-lower-aggr-copies.ptx")


def test_refuses_what_is_no_pass_of_ours(measure):
    done = measure("--passes=gvn")
    assert done.returncode == 2
    assert "gvn is no pass of ours" in done.stderr


def test_tries_settings_against_the_default(measure, tmp_path):
    done = measure("--options=skip-passes=lower-aggr-copies,guard-choices=0", f"--keep={tmp_path / 'ptx'}")
    assert done.returncode == 0, done.stderr
    found = rows(done.stdout)
    assert found["skip-passes=lower-aggr-copies"]["PTX of"] == "1"
    assert found["guard-choices=0"]["PTX of"] == "0"
    assert (tmp_path / "ptx" / "clear.without-skip-passes=lower-aggr-copies.ptx").exists()


def test_refuses_a_setting_that_there_is_not(measure):
    done = measure("--options=guard-choice=0")
    assert done.returncode == 2
    assert "guard-choices" in done.stderr
