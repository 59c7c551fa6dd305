"""libNVVM's result codes, their names, and the exception that carries one."""

from __future__ import annotations

import enum


class Result(enum.IntEnum):
    """nvvmResult of nvvm.h."""

    SUCCESS = 0
    ERROR_OUT_OF_MEMORY = 1
    ERROR_PROGRAM_CREATION_FAILURE = 2
    ERROR_IR_VERSION_MISMATCH = 3
    ERROR_INVALID_INPUT = 4
    ERROR_INVALID_PROGRAM = 5
    ERROR_INVALID_IR = 6
    ERROR_INVALID_OPTION = 7
    ERROR_NO_MODULE_IN_PROGRAM = 8
    ERROR_COMPILATION = 9
    ERROR_CANCELLED = 10


# The library of CUDA 13.4 has no words for the newest of its codes; C programs may compare texts.
UNKNOWN = "NVVM_ERROR not found"


def get_error_string(result: int) -> str:
    """The name of a result code, as nvvmGetErrorString gives it."""
    known = 0 <= result < Result.ERROR_CANCELLED
    return f"NVVM_{Result(result).name}" if known else UNKNOWN


class nvvmError(Exception):  # noqa: N801 (the name that cuda.bindings.nvvm gives it)
    """A call failed; `status` is the code, `log` what the program's log says about it."""

    def __init__(self, status: int, log: str = "") -> None:
        self.status = int(status)
        self.log = log
        super().__init__(f"{get_error_string(status)} ({int(status)})" + (f": {log}" if log else ""))

    def __reduce__(self) -> tuple[type[nvvmError], tuple[int, str]]:
        return nvvmError, (self.status, self.log)
