"""What the front end needs from the machine: a clang that is new enough, and CUDA's headers."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys

from opencicc.errors import ToolError, UnsupportedError
from opencicc.record import record

LEAST_CLANG = 22
# The one that matches libLLVM comes first: a newer clang may write IR that libLLVM can't read.
CLANG_NAMES = ("clang-22", "clang", "clang-23", "clang-24")
CLANG_FOLDERS = ("/usr/lib/llvm-22/bin", "/opt/homebrew/opt/llvm@22/bin", "/opt/homebrew/opt/llvm/bin")
CLANG_FIX = "install clang 22 (https://apt.llvm.org, package clang-22) or name one with --clang or OPENCICC_CLANG"

LEAST_CUDA, NEWEST_TESTED_CUDA = 12000, 13040
DEFAULT_TOOLKIT = "/usr/local/cuda"
# The folders of the wheels inside site-packages/nvidia: CUDA 13 shares one, CUDA 12 has one for each package.
WHEEL_LAYOUTS = (
    ("cu13/include",),
    ("cuda_runtime/include", "cuda_nvcc/include", "cuda_cccl/include", "curand/include"),
)
HEADERS_FIX = (
    "install the CUDA toolkit and set CUDA_HOME (or --cuda-path), or "
    "`pip install nvidia-cuda-runtime nvidia-cuda-crt nvidia-cuda-cccl`"
)

_versions: dict[str, int] = {}


@record
class CudaHeaders:
    """Folders that together hold CUDA's headers; `version` is CUDA_VERSION: 13000 for 13.0."""

    folders: tuple[str, ...]
    version: int

    @property
    def version_text(self) -> str:
        return version_text(self.version)


def version_text(version: int) -> str:
    return f"{version // 1000}.{version % 1000 // 10}"


def find_clang(named: str = "") -> str:
    """The clang that was named, or the first one on the machine that is new enough."""
    named = named or os.environ.get("OPENCICC_CLANG", "")
    if named:
        path = shutil.which(named)
        if path is None:
            raise ToolError(f"clang not found: {named}", fix=CLANG_FIX)
        if clang_version(path) < LEAST_CLANG:
            raise _too_old([(path, clang_version(path))])
        return path
    old: list[tuple[str, int]] = []
    for path in _clang_candidates():
        version = clang_version(path)
        if version >= LEAST_CLANG:
            return path
        old.append((path, version))
    raise _too_old(old) if old else ToolError("clang not found: it reads CUDA C++ for opencicc", fix=CLANG_FIX)


def _clang_candidates() -> list[str]:
    on_path = [path for name in CLANG_NAMES if (path := shutil.which(name))]
    elsewhere = [os.path.join(folder, "clang") for folder in CLANG_FOLDERS]
    return on_path + [path for path in elsewhere if os.access(path, os.X_OK)]


def _too_old(found: list[tuple[str, int]]) -> ToolError:
    what = ", ".join(f"{path} is clang {version}" if version else f"{path} is no clang" for path, version in found)
    return ToolError(f"clang {LEAST_CLANG} or newer is needed: {what}", fix=CLANG_FIX)


def clang_version(path: str) -> int:
    """The major version, or 0 for what is no clang (Apple's counts differently and lacks the NVPTX target)."""
    if path not in _versions:
        try:
            said = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout
        except OSError:
            said = ""
        match = re.search(r"^(?!Apple).*clang version (\d+)", said, re.MULTILINE)
        _versions[path] = int(match[1]) if match else 0
    return _versions[path]


def find_headers(named: str = "") -> CudaHeaders:
    """CUDA's headers: --cuda-path, else CUDA_HOME, CUDA_PATH, /usr/local/cuda, then the wheels of this Python."""
    if named:
        folders = _toolkit_folders(named)
        if not folders:
            raise ToolError(f"no CUDA headers in {named}", at="--cuda-path", fix=HEADERS_FIX)
        return _check(folders)
    places = [os.environ.get("CUDA_HOME", ""), os.environ.get("CUDA_PATH", ""), DEFAULT_TOOLKIT]
    places = [place for place in places if place]
    for place in places:
        if folders := _toolkit_folders(place):
            return _check(folders)
    if folders := _wheel_folders():
        return _check(folders)
    looked = ", ".join([*dict.fromkeys(places), "the nvidia wheels"])
    raise ToolError(f"CUDA headers not found (looked in {looked})", fix=HEADERS_FIX)


def _toolkit_folders(root: str) -> tuple[str, ...]:
    for part in ("include", "targets/x86_64-linux/include", "targets/sbsa-linux/include", ""):
        folder = os.path.join(root, part) if part else root
        if os.path.isfile(os.path.join(folder, "cuda_runtime.h")):
            return _with_cccl([folder])
    return ()


def _wheel_folders() -> tuple[str, ...]:
    for entry in sys.path:
        for layout in WHEEL_LAYOUTS:
            folders = [os.path.join(entry, "nvidia", part) for part in layout]
            if os.path.isfile(os.path.join(folders[0], "cuda_runtime.h")):
                return _with_cccl([folder for folder in folders if os.path.isdir(folder)])
    return ()


def _with_cccl(folders: list[str]) -> tuple[str, ...]:
    """CUDA 13 keeps <cuda/atomic>, cub and thrust one folder deeper."""
    deeper = [os.path.join(folder, "cccl") for folder in folders]
    return (*folders, *(folder for folder in deeper if os.path.isdir(folder)))


def _check(folders: tuple[str, ...]) -> CudaHeaders:
    if not _holds(folders, "crt/host_defines.h"):
        raise ToolError(
            "CUDA's headers are incomplete: crt/host_defines.h is missing",
            at=folders[0],
            fix="`pip install nvidia-cuda-crt` (CUDA 12: nvidia-cuda-nvcc-cu12), the same version as the runtime's",
        )
    version = _read_version(folders)
    if version < LEAST_CUDA:
        raise UnsupportedError(
            f"CUDA {version_text(version)} headers are too old: {version_text(LEAST_CUDA)} or newer is needed",
            at=folders[0],
            fix=HEADERS_FIX,
        )
    return CudaHeaders(folders, version)


def _holds(folders: tuple[str, ...], name: str) -> bool:
    return any(os.path.isfile(os.path.join(folder, name)) for folder in folders)


def _read_version(folders: tuple[str, ...]) -> int:
    try:
        with open(os.path.join(folders[0], "cuda.h"), encoding="utf-8", errors="replace") as file:
            match = re.search(r"^#define\s+CUDA_VERSION\s+(\d+)", file.read(), re.MULTILINE)
    except OSError:
        match = None
    if match is None:
        raise ToolError("CUDA's headers are incomplete: cuda.h names no CUDA_VERSION", at=folders[0], fix=HEADERS_FIX)
    return int(match[1])
