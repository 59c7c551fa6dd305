"""How long this thread spent importing modules: what --time-passes takes off the pass that happened to come first.

Our compiler imports a pass when it first runs. That costs more than the pass itself on a small kernel and nothing the
second time, so it is a figure of its own. Only watched compiles have the hook, and it goes when the last of them ends.
"""

from __future__ import annotations

import _thread
import builtins
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_lock = _thread.allocate_lock()
_clocks: dict[int, ImportClock] = {}  # by thread
_plain: Callable[..., Any] = builtins.__import__


class ImportClock:
    """Counts while it is entered, in the thread that entered it."""

    def __init__(self) -> None:
        self.spent_us = 0.0
        self.depth = 0
        self.outer: ImportClock | None = None

    def __enter__(self) -> ImportClock:
        with _lock:
            me = _thread.get_ident()
            self.outer = _clocks.get(me)
            _clocks[me] = self
            builtins.__import__ = _timed_import
        return self

    def __exit__(self, *_: object) -> None:
        with _lock:
            me = _thread.get_ident()
            if self.outer is None:
                del _clocks[me]
            else:
                _clocks[me] = self.outer
            if not _clocks:
                builtins.__import__ = _plain

    def now_us(self) -> float:
        return self.spent_us


def _timed_import(*arguments: Any, **named: Any) -> Any:
    clock = _clocks.get(_thread.get_ident())
    if clock is None or clock.depth:  # what an import imports is part of it
        return _plain(*arguments, **named)
    clock.depth, start = 1, time.perf_counter()
    try:
        return _plain(*arguments, **named)
    finally:
        clock.depth = 0
        clock.spent_us += (time.perf_counter() - start) * 1e6
