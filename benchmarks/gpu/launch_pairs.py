"""Launch each kernel in two or more builds on the same data: do the results agree, and how long does each take?

    python3 launch_pairs.py [FOLDER]       (FOLDER: where this file is)

The folder holds `launches.json` and the kernels as `NAME.BUILD.cubin` (or .ptx); `scripts/triton_pairs.py` writes one.
This file needs Python, NumPy and the CUDA driver, and nothing else of this repository, so that it can travel with
the folder. It prints a table and writes `NAME.json` of the folder's name into $OUT, or beside itself.
"""

from __future__ import annotations

import ctypes
import json
import os
import sys
from pathlib import Path
from typing import Any

import numpy as np

TYPES = {"fp32": "f4", "fp16": "f2", "fp64": "f8", "i32": "i4", "i64": "i8", "i8": "i1", "u8": "u1"}
SHARED_LIMIT_ATTRIBUTE, SHARED_WITHOUT_ASKING = 8, 48 * 1024
REGISTERS_ATTRIBUTE = 4
WARM_UP, ROUNDS = 3, 25
CONTEXT_DEVICE = 0


class Gpu:
    """The first GPU, through the driver."""

    def __init__(self) -> None:
        self.library = ctypes.CDLL("libcuda.so.1")
        context, device = ctypes.c_void_p(), ctypes.c_int()
        self.call("cuInit", 0)
        self.call("cuDeviceGet", ctypes.byref(device), CONTEXT_DEVICE)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.call("cuCtxSetCurrent", context)

    def call(self, name: str, *words: Any) -> None:
        code = getattr(self.library, name)(*words)
        if code:
            text = ctypes.c_char_p()
            self.library.cuGetErrorString(code, ctypes.byref(text))
            raise RuntimeError(f"{name}: {(text.value or b'?').decode()} ({code})")

    def load(self, path: Path, entry: str, shared: int) -> tuple[ctypes.c_void_p, int]:
        module, function, registers = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_int()
        image = ctypes.create_string_buffer(path.read_bytes())
        self.call("cuModuleLoadData", ctypes.byref(module), image)
        self.call("cuModuleGetFunction", ctypes.byref(function), module, entry.encode())
        if shared > SHARED_WITHOUT_ASKING:
            self.call("cuFuncSetAttribute", function, SHARED_LIMIT_ATTRIBUTE, shared)
        self.call("cuFuncGetAttribute", ctypes.byref(registers), REGISTERS_ATTRIBUTE, function)
        return function, registers.value

    def put(self, array: Any) -> int:
        address = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(max(array.nbytes, 4)))
        self.refresh(address.value, array)
        return address.value

    def refresh(self, address: int, array: Any) -> None:
        source = ctypes.c_void_p(array.ctypes.data)
        self.call("cuMemcpyHtoD_v2", ctypes.c_uint64(address), source, ctypes.c_size_t(array.nbytes))

    def get(self, address: int, like: Any) -> Any:
        self.call("cuCtxSynchronize")
        array = np.empty_like(like)
        target = ctypes.c_void_p(array.ctypes.data)
        self.call("cuMemcpyDtoH_v2", target, ctypes.c_uint64(address), ctypes.c_size_t(array.nbytes))
        return array

    def launch(self, function: ctypes.c_void_p, case: dict[str, Any], words: list[Any]) -> None:
        pointers = (ctypes.c_void_p * len(words))(*(ctypes.addressof(word) for word in words))
        shape = (*case["grid"], *case["block"])
        self.call("cuLaunchKernel", function, *shape, case["shared"], None, pointers, None)

    def time_us(self, function: ctypes.c_void_p, case: dict[str, Any], words: list[Any]) -> float:
        start, end, elapsed = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_float()
        for event in (start, end):
            self.call("cuEventCreate", ctypes.byref(event), 0)
        self.call("cuEventRecord", start, None)
        self.launch(function, case, words)
        self.call("cuEventRecord", end, None)
        self.call("cuEventSynchronize", end)
        self.call("cuEventElapsedTime", ctypes.byref(elapsed), start, end)
        for event in (start, end):
            self.call("cuEventDestroy_v2", event)
        return elapsed.value * 1000


def make(argument: dict[str, Any], numbers: Any) -> Any:
    """A launch's array: the same for every build."""
    kind, count = np.dtype(TYPES[argument["type"]]), argument["count"]
    if argument["fill"] == "normal":
        return numbers.standard_normal(count, dtype=np.float32).astype(kind)
    if argument["fill"] == "ramp":
        return (np.arange(count, dtype=np.int64) * 7919 % 997).astype(kind)
    return np.zeros(count, kind)


