"""Modules and shortcuts for the link tests."""

from __future__ import annotations

from typing import Any

from opencicc.link.linker import link_modules
from opencicc.link.settings import LinkSettings
from opencicc.llvm.ir import Context, Module
from opencicc.trace import Trace

HEADER = (
    'target triple = "nvptx64-nvidia-cuda"\n'
    'target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"\n'
)
KERNEL = "define ptx_kernel void @k(ptr %p) {\n  ret void\n}\n"


def version(*numbers: int) -> str:
    return f"!nvvmir.version = !{{!90}}\n!90 = !{{{', '.join(f'i32 {n}' for n in numbers)}}}\n"


def link(context: Context, *texts: str | bytes, names: str = "abcdefgh", **settings: Any) -> Module:
    """Link modules named a, b, c, ..."""
    inputs = [
        (name, text.encode() if isinstance(text, str) else text) for name, text in zip(names, texts, strict=False)
    ]
    return link_modules(context, inputs, LinkSettings(**settings), Trace())


def caller(*calls: str) -> str:
    """A kernel that makes these calls ('float @__nv_sinf(float %f)', ...) on loaded values and stores the results.

    %f, %d, %i and %l are a float, a double, an i32 and an i64 read from memory.
    """
    lines = [HEADER, "define ptx_kernel void @k(ptr %p) {"]
    for name, type_ in (("f", "float"), ("d", "double"), ("i", "i32"), ("l", "i64")):
        lines.append(f"  %{name} = load {type_}, ptr %p")
    for number, call in enumerate(calls):
        result = call.split()[0]
        lines.append(f"  %r{number} = call {call}")
        lines.append(f"  store {result} %r{number}, ptr %p")
    lines += ["  ret void", "}"]
    for call in dict.fromkeys(calls):
        head, _, arguments = call.partition("(")
        types = ", ".join(argument.split()[0] for argument in arguments.rstrip(")").split(",") if argument.strip())
        lines.append(f"declare {head}({types})")
    return "\n".join(lines) + "\n"
