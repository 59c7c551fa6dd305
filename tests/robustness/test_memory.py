"""A process that refuses inputs all day does not grow: each kind of refusal, many times, in one process.

Each used to leave a target machine (0.5 MB) behind, and code generation's own refusals a megabyte. Without the native
helper libLLVM's fatal errors can't be cleaned up after: there a process takes MOST_LOSSES of them, then goes on in a
worker that is replaced in its turn, so that the growth ends.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import opencicc
from opencicc.compiler import worker
from opencicc.llvm import helper, recovery

REFUSE = Path(__file__).resolve().parent / "refuse.py"
ROUNDS = 60
MOST_KILOBYTES = 4_000  # over all rounds; 0.5 MB a round would be 30,000


def growth(rounds: int, warm_up: int, **variables: str) -> dict[str, int]:
    done = subprocess.run(
        [sys.executable, str(REFUSE), str(rounds), str(warm_up)],
        capture_output=True,
        text=True,
        env={**os.environ, **variables},
    )
    assert done.returncode == 0, done.stderr
    print(done.stdout)  # shown by `pytest -s`, for the documentation
    grown: dict[str, int] = json.loads(done.stdout.splitlines()[-1])
    return grown


def too_large(grown: dict[str, int]) -> dict[str, int]:
    return {name: kilobytes for name, kilobytes in grown.items() if kilobytes > MOST_KILOBYTES}


def test_refusals_leave_nothing_behind() -> None:
    if helper.load() is None:
        pytest.skip(f"fatal errors are cleaned up after only with the native helper ({helper.describe()})")
    assert too_large(growth(ROUNDS, 10)) == {}


@pytest.mark.slow
def test_without_the_helper_growth_ends() -> None:
    assert too_large(growth(ROUNDS, worker.MOST_LOSSES + 8, OPENCICC_NATIVE_HELPER="0")) == {}


def test_after_many_crashes_compiles_go_to_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    ir = 'target triple = "nvptx64-nvidia-cuda"\ndefine ptx_kernel void @k() {\n  ret void\n}\n'
    worker.close_idle_workers()
    monkeypatch.setattr(recovery, "_tainted", set(range(1, worker.MOST_LOSSES)))
    here = opencicc.compile(ir, arch="sm_90").ptx
    assert worker.idle_workers() == []
    monkeypatch.setattr(recovery, "_tainted", set(range(1, worker.MOST_LOSSES + 1)))
    assert opencicc.compile(ir, arch="sm_90").ptx == here
    assert len(worker.idle_workers()) == 1
    worker.close_idle_workers()
