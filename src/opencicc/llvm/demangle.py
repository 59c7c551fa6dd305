"""C++ names as people write them, by the demangler of the C++ runtime library that libLLVM itself needs.

LLVM's C API has no demangler; the runtime's `__cxa_demangle` is the same everywhere and needs no tool on PATH. Where no
such library is found, names stay as they are.
"""

from __future__ import annotations

import ctypes
from functools import lru_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

RUNTIMES = ("libstdc++.so.6", "libc++abi.so.1", "/usr/lib/libc++abi.dylib", "libLLVM.so.22.1")
MANGLED_PREFIXES = ("_Z", "__Z")


@lru_cache(maxsize=4096)
def demangle(name: str) -> str:
    """`void f<int>(float*)` for `_Z1fIiEvPf`; a name that is not mangled, or not in this way, as it is."""
    if not name.startswith(MANGLED_PREFIXES):
        return name
    functions = _functions()
    if functions is None:
        return name
    call, free = functions
    status = ctypes.c_int()
    found = call(name.encode(), None, None, ctypes.byref(status))
    if not found:
        return name
    try:
        return ctypes.string_at(found).decode(errors="replace")
    finally:
        free(found)


@lru_cache(maxsize=1)
def _functions() -> tuple[Callable[..., Any], Callable[..., Any]] | None:
    """The demangler, and what frees its results."""
    for path in RUNTIMES:
        try:
            library = ctypes.CDLL(path)
            call, free = getattr(library, "__cxa_demangle"), ctypes.CDLL(None).free
        except (OSError, AttributeError):
            continue
        call.restype, call.argtypes = ctypes.c_void_p, [ctypes.c_char_p, *[ctypes.c_void_p] * 3]
        free.restype, free.argtypes = None, [ctypes.c_void_p]
        return call, free
    return None
