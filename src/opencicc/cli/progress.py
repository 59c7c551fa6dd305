"""A line on the terminal that says how far a long compile is; nothing where the output goes elsewhere."""

from __future__ import annotations

import sys
import time

FIRST_AFTER_S = 1.0  # shorter compiles need no line


class ProgressLine:
    """Called by the driver; shows parts that are done, of how many, and how long the rest may take."""

    def __init__(self) -> None:
        self.started = time.perf_counter()
        self.is_shown = False

    def __call__(self, what: str, done: int, count: int) -> None:
        elapsed = time.perf_counter() - self.started
        if what != "part" or not done or elapsed < FIRST_AFTER_S:
            return
        left = elapsed / done * (count - done)
        text = f"compiled {done} of {count} parts, about {left:.0f} s left" if done < count else ""
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()
        self.is_shown = bool(text)

    def clear(self) -> None:
        if self.is_shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def progress_line() -> ProgressLine | None:
    """A line where standard error is a terminal."""
    return ProgressLine() if sys.stderr is not None and sys.stderr.isatty() else None
