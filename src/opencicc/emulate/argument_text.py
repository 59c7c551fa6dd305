"""Kernel arguments written as text: `f32[1024]=random`, `i32=7`, `ptr=null`, `bytes=0100000002000000`."""

from __future__ import annotations

import math
import re
from typing import Any

import numpy as np

from opencicc.emulate.numeric.arrays import Array
from opencicc.errors import FileError, UsageError, suggest

TYPES = {
    "f16": np.float16, "f32": np.float32, "f64": np.float64, "bf16": np.uint16,
    "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64,
    "s8": np.int8, "s16": np.int16, "s32": np.int32, "s64": np.int64,
    "u8": np.uint8, "u16": np.uint16, "u32": np.uint32, "u64": np.uint64,
    "b8": np.uint8, "b16": np.uint16, "b32": np.uint32, "b64": np.uint64,
}  # fmt: skip
SPEC = re.compile(r"^(\w+)(?:\[([\d_x, ]+)\])?=(.*)$", re.DOTALL)
FILLS = ("zeros", "ones", "random", "arange", "full:VALUE", "a list 1,2,3", "FILE.npy")
MOST_ELEMENTS = 1 << 30
GRAMMAR = "TYPE[COUNT]=FILL for a buffer, TYPE=VALUE for a scalar, ptr=null, bytes=HEX for a struct"


def parse_argument(text: str, rng: np.random.Generator) -> Any:
    """The value that one `--arg` spells, ready for `launch`."""
    match = SPEC.match(text)
    if match is None:
        raise UsageError(f"cannot read the argument '{text}'", fix=GRAMMAR)
    type_name, count, value = match.groups()
    if type_name == "ptr" and count is None and value in ("null", "0"):
        return None
    if type_name == "bytes" and count is None:
        return parse_bytes(value, text)
    if type_name not in TYPES:
        raise UsageError(f"unknown type '{type_name}' in '{text}'", fix=suggest(type_name, TYPES) + GRAMMAR)
    dtype = np.dtype(TYPES[type_name])
    if count is None:
        return parse_scalar(value, dtype, type_name == "bf16", text)
    parts = re.split(r"[x, ]+", count.replace("_", ""))
    shape = tuple(int(part) for part in parts if part)
    if len(shape) != len(parts) or math.prod(shape) > MOST_ELEMENTS:
        raise UsageError(
            f"'{count}' is no size of a buffer in '{text}'", fix=f"a count up to {MOST_ELEMENTS}, or 16x16"
        )
    return make_buffer(shape, dtype, value, rng, text, type_name == "bf16")


def parse_bytes(value: str, text: str) -> bytes:
    try:
        return bytes.fromhex(value.removeprefix("0x"))
    except ValueError:
        raise UsageError(f"'{text}' is not hexadecimal", fix="bytes=01000000") from None


def parse_scalar(value: str, dtype: np.dtype[Any], is_bf16: bool, text: str) -> Any:
    try:
        if is_bf16:
            return np.uint16(bf16_bits(np.array([float(value)]))[0])
        number = float(value) if dtype.kind == "f" else int(value, 0)
        return np.array([number]).astype(dtype)[0] if dtype.kind == "f" else wrapped(number, dtype)
    except (ValueError, OverflowError):
        raise UsageError(f"'{value}' is no value of this type in '{text}'", fix=GRAMMAR) from None


def wrapped(number: int | float, dtype: np.dtype[Any]) -> Any:
    """An integer of either sign, as its bits."""
    bits = dtype.itemsize * 8
    if not -(1 << (bits - 1)) <= number < 1 << bits:
        raise OverflowError
    return np.array([int(number) % (1 << bits)], f"u{dtype.itemsize}").view(dtype)[0]


def bf16_bits(values: Array) -> Array:
    from opencicc.emulate.numeric.rounding import to_bf16

    return to_bf16(values.astype(np.float64))


def make_buffer(
    shape: tuple[int, ...], dtype: np.dtype[Any], fill: str, rng: np.random.Generator, text: str, is_bf16: bool
) -> Array:
    if fill == "random":
        return random_buffer(shape, dtype, rng, is_bf16)
    size = int(np.prod(shape))
    if fill in ("zeros", "ones", "arange"):
        plain = {"zeros": np.zeros(size), "ones": np.ones(size), "arange": np.arange(size)}[fill]
    elif fill.startswith("full:"):
        value = parse_scalar(fill[5:], dtype, is_bf16, text)
        return np.full(shape, value, dtype)
    elif fill.endswith(".npy"):
        return read_array(fill, shape, dtype, text)
    else:
        return listed(fill, shape, dtype, text, is_bf16)
    return (bf16_bits(plain) if is_bf16 else plain.astype(dtype)).reshape(shape)


def random_buffer(shape: tuple[int, ...], dtype: np.dtype[Any], rng: np.random.Generator, is_bf16: bool) -> Array:
    """Floats from a normal distribution, integers over their whole range."""
    if is_bf16:
        return bf16_bits(rng.standard_normal(shape)).reshape(shape)
    if dtype.kind == "f":
        return rng.standard_normal(shape).astype(dtype)
    info = np.iinfo(dtype)
    return rng.integers(info.min, info.max, shape, dtype, endpoint=True)


def listed(fill: str, shape: tuple[int, ...], dtype: np.dtype[Any], text: str, is_bf16: bool) -> Array:
    values = [parse_scalar(part.strip(), dtype, is_bf16, text) for part in fill.split(",")]
    if len(values) != np.prod(shape):
        raise UsageError(f"'{text}' lists {len(values)} values", fix=f"fills: {', '.join(FILLS)}")
    return np.array(values, dtype).reshape(shape)


def read_array(path: str, shape: tuple[int, ...], dtype: np.dtype[Any], text: str) -> Array:
    try:
        array = np.load(path)
    except (OSError, ValueError, EOFError) as error:
        raise FileError(f"cannot read {path}: {error}", at=text, fix="numpy.save writes such files") from None
    if not isinstance(array, np.ndarray) or array.dtype.kind not in "biuf":
        raise FileError(f"{path} holds no plain array of numbers", at=text, fix="numpy.save writes such files")
    if array.size != np.prod(shape):
        raise UsageError(f"{path} holds {array.size} elements", at=text, fix="give that count in the brackets")
    return np.ascontiguousarray(array, dtype).reshape(shape)
