"""What code generation says when it gives up, in words that help.

LLVM speaks of nodes of its selection graph by address. The operation and the type are in there; an
address says nothing and changes from run to run, so addresses become numbers in order.
"""

from __future__ import annotations

import re

from opencicc.errors import UnsupportedError

_ADDRESS = re.compile(r"\b0x[0-9a-f]{6,}\b")
_SELECTION = re.compile(r"Cannot select: \S+: (?P<type>\S+) = (?P<operation>f[a-z0-9]+) ")
_LIBRARY_CALL = re.compile(r"no libcall available for (?P<operation>f[a-z0-9]+)")
_FUNCTION = re.compile(r"In function: (.*)")
_NO_LIBRARY = "unsupported library call operation"
_REWRITE = "NVPTX has no instruction for this: rewrite it, or choose an -arch that has it"
_NOT_SELECTED = ("Cannot select", "no libcall available", "unsupported feature", "unsupported operation")
# What the message holds, and what to do: none of these is a question of -arch.
_FIXES = (
    ("initial value of", "memory of this space starts undefined: leave the initial value out (undef), store it in the kernel"),
    ("aliasee must be", "PTX has aliases of device functions with a body only: use the aliased name itself"),
    ("unsupported characters", "PTX names have letters, digits, _ and $ only: rename the symbol, or make it internal"),
    ("unsupported GC", "leave the function's gc attribute out: a GPU has no garbage collector"),
    ("Circular dependency", "PTX wants variables defined before they are named: let one of them be filled at run time"),
    ("inline asm", "correct the text or the constraints of the inline assembly"),
    ("$ operand", "correct the text or the constraints of the inline assembly"),
)  # fmt: skip
_OTHERWISE = "these are libLLVM's own words: change what they name in the module"
_SHOWN_LINES = 12
# Mathematics that is a function of libdevice and no instruction: fpow is __nv_pow and __nv_powf.
_IN_LIBDEVICE = frozenset(
    "facos fasin fatan fatan2 fcos fcosh fexp fexp2 fexp10 flog flog2 flog10 fpow fpowi fsin fsinh ftan ftanh".split()
)


def codegen_error(messages: list[str]) -> UnsupportedError:
    text = "\n".join(message for message in messages if message) or "no message"
    lines = _number_nodes(text).removeprefix("LLVM ERROR: ").splitlines()
    where = _FUNCTION.search(text)
    return UnsupportedError(
        f"code generation failed: {_what(lines[0])}",
        at=f"function {where[1]}" if where else "",
        fix=_fix(lines[0]),
        detail="\n".join(line for line in lines[1:_SHOWN_LINES] if not _FUNCTION.search(line)),
    )


def _number_nodes(text: str) -> str:
    numbers: dict[str, str] = {}
    return _ADDRESS.sub(lambda match: numbers.setdefault(match[0], f"node{len(numbers) + 1}"), text)


def _what(line: str) -> str:
    return "an operation needs a library call, and PTX has no such library" if line == _NO_LIBRARY else line


def _fix(line: str) -> str:
    if line == _NO_LIBRARY:
        return "look for arithmetic on fp128 or x86_fp80: the widest float of a GPU is double"
    found = _SELECTION.search(line) or _LIBRARY_CALL.search(line)
    if found and found["operation"] in _IN_LIBDEVICE:
        name = f"__nv_{found['operation'][1:]}"
        return f"call libdevice's {name} (double) or {name}f (float) instead of LLVM's intrinsic"
    if any(words in line for words in _NOT_SELECTED):
        return _REWRITE
    return next((fix for words, fix in _FIXES if words in line), _OTHERWISE)
