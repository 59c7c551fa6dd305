"""What happens when libLLVM reports a fatal error or crashes inside a long-running call: an exception.

With the native helper every call runs under LLVM's crash recovery: signals, fatal errors and
stack overflows come back as a code. Without it a call runs in a thread of its own: when libLLVM
reports a fatal error (it would exit the process next), the handler parks that thread for ever
and the caller goes on with the message. Signals are not survived without the helper; untrusted
input belongs in a worker process there (`--isolate`).

After a crash the module and its context are in an unknown state. They are remembered as tainted
and leaked on purpose: half a megabyte or more each time, without the helper a parked thread too.
`lost_contexts` counts them, so that a long-lived process can go on in a worker (`api.run_compile`).
With the helper a fatal error of code generation is no crash: it is cleaned up after and leaks nothing.
"""

from __future__ import annotations

import _thread
import ctypes

from opencicc.llvm import helper, stderr_capture
from opencicc.llvm.library import load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_KINDS = {helper.FAILED: "failed", helper.FATAL: "fatal", helper.STACK_OVERFLOW: "ran out of stack",
          helper.OUT_OF_MEMORY: "ran out of memory"}  # fmt: skip
_STACK_BYTES = 256 << 20
ASSEMBLY = 0  # LLVMAssemblyFile
NO_CONTEXT = 0

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


def lost_contexts() -> int:
    """How many were leaked because libLLVM died inside."""
    return len(_tainted)


# --- with the helper ---


def run(context: int, native: helper.NativeHelper, name: str, *arguments: object) -> None:
    """One of the helper's safe calls, its failure as an exception."""
    with stderr_capture.Capture(context):
        code = getattr(native, name)(*arguments)
    settle(context, native, code)


def run_silent(context: int, native: helper.NativeHelper, name: str, *arguments: object) -> None:
    """The same for what prints nothing by itself: passes and analyses on IR. Some hundred calls of a compile."""
    settle(context, native, getattr(native, name)(*arguments))


def settle(context: int, native: helper.NativeHelper, code: int) -> None:
    """What a safe call's answer means."""
    if code == helper.OK:
        return
    if code >= helper.FATAL:
        _tainted.add(context)
    raise LibraryFailure(_KINDS.get(code, "crashed"), native.last_message())


def invoke(
    context: int, native: helper.NativeHelper, function: Callable[..., object], *arguments: object, is_deep: bool = True
) -> int:
    """A C function of up to five integers or pointers; shallow ones may use the caller's stack, which is quicker."""
    words = (ctypes.c_void_p * len(arguments))(*[_word(argument) for argument in arguments])
    result = ctypes.c_void_p()
    where = helper.address_of(function)
    given = (context or None, where, words, len(words), is_deep, ctypes.byref(result))
    (run if is_deep else run_silent)(context, native, "ocx_safe_invoke", *given)
    return result.value or 0


def _word(argument: object) -> ctypes.c_void_p | int | None:
    """What a pointer argument holds: an int, bytes that the caller keeps alive, or something of ctypes."""
    if argument is None or isinstance(argument, int):
        return argument
    return ctypes.cast(argument, ctypes.c_void_p)  # type: ignore[arg-type]


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


def in_thread(context: int, function: Callable[..., int], *arguments: object) -> int:
    """The result of a call whose fatal errors end its thread and nothing else."""
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

    with stderr_capture.Capture(context):
        with _starting:  # the stack size is a setting of the whole process
            before = threading.stack_size(_STACK_BYTES)
            try:
                threading.Thread(target=work, daemon=True).start()
            finally:
                threading.stack_size(before)
        done.wait()
    if fatal:
        _tainted.add(context)
        stderr_capture.idle_threads += 1
        raise LibraryFailure("fatal", fatal[0])
    return outcome[0] or 0
