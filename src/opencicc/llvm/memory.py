"""Bytes that stay at one address, for modules whose function bodies are read later.

A lazily parsed module points into the memory it came from for as long as it lives. A file is
mapped once per process and never unmapped; bytes are held by the object that names their address.
"""

from __future__ import annotations

import ctypes
import mmap
import os

_compare = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t)(
    ("memcmp", ctypes.pythonapi)
)


class Memory:
    """An address, a size, and whatever keeps them valid."""

    __slots__ = ("_keeper", "address", "name", "size")

    def __init__(self, address: int, size: int, name: str, keeper: object) -> None:
        self.address = address
        self.size = size
        self.name = name
        self._keeper = keeper

    def head(self, size: int) -> bytes:
        """The first bytes, copied."""
        return ctypes.string_at(self.address, min(size, self.size))

    def holds(self, data: bytes) -> bool:
        """Are these its bytes?"""
        return self.size == len(data) and not _compare(self.address, data, self.size)


_mapped: dict[tuple[str, int, int], Memory] = {}


def hold(data: bytes, name: str) -> Memory:
    return Memory(ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p).value or 0, len(data), name, data)


def map_file(path: str) -> Memory:
    """The file in memory, shared by all compiles of this process; a changed file is mapped anew."""
    status = os.stat(path)
    key = (path, status.st_size, status.st_mtime_ns)
    found = _mapped.get(key)
    if found is None:
        with open(path, "rb") as file:
            mapping = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
        start = ctypes.c_char.from_buffer(mapping)
        found = _mapped[key] = Memory(ctypes.addressof(start), status.st_size, path, (mapping, start))
    return found
