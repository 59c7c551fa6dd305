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


def unroll_uniform_loop(function: Function, machine: int, header: Block, count: int) -> bool:
    """LLVM's unroller on one loop, convergent operations or not; the caller knows its trip count to be uniform.

    Only with the native helper, which is also the only one to know that.
    """
    native = helper.load()
    return native is not None and bool(native.ocx_unroll_uniform_loop(function.ref, machine, header.ref, count))
