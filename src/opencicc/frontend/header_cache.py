"""CUDA's headers, precompiled once for each set of flags and kept in --cache-dir.

Reading them is most of what clang does for a small kernel: 0.47 s of CPU time, 0.08 s when they are precompiled (clang
22, 13.0 headers). Each takes 9 MB on the disk, so only a few are kept, whatever the cache may hold.
"""

from __future__ import annotations

import os

from opencicc.compiler import cache_folder
from opencicc.compiler.files import make_folder, write_output
from opencicc.errors import FileError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

KEPT = 8  # precompiled headers in the folder; the longest unused go first
# clang's words when a header was changed after it was precompiled, or the file is damaged.
_STALE_WORDS = (b"PCH file", b"precompiled header", b"precompiled file", b"malformed or corrupted")


def precompile(folder: str, clang: str, flags: Sequence[str], limit: int = 0) -> str:
    """The file that holds what `flags` include, made if it is not there; '' where there is no cache or none can be."""
    if not folder:
        return ""
    path = os.path.join(folder, f"{cache_folder.HEADERS_PREFIX}{_key(clang, flags)}{cache_folder.HEADERS_SUFFIX}")
    if os.path.isfile(path):
        cache_folder.mark_as_used(path)
        return path
    import subprocess

    command = [clang, *flags, "-O3", "-fsyntax-only", "-Xclang", "-emit-pch", "-o", "-", "-"]
    done = subprocess.run(command, input=b"", capture_output=True, check=False)
    if done.returncode or not done.stdout:
        return ""  # the compile itself will say what is wrong
    try:
        make_folder(folder)
        write_output(path, done.stdout)
    except FileError:
        return ""  # a cache that can't be written costs time only; the cache of results says so
    _drop_oldest(folder)
    cache_folder.count_written(folder, len(done.stdout), limit)
    return path


def use(path: str) -> tuple[str, ...]:
    """The flags that take a precompiled file in place of what it was made from."""
    return ("-Xclang", "-include-pch", "-Xclang", path)


def is_stale(said: bytes) -> bool:
    return any(words in said for words in _STALE_WORDS)


def drop(path: str) -> None:
    cache_folder.remove(path)


def _key(clang: str, flags: Sequence[str]) -> str:
    import hashlib

    changed = os.stat(clang).st_mtime_ns
    return hashlib.sha256("\0".join([clang, str(changed), *flags]).encode()).hexdigest()[:20]


def _drop_oldest(folder: str) -> None:
    """All but the KEPT that were used last."""
    every = [entry for entry in cache_folder.entries(folder) if entry.is_headers]
    for entry in every[: max(len(every) - KEPT, 0)]:
        drop(entry.path)
