"""The folder of the cache: where it is by convention, how large it may grow, and what is removed when it grows larger.

Files of ours are results (`ab/cdef...`, named by digest) and precompiled headers (`headers-*.pch` and, beside them,
`headers-*.names`); nothing else in the folder is ever touched. Their modification time is when they were last used, and the longest unused go first. What was
written is added up in a ledger, to which writers append, so that no write has to look at the whole folder. Several
processes may write and remove at once: a file that another one was faster to remove is no error, and what one writes
while another removes may be counted only when somebody looks at the whole folder again.
"""

from __future__ import annotations

import os
import sys
import time

from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MEGABYTE = 1 << 20
KEPT_SHARE = 0.8  # of the limit, after a removal: room for a while
LEDGER = "sizes"
HEADERS_PREFIX, HEADERS_SUFFIX = "headers-", ".pch"
NAMES_SUFFIX = ".names"  # beside a .pch: the names that its headers know
LEFT_BEHIND_S = 3600  # a temporary file of this age has no writer any more
_NUMBER_BYTES = 8
_HEXADECIMAL = frozenset("0123456789abcdef")
_DIGITS = 64


@record
class Entry:
    """One file of ours."""

    path: str
    size: int
    used_s: float  # when it was used last, in the machine's clock

    @property
    def is_headers(self) -> bool:
        return self.path.endswith(HEADERS_SUFFIX)

    @property
    def is_result(self) -> bool:
        return not self.path.endswith((HEADERS_SUFFIX, NAMES_SUFFIX))


def default_folder() -> str:
    """$XDG_CACHE_HOME/opencicc, ~/.cache/opencicc, or ~/Library/Caches/opencicc on macOS."""
    named = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(named):  # the convention: a relative one is to be ignored
        return os.path.join(named, "opencicc")
    inside = ("Library", "Caches") if sys.platform == "darwin" else (".cache",)
    return os.path.join(os.path.expanduser("~"), *inside, "opencicc")


def may_write(folder: str) -> bool:
    """Is the folder writable, or can it be made?"""
    while not os.path.exists(folder):
        above = os.path.dirname(folder)
        if above == folder:
            return False
        folder = above
    return os.path.isdir(folder) and os.access(folder, os.W_OK)


def entries(folder: str) -> list[Entry]:
    """Every file of ours, the longest unused first."""
    found = []
    for path in _paths(folder):
        try:
            facts = os.stat(path)
        except OSError:
            continue  # removed since
        found.append(Entry(path, facts.st_size, facts.st_mtime))
    return sorted(found, key=lambda entry: (entry.used_s, entry.path))


def mark_as_used(path: str) -> None:
    try:
        os.utime(path)
    except OSError:
        return  # someone else's cache, for reading only


def remove(path: str) -> bool:
    """Whether it was this process that removed it."""
    try:
        os.unlink(path)
    except OSError:
        return False
    return True


def count_written(folder: str, size: int, limit: int) -> None:
    """Add a file that was just written; remove the longest unused where all are more than `limit` bytes (0: no limit)."""
    if limit <= 0:
        return
    path = os.path.join(folder, LEDGER)
    try:
        is_new = not os.path.exists(path)
        total = sum(entry.size for entry in entries(folder)) if is_new else size
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        with os.fdopen(descriptor, "rb+", buffering=0) as file:
            file.write(total.to_bytes(_NUMBER_BYTES, "little", signed=True))
            file.seek(0)
            total = _sum(file.read())
    except OSError:
        return  # the cache grows uncounted; whoever can write the ledger removes
    if total > limit:
        shrink(folder, int(limit * KEPT_SHARE))


def shrink(folder: str, limit: int) -> int:
    """Remove the longest unused until all are at most `limit` bytes; how many were removed."""
    every = entries(folder)
    total, removed = sum(entry.size for entry in every), 0
    for entry in every:
        if total <= limit:
            break
        total -= entry.size
        removed += remove(entry.path)
    _remove_left_behind(folder)
    _write_ledger(folder, total)
    return removed


def clear(folder: str) -> tuple[int, int]:
    """Remove everything that is ours; how many files and bytes it was."""
    removed = [entry for entry in entries(folder) if remove(entry.path)]
    _remove_left_behind(folder)
    remove(os.path.join(folder, LEDGER))
    for part in _result_folders(folder):
        try:
            os.rmdir(part)
        except OSError:
            continue  # a writer was faster
    return len(removed), sum(entry.size for entry in removed)


def _sum(data: bytes) -> int:
    ends = range(0, len(data) - _NUMBER_BYTES + 1, _NUMBER_BYTES)
    return sum(int.from_bytes(data[at : at + _NUMBER_BYTES], "little", signed=True) for at in ends)


def _write_ledger(folder: str, total: int) -> None:
    from opencicc.compiler.files import write_output
    from opencicc.errors import FileError

    try:
        write_output(os.path.join(folder, LEDGER), total.to_bytes(_NUMBER_BYTES, "little", signed=True))
    except FileError:
        return


def _names(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _result_folders(folder: str) -> list[str]:
    return [os.path.join(folder, name) for name in _names(folder) if len(name) == 2 and _HEXADECIMAL.issuperset(name)]


def _paths(folder: str) -> Iterator[str]:
    for name in _names(folder):
        if name.startswith(HEADERS_PREFIX) and name.endswith((HEADERS_SUFFIX, NAMES_SUFFIX)):
            yield os.path.join(folder, name)
    for part in _result_folders(folder):
        for name in _names(part):
            if len(name) == _DIGITS - 2 and _HEXADECIMAL.issuperset(name):
                yield os.path.join(part, name)


def _remove_left_behind(folder: str) -> None:
    """Temporary files of writers that did not live to rename them."""
    for place in (folder, *_result_folders(folder)):
        for path in (os.path.join(place, name) for name in _names(place) if name.endswith(".tmp")):
            try:
                age_s = time.time() - os.path.getmtime(path)
            except OSError:
                continue  # renamed since
            if age_s > LEFT_BEHIND_S:
                remove(path)
