"""NVIDIA's own libNVVM, where it is installed: for what only it can make."""

from __future__ import annotations

import ctypes
import glob
import os
import sys

from opencicc.errors import UnsupportedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LIBRARY_VARIABLE = "OPENCICC_LIBNVVM"
_DEEP_BIND = getattr(os, "RTLD_DEEPBIND", 0)  # its own calls must not meet ours, which have the same names


def candidates() -> Iterator[str]:
    """Where NVIDIA's library may be, best first: a named file, wheels, toolkits."""
    named = os.environ.get(LIBRARY_VARIABLE)
    if named:
        yield named
        return
    for entry in sys.path:
        yield from sorted(glob.glob(os.path.join(entry or ".", "nvidia", "cu1[3-9]", "lib", "libnvvm.so*")))
        yield from sorted(glob.glob(os.path.join(entry or ".", "nvidia", "cuda_nvcc", "nvvm", "lib64", "libnvvm.so*")))
    homes = [os.environ.get(name, "") for name in ("CUDA_HOME", "CUDA_PATH")]
    for home in [*filter(None, homes), "/usr/local/cuda", *sorted(glob.glob("/usr/local/cuda-*"), reverse=True)]:
        yield from sorted(glob.glob(os.path.join(home, "nvvm", "lib64", "libnvvm.so*")))


def find() -> str:
    """The library's file, or ''."""
    return next((path for path in candidates() if os.path.exists(path)), "")


def compile_module(module: bytes, options: Sequence[str], needed_for: str) -> bytes:
    """What NVIDIA's library makes of a module; an error names what it was needed for."""
    path = find()
    if not path:
        raise UnsupportedError(
            f"{needed_for} needs NVIDIA's libNVVM, and none was found",
            fix=f"pip install nvidia-nvvm, or name the file with {LIBRARY_VARIABLE}; or compile to PTX",
        )
    library = ctypes.CDLL(path, mode=os.RTLD_NOW | os.RTLD_LOCAL | _DEEP_BIND)
    program = ctypes.c_void_p()
    words = [option.encode() for option in options]
    library.nvvmCreateProgram(ctypes.byref(program))
    try:
        library.nvvmAddModuleToProgram(program, module, ctypes.c_size_t(len(module)), b"optimised by opencicc")
        failed = library.nvvmCompileProgram(program, len(words), (ctypes.c_char_p * len(words))(*words))
        if failed:
            said = _get(library, program, "ProgramLog").rstrip(b"\0").decode(errors="replace")
            raise UnsupportedError(
                f"NVIDIA's libNVVM refused the module for {needed_for}",
                at=path,
                fix="an older library does not read the IR of LLVM 22: install a newer one, or compile to PTX",
                detail=said,
            )
        return _get(library, program, "CompiledResult")
    finally:
        library.nvvmDestroyProgram(ctypes.byref(program))


def _get(library: ctypes.CDLL, program: ctypes.c_void_p, what: str) -> bytes:
    size = ctypes.c_size_t()
    getattr(library, f"nvvmGet{what}Size")(program, ctypes.byref(size))
    buffer = ctypes.create_string_buffer(size.value)
    getattr(library, f"nvvmGet{what}")(program, buffer)
    return buffer.raw
