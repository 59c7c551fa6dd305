"""The compilers that are compared, each from the same CUDA C++ source to PTX with the same arithmetic.

Precise division and square root, contraction of multiplications and additions, no flushing of denormals: nvcc's
defaults. Times are CPU seconds of the compiler and its children, so that a busy machine does not show.
"""

from __future__ import annotations

import re
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import opencicc
from benchmarks import store
from benchmarks.kernel_set import KernelCase, load
from opencicc.compiler.files import read_input
from opencicc.compiler.settings import resolve
from opencicc.errors import CompilerError
from opencicc.frontend import clang as frontend
from opencicc.frontend import toolchain, visibility
from opencicc.link import contraction, reflect
from opencicc.link.libdevice import find_library
from opencicc.llvm import native
from opencicc.llvm.ir import Context
from opencicc.options.values import OptionValues
from opencicc.target import parse_target

DEFAULT_ARCH = "sm_90"
# clang as it is: without the front end's own header in front of clang's.
STOCK_WRAPPER = ("-include", "__clang_cuda_runtime_wrapper.h")
# libdevice asks with __nvvm_reflect whether square roots are precise; LLVM's own answer is no.
PRECISE_SQRT = ("-mllvm", "-nvvm-reflect-add=__CUDA_PREC_SQRT=1")


@dataclass(frozen=True)
class Compiled:
    """PTX and the CPU seconds from source to it."""

    ptx: str
    seconds: float


class Compiler(Protocol):
    name: str
    version: str

    def compile(self, case: KernelCase, arch: str) -> Compiled: ...


class CompileFailure(Exception):
    """A compiler refused a kernel; the text is its own."""


def cpu_seconds() -> float:
    """CPU time of this process and of the children it has waited for."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def _run(command: list[str]) -> tuple[str, float]:
    before = cpu_seconds()
    done = subprocess.run(command, capture_output=True, text=True)
    seconds = cpu_seconds() - before
    if done.returncode:
        raise CompileFailure((done.stderr + done.stdout).strip()[:2000])
    return done.stdout, seconds


class Nvcc:
    """NVIDIA's nvcc, whose device compiler is cicc."""

    name = "nvcc"

    def __init__(self) -> None:
        wheels = [str(path) for entry in sys.path for path in Path(entry or ".").glob("nvidia/cu*/bin/nvcc")]
        places = ["nvcc", "/usr/local/cuda/bin/nvcc", *wheels]
        self.path = next((path for place in places if (path := shutil.which(place))), None)
        if self.path is None:
            raise CompileFailure("nvcc is not installed: its columns are left out")
        said = subprocess.run([self.path, "--version"], capture_output=True, text=True).stdout
        match = re.search(r"release ([\d.]+), V([\d.]+)", said)
        self.version = f"nvcc {match[2]}" if match else "nvcc"

    def compile(self, case: KernelCase, arch: str) -> Compiled:
        assert self.path is not None
        command = [self.path, "-ptx", f"-arch={arch}", "-o", "-", str(case.source)]
        return _stored_peer(self, case, arch, command[1:], lambda: Compiled(*_run(command)))


class StockClang:
    """clang's own CUDA compile at -O3, libdevice included."""

    name = "clang"

    def __init__(self) -> None:
        try:
            self.path = toolchain.find_clang()
            self.headers = toolchain.find_headers()
            self.libdevice = find_library().name
        except CompilerError as error:
            raise CompileFailure(f"stock clang is left out: {error.what}") from None
        said = subprocess.run([self.path, "--version"], capture_output=True, text=True).stdout
        match = re.search(r"version ([\d.]+)", said)
        self.version = f"clang {match[1]}" if match else "clang"

    def compile(self, case: KernelCase, arch: str) -> Compiled:
        flags = frontend.cuda_flags(self.headers, OptionValues(), parse_target(arch))
        flags += [
            *STOCK_WRAPPER,
            "-O3",
            "-S",
            "-Xclang",
            "-mlink-builtin-bitcode",
            "-Xclang",
            self.libdevice,
            *PRECISE_SQRT,
        ]
        command = [self.path, *flags, "-o", "-", str(case.source)]
        return _stored_peer(self, case, arch, flags, lambda: Compiled(*_run(command)))


