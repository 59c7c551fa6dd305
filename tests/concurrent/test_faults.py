"""What goes wrong around a compile by parts: memory, disk, cache, time. The outcome is clear and nothing stays behind."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from pathlib import Path

import pytest
from modules import many_kernels

import opencicc
from opencicc.compiler import worker

COMMAND = [sys.executable, "-m", "opencicc"]
LITTLE_MEMORY = 1 << 20  # less than a worker has already: whatever it asks for next is refused


@pytest.fixture
def module(tmp_path: Path) -> Path:
    path = tmp_path / "many.ll"
    path.write_text(many_kernels(50, 100))
    return path


def test_a_worker_without_memory_is_replaced(module: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = opencicc.compile(module.read_text()).ptx
    starved: list[int] = []
    original = worker.Worker.ask

    def starve_first(self: worker.Worker, *arguments: object) -> object:
        if not starved:
            starved.append(self.process.pid)
            time.sleep(0.2)  # it has to be up: a limit before exec would be another fault
            resource.prlimit(self.process.pid, resource.RLIMIT_AS, (LITTLE_MEMORY, LITTLE_MEMORY))
        return original(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(worker.Worker, "ask", starve_first)
    assert opencicc.compile(module.read_text(), options={"split-compile": 2}).ptx == expected
    assert starved


def test_a_full_disk_costs_the_cache_and_not_the_result(module: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"

    def no_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))

    words = [*COMMAND, str(module), "-split-compile=2", f"--cache-dir={cache}", "-o", "-"]
    done = subprocess.run(words, capture_output=True, preexec_fn=no_room, timeout=120, check=False)
    assert done.returncode == 0
    assert done.stdout.decode() == opencicc.compile(module.read_text()).ptx
    assert b"warning: the result is not in the cache: cannot write " in done.stderr
    assert not [path for path in cache.rglob("*") if path.is_file()]


def test_an_entry_that_cannot_be_read_is_made_again(module: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    words = [*COMMAND, str(module), "-split-compile=2", f"--cache-dir={cache}", "-o", "-"]
    first = subprocess.run(words, capture_output=True, timeout=120, check=True)
    (entry,) = [path for path in cache.glob("??/*") if path.is_file()]
    entry.unlink()
    entry.mkdir()  # permissions would not keep root from reading it
    again = subprocess.run(words, capture_output=True, timeout=120, check=True)
    assert again.stdout == first.stdout
    assert b"warning: the result is not in the cache: cannot write " in again.stderr


@pytest.mark.parametrize("end", ["limit", "kill"])
def test_nothing_runs_on_after_the_end(end: str, tmp_path: Path) -> None:
    """The workers of a compile that was stopped at its time limit, or killed, end with it."""
    path = tmp_path / "long.ll"
    path.write_text(many_kernels(400, 600))  # more than ten seconds of work
    words = [*COMMAND, str(path), "-split-compile=3", "-o", str(tmp_path / "o.ptx")]
    words += ["--time-limit=2"] if end == "limit" else []
    process = subprocess.Popen(words, stderr=subprocess.PIPE, start_new_session=True)
    if end == "kill":
        wait_for(lambda: len(members(process.pid)) == 3)  # itself and the two beside it
        process.kill()
    _, said = process.communicate(timeout=60)
    assert process.returncode == (10 if end == "limit" else -9)
    assert end == "kill" or b"ran past its limit of 2 s" in said
    wait_for(lambda: not members(process.pid))
    assert not (tmp_path / "o.ptx").exists()


def members(session: int) -> list[int]:
    """The live processes of a session."""
    found = []
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            fields = Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            found.append(int(entry))
    return found


def wait_for(condition) -> None:  # type: ignore[no-untyped-def]
    for _ in range(300):
        if condition():
            return
        time.sleep(0.1)
    raise AssertionError("waited for 30 s in vain")
