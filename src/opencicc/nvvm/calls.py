"""The calls of nvvm.h as functions, with the names and arguments of cuda.bindings.nvvm."""

from __future__ import annotations

from opencicc.nvvm.program import Program
from opencicc.nvvm.results import Result, nvvmError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    Buffer = bytes | bytearray | memoryview | str


def create_program() -> Program:
    return Program()


def destroy_program(program: Program) -> None:
    _checked(program).destroy()


def add_module_to_program(program: Program, buffer: Buffer, size: int, name: str | None = None) -> None:
    _checked(program).add_module(_first(buffer, size), name)


def lazy_add_module_to_program(program: Program, buffer: Buffer, size: int, name: str | None = None) -> None:
    _checked(program).lazy_add_module(_first(buffer, size), name)


def builtin_add_module_to_program(program: Program, buffer: Buffer, size: int, name: str | None = None) -> None:
    """Not of nvvm.h: a module whose definitions win over those of the others."""
    _checked(program).builtin_add_module(_first(buffer, size), name)


def verify_program(program: Program, num_options: int, options: Sequence[str | bytes] | None) -> None:
    _checked(program).verify(_words(num_options, options))


def compile_program(program: Program, num_options: int, options: Sequence[str | bytes] | None) -> None:
    _checked(program).compile(_words(num_options, options))


def get_compiled_result_size(program: Program) -> int:
    return _checked(program).result_size


def get_compiled_result(program: Program, buffer: bytearray | memoryview) -> None:
    """Write the result and its NUL."""
    _fill(buffer, _checked(program).result)


def get_program_log_size(program: Program) -> int:
    return len(_checked(program).log_bytes) + 1


def get_program_log(program: Program, buffer: bytearray | memoryview) -> None:
    """Write the log and its NUL."""
    _fill(buffer, _checked(program).log_bytes)


def _checked(program: object) -> Program:
    if not isinstance(program, Program):
        raise nvvmError(Result.ERROR_INVALID_PROGRAM)
    return program


def _first(buffer: Buffer, size: int) -> bytes:
    if not isinstance(buffer, (bytes, bytearray, memoryview, str)):
        raise nvvmError(Result.ERROR_INVALID_INPUT)
    data = buffer.encode() if isinstance(buffer, str) else bytes(buffer)
    return data[:size]


def _words(count: int, options: Sequence[str | bytes] | None) -> list[str | bytes]:
    if count < 0 or (count and (options is None or len(options) < count)):
        raise nvvmError(Result.ERROR_INVALID_OPTION)
    return list(options or ())[:count]


def _fill(buffer: bytearray | memoryview, data: bytes) -> None:
    if len(buffer) <= len(data):
        raise nvvmError(Result.ERROR_INVALID_INPUT)
    buffer[: len(data) + 1] = data + b"\0"
