"""Functions that device code calls and the host provides: printf, malloc, assertions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from opencicc.emulate.errors import Fault
from opencicc.emulate.groups import Group
from opencicc.emulate.memory import GLOBAL_BASE, LOCAL_WINDOW, Memory
from opencicc.emulate.numeric.arrays import Array

if TYPE_CHECKING:
    from opencicc.emulate.scheduler import Scheduler

CONVERSION = re.compile(r"%([-+ #0]*)(\d+|\*)?(?:\.(\d+|\*))?(hh|h|ll|l|j|z|t|L)?([diouxXeEfFgGaAcspn%])")
PARAMETER_BYTES = {"vprintf": (8, 8), "malloc": (8,), "free": (8,), "__assertfail": (8, 8, 4)}
LONG = frozenset({"l", "ll", "j", "z", "t"})


class Host:
    """Collects printed text and hands out heap memory."""

    def __init__(self) -> None:
        self.output: list[str] = []

    def call(self, name: str, args: list[Array], scheduler: Scheduler, group: Group) -> Array | None:
        functions = {"vprintf": self.vprintf, "malloc": self.malloc, "free": self.free, "__assertfail": self.assertfail}
        if name not in functions:
            raise Fault(f"call to '{name}', which has no body here", fix="link the function in, or avoid it")
        sizes = [column.shape[1] for column in args]
        if sizes[: len(PARAMETER_BYTES[name])] != list(PARAMETER_BYTES[name]):
            raise Fault(
                f"call to '{name}' with parameters of {', '.join(map(str, sizes)) or 'no'} bytes",
                fix=f"it takes {', '.join(map(str, PARAMETER_BYTES[name]))} bytes",
            )
        return functions[name](args, scheduler, group)

    def vprintf(self, args: list[Array], scheduler: Scheduler, group: Group) -> Array:
        memory = scheduler.team.memory
        formats, buffers = (column.view(np.uint64)[:, 0].tolist() for column in args[:2])
        counts = []
        for lane, start, buffer in zip(group.lane_numbers().tolist(), formats, buffers, strict=True):
            text = format_text(read_string(memory, start), Arguments(memory, buffer, lane))
            self.output.append(text)
            counts.append(len(text))
        return np.array(counts, np.int32)

    def malloc(self, args: list[Array], scheduler: Scheduler, group: Group) -> Array:
        memory = scheduler.team.memory
        sizes = args[0].view(np.uint64)[:, 0].tolist()
        addresses = []
        for size in sizes:
            end = memory.allocations[-1].end + size + 1024
            fits = end <= memory.space.data.shape[0]
            addresses.append(GLOBAL_BASE + memory.allocate(size, "heap") if fits else 0)
        return np.array(addresses, np.uint64)

    def free(self, args: list[Array], scheduler: Scheduler, group: Group) -> None:
        """Memory is kept to the end of the launch."""

    def assertfail(self, args: list[Array], scheduler: Scheduler, group: Group) -> None:
        memory = scheduler.team.memory
        message, file = (read_string(memory, int(args[place].view(np.uint64)[0, 0])) for place in (0, 1))
        line = int(args[2].view(np.uint32)[0, 0])
        raise Fault(f"assertion failed: {message} ({file}:{line})")


def read_bytes(memory: Memory, address: int, size: int, lane: int = 0) -> bytes:
    """Bytes at a generic address, seen from one lane."""
    if LOCAL_WINDOW <= address:
        start = lane * memory.local_bytes + address - LOCAL_WINDOW
        return memory.local.data[start : start + size].tobytes()
    start = address - GLOBAL_BASE
    found = memory.find(start)
    if found is None or start + size > found.end:
        raise Fault(f"printf reads out of bounds at address {address:#x}")
    return memory.space.data[start : start + size].tobytes()


def read_string(memory: Memory, address: int) -> str:
    start = address - GLOBAL_BASE
    found = memory.find(start)
    if found is None or start >= found.end:
        raise Fault(f"a string is expected at address {address:#x}, where no memory is")
    return memory.space.data[start : found.end].tobytes().split(b"\0", 1)[0].decode("utf-8", "replace")


class Arguments:
    """The argument buffer of vprintf: each value aligned to its own size."""

    def __init__(self, memory: Memory, address: int, lane: int) -> None:
        self.memory, self.address, self.lane = memory, address, lane

    def take(self, size: int) -> bytes:
        self.address = -(-self.address // size) * size
        data = read_bytes(self.memory, self.address, size, self.lane)
        self.address += size
        return data

    def integer(self, size: int, signed: bool) -> int:
        return int.from_bytes(self.take(size), "little", signed=signed)

    def real(self) -> float:
        return float(np.frombuffer(self.take(8), np.float64)[0])


def format_text(text: str, arguments: Arguments) -> str:
    """C's printf on the arguments in the buffer."""

    def replace(match: re.Match[str]) -> str:
        flags, width, precision, length, kind = match.groups()
        if kind == "%":
            return "%"
        width = str(arguments.integer(4, True)) if width == "*" else width or ""
        precision = str(arguments.integer(4, True)) if precision == "*" else precision
        spec = f"%{flags}{width}" + (f".{precision}" if precision is not None else "")
        if kind in "di":
            return (spec + "d") % arguments.integer(8 if length in LONG else 4, True)
        if kind in "ouxX":
            return (spec + ("d" if kind == "u" else kind)) % arguments.integer(8 if length in LONG else 4, False)
        if kind in "eEfFgG":
            return (spec + kind) % arguments.real()
        if kind in "aA":
            return arguments.real().hex()
        if kind == "c":
            return (spec + "c") % (arguments.integer(4, False) & 0xFF)
        if kind == "s":
            return (spec + "s") % read_string(arguments.memory, arguments.integer(8, False))
        return hex(arguments.integer(8, False))

    return CONVERSION.sub(replace, text)
