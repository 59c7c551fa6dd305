"""What a corpus is built with: compilers, CUDA's libraries, CUPTI. Looked up once; what is missing is said once."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from opencicc import tools as opencicc_tools
from opencicc.errors import CompilerError
from opencicc.frontend import toolchain

LIBRARY_FOLDERS = ("lib64", "lib", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib", "extras/CUPTI/lib64")
CUPTI_FOLDERS = ("include", "extras/CUPTI/include", "targets/x86_64-linux/include")


class MissingTool(Exception):
    """A tool that the wished build can't do without; the text says how to get it."""


@dataclass(frozen=True)
class Tools:
    """Paths of the tools; an empty one is not installed."""

    nvcc: str
    clang: str
    ptxas: str
    fatbinary: str
    cuda: Path

    def require(self, *names: str) -> None:
        for name in names:
            if not getattr(self, name):
                raise MissingTool(f"{name} is not installed\n  fix: put it on PATH, or set {name.upper()}")


def find_tools() -> Tools:
    try:
        clang = toolchain.find_clang(os.environ.get("CLANG", ""))
        headers = Path(toolchain.find_headers().folders[0])
    except CompilerError as error:
        raise MissingTool(f"{error.what}\n  fix: {error.fix}") from None
    return Tools(
        nvcc=os.environ.get("NVCC") or find_beside_cuda("nvcc"),
        clang=clang,
        ptxas=os.environ.get("PTXAS") or opencicc_tools.find_tool("ptxas") or "",
        fatbinary=os.environ.get("FATBINARY") or find_beside_cuda("fatbinary"),
        cuda=headers.parent,
    )


def find_beside_cuda(name: str) -> str:
    """On PATH, in the toolkit, or in the wheels of this Python."""
    wheels = [str(file) for entry in sys.path for file in Path(entry or ".").glob(f"nvidia/cu*/bin/{name}")]
    places = (name, f"/usr/local/cuda/bin/{name}", *wheels)
    return next((path for place in places if (path := shutil.which(place))), "")


def cuda_roots(tools: Tools) -> list[Path]:
    """Folders that may hold CUDA's libraries: named ones, the toolkit, the wheels."""
    named = [Path(os.environ[name]) for name in ("CUPTI_HOME", "CUDA_HOME") if os.environ.get(name)]
    wheels = [Path(entry) / "nvidia" / name for entry in sys.path if entry for name in ("cu13", "cuda_cupti")]
    return [*named, tools.cuda, *wheels]


def find_library(tools: Tools, name: str) -> Path:
    """libNAME.so.MAJOR, the file that programs load."""
    for root in cuda_roots(tools):
        for folder in LIBRARY_FOLDERS:
            found = sorted((root / folder).glob(f"lib{name}.so.*"), key=lambda file: len(file.name))
            if found:
                return found[0]
    wheel = {"cudart": "nvidia-cuda-runtime", "cupti": "nvidia-cuda-cupti"}[name]
    raise MissingTool(f"lib{name}.so is not installed\n  fix: `pip install {wheel}`, or set CUDA_HOME (CUPTI_HOME)")


def find_cupti_headers(tools: Tools) -> Path:
    for root in cuda_roots(tools):
        for folder in CUPTI_FOLDERS:
            if (root / folder / "cupti.h").exists():
                return root / folder
    raise MissingTool("cupti.h is not installed\n  fix: `pip install nvidia-cuda-cupti`, or set CUPTI_HOME")
