"""The standard streams of a command: a stream that is full or closed is an error in words, not a traceback."""

from __future__ import annotations

import io
import os
import sys

_STDIN, _STDOUT, _STDERR = 0, 1, 2


class _StandardOutput(io.FileIO):
    """Standard output whose failures say what failed; a reader that went away stays a BrokenPipeError."""

    def write(self, data: object) -> int:
        try:
            return super().write(data)  # type: ignore[arg-type]
        except BrokenPipeError:
            raise
        except OSError as error:
            # Only now: the loading of libLLVM starts before anything else is imported.
            from opencicc.compiler.files import writing_error

            raise writing_error("standard output", error) from None


def prepare() -> None:
    """Give every stream a descriptor, so that no file of ours is opened as number 1 or 2, and watch over the output.

    A closed output gets one that can only be read: the first word written to it is an error.
    """
    if sys.stdin is None:
        _fill(_STDIN, os.O_RDONLY)
        sys.stdin = open(_STDIN, closefd=False)
    if sys.stderr is None:
        _fill(_STDERR, os.O_WRONLY)
        sys.stderr = open(_STDERR, "w", closefd=False)
    if sys.stdout is None:
        _fill(_STDOUT, os.O_RDONLY)
    is_terminal = os.isatty(_STDOUT)
    encoding, errors = (sys.stdout.encoding, sys.stdout.errors) if sys.stdout is not None else ("utf-8", "strict")
    raw = _StandardOutput(_STDOUT, "w", closefd=False)
    sys.stdout = io.TextIOWrapper(io.BufferedWriter(raw), encoding, errors, line_buffering=is_terminal)


def flush() -> None:
    """At the very end: what can't be written any more has been said or nobody reads it."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:
            continue


def _fill(descriptor: int, mode: int) -> None:
    opened = os.open(os.devnull, mode)
    if opened != descriptor:
        os.dup2(opened, descriptor)
        os.close(opened)
