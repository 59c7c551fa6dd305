"""The CUDA driver through ctypes: the few calls that loading, launching and timing a kernel take."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from benchmarks.kernel_set import Array, Launch

# Values of the driver API's enumerations (cuda.h).
JIT_INFO_LOG, JIT_INFO_LOG_BYTES, JIT_ERROR_LOG, JIT_ERROR_LOG_BYTES, JIT_LOG_VERBOSE = 3, 4, 5, 6, 12
FUNCTION_LOCAL_BYTES, FUNCTION_REGISTERS, FUNCTION_MAX_DYNAMIC_SHARED = 3, 4, 8
LIMIT_STACK_BYTES = 0
COMPUTE_MAJOR, COMPUTE_MINOR = 75, 76
LOG_BYTES = 16384


class DriverError(Exception):
    """A driver call failed; `log` holds what the PTX compiler said where it was involved."""

    def __init__(self, call: str, text: str, log: str = "") -> None:
        super().__init__(f"{call}: {text}" + (f"\n{log}" if log else ""))
        self.log = log


@dataclass(frozen=True)
class Kernel:
    """A loaded entry point, and what the driver's ptxas made of it."""

    function: int
    registers: int
    local_bytes: int
    log: str = ""


class Device(Protocol):
    """What `measure` needs of a GPU; the tests have one without hardware."""

    def name(self) -> str: ...
    def set_stack_bytes(self, count: int) -> None: ...
    def allocate(self, byte_count: int) -> int: ...
    def upload(self, address: int, array: Array) -> None: ...
    def download(self, address: int, array: Array) -> None: ...
    def copy(self, target: int, source: int, byte_count: int) -> None: ...
    def fill(self, address: int, byte_count: int) -> None: ...
    def load(self, image: bytes, entry: str, shared_bytes: int) -> Kernel: ...
    def launch(self, kernel: Kernel, launch: Launch, parameters: Sequence[bytes]) -> None: ...
    def mark(self) -> int: ...
    def synchronize(self) -> None: ...
    def milliseconds(self, start: int, end: int) -> float: ...


class CudaDevice:
    """The first GPU of the machine, in a context of its own."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL("libcuda.so.1")
        self._device, context = ctypes.c_int(), ctypes.c_void_p()
        self._call("cuInit", 0)
        self._call("cuDeviceGet", ctypes.byref(self._device), 0)
        self._call("cuDevicePrimaryCtxRetain", ctypes.byref(context), self._device)
        self._call("cuCtxSetCurrent", context)

    def _call(self, name: str, *args: object) -> None:
        code = getattr(self._library, name)(*args)
        if code != 0:
            text = ctypes.c_char_p()
            self._library.cuGetErrorString(code, ctypes.byref(text))
            raise DriverError(name, f"{(text.value or b'unknown').decode()} ({code})")

    def name(self) -> str:
        text, major, minor, version = ctypes.create_string_buffer(256), ctypes.c_int(), ctypes.c_int(), ctypes.c_int()
        self._call("cuDeviceGetName", text, 256, self._device)
        self._call("cuDeviceGetAttribute", ctypes.byref(major), COMPUTE_MAJOR, self._device)
        self._call("cuDeviceGetAttribute", ctypes.byref(minor), COMPUTE_MINOR, self._device)
        self._call("cuDriverGetVersion", ctypes.byref(version))
        driver = f"{version.value // 1000}.{version.value % 1000 // 10}"
        return f"{text.value.decode()} (sm_{major.value}{minor.value}, driver for CUDA {driver})"

    def set_stack_bytes(self, count: int) -> None:
        self._call("cuCtxSetLimit", LIMIT_STACK_BYTES, ctypes.c_size_t(count))

    def allocate(self, byte_count: int) -> int:
        address = ctypes.c_uint64()
        self._call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(max(byte_count, 1)))
        return address.value

    def upload(self, address: int, array: Array) -> None:
        source = ctypes.c_void_p(array.ctypes.data)
        self._call("cuMemcpyHtoD_v2", ctypes.c_uint64(address), source, ctypes.c_size_t(array.nbytes))

    def download(self, address: int, array: Array) -> None:
        target = ctypes.c_void_p(array.ctypes.data)
        self._call("cuMemcpyDtoH_v2", target, ctypes.c_uint64(address), ctypes.c_size_t(array.nbytes))

    def copy(self, target: int, source: int, byte_count: int) -> None:
        size = ctypes.c_size_t(byte_count)
        self._call("cuMemcpyDtoDAsync_v2", ctypes.c_uint64(target), ctypes.c_uint64(source), size, None)

    def fill(self, address: int, byte_count: int) -> None:
        self._call("cuMemsetD32Async", ctypes.c_uint64(address), 0, ctypes.c_size_t(byte_count // 4), None)

    def load(self, image: bytes, entry: str, shared_bytes: int) -> Kernel:
        info, errors = ctypes.create_string_buffer(LOG_BYTES), ctypes.create_string_buffer(LOG_BYTES)
        settings = {
            JIT_INFO_LOG: ctypes.addressof(info),
            JIT_INFO_LOG_BYTES: LOG_BYTES,
            JIT_ERROR_LOG: ctypes.addressof(errors),
            JIT_ERROR_LOG_BYTES: LOG_BYTES,
            JIT_LOG_VERBOSE: 1,
        }
        keys = (ctypes.c_int * len(settings))(*settings)
        values = (ctypes.c_void_p * len(settings))(*settings.values())
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        data = ctypes.create_string_buffer(image)  # ends in NUL, as PTX text must
        try:
            self._call("cuModuleLoadDataEx", ctypes.byref(module), data, len(settings), keys, values)
        except DriverError as error:
            raise DriverError("cuModuleLoadDataEx", str(error), errors.value.decode(errors="replace")) from error
        self._call("cuModuleGetFunction", ctypes.byref(function), module, entry.encode())
        if shared_bytes > 48 * 1024:
            self._call("cuFuncSetAttribute", function, FUNCTION_MAX_DYNAMIC_SHARED, shared_bytes)
        registers, local = ctypes.c_int(), ctypes.c_int()
        self._call("cuFuncGetAttribute", ctypes.byref(registers), FUNCTION_REGISTERS, function)
        self._call("cuFuncGetAttribute", ctypes.byref(local), FUNCTION_LOCAL_BYTES, function)
        return Kernel(function.value or 0, registers.value, local.value, info.value.decode(errors="replace"))

    def launch(self, kernel: Kernel, launch: Launch, parameters: Sequence[bytes]) -> None:
        buffers = [ctypes.create_string_buffer(raw, len(raw)) for raw in parameters]
        pointers = (ctypes.c_void_p * len(buffers))(*(ctypes.addressof(buffer) for buffer in buffers))
        shape = (*launch.grid, *launch.block)
        self._call(
            "cuLaunchKernel", ctypes.c_void_p(kernel.function), *shape, launch.shared_bytes, None, pointers, None
        )

    def mark(self) -> int:
        event = ctypes.c_void_p()
        self._call("cuEventCreate", ctypes.byref(event), 0)
        self._call("cuEventRecord", event, None)
        return event.value or 0

    def synchronize(self) -> None:
        self._call("cuCtxSynchronize")

    def milliseconds(self, start: int, end: int) -> float:
        elapsed = ctypes.c_float()
        # The name with _v2 came with CUDA 12.8; both measure the same.
        self._call("cuEventElapsedTime", ctypes.byref(elapsed), ctypes.c_void_p(start), ctypes.c_void_p(end))
        return elapsed.value
