"""LLVM's own passes on one function, leaving the rest of the module as it is.

For small clean-ups after an edit of ours, on verified IR and with fixed pipeline texts: such calls
need no crash recovery and cost about 5 us apart from the passes' own work.
"""

from __future__ import annotations

import ctypes

from opencicc.errors import InternalError
from opencicc.llvm import helper
from opencicc.llvm.ir import Block, Function
from opencicc.llvm.library import load

_options: int = 0
_has_placed_remainders = False


def run_on_function(function: Function, passes: str, machine: int | None = None) -> None:
    """Run a fixed pipeline text; `machine` is the target machine's pointer, for passes that ask the target."""
    global _options
    lib = load()
    _options = _options or lib.LLVMCreatePassBuilderOptions()
    error = lib.LLVMRunPassesOnFunction(function.ref, passes.encode(), machine, _options)
    if error:
        text = lib.LLVMGetErrorMessage(error)
        said = ctypes.string_at(text).decode(errors="replace")
        lib.LLVMDisposeErrorMessage(text)
        raise InternalError(f"LLVM pass failed: {passes[:200]}", at=f"function {function.name}", detail=said)


def unroll_convergent_loop(function: Function, machine: int, header: Block, count: int, has_remainder: bool) -> bool:
    """LLVM's unroller on one loop, convergent operations or not.

    The caller knows its trip count to be uniform, or without a remainder that it never runs more than `count` trips.
    Only with the native helper, which is also the only one to know that.
    """
    native = helper.load()
    if native is None:
        return False
    return bool(native.ocx_unroll_convergent_loop(function.ref, machine, header.ref, count, has_remainder))


def peel_loop(function: Function, machine: int, latch: Block, count: int, is_last: bool) -> bool:
    """Take the first trips, or the last ones, out of the loop with this only latch; only with the native helper."""
    native = helper.load()
    return native is not None and bool(native.ocx_peel_loop(function.ref, machine, latch.ref, count, is_last))


def place_remainders(is_behind: bool) -> None:
    """Say where LLVM's unroller puts remainder loops: behind the loop, or in front of it. True of the whole process.

    Without the native helper the option can be given once only, so it stays what it was first.
    """
    global _has_placed_remainders
    native = helper.load()
    if native is not None:
        native.ocx_place_remainders(is_behind)
    elif not _has_placed_remainders:
        words = [b"opencicc", b"-unroll-runtime-epilog=" + (b"true" if is_behind else b"false")]
        load().LLVMParseCommandLineOptions(len(words), (ctypes.c_char_p * len(words))(*words), None)
        _has_placed_remainders = True
