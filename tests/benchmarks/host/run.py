"""Builds a kernel's source for the CPU (host_cuda.hpp) and runs a case on it."""

from __future__ import annotations

import ctypes
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np

from benchmarks.kernel_set import Array, KernelCase, Scale, arrays_of, pack_arguments

HEADER_FOLDER = Path(__file__).resolve().parent
DYNAMIC_SHARED = re.compile(r"extern __shared__ (?:__align__\(\d+\) )?([\w ]+?) (\w+)\[\];")


def find_compiler() -> str | None:
    return shutil.which("clang++-22") or shutil.which("clang++")


def host_source(case: KernelCase) -> str:
    """The kernel's text with its shared memory made static and a launcher behind it."""
    text = case.source.read_text()
    text = DYNAMIC_SHARED.sub(r"\1* \2 = reinterpret_cast<\1*>(host::dynamic_shared.data());", text)
    text = text.replace("__shared__", "static")
    headers = '#include "host_cuda.hpp"\n'
    if "cuda_fp16.h" in text:
        headers += '#include "host_half.hpp"\n'
    return f'{headers}#line 1 "{case.source}"\n{text}\nHOST_LAUNCHER({case.entry})\n'


def build(case: KernelCase, folder: Path, cuda_include: Path) -> Path:
    source, library = folder / f"{case.name}.cpp", folder / f"{case.name}.so"
    source.write_text(host_source(case))
    compiler = find_compiler()
    assert compiler is not None
    command = [compiler, "-std=c++20", "-O1", "-fPIC", "-shared", "-w", "-ffp-contract=off"]
    command += [f"-I{HEADER_FOLDER}", f"-isystem{cuda_include}", str(source), "-o", str(library)]
    subprocess.run(command, check=True)
    return library


def execute(case: KernelCase, library: Path, scale: Scale) -> list[Array]:
    """One launch on fresh launch data; the outputs as they lie in memory afterwards."""
    args = case.arguments(scale)
    # The kernel writes into copies, so that the caller can hand the same launch data to the reference.
    memory = {id(array): np.array(array, copy=True) for array in arrays_of(args)}
    packed = pack_arguments(args, lambda array: int(memory[id(array)].ctypes.data))
    buffers = [ctypes.create_string_buffer(raw, len(raw)) for raw in packed]
    pointers = (ctypes.c_void_p * len(buffers))(*(ctypes.addressof(buffer) for buffer in buffers))
    launch = case.launches[scale]
    triple = ctypes.c_uint * 3
    ctypes.CDLL(str(library)).host_launch(pointers, triple(*launch.grid), triple(*launch.block), launch.shared_bytes)
    return [memory[id(args[position])] for position in case.outputs]
