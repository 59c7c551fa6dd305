"""Bit operations: counting, reversing, fields, permutes, three-input logic, clamped and funnel shifts."""

from __future__ import annotations

import numpy as np

from opencicc.emulate.numeric.arrays import S64, U8, U32, U64, Array

REVERSED = np.array([int(f"{value:08b}"[::-1], 2) for value in range(256)], U8)
COUNTS = np.array([value.bit_count() for value in range(256)], U8)


def popc(x: Array) -> Array:
    size = x.dtype.itemsize
    return COUNTS[np.ascontiguousarray(x).view(U8).reshape(-1, size)].sum(axis=1, dtype=U32)


def _bit_length(x: Array) -> Array:
    """Position of the highest set bit plus one, as int64."""
    result = np.zeros(x.shape, S64)
    rest = x.astype(U64)
    for step in (32, 16, 8, 4, 2, 1):
        big = rest >= np.uint64(1 << step)
        result += np.where(big, step, 0)
        rest = np.where(big, rest >> np.uint64(step), rest)
    return result + (rest > 0)


def clz(x: Array) -> Array:
    return (x.dtype.itemsize * 8 - _bit_length(x)).astype(U32)


def bfind(x: Array, is_shift_amount: bool) -> Array:
    """The highest set bit (for signed values the highest that differs from the sign), or all ones."""
    bits = x.dtype.itemsize * 8
    magnitude = np.where(x < 0, ~x, x) if x.dtype.kind == "i" else x
    position = _bit_length(magnitude.view(np.dtype(f"u{bits // 8}"))) - 1
    found = position >= 0
    if is_shift_amount:
        position = bits - 1 - position
    return np.where(found, position, 0xFFFFFFFF).astype(U32)


def brev(x: Array) -> Array:
    size = x.dtype.itemsize
    parts = REVERSED[np.ascontiguousarray(x).view(U8).reshape(-1, size)][:, ::-1]
    return np.ascontiguousarray(parts).view(x.dtype).reshape(-1)


def fns(mask: Array, base: Array, offset: Array) -> Array:
    """Find the n-th set bit from `base` up (offset > 0), down (offset < 0), or base itself."""
    n = max(mask.shape[0], base.shape[0], offset.shape[0])
    columns = [np.broadcast_to(x, (n,)).tolist() for x in (mask, base, offset)]
    return np.array([_fns(*row) for row in zip(*columns, strict=True)], U32)


def _fns(mask: int, base: int, offset: int) -> int:
    if base > 31:
        return 0xFFFFFFFF
    if offset == 0:
        return base if mask >> base & 1 else 0xFFFFFFFF
    positions = range(base, 32) if offset > 0 else range(base, -1, -1)
    found = [position for position in positions if mask >> position & 1]
    return found[abs(offset) - 1] if abs(offset) <= len(found) else 0xFFFFFFFF


def shl(x: Array, amount: Array) -> Array:
    """Shift left; an amount past the width gives zero."""
    bits = x.dtype.itemsize * 8
    too_far = amount >= np.uint32(bits)
    shifted = x << (amount & np.uint32(bits - 1)).astype(x.dtype)
    return np.where(too_far, np.zeros(1, x.dtype), shifted) if too_far.any() else shifted


def shr(x: Array, amount: Array) -> Array:
    """Shift right, with copies of the sign for signed kinds; the amount is clamped to the width."""
    last = np.uint32(x.dtype.itemsize * 8 - 1)
    if x.dtype.kind == "i":
        return x >> np.minimum(amount, last).astype(x.dtype)
    too_far = amount > last
    shifted = x >> (amount & last).astype(x.dtype)
    return np.where(too_far, np.zeros(1, x.dtype), shifted) if too_far.any() else shifted


def shf(low: Array, high: Array, amount: Array, to_left: bool, wraps: bool) -> Array:
    """Funnel shift of high:low by an amount taken modulo 32, or clamped at 32."""
    steps = (amount & np.uint32(31)) if wraps else np.minimum(amount, np.uint32(32))
    both = (high.astype(U64) << np.uint64(32)) | low.astype(U64)
    if to_left:
        return ((both << steps.astype(U64)) >> np.uint64(32)).astype(U32)
    return (both >> steps.astype(U64)).astype(U32)


def _field_amount(amount: Array, bits: int) -> Array:
    """A field's position or length. Beyond 255, where PTX promises nothing, 32-bit fields take the low byte and 64-bit
    fields the largest amount, as an H200 does."""
    limited = amount & np.uint32(255) if bits == 32 else np.minimum(amount, np.uint32(255))
    return limited.astype(S64)


