"""A GPU made of NumPy: memory is a dictionary, a loaded image is a Python function, every mark is one tick apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from benchmarks.gpu.driver import DriverError, Kernel
from benchmarks.kernel_set import Array, Launch

Code = Callable[["FakeDevice", Sequence[bytes]], float]


class FakeDevice:
    """`code` maps an image to what it does; it returns the milliseconds it took."""

    def __init__(self, code: dict[bytes, Code]) -> None:
        self.code = code
        self.memory: dict[int, bytearray] = {}
        self.clock = 0.0
        self.marks: list[float] = []
        self.launched: list[bytes] = []
        self.loaded: list[bytes] = []

    def name(self) -> str:
        return "fake"

    def set_stack_bytes(self, count: int) -> None:
        self.stack_bytes = count

    def allocate(self, byte_count: int) -> int:
        address = 0x1000 * (len(self.memory) + 1)
        self.memory[address] = bytearray(min(byte_count, 1 << 16))
        return address

    def upload(self, address: int, array: Array) -> None:
        self.memory[address][:] = array.tobytes()

    def download(self, address: int, array: Array) -> None:
        array[...] = np.frombuffer(bytes(self.memory[address]), array.dtype).reshape(array.shape)

    def copy(self, target: int, source: int, byte_count: int) -> None:
        self.memory[target][:byte_count] = self.memory[source][:byte_count]

    def fill(self, address: int, byte_count: int) -> None:
        self.memory[address][:] = bytes(len(self.memory[address]))

    def load(self, image: bytes, entry: str, shared_bytes: int) -> Kernel:
        if image not in self.code:
            raise DriverError("cuModuleLoadDataEx", "bad PTX", "line 1: syntax error")
        self.loaded.append(image)
        return Kernel(len(self.loaded) - 1, 40, 0)

    def launch(self, kernel: Kernel, launch: Launch, parameters: Sequence[bytes]) -> None:
        image = self.loaded[kernel.function]
        self.launched.append(image)
        self.clock += self.code[image](self, parameters)

    def mark(self) -> int:
        self.marks.append(self.clock)
        return len(self.marks) - 1

    def synchronize(self) -> None:
        pass

    def milliseconds(self, start: int, end: int) -> float:
        return self.marks[end] - self.marks[start]
