"""GNU make's jobserver: tokens are found, kept to, and given back whatever happens."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from modules import many_kernels

import opencicc
from opencicc.compiler.concurrent import jobserver

JOBS = 4


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        (" -j4 --jobserver-auth=3,4", jobserver.Address(3, 4)),
        ("-j --jobserver-fds=5,6 -- X=1", jobserver.Address(5, 6)),
        ("k -j4 --jobserver-auth=fifo:/tmp/GMfifo1", jobserver.Address(path="/tmp/GMfifo1")),
        ("--jobserver-auth=3,4 -j --jobserver-auth=7,8", jobserver.Address(7, 8)),
    ],
)
def test_where_the_tokens_are(flags: str, expected: jobserver.Address) -> None:
    assert jobserver.find_address({"MAKEFLAGS": flags}) == expected


@pytest.mark.parametrize("flags", ["", "-j1", "--jobserver-auth=-2,-2"])
def test_without_one_work_goes_on(flags: str) -> None:
    with pytest.raises(jobserver.NoJobserver):
        jobserver.find_address({"MAKEFLAGS": flags})


def test_nonsense_is_fatal() -> None:
    with pytest.raises(opencicc.CompilerError, match="GNU Jobserver support requested, but an error occurred"):
        jobserver.find_address({"MAKEFLAGS": "--jobserver-auth=abc"})


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    read, write = os.pipe()
    os.write(write, b"ab")
    yield read, write
    os.close(read)
    os.close(write)


def tokens_in(read: int) -> bytes:
    os.set_blocking(read, False)
    try:
        return os.read(read, 100)
    except BlockingIOError:
        return b""


def test_takes_what_there_is_and_gives_it_back(pipe: tuple[int, int]) -> None:
    tokens = jobserver.connect({"MAKEFLAGS": f"--jobserver-auth={pipe[0]},{pipe[1]}"})
    patience = iter([True, False])
    assert tokens.take(lambda: True)
    assert tokens.take(lambda: True)
    assert not tokens.take(lambda: next(patience))
    tokens.give_back()
    tokens.close()
    tokens.close()
    assert sorted(tokens_in(pipe[0])) == sorted(b"ab")


def test_closed_descriptors_are_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAKEFLAGS", "--jobserver-auth=987,988")
    result = opencicc.compile(many_kernels(50, 100), options={"split-compile": 2, "jobserver": True})
    assert [text for text in result.warnings if text.startswith("jobserver pipe problem: ")]


def test_a_signal_gives_tokens_back(pipe: tuple[int, int]) -> None:
    code = (
        "import os, time; from opencicc.compiler.concurrent import jobserver; t = jobserver.connect(os.environ);"
        "t.take(lambda: True); print('held', flush=True); time.sleep(60)"
    )
    environment = {**os.environ, "MAKEFLAGS": f"--jobserver-auth={pipe[0]},{pipe[1]}"}
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, env=environment, pass_fds=pipe, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "held\n"
        child.send_signal(signal.SIGTERM)
        assert child.wait() == -signal.SIGTERM
    assert sorted(tokens_in(pipe[0])) == sorted(b"ab")


MAKEFILE = """
all: $(foreach n,{numbers},m$(n).ptx)
m%.ptx: m%.ll
\t+{python} -m opencicc $< -o $@ -split-compile=4 --jobserver -force-concurrent --trace=$@.trace
"""


@pytest.fixture
def build(tmp_path: Path) -> object:
    if shutil.which("make") is None:
        pytest.skip("make is not installed")
    for number in range(8):
        (tmp_path / f"m{number}.ll").write_text(many_kernels(12, 60))

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        text = MAKEFILE.format(numbers=",".join(map(str, range(8))).replace(",", " "), python=sys.executable)
        (tmp_path / "Makefile").write_text(text)
        return subprocess.run(["make", *words], cwd=tmp_path, capture_output=True, text=True)

    return run


def most_at_once(folder: Path) -> int:
    """How many parts ran at the same time, over all compiles."""
    changes = []
    for file in folder.glob("*.trace"):
        for row in map(json.loads, file.read_text().splitlines()):
            if row.get("kind") == "part":
                start = row["data"]["started_s"]
                changes += [(start, 1), (start + row["duration_us"] / 1e6, -1)]
    running, most = 0, 0
    for _, change in sorted(changes):
        running += change
        most = max(most, running)
    return most


def test_a_parallel_build_keeps_to_its_jobs(build, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    done = build(f"-j{JOBS}")
    assert done.returncode == 0, done.stderr
    assert 1 < most_at_once(tmp_path) <= JOBS
    assert len({(tmp_path / f"m{n}.ptx").read_text() for n in range(8)}) == 1


def test_a_failing_compile_gives_its_tokens_back(build, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """make -k goes on to the end only if the tokens of the one that fails come back; it says so itself where they do not."""
    broken = (
        many_kernels(12, 60).replace("done:\n", "done:\n  call void @nowhere()\n", 1) + "\ndeclare void @nowhere()\n"
    )
    (tmp_path / "m3.ll").write_text(broken)
    done = build("-k", f"-j{JOBS}")
    assert done.returncode == 2
    assert "undefined function: nowhere" in done.stderr
    assert (
        "expected" not in done.stderr
    )  # make's own "INTERNAL: Exiting with N jobserver tokens available; should be M!"
    assert "INTERNAL" not in done.stderr
    assert sum((tmp_path / f"m{n}.ptx").exists() for n in range(8)) == 7


def test_j1_never_waits(build, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    done = build("-j1", "m0.ptx")
    assert done.returncode == 0, done.stderr
    assert most_at_once(tmp_path) == 1
