"""libNVVM, the optimizer of cicc as a library, to time it in this process on the same IR.

That of 13.4 takes the IR of clang 22 once the module says NVVM IR 2.0 and has libNVVM's data layout; that of 13.0
refuses it (its lifetime intrinsics have another form).
"""

from __future__ import annotations

import ctypes
import re
import sys
from pathlib import Path

from opencicc.link.libdevice import find_library
from opencicc.llvm.ir import Context

DATA_LAYOUT = (
    "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-"
    "v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
)
IR_VERSION = "\n!nvvmir.version = !{!1000000}\n!1000000 = !{i32 2, i32 0, i32 3, i32 2}\n"


class LibNvvm:
    """The library of the nvidia-nvvm wheel."""

    def __init__(self, library: Path) -> None:
        self._library = ctypes.CDLL(str(library))
        self._libdevice = Path(find_library().name).read_bytes()

    def prepare(self, bitcode: bytes) -> bytes:
        """A module in the form libNVVM takes."""
        with Context() as context:
            text = re.sub(
                r"target datalayout = .*", f'target datalayout = "{DATA_LAYOUT}"', context.parse(bitcode).text()
            )
            return context.parse((text + IR_VERSION).encode()).bitcode()

    def compile(self, module: bytes, arch: str) -> str:
        """PTX of a prepared module."""
        return self.compile_with(module, [f"-arch={arch.replace('sm_', 'compute_')}", "-nvvm-version=nvvm-latest"])

    def compile_with(self, module: bytes, options: list[str]) -> str:
        """PTX of a module, libdevice added lazily; a refusal is a ValueError with the library's log."""
        program = ctypes.c_void_p()
        self._library.nvvmCreateProgram(ctypes.byref(program))
        try:
            for add, data in (("nvvmAdd", module), ("nvvmLazyAdd", self._libdevice)):
                getattr(self._library, f"{add}ModuleToProgram")(program, data, ctypes.c_size_t(len(data)), b"module")
            words = [option.encode() for option in options]
            failed = self._library.nvvmCompileProgram(program, len(words), (ctypes.c_char_p * len(words))(*words))
            if failed:
                raise ValueError(self._text(program, "ProgramLog"))
            return self._text(program, "CompiledResult")
        finally:
            self._library.nvvmDestroyProgram(ctypes.byref(program))

    def _text(self, program: ctypes.c_void_p, what: str) -> str:
        size = ctypes.c_size_t()
        getattr(self._library, f"nvvmGet{what}Size")(program, ctypes.byref(size))
        buffer = ctypes.create_string_buffer(size.value)
        getattr(self._library, f"nvvmGet{what}")(program, buffer)
        return buffer.value.decode(errors="replace")


def find_libnvvm() -> LibNvvm | None:
    found = [path for entry in sys.path for path in Path(entry or ".").glob("nvidia/cu1[3-9]/lib/libnvvm.so*")]
    return LibNvvm(found[0]) if found else None
