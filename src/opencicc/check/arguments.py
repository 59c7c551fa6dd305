"""Made-up arguments for a kernel nobody described: buffers of what its pointers are used for, lengths that fit them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from opencicc.check.array_records import ArrayRecord, find_records
from opencicc.check.compare import Array
from opencicc.check.parameters import KernelFacts, Leaf, Parameter, read_kernel
from opencicc.errors import UsageError

DTYPES = {
    "i1": "u1", "i8": "i1", "i16": "i2", "i32": "i4", "i64": "i8", "half": "f2", "bfloat": "i2", "float": "f4",
    "double": "f8",
}  # fmt: skip
FLOATS = ("half", "float", "double")
ELEMENTS_A_THREAD = 4  # room for kernels that handle a few elements a thread
RANGES = {"random": (0, 100), "small": (0, 4), "signed": (-1, 3)}
MOST_ITEMS = 1 << 20
MOST_WIDENED = 1 << 17


class UnmadeError(UsageError):
    """No argument can be made up for a parameter."""


@dataclass(frozen=True)
class Sizing:
    """`length` is every integer's value, which is what counts and extents mostly are; `elements` a buffer's size.

    `fill` is what integer buffers hold: random numbers, small ones (kinds, indices), signed ones (-1 for
    none), rising ones (offsets), zeros.
    """

    length: int
    elements: int
    fill: str = "random"


def make_arguments(ir: str | bytes, kernel: str, threads: int, seed: int = 0) -> list[Any]:
    """One argument for each parameter, for a launch of so many threads."""
    return fill_arguments(read_kernel(ir, kernel), Sizing(threads, threads * ELEMENTS_A_THREAD), seed)


def fill_arguments(facts: KernelFacts, sizing: Sizing, seed: int = 0) -> list[Any]:
    """The arguments of one launch, always the same for the same facts, sizing and seed."""
    rng = np.random.default_rng(seed)
    records = find_records(facts.params)
    made: list[Any] = []
    while len(made) < len(facts.params):
        record = records.get(len(made))
        if record:
            made += array_record(facts.params, record, sizing, rng)
        else:
            made.append(argument(facts.params[len(made)], sizing, rng))
    return made


def array_record(
    params: tuple[Parameter, ...], record: ArrayRecord, sizing: Sizing, rng: np.random.Generator
) -> list[Any]:
    """A C-contiguous array of equal extents: its buffer, with the numbers that describe it."""
    leaf = params[record.data].leaves[0]
    length = sizing.length
    while length**record.dimensions > MOST_ITEMS:
        length //= 2
    extents = [length] * record.dimensions
    items = length**record.dimensions
    width = leaf.element_bytes // np.dtype(DTYPES[leaf.element]).itemsize
    data = buffer(leaf.element, max(items * width, sizing.elements), sizing, rng)  # some kernels index behind the end
    strides = [leaf.element_bytes * length**inner for inner in reversed(range(record.dimensions))]
    numbers = [np.int64(number) for number in (items, leaf.element_bytes)]
    return [None, None, *numbers, data, *(np.int64(number) for number in (*extents, *strides))]


def argument(param: Parameter, sizing: Sizing, rng: np.random.Generator) -> Any:
    if not param.is_struct:
        return scalar(param, param.leaves[0], sizing, rng)
    parts: list[Any] = []
    position = 0
    for leaf in param.leaves:
        parts += [np.uint8(0)] * (leaf.offset - position)  # padding
        value = scalar(param, leaf, sizing, rng)
        parts.append(value)
        position = leaf.offset + (8 if value is None or isinstance(value, np.ndarray) else value.nbytes)
    return (*parts, *[np.uint8(0)] * (param.size_bytes - position))


def scalar(param: Parameter, leaf: Leaf, sizing: Sizing, rng: np.random.Generator) -> Any:
    if leaf.type == "ptr":
        width = leaf.element_bytes // np.dtype(DTYPES[leaf.element]).itemsize
        return buffer(leaf.element, max(sizing.elements, min(sizing.elements * width, MOST_WIDENED)), sizing, rng)
    if leaf.type == "shared":
        return np.uint64(0)
    if leaf.type in FLOATS:
        return np.dtype(DTYPES[leaf.type]).type(rng.uniform(0.5, 2.0))
    if leaf.type == "i128":
        return np.void(sizing.length.to_bytes(16, "little"))
    if leaf.type in DTYPES:
        most = {"i1": 1, "i8": 127}.get(leaf.type, sizing.length)
        return np.dtype(DTYPES[leaf.type]).type(min(sizing.length, most))
    raise UnmadeError(
        f"no data can be made up for a parameter of type {leaf.type}",
        at=f"parameter %{param.name}",
        fix="give the arguments",
    )


def buffer(element: str, count: int, sizing: Sizing, rng: np.random.Generator) -> Array:
    dtype = np.dtype(DTYPES[element])
    if dtype.kind == "f":
        return rng.uniform(-2.0, 2.0, count).astype(dtype)
    if sizing.fill == "zeros":
        return np.zeros(count, dtype)
    if sizing.fill == "rising":
        return np.minimum(np.arange(count), np.iinfo(dtype).max).astype(dtype)
    return rng.integers(*RANGES[sizing.fill], count).astype(dtype)


def describe_arguments(args: list[Any] | tuple[Any, ...]) -> str:
    """'f32[512] i32=128 {f32[512] i32=128}': buffers by type and size, scalars by value."""
    return " ".join(describe(arg) for arg in args) or "none"


def describe(arg: Any) -> str:
    if arg is None:
        return "ptr=null"
    if isinstance(arg, np.ndarray):
        return f"{type_name(arg.dtype)}[{arg.size}]"
    if isinstance(arg, tuple):
        return "{" + " ".join(describe(part) for part in arg) + "}"
    if isinstance(arg, np.void):
        return f"i{8 * arg.nbytes}={int.from_bytes(arg.tobytes(), 'little')}"
    if isinstance(arg, np.generic):
        return f"{type_name(arg.dtype)}={arg:.6g}" if arg.dtype.kind == "f" else f"{type_name(arg.dtype)}={arg}"
    return f"bytes[{len(arg)}]" if isinstance(arg, bytes) else str(arg)


def type_name(dtype: np.dtype[Any]) -> str:
    return f"{dtype.kind}{8 * dtype.itemsize}"
