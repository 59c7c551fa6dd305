"""The host side of a program: compiled once, linked with the device image of each version.

clang compiles the host code around a placeholder where the device image goes; every version's image is put there in turn,
so that two versions of a program differ in nothing but the device code.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from . import tools as lookup
from .makefile import Unit
from .processes import call
from .tools import Tools
from .versions import clang_cuda

HERE = Path(__file__).resolve().parent
PLACEHOLDER = "the device image goes here"
# The placeholder, and its size behind it: the image has another.
_IN_ASSEMBLY = re.compile(rf'\.asci[iz]\t"{PLACEHOLDER}"[^\n]*\n\s*\.size[^\n]*\n')


class HostCompiler:
    def __init__(self, tools: Tools, out: Path, work: Path) -> None:
        tools.require("clang", "fatbinary")
        self.tools, self.out, self.work = tools, out, work
        self.placeholder = work / "placeholder"
        self.placeholder.write_text(PLACEHOLDER)

    def stage_libraries(self) -> None:
        """OUT/lib: CUDA's runtime, CUPTI, and our recorder of kernel times."""
        folder = self.out / "lib"
        folder.mkdir(parents=True, exist_ok=True)
        cupti = lookup.find_library(self.tools, "cupti")
        for library in (lookup.find_library(self.tools, "cudart"), cupti):
            shutil.copy(library, folder / ".".join(library.name.split(".")[:3]))
        includes = [f"-I{lookup.find_cupti_headers(self.tools)}", f"-I{self.tools.cuda / 'include'}"]
        flags = ["-O2", "-shared", "-fPIC", "-Wl,-rpath,$ORIGIN", *includes]
        source = HERE / "gpu" / "kernel_times.c"
        call([self.tools.clang, *flags, source, cupti, "-lpthread", "-o", folder / "libkernel_times.so"])

    def compile(self, unit: Unit, folder: Path, target: Path, key: str) -> None:
        """`<unit>.host.s` with the placeholder for CUDA, `<unit>.host.o` for the rest; kept while `key` is the same."""
        result, stamp = target / f"{unit.stem}.host.{'s' if unit.is_cuda else 'o'}", target / f"{unit.stem}.host.key"
        if result.exists() and stamp.exists() and stamp.read_text() == key:
            return
        flags = unit.common
        if unit.is_cuda:
            command = [*clang_cuda(self.tools, self.work / "stubs"), "--cuda-host-only", "-S"]
            command += ["-Xclang", "-fcuda-include-gpubinary", "-Xclang", self.placeholder]
        else:
            command = [self.tools.clang, "-x", unit.language, "-w", "-c", f"-I{self.tools.cuda / 'include'}"]
            flags = tuple(f for f in flags if not (unit.language == "c" and f.startswith("-std=c++")))
        call([*command, "-O2", "-fPIE", *flags, unit.source, "-o", result], folder)
        stamp.write_text(key)

    def embed(self, unit: Unit, cubin: Path, arch: str, version: str, target: Path) -> None:
        """`<unit>.<version>.o`: the host code of a unit with this cubin inside."""
        image, assembly = cubin.with_suffix(".fatbin"), target / f"{unit.stem}.{version}.s"
        sm = arch.removeprefix("sm_")
        call([self.tools.fatbinary, f"--create={image}", "-64", f"--image3=kind=elf,sm={sm},file={cubin}"])
        text = (target / f"{unit.stem}.host.s").read_text()
        assembly.write_text(_IN_ASSEMBLY.sub(lambda _: f'.incbin "{image}"\n', text))
        call([self.tools.clang, "-c", assembly, "-o", target / f"{unit.stem}.{version}.o"])
        assembly.unlink()

    def link(self, units: list[Unit], version: str, target: Path, program: Path) -> None:
        objects = [target / f"{unit.stem}.{version if unit.is_cuda else 'host'}.o" for unit in units]
        runtime = sorted((self.out / "lib").glob("libcudart.so.*"))[0]
        flags = ["--driver-mode=g++", "-s", "-pie", "-static-libgcc", "-Wl,--build-id=none"]
        flags += ["-Wl,-rpath,$ORIGIN/../../lib"]
        program.parent.mkdir(parents=True, exist_ok=True)
        call([self.tools.clang, *flags, *objects, runtime, "-lm", "-ldl", "-lrt", "-lpthread", "-o", program])