def bfe(x: Array, position: Array, length: Array) -> Array:
    """Extract a bit field; signed kinds extend the field's top bit."""
    bits = x.dtype.itemsize * 8
    pos, size = _field_amount(position, bits), _field_amount(length, bits)
    raw = x.view(np.dtype(f"u{bits // 8}")).astype(U64)
    wide = np.where(pos < bits, raw >> np.minimum(pos, 63).astype(U64), np.uint64(0))
    mask = np.where(size >= bits, np.uint64((1 << bits) - 1), (np.uint64(1) << np.minimum(size, 63).astype(U64)) - 1)
    field = wide & mask
    if x.dtype.kind == "i":
        top = np.minimum(pos + size - 1, bits - 1)
        sign = np.where(size == 0, 0, (raw >> np.maximum(top, 0).astype(U64)) & np.uint64(1)).astype(bool)
        available = np.maximum(np.minimum(size, bits - pos), 0)
        filler = ~((np.uint64(1) << np.minimum(available, 63).astype(U64)) - np.uint64(1))
        filler = np.where(available >= 64, np.uint64(0), filler)
        field = np.where(sign, field | filler, field)
    return field.astype(np.dtype(f"u{bits // 8}")).view(x.dtype)


def bfi(a: Array, b: Array, position: Array, length: Array) -> Array:
    """Insert the low bits of a into b."""
    bits = a.dtype.itemsize * 8
    pos, size = _field_amount(position, bits).astype(U64), _field_amount(length, bits).astype(U64)
    ones = np.where(size >= 64, ~np.uint64(0), (np.uint64(1) << np.minimum(size, 63).astype(U64)) - np.uint64(1))
    mask = np.where(pos >= bits, np.uint64(0), ones << np.minimum(pos, 63).astype(U64))
    inserted = a.astype(U64) << np.minimum(pos, 63).astype(U64)
    return ((b.astype(U64) & ~mask) | (inserted & mask)).astype(a.dtype)


def bmsk(position: Array, length: Array, wraps: bool) -> Array:
    """A mask of `length` ones from `position`."""
    pos, size = position.astype(U64), length.astype(U64)
    if wraps:
        pos, size = pos & np.uint64(31), size & np.uint64(31)
    pos, size = np.minimum(pos, 32), np.minimum(size, 32)
    return (((np.uint64(1) << size) - np.uint64(1)) << pos).astype(U32)


def szext(x: Array, width: Array, wraps: bool) -> Array:
    """Sign- or zero-extend from `width` bits."""
    size = ((width & np.uint32(31)) if wraps else np.minimum(width, np.uint32(32))).astype(S64)
    unused = np.where(size == 0, 0, 64 - size)
    wide = x.astype(S64) << unused
    extended = wide >> unused if x.dtype.kind == "i" else (wide.view(U64) >> unused.astype(U64)).view(S64)
    return np.where(size == 0, 0, extended).astype(x.dtype)


def lop3(a: Array, b: Array, c: Array, table: int) -> Array:
    """Any function of three bits, given as its 8-entry table."""
    result: Array | None = None
    for row in range(8):
        if table >> row & 1:
            term = (a if row & 4 else ~a) & (b if row & 2 else ~b) & (c if row & 1 else ~c)
            result = term if result is None else result | term
    return np.zeros(1, a.dtype) if result is None else result


def prmt(a: Array, b: Array, selector: Array) -> Array:
    """Pick four of the eight bytes of b:a; bit 3 of a nibble replicates the byte's sign."""
    both = (b.astype(U64) << np.uint64(32)) | a.astype(U64)
    select = selector.astype(U64)
    result = np.zeros(1, U64)
    for place in range(4):
        nibble = select >> np.uint64(4 * place)
        byte = (both >> ((nibble & np.uint64(7)) * np.uint64(8))) & np.uint64(0xFF)
        spread = np.where(byte & np.uint64(0x80), np.uint64(0xFF), np.uint64(0))
        byte = np.where(nibble & np.uint64(8), spread, byte)
        result = result | (byte << np.uint64(8 * place))
    return result.astype(U32)


def prmt_mode(a: Array, b: Array, selector: Array, mode: str) -> Array:
    """The special modes (f4e, b4e, rc8, ecl, ecr, rc16) as the selector they stand for."""
    rows = {
        "f4e": (0x3210, 0x4321, 0x5432, 0x6543), "b4e": (0x5670, 0x6701, 0x7012, 0x0123),
        "rc8": (0x0000, 0x1111, 0x2222, 0x3333), "ecl": (0x3210, 0x3211, 0x3222, 0x3333),
        "ecr": (0x0000, 0x1110, 0x2210, 0x3210), "rc16": (0x1010, 0x3232, 0x1010, 0x3232),
    }  # fmt: skip
    return prmt(a, b, np.array(rows[mode], U32)[(selector & np.uint32(3)).astype(S64)])


def byte_differences(a: Array, b: Array) -> tuple[Array, Array]:
    """How far the four bytes of two words are apart: packed, and their sum."""
    packed, total = np.zeros(1, U32), np.zeros(1, U32)
    for place in range(4):
        shift = np.uint32(8 * place)
        x, y = (a >> shift) & np.uint32(0xFF), (b >> shift) & np.uint32(0xFF)
        far = np.maximum(x, y) - np.minimum(x, y)
        packed, total = packed | (far << shift), total + far
    return packed, total


def vabsdiff4(a: Array, b: Array, adds: bool) -> Array:
    return byte_differences(a, b)[1 if adds else 0]
