"""libNVVM's interface in Python: the calls of nvvm.h under the names that cuda.bindings.nvvm gives them.

    from opencicc import nvvm
    program = nvvm.create_program()
    nvvm.add_module_to_program(program, text, len(text), "kernel.ll")
    nvvm.verify_program(program, 1, ["-arch=compute_90"])
    nvvm.compile_program(program, 1, ["-arch=compute_90"])
    ptx = bytearray(nvvm.get_compiled_result_size(program))
    nvvm.get_compiled_result(program, ptx)

A call that fails raises nvvmError with libNVVM's result code. `Program` is the same as an object. The C library
(native/nvvm) answers C programs with the same code; docs/libnvvm.md has the whole story.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.nvvm.calls import (
        add_module_to_program,
        builtin_add_module_to_program,
        compile_program,
        create_program,
        destroy_program,
        get_compiled_result,
        get_compiled_result_size,
        get_program_log,
        get_program_log_size,
        lazy_add_module_to_program,
        verify_program,
    )
    from opencicc.nvvm.program import Program
    from opencicc.nvvm.results import Result, get_error_string, nvvmError
    from opencicc.nvvm.versions import ir_version, llvm_version, version

_HOMES = {
    "Program": "program",
    "Result": "results",
    "nvvmError": "results",
    "get_error_string": "results",
    "version": "versions",
    "ir_version": "versions",
    "llvm_version": "versions",
}

__all__ = [
    "Program",
    "Result",
    "add_module_to_program",
    "builtin_add_module_to_program",
    "compile_program",
    "create_program",
    "destroy_program",
    "get_compiled_result",
    "get_compiled_result_size",
    "get_error_string",
    "get_program_log",
    "get_program_log_size",
    "ir_version",
    "lazy_add_module_to_program",
    "llvm_version",
    "nvvmError",
    "verify_program",
    "version",
]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'opencicc.nvvm' has no attribute '{name}'")
    import importlib

    home = importlib.import_module(f"opencicc.nvvm.{_HOMES.get(name, 'calls')}")
    value: object = getattr(home, name)
    globals()[name] = value
    return value
