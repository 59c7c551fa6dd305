"""Find libLLVM 22, open it once, and hand out its C functions with their prototypes.

`lib.LLVMGetOperand(...)` looks the prototype up on first use and keeps the function, so opening
costs only the load itself (about 12 ms). Short accessors are called with the interpreter lock
held; the long-running ones in `prototypes.LONG_RUNNING` release it, so that other threads go on.
"""

from __future__ import annotations

import ctypes
import os
import sys

from opencicc.errors import ToolError
from opencicc.llvm.prototypes import LONG_RUNNING, PROTOTYPES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

MAJOR_VERSION = 22
LIBRARY_VARIABLE = "OPENCICC_LIBLLVM"

_C_TYPES: dict[str, Any] = {
    "p": ctypes.c_void_p,
    "s": ctypes.c_char_p,
    "i": ctypes.c_int,
    "u": ctypes.c_uint,
    "z": ctypes.c_size_t,
    "q": ctypes.c_uint64,
    "l": ctypes.c_int64,
    "d": ctypes.c_double,
    "v": None,
}


class LibLLVM:
    """The opened library; attributes are its C functions."""

    def __init__(self, path: str, holding: ctypes.PyDLL, releasing: ctypes.CDLL) -> None:
        self.path = path
        self._holding = holding
        self._releasing = releasing
        major, minor, patch = ctypes.c_uint(), ctypes.c_uint(), ctypes.c_uint()
        self.LLVMGetVersion(ctypes.byref(major), ctypes.byref(minor), ctypes.byref(patch))
        self.version = (major.value, minor.value, patch.value)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        try:
            signature = PROTOTYPES[name]
        except KeyError:
            raise AttributeError(f"{name} has no prototype in llvm/prototypes.py") from None
        library = self._releasing if name in LONG_RUNNING else self._holding
        function = getattr(library, name)
        function.restype = _C_TYPES[signature[0]]
        function.argtypes = [_C_TYPES[letter] for letter in signature[1:]]
        setattr(self, name, function)
        return function  # type: ignore[no-any-return]


_opened: LibLLVM | None = None


def load() -> LibLLVM:
    """The library, opened on the first call."""
    global _opened
    if _opened is None:
        _opened = _open_first()
        _initialize_nvptx(_opened)
    return _opened


def is_open() -> bool:
    """Has anybody asked for it? Opening it costs more than a look at some text."""
    return _opened is not None


def version_text() -> str:
    return ".".join(map(str, load().version))


def _open_first() -> LibLLVM:
    tried: list[str] = []
    for candidate in candidates():
        try:
            library = LibLLVM(candidate, ctypes.PyDLL(candidate), ctypes.CDLL(candidate))
        except (OSError, AttributeError) as error:
            tried.append(f"{candidate}: {error}")
            continue
        if library.version[0] == MAJOR_VERSION:
            return library
        tried.append(f"{candidate}: version {library.version[0]}, need {MAJOR_VERSION}")
    raise ToolError(
        f"libLLVM {MAJOR_VERSION} not found",
        fix=f"Debian/Ubuntu: apt-get install libllvm{MAJOR_VERSION}; macOS: brew install llvm@{MAJOR_VERSION}; "
        f"conda: conda install -c conda-forge libllvm{MAJOR_VERSION}; or set {LIBRARY_VARIABLE} to the library's path",
        detail="tried:\n" + "\n".join(tried),
    )


def candidates() -> Iterator[str]:
    """Where libLLVM may be, best guess first; a named library is the only candidate."""
    named = os.environ.get(LIBRARY_VARIABLE)
    if named:
        yield named
        return
    if sys.platform == "darwin":
        for prefix in ("/opt/homebrew/opt", "/usr/local/opt"):
            yield f"{prefix}/llvm@{MAJOR_VERSION}/lib/libLLVM.dylib"
            yield f"{prefix}/llvm/lib/libLLVM.dylib"
    else:
        # By soname: the dynamic linker searches ldconfig's cache and LD_LIBRARY_PATH.
        yield f"libLLVM.so.{MAJOR_VERSION}.1"
        yield f"libLLVM-{MAJOR_VERSION}.so"
        yield f"/usr/lib/llvm-{MAJOR_VERSION}/lib/libLLVM.so.{MAJOR_VERSION}.1"
        yield f"/usr/lib/llvm-{MAJOR_VERSION}/lib/libLLVM.so.1"
        yield f"/usr/lib64/llvm{MAJOR_VERSION}/lib64/libLLVM.so.{MAJOR_VERSION}.1"
        yield "/home/linuxbrew/.linuxbrew/opt/llvm/lib/libLLVM.so"
    for prefix in (os.environ.get("CONDA_PREFIX"), sys.prefix):
        if prefix:
            yield os.path.join(prefix, "lib", f"libLLVM.so.{MAJOR_VERSION}.1")
            yield os.path.join(prefix, "lib", f"libLLVM-{MAJOR_VERSION}.so")


def _initialize_nvptx(lib: LibLLVM) -> None:
    try:
        for part in ("TargetInfo", "Target", "TargetMC", "AsmPrinter"):
            getattr(lib, f"LLVMInitializeNVPTX{part}")()
    except AttributeError:
        raise ToolError(
            f"{lib.path} was built without the NVPTX target",
            fix=f"install the distribution's libLLVM {MAJOR_VERSION}, or set {LIBRARY_VARIABLE} to one with NVPTX",
        ) from None


def take_message(pointer: int | None) -> str:
    """The text of a message libLLVM allocated, which is freed."""
    if not pointer:
        return ""
    text = ctypes.string_at(pointer).decode(errors="replace")
    load().LLVMDisposeMessage(pointer)
    return text


def take_error(error: int) -> str:
    """The text of an error that libLLVM made, which is freed."""
    lib = load()
    text = lib.LLVMGetErrorMessage(error)
    said = ctypes.string_at(text).decode(errors="replace")
    lib.LLVMDisposeErrorMessage(text)
    return said


def take_buffer(buffer: int) -> bytes:
    """The bytes of a memory buffer, which is freed."""
    lib = load()
    data = ctypes.string_at(lib.LLVMGetBufferStart(buffer), lib.LLVMGetBufferSize(buffer))
    lib.LLVMDisposeMemoryBuffer(buffer)
    return data


def pointer_array(pointers: list[int]) -> ctypes.Array[ctypes.c_void_p]:
    return (ctypes.c_void_p * len(pointers))(*pointers)
