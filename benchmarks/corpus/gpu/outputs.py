"""Compares what two versions of a program printed: lines about speed left out, numbers with a tolerance."""

from __future__ import annotations

import re

RELATIVE, ABSOLUTE = 1e-3, 1e-7
NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_UNIT = r"(?:ns|us|ms|s|sec|secs|second|seconds|msecs?|usecs?|milliseconds|microseconds)"
_ABOUT_SPEED = re.compile(
    r"time|elapsed|took|duration|latency|throughput|bandwidth|speed|perf|flop|ops|cycles|fps|rate\b"
    rf"|[KMGT]i?B/s|/ ?s(ec)?\b|{NUMBER}\s*[(\[]?\s*{_UNIT}\b",
    re.IGNORECASE,
)
_COMPLAINT = re.compile(
    r"\bfail(ed|ure|s)?\b|mismatch|\berror\b|\bincorrect\b|\bwrong\b|illegal|unspecified launch", re.IGNORECASE
)
_NO_COMPLAINT = re.compile(
    r"\b(0|no) (errors?|fail|mismatch|wrong)|error\w*\s*(norm|rate)?\s*[:=]|(max|rms|abs|rel|l2)\w*[ _-]error",
    re.IGNORECASE,
)


def results(lines: list[str]) -> list[str]:
    """The lines that say what was computed."""
    return [line.strip() for line in lines if line.strip() and not _ABOUT_SPEED.search(line)]


def complaints(lines: list[str]) -> list[str]:
    """The lines in which a program says that its own check failed."""
    return [line.strip()[:160] for line in lines if _COMPLAINT.search(line) and not _NO_COMPLAINT.search(line)]


def difference(mine: list[str], theirs: list[str]) -> str:
    """Where two outputs differ by more than rounding, or nothing."""
    if len(mine) != len(theirs):
        return f"{len(mine)} lines against {len(theirs)}"
    for ours, other in zip(mine, theirs, strict=True):
        if ours != other and not _is_close(ours, other):
            return f"{ours[:80]!r} against {other[:80]!r}"
    return ""


def _is_close(mine: str, theirs: str) -> bool:
    if re.sub(NUMBER, "#", mine) != re.sub(NUMBER, "#", theirs):
        return False
    pairs = zip(*([float(number) for number in re.findall(NUMBER, line)] for line in (mine, theirs)), strict=True)
    return all(abs(a - b) <= max(RELATIVE * max(abs(a), abs(b)), ABSOLUTE) for a, b in pairs)
