"""Runs a tool with a time limit, measures its CPU seconds, and keeps the line that says what went wrong."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

LIMIT_S = 240.0
_TELLING = re.compile(r"error|fatal|undefined", re.IGNORECASE)


class BuildFailure(Exception):
    """One step for one program failed; the text is one line for the table of failures."""


@dataclass(frozen=True)
class Done:
    """What a tool printed, and the CPU seconds of it and its children: a busy machine does not show in them."""

    text: str
    seconds: float


def call(command: Sequence[object], folder: Path | None = None, limit_s: float = LIMIT_S) -> Done:
    words = [str(word) for word in command]
    tool = Path(words[0]).name
    with tempfile.TemporaryFile() as output:
        streams = {"stdin": subprocess.DEVNULL, "stdout": output, "stderr": subprocess.STDOUT}
        try:
            process = subprocess.Popen(words, cwd=folder, start_new_session=True, **streams)
        except OSError as error:
            raise BuildFailure(f"{tool}: {error.strerror}") from None
        is_late = threading.Event()
        guard = threading.Timer(limit_s, lambda: (is_late.set(), os.killpg(process.pid, signal.SIGKILL)))
        guard.start()
        try:
            _, status, usage = os.wait4(process.pid, 0)  # subprocess itself has no way to ask for one child's usage
        finally:
            guard.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read().decode(errors="replace")
    if is_late.is_set():
        raise BuildFailure(f"{tool}: not done after {limit_s:g} s")
    if process.returncode:
        raise BuildFailure(f"{tool}: {_telling_line(text)[:300]}")
    return Done(text, usage.ru_utime + usage.ru_stime)


def _telling_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()] or ["failed without a word"]
    return next((line for line in lines if _TELLING.search(line)), lines[-1])
