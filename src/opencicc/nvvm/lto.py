"""-gen-lto: our optimised IR, in NVIDIA's container, which only NVIDIA's library can write.

The container is what nvJitLink links; its form is not public. Our passes run first, then the module goes to NVIDIA's
library with -nvvm-version=nvvm-latest -gen-lto. Where that library is not installed it is an error that says so.
"""

from __future__ import annotations

import re

from opencicc.compiler.api import compile_with_values
from opencicc.llvm.ir import Context
from opencicc.nvvm import nvidia
from opencicc.options import driver as options
from opencicc.options.read import read_mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.compiler.files import Input
    from opencicc.options.values import OptionValues

# What libNVVM asks of a module for its current dialect.
DATA_LAYOUT = (
    "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-"
    "v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
)
VERSION_NODE = "!nvvmir.version"
_VERSION = "\n!nvvmir.version = !{!1000000}\n!1000000 = !{i32 2, i32 0, i32 3, i32 2}\n"


def make(inputs: list[Input], values: OptionValues) -> bytes:
    """The container of a program, without the NUL that a result's size counts."""
    optimised = compile_with_values(inputs, values.with_values(read_mapping({"stop-after": "opt"}))).bitcode
    arch = values[options.ARCH].replace("sm_", "compute_")
    words = [f"-arch={arch}", "-nvvm-version=nvvm-latest", "-gen-lto"]
    words += ["-g"] if values[options.DEBUG] else []
    return nvidia.compile_module(in_their_form(optimised), words, "-gen-lto").removesuffix(b"\0")


def in_their_form(bitcode: bytes) -> bytes:
    with Context() as context:
        text = context.parse(bitcode).text()
        text = re.sub(r"target datalayout = .*", f'target datalayout = "{DATA_LAYOUT}"', text, count=1)
        if VERSION_NODE not in text:
            text += _VERSION
        return context.parse(text.encode()).bitcode()
