"""The fundamental types of PTX and their widths."""

from __future__ import annotations

BITS = {
    "pred": 1, "cc": 1, "b8": 8, "u8": 8, "s8": 8, "e4m3": 8, "e5m2": 8,
    "b16": 16, "u16": 16, "s16": 16, "f16": 16, "bf16": 16, "e4m3x2": 16, "e5m2x2": 16,
    "b32": 32, "u32": 32, "s32": 32, "f32": 32, "f16x2": 32, "bf16x2": 32, "tf32": 32, "u16x2": 32, "s16x2": 32,
    "b64": 64, "u64": 64, "s64": 64, "f64": 64, "f32x2": 64, "b128": 128,
    "texref": 64, "samplerref": 64, "surfref": 64,
}  # fmt: skip


def bits_of(type: str) -> int:
    """Width of a type in bits; unknown types (new small floats) count as 32."""
    return BITS.get(type, 32)


def is_float(type: str) -> bool:
    return type.startswith(("f", "bf", "tf"))


def is_signed(type: str) -> bool:
    return type.startswith("s") and type[1:2].isdigit()
