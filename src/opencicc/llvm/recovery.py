"""libLLVM's long-running calls, made so that a fatal error or a crash inside ends in an exception.

With the native helper every call runs under LLVM's crash recovery: signals, fatal errors and
stack overflows come back as a code. Without it a call runs in a thread of its own: when libLLVM
reports a fatal error (it would exit the process next), the handler parks that thread for ever
and the caller goes on with the message. Signals are not survived without the helper; untrusted
input belongs in a worker process there (`--isolate`).

After a crash the module and its context are in an unknown state. They are remembered as tainted
and leaked on purpose.
"""

from __future__ import annotations

import _thread
import ctypes

from opencicc.llvm import helper
from opencicc.llvm.library import load, take_buffer, take_message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_KINDS = {helper.FAILED: "failed", helper.FATAL: "fatal", helper.STACK_OVERFLOW: "ran out of stack",
          helper.OUT_OF_MEMORY: "ran out of memory"}  # fmt: skip
_STACK_BYTES = 256 << 20
_RETURN_STATUS = 2  # LLVMReturnStatusAction
_ASSEMBLY = 0  # LLVMAssemblyFile

_tainted: set[int] = set()


class LibraryFailure(Exception):
    """libLLVM refused or died; `kind` is failed, fatal, crashed, ran out of stack or of memory."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message

    @property
    def is_crash(self) -> bool:
        return self.kind != "failed"


def is_tainted(context: int) -> bool:
    return context in _tainted


def parse(context: int, buffer: int) -> int:
    """The module in a memory buffer, which is consumed."""
    native = helper.load()
    module, message = ctypes.c_void_p(), ctypes.c_void_p()
    if native is not None:
        try:
            _check(context, native, native.ocx_safe_parse(context, buffer, ctypes.byref(module)))
        finally:
            if context not in _tainted:
                load().LLVMDisposeMemoryBuffer(buffer)
        return module.value or 0
    reader = load().LLVMParseIRInContext
    if _in_thread(context, reader, context, buffer, ctypes.byref(module), ctypes.byref(message)):
        raise LibraryFailure("failed", take_message(message.value))
    return module.value or 0


def verify(context: int, module: int) -> str:
    """What the verifier finds wrong, or ''."""
    native = helper.load()
    if native is not None:
        try:
            _check(context, native, native.ocx_safe_verify(module))
        except LibraryFailure as failure:
            if failure.is_crash:
                raise
            return failure.message or "broken module"
        return ""
    message = ctypes.c_void_p()
    broken = load().LLVMVerifyModule(module, _RETURN_STATUS, ctypes.byref(message))
    said = take_message(message.value)
    return (said or "broken module") if broken else ""


def run_passes(context: int, module: int, passes: str, machine: int, options: int) -> None:
    lib, native = load(), helper.load()
    if native is not None:
        return _check(context, native, native.ocx_safe_run_passes(module, passes.encode(), machine, options))
    error = _in_thread(context, lib.LLVMRunPasses, module, passes.encode(), machine, options)
    if error:
        text = lib.LLVMGetErrorMessage(error)
        said = ctypes.string_at(text).decode(errors="replace")
        lib.LLVMDisposeErrorMessage(text)
        raise LibraryFailure("failed", said)


def run_steps(
    context: int, native: helper.NativeHelper, pipeline: int, texts: object, count: int, reports: object, is_last: bool
) -> None:
    """Pipeline texts one after the other; `reports` is filled as far as it gets."""
    _check(context, native, native.ocx_safe_pipeline_run(pipeline, texts, count, reports, is_last))


def inline_costs(
    context: int,
    native: helper.NativeHelper,
    module: int,
    calls: object,
    count: int,
    machine: int,
    knobs: int,
    out: object,
) -> None:
    """LLVM's inline costs of `calls`, written to `out`."""
    _check(context, native, native.ocx_safe_inline_costs(module, calls, count, machine, knobs, out))


def loops_to_unroll(
    context: int,
    native: helper.NativeHelper,
    function: int,
    machine: int,
    peel_threshold: int,
    assumed_size: int,
    known_print: int = 0,
) -> tuple[list[helper.LoopFacts], int]:
    """The loops with their metadata; also sizes, convergence and peel counts of those that may be unrolled.

    None where their print is the known one; the new one is returned too.
    """
    block, count, print_ = ctypes.c_void_p(), ctypes.c_int64(), ctypes.c_uint64(known_print)
    found = (ctypes.byref(print_), ctypes.byref(block), ctypes.byref(count))
    _check(context, native, native.ocx_safe_loops_to_unroll(function, machine, peel_threshold, assumed_size, *found))
    return native.take_loops(block.value, count), print_.value


def emit(context: int, machine: int, module: int) -> bytes:
    """The module's assembly text."""
    native = helper.load()
    output, message = ctypes.c_void_p(), ctypes.c_void_p()
    if native is not None:
        _check(context, native, native.ocx_safe_emit(machine, module, _ASSEMBLY, ctypes.byref(output)))
        return take_buffer(output.value or 0)
    emitter = load().LLVMTargetMachineEmitToMemoryBuffer
    if _in_thread(context, emitter, machine, module, _ASSEMBLY, ctypes.byref(message), ctypes.byref(output)):
        raise LibraryFailure("failed", take_message(message.value))
    return take_buffer(output.value or 0)


def link(context: int, destination: int, source: int, flags: int = 0) -> None:
    """Link `source`, which is consumed, into `destination`; flags (helper.LINK_*) need the helper."""
    native = helper.load()
    if native is not None:
        _check(context, native, native.ocx_safe_link(destination, source, flags))
    elif _in_thread(context, load().LLVMLinkModules2, destination, source):
        raise LibraryFailure("failed", "")


def _check(context: int, native: helper.NativeHelper, code: int) -> None:
    if code == helper.OK:
        return
    if code >= helper.FATAL:
        _tainted.add(context)
    raise LibraryFailure(_KINDS.get(code, "crashed"), native.last_message())


# --- without the helper ---

_FATAL_HANDLER = ctypes.CFUNCTYPE(None, ctypes.c_char_p)
_waiting: dict[int, Callable[[str], None]] = {}
_fatal_handler: object = None
_starting = _thread.allocate_lock()


def _on_fatal_error(reason: bytes) -> None:
    import threading

    report = _waiting.get(threading.get_ident())
    if report is not None:
        report(reason.decode(errors="replace"))
        threading.Event().wait()  # returning would exit the process


def _in_thread(context: int, function: Callable[..., int], *arguments: object) -> int:
    import threading

    global _fatal_handler
    if _fatal_handler is None:
        _fatal_handler = _FATAL_HANDLER(_on_fatal_error)
    load().LLVMInstallFatalErrorHandler(_fatal_handler)  # each time: the helper puts its own in place
    done = threading.Event()
    outcome: list[int] = []
    fatal: list[str] = []

    def report(reason: str) -> None:
        fatal.append(reason)
        done.set()

    def work() -> None:
        me = threading.get_ident()
        _waiting[me] = report
        try:
            outcome.append(function(*arguments))
        finally:
            del _waiting[me]
            done.set()

    with _starting:  # the stack size is a setting of the whole process
        before = threading.stack_size(_STACK_BYTES)
        try:
            threading.Thread(target=work, daemon=True).start()
        finally:
            threading.stack_size(before)
    done.wait()
    if fatal:
        _tainted.add(context)
        raise LibraryFailure("fatal", fatal[0])
    return outcome[0] or 0
