"""Start loading libLLVM in the background while Python imports the rest of the compiler.

Loading takes as long as starting Python (12 ms, nearly all of it relocations) and needs none of the
interpreter's time, so the command line lets a thread do it first thing. Whoever opens the library
next finds it there or waits for it. The native helper brings libLLVM with it. Nothing depends on this: a failure is
found again, and reported, by `library.load`.
"""

from __future__ import annotations

import _thread
import ctypes
import os
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_NOW = 2  # RTLD_NOW
_MOST_LOOKS, _LOOK_S = 50, 0.001
_loading: _thread.LockType | None = None  # held by the thread; None where there is none to wait for
SONAME = b"libLLVM.so.22.1"
HELPER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "_helper.so")


def start() -> None:
    if sys.platform != "linux":
        return
    name = os.environb.get(b"OPENCICC_LIBLLVM")
    if not name:
        is_helped = os.environ.get("OPENCICC_NATIVE_HELPER") != "0" and os.path.exists(HELPER)
        name = HELPER.encode() if is_helped else SONAME
    # A CDLL call releases the interpreter lock, opening a CDLL does not. And importing ctypes has to come first, 2 ms or
    # not: it opens a library itself, and the dynamic linker opens one at a time.
    dlopen = ctypes.CDLL(None).dlopen
    dlopen.argtypes = [ctypes.c_char_p, ctypes.c_int]
    dlopen.restype = ctypes.c_void_p
    global _loading
    _loading = _thread.allocate_lock()
    _loading.acquire()
    _thread.start_new_thread(_load, (dlopen, name, _loading))


def _load(dlopen: Callable[[bytes, int], object], name: bytes, loading: _thread.LockType) -> None:
    try:
        dlopen(name, _NOW)
    finally:
        loading.release()


def settle() -> None:
    """Wait, once, until the thread is gone: on a busy machine it may outlive the loading by a while."""
    global _loading
    if _loading is None:
        return
    _loading.acquire()
    _loading = None
    for _ in range(_MOST_LOOKS):  # between the lock and its end it has a few instructions more to run
        if not _thread._count():
            return
        time.sleep(_LOOK_S)
