"""IR that a newer LLVM wrote than libLLVM reads: what can be respelled, and how to tell that it is newer.

Asked only after libLLVM has refused an input, so that a plain compile never gets here.
"""

from __future__ import annotations

import re

from opencicc.llvm import float_literals

READABLE = 22  # the release of libLLVM that opencicc is built on
_PRODUCERS = re.compile(r'!"[^"]*\b(?:clang|LLVM|rustc|flang|ldc)[^"]* version (\d+)\.')
_MOST_BYTES = 1 << 28
_IDENTIFICATION_BLOCK, _STRING_CODE = 13, 1
_CHAR6 = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._"
_LEAST_HEADER_BYTES = 24


def respell(data: bytes) -> bytes | None:
    """The text in the spelling of libLLVM 22, or None where there is nothing to respell."""
    if len(data) > _MOST_BYTES:
        return None
    text = data.decode(errors="surrogateescape")
    said = float_literals.translate(text)
    return None if said == text else said.encode(errors="surrogateescape")


def newer_release(data: bytes, is_bitcode: bool) -> int:
    """The LLVM release that wrote the input if it is known to be newer than libLLVM, or 0."""
    if is_bitcode:
        release = bitcode_release(data)
        return release if release > READABLE else 0
    text = data.decode(errors="replace")
    releases = [int(found) for found in _PRODUCERS.findall(text)]
    newest = max(releases, default=0)
    if newest > READABLE:
        return newest
    return READABLE + 1 if float_literals.has_newer_literals(text) else 0


def bitcode_release(data: bytes) -> int:
    """The release in a bitcode file's identification block ("LLVM22.1.3": 22), or 0 where there is none."""
    if data[:4] == b"\xde\xc0\x17\x0b":  # a wrapper: the bitcode's place is its third word
        start = int.from_bytes(data[8:12], "little")
        data = data[start:]
    if len(data) < _LEAST_HEADER_BYTES:
        return 0
    try:
        producer = _read_producer(_Bits(data[4:1024]))
    except EOFError:
        return 0
    found = re.match(r"LLVM(\d+)", producer)
    return int(found[1]) if found else 0


class _Bits:
    """The fields of a bitstream, in order."""

    def __init__(self, data: bytes) -> None:
        self._number, self._left = int.from_bytes(data, "little"), 8 * len(data)

    def fixed(self, width: int) -> int:
        if width > self._left:
            raise EOFError
        value = self._number & ((1 << width) - 1)
        self._number >>= width
        self._left -= width
        return value

    def variable(self, width: int) -> int:
        value, shift, more = 0, 0, 1 << (width - 1)
        while True:
            part = self.fixed(width)
            value |= (part & (more - 1)) << shift
            if not part & more:
                return value
            shift += width - 1

    def align(self) -> None:
        self.fixed(self._left % 32)


def _read_producer(bits: _Bits) -> str:
    """The first record of the identification block: an abbreviation for an array of characters, then the array."""
    enter_block, define_abbreviation = 1, 2
    if bits.fixed(2) != enter_block or bits.variable(8) != _IDENTIFICATION_BLOCK:
        return ""
    width = bits.variable(4)
    bits.align()
    bits.fixed(32)  # the block's length
    if bits.fixed(width) != define_abbreviation:
        return ""
    encoding = _read_abbreviation(bits)
    bits.fixed(width)  # the abbreviation's number, and its literal code
    count = bits.variable(6)
    if encoding == "char6":
        return "".join(_CHAR6[bits.fixed(6)] for _ in range(count))
    return "".join(chr(bits.fixed(int(encoding))) for _ in range(count))


def _read_abbreviation(bits: _Bits) -> str:
    """How the elements of the array that it describes are coded: 'char6', or their width."""
    char6, encoding = 4, "8"
    for _ in range(bits.variable(5)):
        if bits.fixed(1):
            bits.variable(8)  # a literal: the record's code
            continue
        kind = bits.fixed(3)
        if kind in (1, 2):
            encoding = str(bits.variable(5))
        elif kind == char6:
            encoding = "char6"
    return encoding
