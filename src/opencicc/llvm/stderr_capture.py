"""What libLLVM prints by itself, caught while a call runs, so that it reaches the user as part of our own words.

Most of what LLVM has to say comes through its diagnostics; some code writes to standard error directly (broken debug
information while reading, odd subtarget features). The descriptor is the whole process's, so it is only borrowed while
no other Python thread runs: in a process with threads such lines go where they always went.
"""

from __future__ import annotations

import _thread
import os

from opencicc.llvm import preload

_STANDARD_ERROR = 2
_MOST_BYTES = 20_000
_said: dict[int, str] = {}
_file, _owner = -1, 0
idle_threads = 0  # threads that are parked for good (recovery.py) and print nothing


class Capture:
    """`with Capture(context):` around a call of libLLVM; what it printed is kept for that context."""

    __slots__ = ("before", "context")

    def __init__(self, context: int) -> None:
        self.context = context
        self.before = -1

    def __enter__(self) -> None:
        if _thread._count() > idle_threads:
            preload.settle()  # the thread that loaded libLLVM prints nothing, and is about to end
            if _thread._count() > idle_threads:
                return
        try:
            self.before = os.dup(_STANDARD_ERROR)
        except OSError:  # closed: nothing to protect
            return
        os.dup2(_open_file(), _STANDARD_ERROR)

    def __exit__(self, *_: object) -> None:
        if self.before < 0:
            return
        os.dup2(self.before, _STANDARD_ERROR)
        os.close(self.before)
        length = os.lseek(_file, 0, os.SEEK_CUR)
        if length:
            text = os.pread(_file, min(length, _MOST_BYTES), 0).decode(errors="replace")
            os.ftruncate(_file, 0)
            os.lseek(_file, 0, os.SEEK_SET)
            _said[self.context] = _said.get(self.context, "") + text


def take(context: int) -> str:
    """What was printed in a context's calls since the last time."""
    return _said.pop(context, "").strip()


def _open_file() -> int:
    """A file in memory, made once in a process (not shared with a forked one) and emptied after use."""
    global _file, _owner
    if _owner != os.getpid():
        _owner = os.getpid()
        if hasattr(os, "memfd_create"):
            _file = os.memfd_create("opencicc")
        else:
            import tempfile

            _file, name = tempfile.mkstemp()
            os.unlink(name)
    return _file
