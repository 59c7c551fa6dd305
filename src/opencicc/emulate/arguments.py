"""Kernel arguments: arrays become device buffers, scalars and structs become parameter bytes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from opencicc.emulate.memory import GLOBAL_BASE, Memory
from opencicc.emulate.numeric.arrays import Array
from opencicc.errors import UsageError
from opencicc.machine.ir import MachineFunction, Variable


@dataclass(frozen=True, eq=False)
class Pointer:
    """A pointer into an array, `offset_bytes` behind its start."""

    array: Array
    offset_bytes: int = 0


@dataclass
class Buffers:
    """The arrays of a launch and where they lie; an array passed twice is one buffer."""

    memory: Memory
    arrays: list[Array] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)

    def address(self, array: Array) -> int:
        if not isinstance(array, np.ndarray) or array.dtype.hasobject:
            kind = f"an array of {array.dtype}" if isinstance(array, np.ndarray) else f"a {type(array).__name__}"
            raise UsageError(f"{kind} can't be a device buffer", fix="give a NumPy array of numbers")
        for known, start in zip(self.arrays, self.starts, strict=True):
            if known is array:
                return GLOBAL_BASE + start
        start = self.memory.allocate(array.nbytes, f"argument buffer {len(self.arrays)} ({array.dtype}[{array.size}])")
        self.arrays.append(array)
        self.starts.append(start)
        return GLOBAL_BASE + start

    def upload(self) -> None:
        for array, start in zip(self.arrays, self.starts, strict=True):
            self.memory.space.data[start : start + array.nbytes] = np.frombuffer(array.tobytes(), np.uint8)

    def download(self) -> None:
        for array, start in zip(self.arrays, self.starts, strict=True):
            raw = self.memory.space.data[start : start + array.nbytes]
            if array.flags.writeable:
                array[...] = raw.view(array.dtype).reshape(array.shape)
            elif raw.tobytes() != array.tobytes():
                raise UsageError("the kernel writes to an array that is read-only", fix="give a copy of the array")

    def undefined(self) -> list[Array | None]:
        """For each array, where elements have undefined bits; None where there are none."""
        known = self.memory.space.known
        result: list[Array | None] = []
        for array, start in zip(self.arrays, self.starts, strict=True):
            mask = None
            if known is not None:
                raw = known[start : start + array.nbytes].reshape(*array.shape, array.dtype.itemsize)
                mask = (raw != 0xFF).any(axis=-1)
                mask = mask if mask.any() else None
            result.append(mask)
        return result


def pack_arguments(
    function: MachineFunction, offsets: dict[str, int], size: int, args: list[Any], buffers: Buffers
) -> bytes:
    """The parameter bytes of a launch."""
    if len(args) != len(function.params):
        raise UsageError(
            f"kernel '{function.name}' takes {len(function.params)} arguments, {len(args)} given",
            fix=f"its parameters: {', '.join(describe(param) for param in function.params) or 'none'}",
        )
    data = bytearray(size)
    for position, (param, arg) in enumerate(zip(function.params, args, strict=True)):
        raw = argument_bytes(arg, param, position, buffers)
        if len(raw) != param.size_bytes:
            raise UsageError(
                f"argument {position} of '{function.name}' has {len(raw)} bytes, the parameter {param.size_bytes}",
                at=describe(param),
                fix="give a NumPy scalar of the right type, an array for a pointer, or bytes for a struct",
            )
        data[offsets[param.name] : offsets[param.name] + len(raw)] = raw
    return bytes(data)


def describe(param: Variable) -> str:
    return f".{param.type} {param.name}" + (f"[{param.elements}]" if param.is_array else "")


def argument_bytes(arg: Any, param: Variable, position: int, buffers: Buffers) -> bytes:
    if isinstance(arg, np.ndarray):
        return buffers.address(arg).to_bytes(8, "little")
    if isinstance(arg, Pointer):
        return ((buffers.address(arg.array) + arg.offset_bytes) % (1 << 64)).to_bytes(8, "little")
    if arg is None:
        return bytes(8)
    if isinstance(arg, tuple):
        return struct_bytes(arg, param, position, buffers)
    if isinstance(arg, (bool, np.bool_)):
        return int(arg).to_bytes(param.size_bytes, "little")
    if isinstance(arg, np.generic):
        return arg.tobytes()
    if isinstance(arg, int):
        return (arg % (1 << (8 * param.size_bytes))).to_bytes(param.size_bytes, "little")
    if isinstance(arg, float):
        return np.array(arg, {2: np.float16, 4: np.float32}.get(param.size_bytes, np.float64)).tobytes()
    try:
        return memoryview(arg).tobytes()  # bytes, ctypes values and structures
    except TypeError:
        raise UsageError(
            f"argument {position} is a {type(arg).__name__}, which cannot be passed to a kernel",
            fix="give a NumPy array or scalar, a number, bytes, a Pointer, or a tuple of these for a struct",
        ) from None


def struct_bytes(fields: tuple[Any, ...], param: Variable, position: int, buffers: Buffers) -> bytes:
    """The fields of a struct, each at its natural alignment; NumPy scalars and pointers only."""
    data = b""
    for each in fields:
        if isinstance(each, (int, float)) and not isinstance(each, np.generic):
            raise UsageError(
                f"argument {position} has a struct field of unknown width ({each!r})",
                fix="use np.int32(...) or the like",
            )
        raw = each.tobytes() if isinstance(each, np.generic) else argument_bytes(each, param, position, buffers)
        if raw:
            data = data.ljust(-(-len(data) // len(raw)) * len(raw), b"\0") + raw
    return data.ljust(param.size_bytes, b"\0")
