"""GNU make's jobserver: how many workers a parallel build lets a compile run.

make holds one byte for every job that may still start. Who wants to run something beside its first job reads a byte and
writes the same byte back afterwards. MAKEFLAGS says where: `--jobserver-auth=R,W` (descriptors; older makes spell it
`--jobserver-fds`) or `--jobserver-auth=fifo:PATH`. A thread of ours reads bytes while somebody waits for one and nobody has to
wait at all with -j1: the first job needs none. Every byte that was read goes back: after the work, after an error, at the end
of the process, on a signal that ends it.
"""

from __future__ import annotations

import atexit
import os
import select
import signal
import threading

from opencicc.errors import CompilerError
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import FrameType

WARNING = "jobserver pipe problem"
FATAL = "GNU Jobserver support requested, but an error occurred"
_KEYS = ("--jobserver-auth=", "--jobserver-fds=")
_PATIENCE_S = 0.05  # how often somebody who waits asks whether there is work left
_ENDING_SIGNALS = (signal.SIGTERM, signal.SIGHUP)


@record
class Address:
    """Where the tokens are: two descriptors, or a named pipe."""

    read: int = -1
    write: int = -1
    path: str = ""


class NoJobserver(Exception):
    """There is none that can be used; the text says why. Work goes on without."""


def find_address(environment: Mapping[str, str]) -> Address:
    """What MAKEFLAGS says; the last mention counts, as make's own manual has it."""
    flags = environment.get("MAKEFLAGS", "")
    words = [word for word in flags.split() if word.startswith(_KEYS)]
    if not words:
        raise NoJobserver(
            "MAKEFLAGS names no jobserver: run it from make -jN, with + before the command for older makes"
        )
    text = words[-1].partition("=")[2]
    if text.startswith("fifo:"):
        return Address(path=text.removeprefix("fifo:"))
    read, _, write = text.partition(",")
    try:
        address = Address(int(read), int(write))
    except ValueError:
        raise CompilerError(FATAL, at=f"MAKEFLAGS: {words[-1]}", fix="write R,W or fifo:PATH") from None
    if address.read < 0 or address.write < 0:
        raise NoJobserver("make closed its jobserver to this command: put + before it in the Makefile")
    return address


def is_alone(environment: Mapping[str, str]) -> bool:
    """Under a make that runs one job at a time: it has no jobserver, and this compile is that job."""
    return "MAKELEVEL" in environment and not any(key in environment.get("MAKEFLAGS", "") for key in _KEYS)


def connect(environment: Mapping[str, str]) -> Tokens:
    """The build's tokens. NoJobserver where this process can't use them."""
    address = find_address(environment)
    try:
        if address.path:
            read = write = os.open(address.path, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
        else:
            # Opened anew, so that not waiting is our own affair and not that of everybody who shares make's pipe.
            read = os.open(f"/proc/self/fd/{address.read}", os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
            write = os.dup(address.write)
    except OSError as error:
        raise NoJobserver(f"{error.strerror}: put + before the command in the Makefile") from None
    return Tokens(read, write)


class Tokens:
    """Tokens that are held, at most as many as somebody waits for. Safe from several threads."""

    def __init__(self, read: int, write: int) -> None:
        self._read, self._write = read, write
        self._lock = threading.Lock()
        self._held: list[bytes] = []  # taken from make
        self.most_held = 0
        self._old_handlers: dict[int, object] = {}
        atexit.register(self.close)
        self._watch_signals()

    def take(self, is_wanted: Callable[[], bool]) -> bool:
        """Wait for a token; False when it is no longer wanted."""
        while is_wanted():
            ready, _, _ = select.select([self._read], [], [], _PATIENCE_S)
            if ready and self._read_one():
                return True
        return False

    def _read_one(self) -> bool:
        with self._lock:
            if self._read < 0:
                return False
            try:
                token = os.read(self._read, 1)
            except BlockingIOError:  # another process was quicker
                return False
            if not token:
                return False
            self._held.append(token)
            self.most_held = max(self.most_held, len(self._held))
            return True

    def give_back(self) -> None:
        with self._lock:
            if self._held:
                os.write(self._write, self._held.pop())

    def close(self) -> None:
        """Give everything back and let go of the pipe. Once is enough, more does no harm."""
        with self._lock:
            if self._read < 0:
                return
            while self._held:
                os.write(self._write, self._held.pop())
            os.close(self._read)
            if self._write != self._read:
                os.close(self._write)
            self._read = self._write = -1
        atexit.unregister(self.close)
        for number, handler in self._old_handlers.items():
            signal.signal(number, handler)  # type: ignore[arg-type]

    def _watch_signals(self) -> None:
        """A signal that would end the process at once ends it after the tokens are back; only the main thread may ask for it."""
        if threading.current_thread() is not threading.main_thread():
            return
        for number in _ENDING_SIGNALS:
            if signal.getsignal(number) is signal.SIG_DFL:
                self._old_handlers[number] = signal.signal(number, self._on_signal)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        for token in self._held:  # without the lock: the thread that holds it may be this one
            os.write(self._write, token)
        self._held = []
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
