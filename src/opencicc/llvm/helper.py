"""The optional native helper: a faster snapshot, LLVM's trip counts, and calls that survive a crash.

`native/ocx.h` documents the C side. `load()` gives the helper only if it is there, speaks our ABI
and shares our libLLVM; otherwise None, and the callers take their plain-ctypes way. The result is
the same but for crashes: without the helper a fatal error of libLLVM ends the process.
"""

from __future__ import annotations

import ctypes
import os

from opencicc.llvm import library

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

ABI_VERSION = 1
SWITCH_VARIABLE = "OPENCICC_NATIVE_HELPER"
PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "_helper.so")

# What a safe call returns; from FATAL on its module and context must be left alone for good.
OK, FAILED, FATAL, CRASHED, STACK_OVERFLOW, OUT_OF_MEMORY = range(6)

LINK_OVERRIDE, LINK_ONLY_NEEDED = 1, 2


class Counts(ctypes.Structure):
    """Sizes of a snapshot's arrays."""

    _fields_ = [(name, ctypes.c_int64) for name in "bytes arguments blocks instructions values operands".split()]

    bytes: int
    arguments: int
    blocks: int
    instructions: int
    values: int
    operands: int


class LoopFacts(ctypes.Structure):
    """A loop as LLVM sees it; `latch` and `preheader` are 0 where there is none."""

    _fields_ = [
        (name, ctypes.c_int64)
        for name in (
            "header latch preheader parent depth blocks exits is_innermost trip_count trip_multiple max_trip_count"
        ).split()
    ]

    header: int
    latch: int
    preheader: int
    parent: int
    depth: int
    blocks: int
    exits: int
    is_innermost: int
    trip_count: int
    trip_multiple: int
    max_trip_count: int


class ModuleSize(ctypes.Structure):
    """What a module holds in functions with a body."""

    _fields_ = [(name, ctypes.c_int64) for name in ("functions", "blocks", "instructions")]

    functions: int
    blocks: int
    instructions: int


