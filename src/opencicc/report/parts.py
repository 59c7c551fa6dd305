"""The parts of a working machine: what was found, where, which version, and the command that brings what is missing."""

from __future__ import annotations

import os
import re
import subprocess
import sys

from opencicc import tools
from opencicc.errors import CompilerError
from opencicc.frontend import toolchain
from opencicc.link import libdevice
from opencicc.llvm import helper, library
from opencicc.record import record
from opencicc.report import installing
from opencicc.report.gpu import find_gpu

FOUND, MISSING, UNFIT, NONE = "found", "missing", "unfit", "none"


@record
class Part:
    """One thing that opencicc uses: `state` is found, missing, unfit, or none for what nothing has to bring."""

    name: str
    use: str
    state: str
    version: str = ""
    where: str = ""
    why: str = ""
    fix: tuple[str, ...] = ()
    is_needed: bool = False

    @property
    def is_fine(self) -> bool:
        return self.state in (FOUND, NONE)


def all_parts() -> list[Part]:
    """In the order a compile meets them."""
    return [
        find_libllvm(),
        find_helper(),
        find_libdevice(),
        find_clang(),
        find_headers(),
        find_program("ptxas", "registers, spills, occupancy, cubin"),
        find_program("nvdisasm", "SASS"),
        find_nvcc(),
        find_gpu_part(),
    ]


def find_libllvm() -> Part:
    name, use = "libLLVM", "everything"
    try:
        opened = library.load()
    except CompilerError as error:
        state = UNFIT if "version" in error.detail else MISSING
        return Part(name, use, state, why=error.what, fix=installing.libllvm(), is_needed=True)
    return Part(name, use, FOUND, library.version_text(), _mapped(opened.path), is_needed=True)


def find_helper() -> Part:
    name, use = "native helper", "speed, loop facts, surviving crashes of libLLVM"
    if os.environ.get(helper.SWITCH_VARIABLE) == "0":
        return Part(name, use, NONE, why=f"switched off by {helper.SWITCH_VARIABLE}=0")
    if not os.path.exists(helper.PATH):
        return Part(name, use, MISSING, why="it was not built", fix=installing.helper())
    try:
        said = helper.describe().partition(": ")[2]
    except CompilerError as error:
        said = f"not used ({error.what})"
    if said.startswith("not used"):
        why = said.removeprefix("not used (").removesuffix(")")
        return Part(name, use, UNFIT, where=helper.PATH, why=why, fix=installing.helper())
    return Part(name, use, FOUND, said.removeprefix("built "), helper.PATH)


def find_libdevice() -> Part:
    name, use = "libdevice", "math functions"
    try:
        return Part(name, use, FOUND, where=libdevice.find_library().name)
    except CompilerError as error:
        return Part(name, use, MISSING, why=_reason(error), fix=installing.wheels("nvidia-nvvm"))


def find_clang() -> Part:
    name, use = "clang", "CUDA C++ input"
    try:
        path = toolchain.find_clang()
    except CompilerError as error:
        state = MISSING if "not found" in error.what else UNFIT
        return Part(name, use, state, why=error.what, fix=installing.clang())
    return Part(name, use, FOUND, _version_of(path, r"version ([\d.]+)"), path)


def find_headers() -> Part:
    name, use = "CUDA headers", "CUDA C++ input"
    try:
        headers = toolchain.find_headers()
    except CompilerError as error:
        state = MISSING if "not found" in error.what else UNFIT
        fix = installing.wheels("nvidia-cuda-runtime", "nvidia-cuda-crt", "nvidia-cuda-cccl")
        return Part(name, use, state, where=error.at, why=error.what, fix=fix)
    return Part(name, use, FOUND, headers.version_text, headers.folders[0])


def find_program(name: str, use: str) -> Part:
    """One of NVIDIA's tools."""
    fix = installing.wheels(tools.WHEEL_OF[name])
    path = tools.find_tool(name)
    if path is None:
        return Part(name, use, MISSING, why="not found", fix=fix)
    version = _version_of(path, r"V([\d.]+)")
    if not version:
        return Part(name, use, UNFIT, where=path, why="it does not start", fix=fix)
    return Part(name, use, FOUND, version, path)


def find_nvcc() -> Part:
    """Nothing here needs it: `opencicc compare nvcc` can use it where it is."""
    found = find_program("nvcc", "opencicc compare nvcc")
    return found if found.is_fine else Part(found.name, found.use, NONE, why="not found, and not needed")


def find_gpu_part() -> Part:
    use = "running kernels (opencicc run needs none)"
    found = find_gpu()
    if found is None:
        return Part("GPU", use, NONE, why="no NVIDIA GPU found, and none is needed to compile")
    return Part("GPU", use, FOUND, found.text, found.where)


def _reason(error: CompilerError) -> str:
    return "not found" if "no libdevice was found" in error.what else error.what


def _version_of(path: str, pattern: str) -> str:
    """What a program says about itself, '' where it can't be started."""
    try:
        done = subprocess.run([path, "--version"], capture_output=True, text=True, check=False, timeout=20)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    match = re.search(pattern, done.stdout)
    return match[1] if match else ""


def _mapped(path: str) -> str:
    """The file that a library name stands for, as this process has it open."""
    if os.path.sep in path or sys.platform != "linux":
        return path
    with open("/proc/self/maps") as file:
        return next((line.split()[-1] for line in file if os.path.basename(line.strip()).startswith(path)), path)
