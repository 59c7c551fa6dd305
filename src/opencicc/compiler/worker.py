"""Compile in another process: a warm worker that can be killed.

A hang inside libLLVM can't be stopped in process, and without the native helper a crash can't be
survived there. So the work goes to a worker over pipes, as pickled frames; a worker that runs past
the limit is killed, one that dies is reported, and the next compile starts a fresh one. Workers
are kept for the next compile; they end when this process closes their input or is gone, also in the
middle of a request, or when they have survived so many crashes that what these left behind counts (`MOST_LOSSES`).
"""

from __future__ import annotations

import importlib
import os
import pickle
import subprocess
import sys
import threading
import traceback

from opencicc.compiler.driver import CompileResult, compile_inputs
from opencicc.compiler.files import Input
from opencicc.compiler.settings import resolve
from opencicc.errors import CompilerError, InternalError, TimeLimitError
from opencicc.llvm import recovery
from opencicc.options import driver as options
from opencicc.options.values import OptionValues

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, BinaryIO

    from opencicc.compiler.driver import Keep

    Answer = tuple[CompileResult, list[tuple[str, bytes]]]

_LENGTH_BYTES = 8
# Crashes that one process takes before its work goes elsewhere: each leaves about a megabyte behind.
MOST_LOSSES = 32
# What a worker can be asked for: any function, by module and name.
COMPILE = "opencicc.compiler.worker:compile_here"
PART = "opencicc.compiler.concurrent.part_work:compile_part"
_idle: dict[int, list[Worker]] = {}


class Worker:
    """One child process that compiles what it is sent, one request at a time."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "opencicc.compiler.worker"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, what: str, arguments: tuple[object, ...], limit: int, at: str) -> tuple[Any, bool]:
        """The answer to one request, and whether the worker is spent; an error if it died or was killed at the limit."""
        timer = threading.Timer(limit, self.process.kill) if limit else None
        if timer:
            timer.start()
        try:
            _write_frame(self._stdin, pickle.dumps((what, arguments, at)))
            return pickle.loads(_read_frame(self._stdout))  # type: ignore[no-any-return]
        except (BrokenPipeError, EOFError):
            code = self.process.wait()
            if timer and not timer.is_alive():
                raise TimeLimitError(
                    f"the compile ran past its limit of {limit} s and was stopped",
                    at=at,
                    fix="raise --time-limit, lower -O, or find the pass with --time-passes on a smaller input",
                ) from None
            raise InternalError(
                f"the worker process died ({_describe_exit(code)})",
                at=at,
                fix="this is a fault in opencicc or libLLVM: please report it with the input",
            ) from None
        finally:
            if timer:
                timer.cancel()

    @property
    def _stdin(self) -> BinaryIO:
        return self.process.stdin  # type: ignore[return-value]

    @property
    def _stdout(self) -> BinaryIO:
        return self.process.stdout  # type: ignore[return-value]

    @property
    def is_alive(self) -> bool:
        return self.process.poll() is None

    def close(self) -> None:
        """Let it end, and take its last words away."""
        for stream in (self._stdin, self._stdout):
            try:
                stream.close()
            except BrokenPipeError:  # what it did not read any more
                continue
        self.process.wait()

    def kill(self) -> None:
        self.process.kill()
        self.close()


def compile_isolated(inputs: list[Input], values: OptionValues, keep: Keep | None = None) -> CompileResult:
    """Compile in a worker; a worker that answered is kept for the next call."""
    answer: Answer = ask(borrow(), COMPILE, (inputs, values), inputs[0].name, values[options.TIME_LIMIT])
    result, kept = answer
    if keep is not None:
        for suffix, data in kept:
            keep(suffix, data)
    return result


def idle_workers() -> list[Worker]:
    """This process's own idle workers: after a fork the parent's pipes are not ours to use."""
    return _idle.setdefault(os.getpid(), [])


def ask(worker: Worker, what: str, arguments: tuple[object, ...], at: str, limit: int = 0) -> Any:
    """What a worker answers; an error of the compile is raised here. The worker is kept, unless it is spent or dead."""
    try:
        outcome, is_spent = worker.ask(what, arguments, limit, at)
    except BaseException:  # it died, or we were interrupted: an answer still on its way must reach nobody else
        worker.kill()
        raise
    if is_spent:  # it has seen too many crashes
        worker.close()
    else:
        idle_workers().append(worker)
    if isinstance(outcome, CompilerError):
        raise outcome
    return outcome


def borrow() -> Worker:
    """An idle worker, or a new one."""
    while True:
        try:
            worker = idle_workers().pop()
        except IndexError:
            return Worker()
        if worker.is_alive:
            return worker
        worker.close()


def close_idle_workers() -> None:
    while idle_workers():
        idle_workers().pop().close()


def serve() -> None:
    """The child's loop: requests on standard input, answers on the real standard output."""
    requests = sys.stdin.buffer
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever libLLVM prints must not mix with the answers
    threading.Thread(target=_end_with_client, daemon=True).start()
    while True:
        try:
            what, arguments, at = pickle.loads(_read_frame(requests))
        except EOFError:
            return
        outcome = _outcome(what, arguments, at)
        _write_frame(answers, pickle.dumps((outcome, is_spent())))


def _end_with_client() -> None:
    """End when nobody holds the other end of our input: a client that was killed waits for no answer."""
    import select

    poller = select.poll()
    poller.register(0, 0)  # nothing but its end
    poller.poll()
    os._exit(0)


def is_spent() -> bool:
    """Has libLLVM died so often in this process that its next compiles belong into another?"""
    return recovery.lost_contexts() >= MOST_LOSSES


def _outcome(what: str, arguments: tuple[Any, ...], at: str) -> object:
    try:
        module, _, name = what.partition(":")
        return getattr(importlib.import_module(module), name)(*arguments)
    except CompilerError as error:
        return error
    except Exception as error:  # our own fault: carried back, so that the worker and its next client live on
        return InternalError(f"{type(error).__name__}: {error}", at=at, detail=traceback.format_exc())


def compile_here(inputs: list[Input], values: OptionValues) -> Answer:
    """A whole compile in this process, with the files that were asked for."""
    kept: list[tuple[str, bytes]] = []
    wants_files = values[options.KEEP] or values[options.KEEP_DIR]
    keep = (lambda suffix, data: kept.append((suffix, data))) if wants_files else None
    return compile_inputs(inputs, resolve(values), keep), kept


def _write_frame(stream: BinaryIO, data: bytes) -> None:
    stream.write(len(data).to_bytes(_LENGTH_BYTES, "little") + data)
    stream.flush()


def _read_frame(stream: BinaryIO) -> bytes:
    length = int.from_bytes(_read_exactly(stream, _LENGTH_BYTES), "little")
    return _read_exactly(stream, length)


def _read_exactly(stream: BinaryIO, count: int) -> bytes:
    data = stream.read(count)
    if len(data) != count:
        raise EOFError
    return data


def _describe_exit(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    import signal

    return f"signal {signal.Signals(-code).name}"


if __name__ == "__main__":
    serve()
