"""Runs each kernel in a child process, so that a fault or a hang ends that child and not the run.

A child makes its launch data and reference on the CPU, says it is ready, waits for the word to go, uses the GPU, says it
is done, and then checks. Several children prepare and check at a time; one has the GPU.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from benchmarks.gpu.measure import AGAIN, median

# What may go on in a child and end it: seconds on the CPU before and after, and with the GPU.
PREPARE_SECONDS, GPU_SECONDS, CHECK_SECONDS = 90.0, 25.0, 60.0


@dataclass
class KernelResult:
    """What is known of one kernel: per compiler its state and figures."""

    name: str
    compilers: dict[str, dict[str, Any]] = field(default_factory=dict)
    again: dict[str, Any] = field(default_factory=dict)
    gpu: str = ""

    def record(self, compiler: str, **facts: Any) -> None:
        self.compilers.setdefault(compiler, {}).update(facts)


@dataclass
class Session:
    """`command(name, compilers)` is the command line of the child for these compilers' code."""

    command: Callable[[str, Sequence[str]], list[str]]
    gpu_seconds: float = GPU_SECONDS
    prepare_seconds: float = PREPARE_SECONDS
    check_seconds: float = CHECK_SECONDS
    gpu: threading.Lock = field(default_factory=threading.Lock)

    def run(self, work: Mapping[str, Sequence[str]], jobs: int, tell: Callable[[str], None]) -> list[KernelResult]:
        def one(item: tuple[str, Sequence[str]]) -> KernelResult:
            result = self.run_kernel(*item)
            states = ", ".join(f"{c}: {facts.get('status')}" for c, facts in result.compilers.items())
            tell(f"{result.name}: {states}")
            return result

        with ThreadPoolExecutor(jobs) as pool:
            return list(pool.map(one, work.items()))

    def run_kernel(self, name: str, compilers: Sequence[str]) -> KernelResult:
        """A compiler whose code ends the child is recorded, and the others get a child without it."""
        result = KernelResult(name)
        left = list(compilers)
        while left:
            culprit, failure = self.run_child(result, left)
            if failure is None:
                break
            blamed = [culprit] if culprit else left
            for compiler in blamed:
                result.record(compiler, **failure)
            left = [compiler for compiler in left if compiler not in blamed]
        return result

    def run_child(self, result: KernelResult, compilers: Sequence[str]) -> tuple[str | None, dict[str, Any] | None]:
        """(who was running, what went wrong), or (None, None) when the child finished."""
        running: list[str | None] = [None]
        with tempfile.TemporaryFile("w+", errors="replace") as errors:
            pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": errors}
            with subprocess.Popen(self.command(result.name, compilers), text=True, **pipes) as child:
                ended = self.follow(child, result, running)
            errors.seek(0)
            last = errors.read().strip().splitlines()[-1:]
        if ended == "finished":
            return None, None
        reason = f"no end after {self.gpu_seconds:g} s on the GPU" if ended == "hang" else " ".join(last)
        return running[0], {"status": ended, "error": reason or f"exit status {child.returncode}"}

    def follow(self, child: subprocess.Popen[str], result: KernelResult, running: list[str | None]) -> str:
        """Reads the child's events through its three phases; says how it ended: finished, hang or fault."""
        assert child.stdin is not None
        listener = Listener(child, result, running)
        if not listener.hears("ready", self.prepare_seconds):
            child.wait()
            return "fault"
        with self.gpu:
            child.stdin.write("go\n")
            child.stdin.flush()
            is_done = listener.hears("timed", self.gpu_seconds)
            if not is_done:
                child.wait()
        if not is_done:
            return "hang" if listener.has_killed else "fault"
        running[0] = None
        listener.hears(None, self.check_seconds)
        return "finished" if child.wait() == 0 else "fault"


@dataclass
class Listener:
    """Reads a child's events, and kills it when it takes too long."""

    child: subprocess.Popen[str]
    result: KernelResult
    running: list[str | None]
    has_killed: bool = False

    def hears(self, until: str | None, limit: float) -> bool:
        """Whether the event `until` came; with None, listens to the end."""
        timer = threading.Timer(limit, self.kill)
        timer.start()
        assert self.child.stdout is not None
        try:
            for line in self.child.stdout:
                event = json.loads(line)
                absorb(self.result, event, self.running)
                if event["event"] == until:
                    return True
        finally:
            timer.cancel()
        return False

    def kill(self) -> None:
        self.has_killed = True
        self.child.kill()


def absorb(result: KernelResult, event: dict[str, Any], running: list[str | None]) -> None:
    """Takes one of the child's events into the result; `running` holds whose code is on the GPU."""
    kind = event["event"]
    compiler: Any = event.get("compiler")
    if kind == "begin":
        running[0] = compiler
    elif kind == "end":
        result.record(compiler, status="ran", registers=event["registers"], local_bytes=event["local_bytes"])
    elif kind == "refused":
        result.record(compiler, status="refused", error=event["error"])
    elif kind == "timed":
        result.gpu = event["gpu"]
        for name, times in event["times_us"].items():
            figures = {"median_us": median(times), "times_us": [round(t, 3) for t in times]}
            if name.endswith(AGAIN):
                result.again = {"compiler": name.removesuffix(AGAIN), **figures}
            else:
                result.record(name, **figures)
    elif kind == "checked":
        facts = {"verdicts": event["verdicts"], "apart_from_first": event["apart_from_first"]}
        result.record(compiler, status="right" if event["agrees"] else "wrong", **facts)