def run_case(gpu: Gpu, folder: Path, case: dict[str, Any]) -> dict[str, Any]:
    numbers = np.random.default_rng(19)
    arrays = [make(a, numbers) if "fill" in a else None for a in case["arguments"]]
    addresses = [gpu.put(array) if array is not None else 0 for array in arrays]
    words = [
        ctypes.c_uint64(address) if array is not None else as_word(argument)
        for address, array, argument in zip(addresses, arrays, case["arguments"], strict=True)
    ]
    results: dict[str, list[Any]] = {}
    row: dict[str, Any] = {"name": case["name"], "registers": {}, "us": {}}
    functions = {}
    for build in case["builds"]:
        path = next(p for p in (folder / f"{case['name']}.{build}.{kind}" for kind in ("cubin", "ptx")) if p.exists())
        functions[build], row["registers"][build] = gpu.load(path, case["entries"][build], case["shared"])
        for address, array in zip(addresses, arrays, strict=True):
            if array is not None:
                gpu.refresh(address, array)
        gpu.launch(functions[build], case, words)
        shown = [i for i, argument in enumerate(case["arguments"]) if argument.get("is_result")]
        results[build] = [gpu.get(addresses[i], arrays[i]) for i in shown]
    first, *others = case["builds"]
    row["difference"] = {other: difference(results[first], results[other]) for other in others}
    row["agrees"] = all(worst <= case["slack"] for worst in row["difference"].values())
    row["is_empty"] = not any(np.any(array) for array in results[first])
    times: dict[str, list[float]] = {build: [] for build in functions}
    for turn in range(WARM_UP + ROUNDS):
        for build, function in functions.items():  # interleaved: what slows the GPU down slows all
            spent = gpu.time_us(function, case, words)
            if turn >= WARM_UP:
                times[build].append(spent)
    row["us"] = {build: round(float(np.median(found)), 2) for build, found in times.items()}
    for address in addresses:
        if address:
            gpu.call("cuMemFree_v2", ctypes.c_uint64(address))
    return row


def as_word(argument: dict[str, Any]) -> Any:
    kinds = {"i32": ctypes.c_int32, "i64": ctypes.c_int64, "fp32": ctypes.c_float, "null": ctypes.c_uint64}
    return kinds[argument["type"]](argument["value"])


def difference(expected: list[Any], found: list[Any]) -> float:
    """The largest difference, in units of the larger of a value and the array's mean magnitude."""
    worst = 0.0
    for left, right in zip(expected, found, strict=True):
        a, b = left.astype(np.float64), right.astype(np.float64)
        if not np.array_equal(np.isnan(a), np.isnan(b)):
            return float("inf")
        scale = np.maximum(np.abs(a), np.nanmean(np.abs(a)) + 1e-30)
        worst = max(worst, float(np.nanmax(np.abs(a - b) / scale, initial=0.0)))
    return worst


def main() -> int:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else __file__).resolve()
    folder = folder if folder.is_dir() else folder.parent
    gpu, rows = Gpu(), []
    for case in json.loads((folder / "launches.json").read_text()):
        try:
            row = run_case(gpu, folder, case)
        except RuntimeError as error:
            row = {"name": case["name"], "error": str(error), "agrees": False}
        rows.append(row)
        print(describe(row), flush=True)
    ratios = [list(row["us"].values()) for row in rows if row.get("us")]
    mean = float(np.exp(np.mean([np.log(other / first) for first, other, *_ in ratios]))) if ratios else 0.0
    print(f"{sum(row['agrees'] for row in rows)} of {len(rows)} agree; geometric mean of the time {mean:.3f}")
    out = Path(os.environ.get("OUT", folder))
    (out / f"{folder.name}.json").write_text(json.dumps({"rows": rows, "mean": mean}, indent=1))
    return 0 if all(row["agrees"] for row in rows) else 1


def describe(row: dict[str, Any]) -> str:
    if "error" in row:
        return f"{row['name']:20} {row['error']}"
    builds = "  ".join(f"{b}: {row['us'][b]:9.2f} us {row['registers'][b]:3d} regs" for b in row["us"])
    first, other, *_ = row["us"].values()
    verdict = "agrees" if row["agrees"] else "DIFFERS"
    worst = max(row["difference"].values())
    return (
        f"{row['name']:20} {builds}  {other / first:6.3f}  {verdict} ({worst:.1e}){' EMPTY' if row['is_empty'] else ''}"
    )


if __name__ == "__main__":
    sys.exit(main())