class SafeCallError(Exception):
    """A safe call did not return OK; from `code` FATAL on, libLLVM stopped half-way."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message

    @property
    def is_poisoned(self) -> bool:
        """The module and its context are in an unknown state: never touch them again, leak them."""
        return self.code >= FATAL


class Helper:
    """The opened helper. Handles are the plain pointers that `llvm/ir.py` wraps."""

    def __init__(self, path: str) -> None:
        self.path = path
        # Short calls keep the interpreter lock. Safe calls release it: they run in a thread of
        # their own, whose diagnostics call back into Python.
        holding, releasing = ctypes.PyDLL(path), ctypes.CDLL(path)
        p, s, i, u = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_uint
        self._abi_version = _prototype(holding.ocx_abi_version, i)
        self._llvm_version = _prototype(holding.ocx_llvm_version, s)
        self._llvm_identity = _prototype(holding.ocx_llvm_identity, p)
        self._snapshot = _prototype(holding.ocx_snapshot, p, p, ctypes.POINTER(Counts))
        self._loops = _prototype(holding.ocx_loops, p, p, ctypes.POINTER(ctypes.c_int64))
        self._free = _prototype(holding.ocx_free, None, p)
        self._split_block_before = _prototype(holding.ocx_split_block_before, p, p)
        self._module_size = _prototype(holding.ocx_module_size, None, p, ctypes.POINTER(ModuleSize))
        self._recovery_init = _prototype(holding.ocx_recovery_init, i)
        self._last_message = _prototype(holding.ocx_last_message, s)
        self._parse = _prototype(releasing.ocx_safe_parse, i, p, p, p)
        self._verify = _prototype(releasing.ocx_safe_verify, i, p)
        self._run_passes = _prototype(releasing.ocx_safe_run_passes, i, p, s, p, p)
        self._emit = _prototype(releasing.ocx_safe_emit, i, p, p, i, p)
        self._link = _prototype(releasing.ocx_safe_link, i, p, p, u)
        self._print = _prototype(releasing.ocx_safe_print, i, p, p)
        self._call = _prototype(releasing.ocx_safe_call, i, p, p)

    @property
    def llvm_version(self) -> str:
        """The LLVM version it was built against."""
        return _text(self._llvm_version())

    def why_unusable(self, lib: library.LibLLVM) -> str:
        """The reason this helper can't work with that libLLVM, or nothing."""
        if self._abi_version() != ABI_VERSION:
            return f"it speaks ABI {self._abi_version()}, not {ABI_VERSION}"
        if self.llvm_version.split(".")[:2] != [str(part) for part in lib.version[:2]]:
            return f"it was built for LLVM {self.llvm_version}"
        if self._llvm_identity() != _address(lib.LLVMContextCreate):
            return "it is bound to another copy of libLLVM"
        if self._recovery_init() != OK:
            return "its signal handlers can't be installed"
        return ""

    # --- Reading a function ---

    def snapshot(self, function: int) -> tuple[Counts, bytes]:
        """The arrays of `ocx_snapshot`, one after the other, and their sizes."""
        counts = Counts()
        block = self._snapshot(function, counts)
        if not block:
            raise MemoryError
        try:
            return counts, ctypes.string_at(block, counts.bytes)
        finally:
            self._free(block)

    def loops(self, function: int) -> list[LoopFacts]:
        """The function's loops, an enclosing one before those inside it."""
        count = ctypes.c_int64()
        block = self._loops(function, count)
        try:
            return [LoopFacts.from_buffer_copy(loop) for loop in (LoopFacts * count.value).from_address(block or 0)]
        finally:
            self._free(block)

    def module_size(self, module: int) -> ModuleSize:
        size = ModuleSize()
        self._module_size(module, size)
        return size

    def split_block_before(self, instruction: int) -> int:
        """The new block, which begins with `instruction`; the old one branches to it."""
        return self._split_block_before(instruction)  # type: ignore[no-any-return]

    # --- Calls that survive a crash; each raises SafeCallError ---

    def parse(self, context: int, buffer: int) -> int:
        """The module in a memory buffer of text or bitcode; the buffer stays the caller's."""
        module = ctypes.c_void_p()
        self._check(self._parse(context, buffer, ctypes.byref(module)))
        return module.value or 0

    def verify(self, module: int) -> None:
        self._check(self._verify(module))

    def run_passes(self, module: int, passes: str, machine: int | None, options: int) -> None:
        self._check(self._run_passes(module, passes.encode(), machine, options))

    def emit(self, machine: int, module: int, file_type: int) -> int:
        """A memory buffer with the generated code. The diagnostic handler may have seen errors."""
        output = ctypes.c_void_p()
        self._check(self._emit(machine, module, file_type, ctypes.byref(output)))
        return output.value or 0

    def link(self, destination: int, source: int, flags: int = 0) -> None:
        """Link `source`, which is consumed whatever happens, into `destination`."""
        self._check(self._link(destination, source, flags))

    def print_module(self, module: int) -> str:
        text = ctypes.c_void_p()
        self._check(self._print(module, ctypes.byref(text)))
        return library.take_message(text.value)

    def call(self, function: Callable[..., Any], argument: int) -> None:
        """A C function of one pointer, for example `lib.LLVMDisposeModule`."""
        self._check(self._call(_address(function), argument))

    def _check(self, code: int) -> None:
        if code != OK:
            raise SafeCallError(code, _text(self._last_message()))


def _prototype(function: Any, result: Any, *arguments: Any) -> Callable[..., Any]:
    function.restype = result
    function.argtypes = arguments
    return function  # type: ignore[no-any-return]


def _address(function: Any) -> int | None:
    return ctypes.cast(function, ctypes.c_void_p).value


def _text(raw: bytes | None) -> str:
    return (raw or b"").decode(errors="replace")


_found: tuple[Helper | None, str] | None = None


def load() -> Helper | None:
    """The helper, opened on the first call, or None where it is missing, unfit or switched off."""
    return _find()[0]


def describe() -> str:
    """One line about the helper, for `--version`."""
    helper, reason = _find()
    return f"native helper: built for LLVM {helper.llvm_version}" if helper else f"native helper: not used ({reason})"


def _find() -> tuple[Helper | None, str]:
    if os.environ.get(SWITCH_VARIABLE) == "0":
        return None, f"{SWITCH_VARIABLE}=0"
    global _found
    if _found is None:
        _found = _open()
    return _found


def _open() -> tuple[Helper | None, str]:
    if not os.path.exists(PATH):
        return None, "not built: no C++ compiler or no LLVM headers at installation"
    lib = library.load()  # first: the helper binds to the libLLVM that is already open
    try:
        helper = Helper(PATH)
    except (OSError, AttributeError) as error:
        return None, str(error)
    reason = helper.why_unusable(lib)
    return (None, reason) if reason else (helper, "")
