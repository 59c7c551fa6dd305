"""Time per program through the interface of libNVVM: our C library and NVIDIA's, turn by turn in one process.

    benchmarks/nvvm_programs.py [--turns N]     create, add, compile, read the result, destroy

saxpy; a kernel with libdevice's sin and exp, libdevice added lazily; and 20 kernels of 120 instructions in one module.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import sys
import time
from pathlib import Path

from opencicc.link.libdevice import find_library
from opencicc.nvvm import activation, nvidia

HEAD = (
    'target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-'
    'v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"\ntarget triple = "nvptx64-nvidia-cuda"\n'
)
VERSION = "!nvvmir.version = !{!9999}\n!9999 = !{i32 2, i32 0, i32 3, i32 2}\n"
REGISTERS = "".join(f"declare i32 @llvm.nvvm.read.ptx.sreg.{name}.x()\n" for name in ("tid", "ctaid", "ntid"))
INDEX = """ %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
 %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
 %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
 %o = mul i32 %b, %d
 %i = add i32 %o, %t
"""
BARS = {"saxpy": 1.0, "libdevice": 1.0, "20 kernels": 0.8}


def whole(body: str, kernels: dict[str, str]) -> str:
    rows = [
        f'!{number} = !{{void ({types})* @{name}, !"kernel", i32 1}}'
        for number, (name, types) in enumerate(kernels.items())
    ]
    listed = ", ".join(f"!{number}" for number in range(len(kernels)))
    return HEAD + REGISTERS + body + f"!nvvm.annotations = !{{{listed}}}\n" + "\n".join(rows) + "\n" + VERSION


def saxpy() -> str:
    body = f"""define void @saxpy(float* %x, float* %y, float %a, i32 %n) {{
{INDEX} %c = icmp slt i32 %i, %n
 br i1 %c, label %do, label %end
do:
 %px = getelementptr float, float* %x, i32 %i
 %py = getelementptr float, float* %y, i32 %i
 %vx = load float, float* %px
 %vy = load float, float* %py
 %m = fmul float %vx, %a
 %s = fadd float %m, %vy
 store float %s, float* %py
 br label %end
end:
 ret void
}}
"""
    return whole(body, {"saxpy": "float*, float*, float, i32"})


def with_math() -> str:
    body = f"""declare float @__nv_sinf(float)
declare float @__nv_expf(float)
define void @waves(float* %x) {{
{INDEX} %p = getelementptr float, float* %x, i32 %i
 %v = load float, float* %p
 %s = call float @__nv_sinf(float %v)
 %e = call float @__nv_expf(float %s)
 store float %e, float* %p
 ret void
}}
"""
    return whole(body, {"waves": "float*"})


def many_kernels(count: int = 20, instructions: int = 120) -> str:
    bodies = []
    for kernel in range(count):
        lines = [
            f"define void @k{kernel}(i32* %x) {{\n{INDEX} %p = getelementptr i32, i32* %x, i32 %i",
            " %v0 = load i32, i32* %p",
        ]
        for number in range(instructions - 9):
            operation = ("add", "mul", "xor", "sub")[(number + kernel) % 4]
            lines.append(
                f" %v{number + 1} = {operation} i32 %v{number}, {'%i' if number % 3 else number + 7 * kernel + 3}"
            )
        lines.append(f" store i32 %v{instructions - 9}, i32* %p\n ret void\n}}\n")
        bodies.append("\n".join(lines))
    return whole("".join(bodies), {f"k{kernel}": "i32*" for kernel in range(count)})


def compile_once(library: ctypes.CDLL, text: bytes, lazy: bytes) -> float:
    """Seconds of processor time of one program's whole life: what a busy machine changes least."""
    options = (ctypes.c_char_p * 1)(b"-arch=compute_90")
    program, size = ctypes.c_void_p(), ctypes.c_size_t()
    start = time.process_time()
    library.nvvmCreateProgram(ctypes.byref(program))
    library.nvvmAddModuleToProgram(program, text, ctypes.c_size_t(len(text)), b"module")
    if lazy:
        library.nvvmLazyAddModuleToProgram(program, lazy, ctypes.c_size_t(len(lazy)), b"libdevice")
    if library.nvvmCompileProgram(program, 1, options):
        raise SystemExit("a library refused a program of the benchmark")
    library.nvvmGetCompiledResultSize(program, ctypes.byref(size))
    library.nvvmGetCompiledResult(program, ctypes.create_string_buffer(size.value))
    library.nvvmDestroyProgram(ctypes.byref(program))
    return time.process_time() - start


def measure(turns: int) -> dict[str, tuple[float, float]]:
    """Program to milliseconds of ours and of NVIDIA's: the least of all turns, so that a busy machine counts least."""
    libraries = [ctypes.CDLL(activation.library_path()), ctypes.CDLL(nvidia.find())]
    found = find_library()
    libdevice = found.head(found.size)
    rows = {}
    for name, text, lazy in (
        ("saxpy", saxpy(), b""),
        ("libdevice", with_math(), libdevice),
        ("20 kernels", many_kernels(), b""),
    ):
        times: list[list[float]] = [[], []]
        for _ in range(turns):
            for library, kept in zip(libraries, times, strict=True):
                kept.append(compile_once(library, text.encode(), lazy))
        rows[name] = (min(times[0]) * 1e3, min(times[1]) * 1e3)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=40)
    parser.add_argument("--json", type=Path, help="write the figures to a file")
    given = parser.parse_args()
    if not activation.library_path() or not nvidia.find():
        sys.exit("both libraries are needed: build ours (setup.py) and install nvidia-nvvm")
    rows = measure(given.turns)
    print("| program | ours, ms | NVIDIA's, ms | ratio | bar |\n|---|---|---|---|---|")
    for name, (ours, theirs) in rows.items():
        print(f"| {name} | {ours:.2f} | {theirs:.2f} | {ours / theirs:.2f} | {BARS[name]} |")
    if given.json:
        given.json.write_text(json.dumps(rows))


if __name__ == "__main__":
    main()
