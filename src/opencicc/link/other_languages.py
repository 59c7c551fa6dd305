"""What an input that is no LLVM IR is instead: asked only after libLLVM refused it."""

from __future__ import annotations

import re

from opencicc.record import record

_PTX = re.compile(r"^\s*\.version\s+\d", re.MULTILINE)
# How lines of C, C++ and CUDA C++ begin, and no line of LLVM IR does.
_C = re.compile(
    r"^\s*(#\s*(include|define|pragma|if|ifdef|ifndef)\b|//|/\*|extern\s+\"C|template\s*<|using\s+\w|typedef\s|"
    r"__(global|device|constant|shared|host)__|(static\s+|inline\s+|const\s+)*(void|int|float|double|unsigned)\s+\w+\s*\()",
    re.MULTILINE,
)


_IR = re.compile(r"^(define|declare|target|@[\w.$]+ =|%[\w.$]+ =)\s", re.MULTILINE)


@record
class Language:
    """A language by its name, and where its texts go."""

    name: str
    fix: str


PTX = Language("PTX", "`opencicc report` and `opencicc run` read PTX; here give the IR that it was made from")
CUDA = Language("C or CUDA C++", "name the file .cu, or say -x cuda: clang then makes IR of it")


def find_language(data: bytes) -> Language | None:
    text = data.decode(errors="replace")
    if _PTX.search(text):
        return PTX
    return CUDA if _C.search(text) and not _IR.search(text) else None
