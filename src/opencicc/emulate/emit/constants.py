"""Kinds of values and the constants of PTX text: integers, hexadecimal and decimal floats."""

from __future__ import annotations

import struct

import numpy as np

from opencicc.emulate.numeric.arrays import DTYPES, Array
from opencicc.machine.types import bits_of


def kind_of(type: str) -> str:
    """The kind of array that holds a PTX type; types without arithmetic of their own are unsigned bits."""
    if type in DTYPES:
        return type
    return f"u{bits_of(type)}" if bits_of(type) > 1 else "pred"


def bits_of_kind(kind: str) -> int:
    return 1 if kind == "pred" else int(kind.lstrip("usf"))


def integer_value(text: str) -> int:
    """A PTX integer constant: decimal, hexadecimal, octal or binary, with an optional U."""
    negative = text.startswith("-")
    digits = text.lstrip("+-").rstrip("U")
    if digits == "WARP_SZ":
        return 32
    if len(digits) > 1 and digits[0] == "0" and digits.isdigit():
        value = int(digits, 8)
    else:
        value = int(digits, 0)
    return -value if negative else value


def float_value(text: str) -> float:
    """A PTX floating-point constant: 0fXXXXXXXX, 0dXXXXXXXXXXXXXXXX or decimal."""
    negative = text.startswith("-")
    digits = text.lstrip("+-")
    head = digits[:2].lower()
    if head == "0f":
        value = float(np.array([int(digits[2:], 16)], np.uint32).view(np.float32)[0])
    elif head == "0d":
        value = struct.unpack("<d", struct.pack("<Q", int(digits[2:], 16)))[0]
    else:
        value = float(integer_value(digits)) if digits.isdigit() or head == "0x" else float(digits)
    return -value if negative else value


def constant_bits(text: str, kind: str) -> Array:
    """An immediate as a one-element array of a kind, with the bits exactly as written."""
    is_hex_float = text.lstrip("+-")[:2].lower() in ("0f", "0d")
    dtype = DTYPES[kind]
    if kind == "pred":
        return np.array([integer_value(text) != 0])
    if dtype.kind == "f":
        if text.lower().startswith("0f") and kind == "f32":
            return np.array([int(text[2:], 16)], np.uint32).view(np.float32)
        return np.array([float_value(text)], dtype)
    if is_hex_float or "." in text or ("e" in text.lower().replace("0x", "") and not text.lower().startswith("0x")):
        source = np.float32 if dtype.itemsize == 4 else np.float64
        return np.array([float_value(text)], source).view(dtype)
    bits = dtype.itemsize * 8
    return np.array([integer_value(text) % (1 << bits)], f"u{bits // 8}").view(dtype)
