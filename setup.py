"""Build the optional native parts with the package: the helper where a compiler and LLVM's headers are found, and
libnvvm.so.4 where a C compiler is.

The helper (`native/`) and the library (`native/nvvm/`) are plain C libraries, not Python modules: their file names and the
wheel's tag carry no Python version. Whatever goes wrong here costs one line of output, never the installation.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext

LLVM_MAJOR = "22"
ROOT = Path(__file__).parent
SOURCES = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("native/*.cpp"))
HEADERS = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("native/*.h"))
HELPER = Extension("opencicc.llvm._helper", SOURCES, depends=HEADERS, optional=True)
NVVM_SOURCES = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("native/nvvm/*.c"))
NVVM_HEADERS = ["native/nvvm/message.h", "src/opencicc/nvvm/include/nvvm.h"]
NVVM_SONAME = "libnvvm.so.4"
NVVM = Extension("opencicc.nvvm.lib.libnvvm", NVVM_SOURCES, depends=NVVM_HEADERS, optional=True)


class NoHelper(Exception):
    """Why the helper can't be built here."""


class BuildHelper(build_ext):
    def build_extension(self, ext: Extension) -> None:
        output = Path(self.get_ext_fullpath(ext.name))
        build, title = (build_helper, "native helper") if ext is HELPER else (build_nvvm, NVVM_SONAME)
        try:
            build(output)
        except (NoHelper, OSError) as reason:
            # A leftover of an earlier build would not fit the sources any more.
            output.unlink(missing_ok=True)
            print(f"note: opencicc installs without its optional {title}: {reason}", file=sys.stderr)

    def get_ext_filename(self, fullname: str) -> str:
        return fullname.replace(".", os.sep) + (".so.4" if fullname.endswith("libnvvm") else ".so")

    def get_outputs(self) -> list[str]:
        return [path for path in super().get_outputs() if os.path.exists(path)]


class HelperWheel(bdist_wheel):
    """Any Python 3; with the helper inside, this operating system and processor only."""

    def get_tag(self) -> tuple[str, str, str]:
        names = ("_helper.so", NVVM_SONAME)
        is_native = self.bdist_dir is not None and any(any(Path(self.bdist_dir).rglob(name)) for name in names)
        return "py3", "none", super().get_tag()[2] if is_native else "any"


def build_helper(output: Path) -> None:
    if os.environ.get("OPENCICC_BUILD_HELPER") == "0":
        raise NoHelper("OPENCICC_BUILD_HELPER=0")
    includes, libraries = find_llvm()
    compiler = find_compiler()
    output.parent.mkdir(parents=True, exist_ok=True)
    compile_one = [*compiler, "-std=c++17", "-O2", "-DNDEBUG", "-D_GNU_SOURCE", "-fPIC", "-fvisibility=hidden"]
    compile_one += [f"-I{ROOT / 'native'}", f"-isystem{includes}", "-c"]
    with ThreadPoolExecutor(os.cpu_count()) as workers:
        objects = list(workers.map(lambda source: compile_source(compile_one, ROOT / source), SOURCES))
    libllvm = f"-lLLVM-{LLVM_MAJOR}" if sys.platform != "darwin" else "-lLLVM"
    run_compiler([*compiler, "-shared", *map(str, objects), f"-L{libraries}", libllvm, "-pthread"], output)


def build_nvvm(output: Path) -> None:
    """libNVVM's interface as a C library; it finds Python at run time and links nothing of it."""
    if os.environ.get("OPENCICC_BUILD_NVVM") == "0":
        raise NoHelper("OPENCICC_BUILD_NVVM=0")
    if sys.platform != "linux":
        raise NoHelper("NVIDIA's library of this name exists on Linux only")
    command = [*find_c_compiler(), "-std=c11", "-O2", "-fPIC", "-fvisibility=hidden", "-shared"]
    command += [
        f"-Wl,-soname,{NVVM_SONAME}",
        f"-I{ROOT / 'src/opencicc/nvvm/include'}",
        *NVVM_SOURCES,
        "-ldl",
        "-pthread",
    ]
    output.parent.mkdir(parents=True, exist_ok=True)
    run_compiler(command, output)


def compile_source(command: list[str], source: Path) -> Path:
    """The object file of a source, made again only if it, a header or the command is another."""
    parts = [" ".join(command).encode(), source.read_bytes(), *((ROOT / name).read_bytes() for name in HEADERS)]
    key = hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]
    made = ROOT / "build" / "helper" / f"{source.stem}-{key}.o"
    if not made.exists():
        made.parent.mkdir(parents=True, exist_ok=True)
        for older in made.parent.glob(f"{source.stem}-*.o"):
            older.unlink(missing_ok=True)
        run_compiler([*command, str(source)], made)
    return made


def run_compiler(command: list[str], output: Path) -> None:
    """Write the output whole or not at all."""
    partial = output.with_suffix(f".{os.getpid()}.tmp")
    try:
        done = subprocess.run([*command, "-o", str(partial)], capture_output=True, text=True, cwd=ROOT)
        if done.returncode:
            first_error = next((line for line in done.stderr.splitlines() if "error" in line), "no message")
            raise NoHelper(f"{command[0]} failed: {first_error}")
        os.replace(partial, output)
    finally:
        partial.unlink(missing_ok=True)


def find_llvm() -> tuple[str, str]:
    """The folders of LLVM's headers and libraries, by llvm-config."""
    named = os.environ.get("LLVM_CONFIG")
    places = [f"llvm-config-{LLVM_MAJOR}", f"/usr/lib/llvm-{LLVM_MAJOR}/bin/llvm-config"]
    places += [f"{prefix}/llvm@{LLVM_MAJOR}/bin/llvm-config" for prefix in ("/opt/homebrew/opt", "/usr/local/opt")]
    for candidate in [named] if named else [*places, "llvm-config"]:
        tool = shutil.which(candidate)
        if tool and ask(tool, "--version").startswith(f"{LLVM_MAJOR}."):
            includes = ask(tool, "--includedir")
            if os.path.exists(os.path.join(includes, "llvm", "IR", "Module.h")):
                return includes, ask(tool, "--libdir")
    raise NoHelper(f"no llvm-config of LLVM {LLVM_MAJOR} with its headers (Debian: llvm-{LLVM_MAJOR}-dev)")


def find_compiler() -> list[str]:
    named = os.environ.get("CXX", "").split()
    for candidate in [named] if named else [["c++"], ["g++"], ["clang++"], [f"clang++-{LLVM_MAJOR}"]]:
        if shutil.which(candidate[0]):
            return candidate
    raise NoHelper("no C++ compiler")


def find_c_compiler() -> list[str]:
    named = os.environ.get("CC", "").split()
    for candidate in [named] if named else [["cc"], ["gcc"], ["clang"], [f"clang-{LLVM_MAJOR}"]]:
        if shutil.which(candidate[0]):
            return candidate
    raise NoHelper("no C compiler")


def ask(tool: str, question: str) -> str:
    return subprocess.run([tool, question], capture_output=True, text=True, check=False).stdout.strip()


setup(ext_modules=[HELPER, NVVM], cmdclass={"build_ext": BuildHelper, "bdist_wheel": HelperWheel})
