"""Python's garbage collector stays off during a compile.

A compile makes many short-lived objects and no cycles that matter; a collection in its middle
costs milliseconds. Nested and threaded compiles are counted, and the state found before the first
is restored after the last.
"""

from __future__ import annotations

import _thread
import gc

_lock = _thread.allocate_lock()
_running = 0
_was_enabled = False


class quiet_collector:  # noqa: N801 (reads as a verb in `with`)
    """`with quiet_collector():` around a compile."""

    def __enter__(self) -> None:
        global _running, _was_enabled
        with _lock:
            if _running == 0:
                _was_enabled = gc.isenabled()
                gc.disable()
            _running += 1

    def __exit__(self, *_: object) -> None:
        global _running
        with _lock:
            _running -= 1
            if _running == 0 and _was_enabled:
                gc.enable()
