"""The commands that bring what is missing, for the package manager that this machine has."""

from __future__ import annotations

import os
import shlex
import shutil
import sys

MAJOR = 22
APT_ARCHIVE = f"wget https://apt.llvm.org/llvm.sh && sudo bash llvm.sh {MAJOR}"


def libllvm() -> tuple[str, ...]:
    """One command where the package manager is known, else one for each."""
    return _by_manager(
        apt=f"sudo apt-get install libllvm{MAJOR}",
        dnf="sudo dnf install llvm-libs",
        brew=f"brew install llvm@{MAJOR}",
        otherwise=(
            f"conda install -c conda-forge libllvm{MAJOR}",
            f"or set OPENCICC_LIBLLVM to the path of libLLVM.so.{MAJOR}.1",
        ),
    )


def clang() -> tuple[str, ...]:
    return _by_manager(
        apt=f"sudo apt-get install clang-{MAJOR}",
        dnf="sudo dnf install clang",
        brew=f"brew install llvm@{MAJOR}",
        otherwise=("or set OPENCICC_CLANG to the path of a clang 22",),
    )


def helper() -> tuple[str, ...]:
    """In a checkout `make helper`; installed from a source distribution, what building needs and the build again."""
    checkout = os.path.abspath(os.path.join(os.path.dirname(__file__), *[os.pardir] * 3))
    if os.path.isfile(os.path.join(checkout, "Makefile")) and os.path.isdir(os.path.join(checkout, "native")):
        return (f"make -C {shlex.quote(checkout)} helper",)
    tools = _by_manager(
        apt=f"sudo apt-get install g++ llvm-{MAJOR}-dev",
        dnf="sudo dnf install gcc-c++ llvm-devel",
        brew=f"brew install llvm@{MAJOR}",
        otherwise=(),
    )
    return (*tools, f"{_pip()} install --force-reinstall --no-deps {shlex.quote(_installed_from())}")


def _installed_from() -> str:
    """The folder or archive that pip installed this package from, else its name."""
    from importlib import metadata

    try:
        text = metadata.distribution("opencicc").read_text("direct_url.json") or "{}"
    except metadata.PackageNotFoundError:
        text = "{}"
    import json

    return str(json.loads(text).get("url", "opencicc")).removeprefix("file://")


def wheels(*names: str) -> tuple[str, ...]:
    """NVIDIA's wheels, which exist for Linux; elsewhere there is no CUDA to get."""
    if sys.platform != "linux":
        return ("install the CUDA toolkit and set CUDA_HOME",)
    return (f"{_pip()} install {' '.join(names)}",)


def _pip() -> str:
    return f"{shlex.quote(sys.executable)} -m pip"


def _by_manager(apt: str, dnf: str, brew: str, otherwise: tuple[str, ...]) -> tuple[str, ...]:
    folders = os.pathsep.join([os.environ.get("PATH", ""), "/usr/bin", "/opt/homebrew/bin", "/usr/local/bin"])
    if shutil.which("apt-get", path=folders):
        return (apt, f"where the archive has no version {MAJOR}: {APT_ARCHIVE}, then the same again", *otherwise)
    for program, command in (("dnf", dnf), ("brew", brew)):
        if shutil.which(program, path=folders):
            return (command, *otherwise)
    return (f"Debian, Ubuntu: {apt}", f"Fedora: {dnf}", f"macOS: {brew}", *otherwise)
