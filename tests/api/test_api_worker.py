"""Compiles in a worker process: the same result, and death, limits and interruptions survived."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import opencicc
from opencicc.compiler import worker
from opencicc.compiler.files import Input
from tests.shell import opencicc as command
from tests.support import EXAMPLES, load_examples

SAXPY = (EXAMPLES / "saxpy.ll").read_text()
ENDLESS = (EXAMPLES.parent.parent / "tests" / "traps" / "debug_cyclic_inline.ll").read_text()


@pytest.fixture(autouse=True)
def no_workers_left() -> Iterator[None]:
    yield
    worker.close_idle_workers()


def idle() -> list[worker.Worker]:
    return worker.idle_workers()


@pytest.mark.parametrize("example", load_examples()[::4], ids=lambda example: example.path.stem)
def test_a_worker_gives_the_same_bytes(example: object) -> None:
    text, arch = example.text, f"sm_{max(example.least_sm, 90)}"  # type: ignore[attr-defined]
    here, there = opencicc.compile(text, arch=arch), opencicc.compile(text, arch=arch, isolate=True)
    assert (there.ptx, there.kernels, there.warnings) == (here.ptx, here.kernels, here.warnings)
    assert set(there.timings_us["stage"]) == set(here.timings_us["stage"])


def test_a_worker_stays_warm_for_the_next_compile() -> None:
    opencicc.compile(SAXPY, isolate=True)
    (first,) = idle()
    opencicc.compile(SAXPY, isolate=True)
    assert idle() == [first]


def test_errors_come_back_whole() -> None:
    with pytest.raises(opencicc.InputError) as here:
        opencicc.compile("define void @f( {", name="k.ll")
    with pytest.raises(opencicc.InputError) as there:
        opencicc.compile("define void @f( {", name="k.ll", isolate=True)
    assert str(there.value) == str(here.value)
    assert len(idle()) == 1


def test_the_time_limit_stops_an_endless_compile() -> None:
    with pytest.raises(opencicc.TimeLimitError) as caught:
        opencicc.compile(ENDLESS, arch="sm_90", name="endless", time_limit=1)
    assert (caught.value.what, caught.value.at) == ("the compile ran past its limit of 1 s and was stopped", "endless")
    assert caught.value.nvvm_code == 10
    assert idle() == []
    assert opencicc.compile(SAXPY, time_limit=60).ptx == opencicc.compile(SAXPY).ptx


def test_a_killed_worker_is_reported_and_replaced() -> None:
    opencicc.compile(SAXPY, isolate=True)
    (warm,) = idle()

    def kill_soon() -> None:
        time.sleep(0.3)
        os.kill(warm.process.pid, signal.SIGKILL)

    killer = threading.Thread(target=kill_soon)
    killer.start()
    with pytest.raises(opencicc.InternalError) as caught:
        opencicc.compile(ENDLESS, arch="sm_90", name="k.ll", isolate=True)
    killer.join()
    assert (caught.value.what, caught.value.at) == ("the worker process died (signal SIGKILL)", "k.ll")
    assert opencicc.compile(SAXPY, isolate=True).ptx == opencicc.compile(SAXPY).ptx


def test_a_worker_that_died_while_idle_is_replaced() -> None:
    opencicc.compile(SAXPY, isolate=True)
    (warm,) = idle()
    warm.process.kill()
    warm.process.wait()
    assert opencicc.compile(SAXPY, isolate=True).ptx == opencicc.compile(SAXPY).ptx
    assert idle() != [warm]


def test_a_worker_that_dies_before_it_reads_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """A large request meets a closed pipe; that must not look like our own output's pipe closing."""
    monkeypatch.setattr(sys, "executable", "/bin/false")
    large = SAXPY + "; " + "x" * 1_000_000
    outcome = command("-", "-o", "-", "--isolate", stdin=large.encode())
    assert (outcome.code, outcome.stdout) == (9, b"")
    assert outcome.err.startswith("error: the worker process died (exit code 1)")


def test_an_interrupted_compile_does_not_leave_its_answer_to_the_next() -> None:
    made = worker.Worker()
    idle().append(made)

    class Interrupted(BaseException):
        pass

    def interrupt(*_: object) -> None:
        raise Interrupted

    made.ask = interrupt  # type: ignore[method-assign,assignment]
    with pytest.raises(Interrupted):
        opencicc.compile(SAXPY, isolate=True)
    assert idle() == []
    assert not made.is_alive


def test_threads_have_a_worker_each() -> None:
    texts: list[str] = []
    threads = [
        threading.Thread(target=lambda: texts.append(opencicc.compile(SAXPY, isolate=True).ptx)) for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert texts == [opencicc.compile(SAXPY).ptx] * 3
    assert len({one.process.pid for one in idle()}) == len(idle())


def test_kept_files_come_back_from_the_worker(tmp_path: Path) -> None:
    path = str(EXAMPLES / "saxpy.ll")
    for folder, more in (("here", []), ("there", ["--isolate"])):
        assert command(path, "-arch=sm_90", "-o", "-", f"--keep-dir={tmp_path / folder}", *more).code == 0
    for name in ("saxpy.lnk.bc", "saxpy.opt.bc", "saxpy.ptx"):
        assert (tmp_path / "here" / name).read_bytes() == (tmp_path / "there" / name).read_bytes()


def test_a_fault_of_ours_in_a_worker_is_an_internal_error() -> None:
    outcome = worker._outcome(worker.COMPILE, ([Input("k", None)], opencicc.option_values({})), "k")
    assert isinstance(outcome, opencicc.InternalError)
    assert outcome.what.startswith("AttributeError: ")


def test_workers_end_with_their_parent() -> None:
    code = (
        "import opencicc, sys\nfrom opencicc.compiler import worker\n"
        "opencicc.compile(sys.stdin.read(), isolate=True)\nprint(worker.idle_workers()[0].process.pid)\n"
    )
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], input=SAXPY, capture_output=True, text=True)
    pid = int(done.stdout)
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        if _is_zombie(pid):
            return
        time.sleep(0.05)
    pytest.fail(f"worker {pid} is still there")


def _is_zombie(pid: int) -> bool:
    """Ended, and only waiting for whoever inherited it."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return False
