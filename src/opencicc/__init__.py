"""opencicc: an open device-code optimizer for NVIDIA GPUs. NVVM/LLVM IR in, PTX out.

    import opencicc
    result = opencicc.compile(Path("kernel.ll").read_text(), arch="sm_90")
    print(result.ptx)

Names are imported on first use, so that `import opencicc` and the command line start at once.
"""

from __future__ import annotations

__version__ = "0.1.0"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.compiler.api import compile, option_values
    from opencicc.compiler.driver import CompileResult
    from opencicc.errors import (
        CompilerError,
        FileError,
        InputError,
        InternalError,
        LinkError,
        TimeLimitError,
        ToolError,
        UnsupportedError,
        UsageError,
    )
    from opencicc.options.values import OptionValues
    from opencicc.target import Target

_HOMES = {
    "compile": "opencicc.compiler.api",
    "option_values": "opencicc.compiler.api",
    "CompileResult": "opencicc.compiler.driver",
    "OptionValues": "opencicc.options.values",
    "Target": "opencicc.target",
    **dict.fromkeys(
        (
            "CompilerError",
            "FileError",
            "InputError",
            "InternalError",
            "LinkError",
            "TimeLimitError",
            "ToolError",
            "UnsupportedError",
            "UsageError",
        ),
        "opencicc.errors",
    ),
}

__all__ = [
    "CompileResult",
    "CompilerError",
    "FileError",
    "InputError",
    "InternalError",
    "LinkError",
    "OptionValues",
    "Target",
    "TimeLimitError",
    "ToolError",
    "UnsupportedError",
    "UsageError",
    "compile",
    "option_values",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'opencicc' has no attribute '{name}'")
    import importlib

    value: object = getattr(importlib.import_module(_HOMES[name]), name)
    globals()[name] = value
    return value
