"""Other compilers, asked for PTX with the same arithmetic: nvcc, clang, and an opencicc installed elsewhere."""

from __future__ import annotations

import os
import shutil

from opencicc import tools
from opencicc.errors import CompilerError, ToolError, UsageError
from opencicc.frontend import clang as frontend
from opencicc.frontend import options as frontend_options
from opencicc.frontend import toolchain
from opencicc.link.libdevice import find_library
from opencicc.options import driver as options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.options.values import OptionValues
    from opencicc.target import Target

PEERS = ("nvcc", "clang", "clang++", "clang-22")
CUDA_SUFFIXES = (".cu", ".cuh")
IR_SUFFIXES = (".ll", ".bc")
# Without our front end's own header in front of clang's.
STOCK_WRAPPER = ("-include", "__clang_cuda_runtime_wrapper.h")
# libdevice asks with __nvvm_reflect whether square roots are precise; LLVM's own answer is no.
PRECISE_SQRT = ("-mllvm", "-nvvm-reflect-add=__CUDA_PREC_SQRT=1")


def compile_by(name: str, program: str, flags: list[str], path: str, values: OptionValues, target: Target) -> str:
    """The PTX that a compiler makes of a file; `program` is what the user called it by."""
    if name == "nvcc":
        command = nvcc_command(program, flags, path, values, target)
    elif name == "opencicc":
        command = [require(program), path, f"-arch={target.name}", *flags]
    else:
        command = clang_command(program, flags, path, values, target)
    with tools.Workplace() as place:
        output = place.path("kernel.ptx")
        tools.run_tool([*command, "-o", output], program)
        with open(output) as file:
            return file.read()


def require(program: str) -> str:
    found = shutil.which(program)
    if found is None:
        raise ToolError(f"{program} not found", at="opencicc compare", fix="check the path of the compiler")
    return found


def nvcc_command(program: str, flags: list[str], path: str, values: OptionValues, target: Target) -> list[str]:
    if not path.endswith(CUDA_SUFFIXES):
        raise UsageError(f"nvcc reads CUDA C++, not {path}", at="opencicc compare", fix="name a .cu file")
    nvcc = tools.require_tool("nvcc") if program == "nvcc" else require(program)
    return [nvcc, "-ptx", f"-arch={target.name}", *nvcc_flags(values), *flags, path]


def nvcc_flags(values: OptionValues) -> list[str]:
    """What the options that both know are called there."""
    flags = [f"-I{folder}" for folder in values[frontend_options.INCLUDE]]
    flags += [f"-D{macro}" for macro in values[frontend_options.DEFINE]]
    flags += [f"-U{macro}" for macro in values[frontend_options.UNDEFINE]]
    if values[frontend_options.STANDARD]:
        flags.append(f"-std={values[frontend_options.STANDARD]}")
    if values[options.FAST_MATH]:
        flags.append("-use_fast_math")
    switches = ((options.FTZ, "ftz"), (options.PREC_DIV, "prec-div"), (options.PREC_SQRT, "prec-sqrt"))
    flags += [f"-{name}={str(values[option]).lower()}" for option, name in switches if values.is_set(option)]
    if values.is_set(options.FMA):
        flags.append(f"-fmad={str(values[options.FMA]).lower()}")
    if values[options.MAX_REGISTERS]:
        flags.append(f"-maxrregcount={values[options.MAX_REGISTERS]}")
    return flags


def clang_command(program: str, flags: list[str], path: str, values: OptionValues, target: Target) -> list[str]:
    """clang's own optimizer, at -O3 unless the flags name a level, with libdevice where it is found."""
    clang = toolchain.find_clang(program if os.path.dirname(program) else "")
    library = libdevice_flags()
    level = [] if any(flag.startswith("-O") for flag in flags) else ["-O3"]
    if path.endswith(CUDA_SUFFIXES):
        headers = toolchain.find_headers(values[frontend_options.CUDA_PATH])
        source = [*frontend.cuda_flags(headers, values, target), *STOCK_WRAPPER]
    elif path.endswith(IR_SUFFIXES):
        triple = "nvptx64-nvidia-cuda"
        source = ["-x", "ir", f"--target={triple}", f"-march={target.name}", "-Xclang", "-target-feature"]
        source += ["-Xclang", target.features, "-Wno-override-module"]
    else:
        raise UsageError(
            f"clang reads CUDA C++ and IR, not {path}", at="opencicc compare", fix="name a .cu or .ll file"
        )
    return [clang, *source, *library, *level, *flags, "-S", path]


def libdevice_flags() -> list[str]:
    try:
        return ["-Xclang", "-mlink-builtin-bitcode", "-Xclang", find_library().name, *PRECISE_SQRT]
    except CompilerError:
        return []  # clang says itself what it misses