class OpenCicc:
    """This project: clang only as the front end."""

    name = "opencicc"

    def __init__(self, options: Mapping[str, object] | None = None) -> None:
        self.options = dict(options or {})
        self.version = f"opencicc {opencicc.__version__}"

    def compile(self, case: KernelCase, arch: str) -> Compiled:
        try:
            ir = compile_ir_unoptimized(case, arch)
            before = cpu_seconds()
            result = opencicc.compile(ir.read_bytes(), arch, level_for(self.options), self.options, name=case.name)
            return Compiled(result.ptx, cpu_seconds() - before + frontend_seconds(case, arch))
        except CompilerError as error:
            raise CompileFailure(str(error)) from None


class LlvmDefault:
    """opencicc's front end and linker, then LLVM's own default<O3>: what our pipeline has to be worth more than."""

    name = "llvm"
    version = "libLLVM's default<O3>"

    def compile(self, case: KernelCase, arch: str) -> Compiled:
        try:
            ir = compile_ir_unoptimized(case, arch)
            before = cpu_seconds()
            ptx = stock_llvm(link_only(ir.read_bytes(), arch), arch)
            return Compiled(ptx, cpu_seconds() - before + frontend_seconds(case, arch))
        except CompilerError as error:
            raise CompileFailure(str(error)) from None


def link_only(bitcode: bytes, arch: str) -> bytes:
    """What opencicc's LNK stage hands on: libdevice linked, the arithmetic modes applied."""
    return opencicc.compile(bitcode, arch, options={"stop-after": "lnk"}).bitcode


def stock_llvm(bitcode: bytes, arch: str) -> str:
    settings = resolve(opencicc.option_values({"arch": arch}))
    with Context() as context, native.TargetMachine(settings.target, settings.codegen_level) as machine:
        module = context.parse(bitcode)
        # Answered by us: LLVM's own answer to the question for precise square roots is no.
        reflect.resolve(module, settings.target, settings.link_settings)
        contraction.contract_builtins(module, settings.link_settings)
        native.run_passes(module, "default<O3>", machine)
        return native.emit_ptx(module, machine)


def level_for(options: Mapping[str, object]) -> int | None:
    """-O3, unless a pipeline is named: the two exclude each other."""
    return None if "passes" in options else 3


def _stored_peer(
    compiler: Nvcc | StockClang, case: KernelCase, arch: str, flags: list[str], make: Callable[[], Compiled]
) -> Compiled:
    """The peers do not change while we work: their results are kept until source, flags or version change."""
    key = store.key_of(case.source.read_text(), compiler.version, flags)
    stored = store.remember("peers", f"{case.name}.{arch}.{compiler.name}", key, lambda: vars(make()))
    return Compiled(**stored)


def compile_ir_unoptimized(kernel: KernelCase | str, arch: str = DEFAULT_ARCH) -> Path:
    """The front end's bitcode of a kernel at out/ir/NAME.ARCH.bc; made again when source or front end change."""
    case = load(kernel) if isinstance(kernel, str) else kernel
    _front_end(case, arch)
    return ir_path(case, arch)


def frontend_seconds(case: KernelCase, arch: str) -> float:
    """CPU seconds that the front end took when the bitcode was made."""
    return float(_front_end(case, arch)["seconds"])


def ir_path(case: KernelCase, arch: str) -> Path:
    return store.OUT / "ir" / f"{case.name}.{arch}.bc"


def _front_end(case: KernelCase, arch: str) -> dict[str, float]:
    path = ir_path(case, arch)
    parts = [Path(module.__file__ or "") for module in (frontend, visibility, toolchain)]
    key = store.key_of(case.source.read_text(), *(part.read_text() for part in parts))

    def make() -> dict[str, float]:
        before = cpu_seconds()
        lowered = frontend.compile_cuda(read_input(str(case.source)), OptionValues(), parse_target(arch))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(lowered.bitcode)
        return {"seconds": cpu_seconds() - before}

    return store.remember("front-end", f"{case.name}.{arch}", key, make, needs=path)
