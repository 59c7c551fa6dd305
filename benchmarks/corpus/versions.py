"""The compilers that make a program's device code, and the command line of each.

A version is nvcc, clang, or a command of opencicc's with flags of its own. All get the program's flags, and the same
arithmetic: that of nvcc's defaults, or of -use_fast_math where the program asks for it.
"""

from __future__ import annotations

import hashlib
import re
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path

import opencicc

from .makefile import Unit
from .processes import BuildFailure, call
from .tools import Tools

BASES = ("nvcc", "clang")
OURS = (sys.executable, "-m", "opencicc")
# libdevice asks whether square roots are exact: clang's answer is no, nvcc's is yes.
CLANG_EXACT = ("-mllvm", "-nvvm-reflect-add=__CUDA_PREC_SQRT=1")
CLANG_FAST = (
    *("-fgpu-approx-transcendentals", "-fgpu-flush-denormals-to-zero"),
    *("-mllvm", "-nvptx-prec-divf32=0", "-mllvm", "-nvptx-prec-sqrtf32=0"),
)


@dataclass(frozen=True)
class Version:
    """A name (a file name too) and, for variants of opencicc, the command that compiles."""

    name: str
    command: tuple[str, ...] = ()

    def identity(self, tools: Tools) -> str:
        """Differs when the compiler's code or its flags do."""
        if self.name in BASES:
            return digest(call([getattr(tools, self.name), "--version"]).text)
        return digest(*self.command, _sources_digest(self.command))


def digest(*parts: object) -> str:
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()[:16]


def _sources_digest(command: tuple[str, ...]) -> str:
    """Of the package behind a command: this Python's, or whatever the command says its version is."""
    if command[: len(OURS)] != OURS:
        return call([command[0], "--version"]).text
    files = sorted(file for file in Path(opencicc.__file__).parent.rglob("*") if file.suffix not in ("", ".pyc"))
    return digest(*(hashlib.sha256(file.read_bytes()).hexdigest() for file in files if file.is_file()))


def parse_variant(text: str) -> Version:
    """'NAME=COMMAND FLAGS'; a command that starts with a dash is flags for the opencicc of this Python."""
    name, equals, command = text.partition("=")
    if not re.fullmatch(r"[A-Za-z]\w*", name) or not equals or name in BASES:
        raise BuildFailure(f"--variant {text!r}: write NAME=COMMAND, the name a word other than nvcc and clang")
    return Version(name, _resolve(shlex.split(command)))


def _resolve(words: list[str]) -> tuple[str, ...]:
    if not words or words[0].startswith("-") or words[0] == "opencicc":
        return (*OURS, *words[words[:1] == ["opencicc"] :])
    return tuple(words)


def parse_against(text: str, variants: list[Version]) -> Version:
    """'ours --unroll-decisions=llvm': a variant with further flags, as a version of its own."""
    words = shlex.split(text)
    base = next((version for version in variants if words and version.name == words[0]), None)
    if base is None:
        names = ", ".join(version.name for version in variants)
        raise BuildFailure(f"--against {text!r}: the first word names a variant; there are {names}")
    return Version(re.sub(r"\W+", "_", text), (*base.command, *words[1:])) if words[1:] else base


def device_command(version: Version, unit: Unit, tools: Tools, arch: str, ptx: Path, stubs: Path) -> list[object]:
    """The command that makes PTX of a unit."""
    limit = unit.max_registers
    if version.name == "nvcc":
        command: list[object] = [tools.nvcc, "-O3", "-ptx", f"-arch={arch}", *unit.common, *unit.nvcc_only, "-x", "cu"]
        command += ["-use_fast_math"] * unit.fast_math + [f"-maxrregcount={limit}"] * bool(limit)
    elif version.name == "clang":
        command = [*clang_cuda(tools, stubs), "--cuda-device-only", f"--cuda-gpu-arch={arch}", "-O3", "-S"]
        command += [*unit.common, *(CLANG_FAST if unit.fast_math else CLANG_EXACT)]
    else:
        command = [*version.command, f"-arch={arch}", *unit.common]
        command += [] if unit.source.endswith(".cu") else ["-x", "cuda"]
        command += ["-use_fast_math"] * unit.fast_math + [f"-maxreg={limit}"] * bool(limit)
    return [*command, unit.source, "-o", ptx]


def clang_cuda(tools: Tools, stubs: Path) -> list[object]:
    """clang for CUDA, with a header that its wrapper includes and not every installation has."""
    command: list[object] = [tools.clang, "-x", "cuda", f"--cuda-path={tools.cuda}", "-Wno-unknown-cuda-version", "-w"]
    command += ["-isystem", tools.cuda / "include" / "cccl"]
    if not (tools.cuda / "include" / "curand_mtgp32_kernel.h").exists():
        stubs.mkdir(parents=True, exist_ok=True)
        (stubs / "curand_mtgp32_kernel.h").touch()
        command.append(f"-I{stubs}")
    return command
