"""CUDA's headers, precompiled once for each set of flags that they can tell apart, and kept in --cache-dir.

Reading them is most of what clang does for a small kernel: 0.47 s of CPU time, 0.08 s when they are precompiled (clang
22, 13.0 headers). Each takes 10 MB on the disk, so only a few are kept, whatever the cache may hold. A user's macros and
folders mostly change nothing in them: `header_names` says which do.
"""

from __future__ import annotations

import os

from opencicc.compiler import cache_folder
from opencicc.compiler.files import make_folder, write_output
from opencicc.errors import FileError
from opencicc.frontend import header_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencicc.frontend.header_names import Flag

KEPT = 8  # precompiled headers in the folder; the longest unused go first
# clang's words when a header was changed after it was precompiled, or the file is damaged.
_STALE_WORDS = (b"PCH file", b"precompiled header", b"precompiled file", b"malformed or corrupted")
# Read by clang beside its command line.
_ENVIRONMENT = ("CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH")


def precompile(folder: str, clang: str, flags: Sequence[str], own: Sequence[Flag] = (), limit: int = 0) -> str:
    """The file that holds what `flags` include, made if it is not there; '' where there is no cache or none can be.

    `own` are the user's macros and folders, which come last: those that the headers could notice are precompiled with.
    """
    if not folder:
        return ""
    noticed: list[Flag] = []
    while True:
        path = _precompiled(folder, clang, [*flags, *(word for flag in noticed for word in flag)], limit)
        if not path:
            return ""
        rest = [flag for flag in own if flag not in noticed]
        more = header_names.concerning(rest, _names_of(path)) if rest else []
        if not more:
            return path
        noticed = [flag for flag in own if flag in noticed or flag in more]


def _precompiled(folder: str, clang: str, flags: Sequence[str], limit: int) -> str:
    path = os.path.join(folder, f"{cache_folder.HEADERS_PREFIX}{_key(clang, flags)}{cache_folder.HEADERS_SUFFIX}")
    if os.path.isfile(path):
        cache_folder.mark_as_used(path)
        return path
    data, names = _run_clang(clang, flags)
    if not data:
        return ""  # the compile itself will say what is wrong
    try:
        make_folder(folder)
        write_output(_beside(path), names)
        write_output(path, data)
    except FileError:
        return ""  # a cache that can't be written costs time only; the cache of results says so
    _drop_oldest(folder)
    cache_folder.count_written(folder, len(data) + len(names), limit)
    return path


def _run_clang(clang: str, flags: Sequence[str]) -> tuple[bytes, bytes]:
    """The precompiled file, and the names in what was read for it."""
    import subprocess
    import tempfile

    with tempfile.TemporaryDirectory() as place:
        rule = os.path.join(place, "rule")
        writing = ("-dependency-file", rule, "-sys-header-deps", "-MT", "headers")
        listing = [word for argument in writing for word in ("-Xclang", argument)]
        command = [clang, *flags, *listing, "-O3", "-fsyntax-only", "-Xclang", "-emit-pch", "-o", "-", "-"]
        done = subprocess.run(command, input=b"", capture_output=True, check=False)
        if done.returncode:
            return b"", b""
        try:
            with open(rule, encoding="utf-8", errors="surrogateescape") as file:
                return done.stdout, header_names.read_names(file.read())
        except OSError:
            return done.stdout, b""  # every flag counts then


def _names_of(path: str) -> bytes:
    try:
        with open(_beside(path), "rb") as file:
            return file.read()
    except OSError:
        return b""


def _beside(path: str) -> str:
    return path.removesuffix(cache_folder.HEADERS_SUFFIX) + cache_folder.NAMES_SUFFIX


def use(path: str) -> tuple[str, ...]:
    """The flags that take a precompiled file in place of what it was made from."""
    return ("-Xclang", "-include-pch", "-Xclang", path)


def is_stale(said: bytes) -> bool:
    return any(words in said for words in _STALE_WORDS)


def drop(path: str) -> None:
    cache_folder.remove(path)
    cache_folder.remove(_beside(path))


def _key(clang: str, flags: Sequence[str]) -> str:
    import hashlib

    changed = os.stat(clang).st_mtime_ns
    around = [os.environ.get(name, "") for name in _ENVIRONMENT]
    return hashlib.sha256("\0".join([clang, str(changed), *around, *flags]).encode()).hexdigest()[:20]


def _drop_oldest(folder: str) -> None:
    """All but the KEPT that were used last."""
    every = [entry for entry in cache_folder.entries(folder) if entry.is_headers]
    for entry in every[: max(len(every) - KEPT, 0)]:
        drop(entry.path)
