"""Program: modules, and what the last verify or compile made of them. libNVVM's rules for when what may be called.

A failed call leaves its reason in the log and no result; a verify takes an earlier result away; modules can be added
at any time. Modules are copied when they are added and read when they are needed.
"""

from __future__ import annotations

from opencicc.nvvm.results import Result, nvvmError
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

UNNAMED = "<unnamed>"


@record
class ModuleBuffer:
    """One module as it was added."""

    name: str
    data: bytes
    is_lazy: bool = False
    is_builtin: bool = False


class Program:
    """A set of modules that is verified and compiled as one."""

    def __init__(self) -> None:
        self._modules: list[ModuleBuffer] = []
        self._result = b""
        self._log = b""
        self._is_destroyed = False

    def add_module(self, data: bytes | str, name: str | None = None) -> None:
        """A module that is linked whole, as text or bitcode."""
        self._add(data, name)

    def lazy_add_module(self, data: bytes | str, name: str | None = None) -> None:
        """A module of which only what the others need is taken: libdevice, for one."""
        self._add(data, name, is_lazy=True)

    def builtin_add_module(self, data: bytes | str, name: str | None = None) -> None:
        """A module whose definitions win over those of the others; ours alone, libNVVM has no call for that."""
        self._add(data, name, is_builtin=True)

    def _add(self, data: bytes | str, name: str | None, *, is_lazy: bool = False, is_builtin: bool = False) -> None:
        self._check()
        if not isinstance(data, (bytes, bytearray, memoryview, str)):
            raise nvvmError(Result.ERROR_INVALID_INPUT)
        given = data.encode() if isinstance(data, str) else bytes(data)
        if not given:  # NVIDIA's library takes no empty buffer for a module either, from 13.5 on
            raise nvvmError(Result.ERROR_INVALID_INPUT)
        self._modules.append(ModuleBuffer(UNNAMED if name is None else name, given, is_lazy, is_builtin))

    def verify(self, options: Sequence[str | bytes] = ()) -> None:
        """NVVM's rules on the linked program; nothing is made."""
        self._work(options, is_verify=True)

    def compile(self, options: Sequence[str | bytes] = ()) -> bytes:
        """PTX, or a container with -gen-lto, without the final NUL that `result_size` counts."""
        self._work(options, is_verify=False)
        return self._result

    def _work(self, options: Sequence[str | bytes], *, is_verify: bool) -> None:
        from opencicc.nvvm import work

        self._check()
        words = [word.decode(errors="replace") if isinstance(word, bytes) else word for word in options]
        code, self._result, self._log = work.run(self._modules, words, is_verify=is_verify)
        if code:
            raise nvvmError(code, self.log)

    @property
    def result(self) -> bytes:
        self._check()
        return self._result

    @property
    def result_size(self) -> int:
        """Bytes of the result and its NUL."""
        return len(self.result) + 1

    @property
    def log(self) -> str:
        self._check()
        return self._log.decode(errors="replace")

    @property
    def log_bytes(self) -> bytes:
        self._check()
        return self._log

    def destroy(self) -> None:
        """The end: any further call is an error."""
        self._check()
        self._is_destroyed = True
        self._modules, self._result, self._log = [], b"", b""

    def _check(self) -> None:
        if self._is_destroyed:
            raise nvvmError(Result.ERROR_INVALID_PROGRAM)
