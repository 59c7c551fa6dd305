"""Number the calls of a PTX text from zero.

libLLVM counts call sites over the whole life of the process and writes the number into comments
(`// callseq 7, 0`) and labels (`prototype_7`). The same module would give other bytes each time;
here numbers follow their first appearance.
"""

from __future__ import annotations

_MARKS = ("callseq ", "prototype_")


def from_zero(ptx: str) -> str:
    if not any(mark in ptx for mark in _MARKS):
        return ptx
    import re

    numbers: dict[str, str] = {}

    def renumber(found: re.Match[str]) -> str:
        return found[1] + numbers.setdefault(found[2], str(len(numbers)))

    return re.sub(r"(// callseq |\bprototype_)(\d+)\b", renumber, ptx)
