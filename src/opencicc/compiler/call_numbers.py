"""Number the calls of a PTX text from zero.

libLLVM counts call sites over the whole life of the process and writes the number into comments
(`// callseq 7, 0`) and labels (`prototype_7`). The same module would give other bytes each time;
here numbers follow their first appearance.
"""

from __future__ import annotations

# Each begins with letters, which are searched for much faster than any of several words.
_NUMBERED = (("// callseq ", r"// callseq (\d+)\b"), ("prototype_", r"prototype_(?<!\wprototype_)(\d+)\b"))


def from_zero(ptx: str) -> str:
    patterns = [pattern for mark, pattern in _NUMBERED if mark in ptx]
    if not patterns:
        return ptx
    import re

    numbers: dict[str, str] = {}
    parts, end = [], 0
    for found in sorted((match for pattern in patterns for match in re.finditer(pattern, ptx)), key=re.Match.start):
        parts += [ptx[end : found.start(1)], numbers.setdefault(found[1], str(len(numbers)))]
        end = found.end(1)
    return "".join([*parts, ptx[end:]])
