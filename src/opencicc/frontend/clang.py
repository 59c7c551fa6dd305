"""CUDA C++ to unoptimised IR by clang.

Unoptimised means `-O3 -disable-llvm-passes`: at -O0 clang would mark every function `optnone noinline`, and no later
pass could do anything. libdevice is left out, because our linker adds what is used of it. We also choose the headers
ourselves (`-nogpuinc` and a `--cuda-path` that does not exist): clang 22 knows CUDA up to 12.9 and otherwise warns about
newer ones, and it takes headers from one toolkit folder only, never from wheels.
"""

from __future__ import annotations

import os
import subprocess

from opencicc.compiler import cache_folder
from opencicc.compiler.files import Input
from opencicc.errors import ToolError
from opencicc.frontend import complaints, header_cache, options, second_run, toolchain, visibility
from opencicc.options import driver
from opencicc.record import record
from opencicc.target import Target

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from opencicc.frontend.toolchain import CudaHeaders
    from opencicc.options.values import OptionValues

SHIM_FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "include")
WRAPPER = (
    *("-include", "opencicc_before_cuda.h"),
    *("-include", "__clang_cuda_runtime_wrapper.h"),
    *("-include", "opencicc_after_cuda.h"),
    *("-include", "opencicc_constants.h"),
)
UNOPTIMISED = ("-c", "-emit-llvm", "-O3", "-Xclang", "-disable-llvm-passes", "-fno-discard-value-names")
# The newest CUDA that clang 22 has a name for; it decides how clang lowers `<<<>>>`, which has not changed since.
NEWEST_SDK = 12090
# clang has the cluster functions that cooperative groups look for, but not the macro of nvcc that says so.
_CLUSTER_MACRO = "-D_CG_CLUSTER_INTRINSICS_AVAILABLE"
# `register` left the language with C++17; nvcc takes it without a word.
_NO_REGISTER_WARNING = "-Wno-register"
# Remarks on, for no pass: clang then keeps source locations without writing debug information.
_LOCATIONS_ONLY = "-Rpass=^$"
_LOCATION_READERS = (
    driver.RPASS,
    driver.RPASS_MISSED,
    driver.RPASS_ANALYSIS,
    driver.REMARKS,
    driver.TRACE,
    driver.HTML,
)


@record
class Lowered:
    """Bitcode of a .cu input and the warnings clang gave."""

    bitcode: bytes
    warnings: str


def is_cuda(item: Input, values: OptionValues) -> bool:
    return item.is_cuda_source or values[options.INPUT_LANGUAGE] != ""


def lower(item: Input, values: OptionValues, target: Target, report: Callable[[str], None] | None = None) -> Input:
    """A CUDA C++ input as an IR input of the same name; `report` gets clang's warnings (default: standard error)."""
    lowered = compile_cuda(item, values, target)
    if lowered.warnings:
        (report or _print_warnings)(lowered.warnings)
    return Input(item.name, lowered.bitcode)


def compile_cuda(item: Input, values: OptionValues, target: Target) -> Lowered:
    """Unoptimised bitcode of a CUDA C++ input, with what other modules may see decided."""
    clang = toolchain.find_clang(values[options.CLANG])
    headers = toolchain.find_headers(values[options.CUDA_PATH])
    flags = _common_flags(headers, values, target)
    on_disk = _is_on_disk(item)
    ending = [
        *_own_headers(values),
        *dependency_flags(item, values),
        *UNOPTIMISED,
        "-o",
        "-",
        item.name if on_disk else "-",
    ]
    text = b"" if on_disk else f'#line 1 "{item.name}"\n'.encode() + item.data
    # Full debug information names types in another order when they come from a precompiled file, which also hides headers
    # from -MD.
    cache = "" if values[driver.DEBUG] or values[options.DEPENDENCIES] else values[driver.CACHE_DIR]
    limit = values[driver.CACHE_SIZE] * cache_folder.MEGABYTE
    precompiled = header_cache.precompile(cache, clang, [*flags, *WRAPPER], _own_flags(values), limit)
    flags = cuda_flags(headers, values, target)
    beginning = [clang, *flags, *(header_cache.use(precompiled) if precompiled else WRAPPER)]
    done = _run([*beginning, *ending], text)
    if done.returncode and precompiled and header_cache.is_stale(done.stderr):
        header_cache.drop(precompiled)
        beginning = [clang, *flags, *WRAPPER]
        done = _run([*beginning, *ending], text)
    warnings = ""
    if not values[driver.WARNINGS_AS_ERRORS]:
        done, warnings = second_run.without_shared_constructors(done, [*beginning, *ending], text, item.name, _run)
    said = ("" if values[driver.NO_WARNINGS] else warnings) + done.stderr.decode(errors="replace")
    if done.returncode:
        raise complaints.explain(said, done.returncode, done.args, item.name, headers)
    divides_fast = values[driver.FAST_MATH] and not (values.is_set(driver.PREC_DIV) and values[driver.PREC_DIV])
    bitcode = visibility.settle(done.stdout, item.name, target, values[options.RELOCATABLE], divides_fast)
    return Lowered(bitcode, said)


def _run(command: list[str], text: bytes) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(command, input=text, capture_output=True, check=False)
    except OSError as error:
        raise ToolError(f"clang could not be started: {error.strerror}", at=" ".join(command)) from None


def cuda_flags(headers: CudaHeaders, values: OptionValues, target: Target) -> list[str]:
    """How clang is told to read CUDA C++ for a target, but for the WRAPPER: language, headers, the user's wishes."""
    return [*_common_flags(headers, values, target), *(word for flag in _own_flags(values) for word in flag)]


def _common_flags(headers: CudaHeaders, values: OptionValues, target: Target) -> list[str]:
    sdk = toolchain.version_text(min(headers.version, NEWEST_SDK))
    return [
        *("-x", "cuda", "--cuda-device-only"),
        *("--cuda-path=/nonexistent", "-nogpuinc", "-nogpulib", "-Xclang", f"-target-sdk-version={sdk}"),
        *(f"--cuda-gpu-arch={_clang_arch(target)}", f"--cuda-feature={target.features}"),
        *("-isystem", SHIM_FOLDER),
        *(word for folder in headers.folders for word in ("-isystem", folder)),
        _CLUSTER_MACRO,
        _NO_REGISTER_WARNING,
        *(_version_macros(headers.version) if values[options.NVCC_MACROS] else ()),
        *_user_flags(values),
    ]


def _version_macros(version: int) -> tuple[str, ...]:
    """The headers' version, from which opencicc_after_cuda.h makes nvcc's own macros once CUDA's headers are read."""
    return (f"-D__OPENCICC_CUDA_MAJOR={version // 1000}", f"-D__OPENCICC_CUDA_MINOR={version % 1000 // 10}")


def _clang_arch(target: Target) -> str:
    """clang has no name for the family architectures (sm_100f): their common part is the plain one."""
    return f"sm_{target.sm}{target.suffix if target.suffix == 'a' else ''}"


def _own_flags(values: OptionValues) -> list[tuple[str, ...]]:
    """The user's macros and folders, each flag by itself: CUDA's headers seldom know them."""
    return [
        *((f"-I{folder}",) for folder in values[options.INCLUDE]),
        *(("-isystem", folder) for folder in values[options.SYSTEM_INCLUDE]),
        *((f"-D{macro}",) for macro in values[options.DEFINE]),
        *((f"-U{macro}",) for macro in values[options.UNDEFINE]),
    ]


def _user_flags(values: OptionValues) -> list[str]:
    flags = []
    if values[options.STANDARD]:
        flags.append(f"-std={values[options.STANDARD]}")
    if values[options.RELOCATABLE]:
        flags.append("-fgpu-rdc")
    if values[driver.FAST_MATH]:
        flags.append(
            "-fgpu-approx-transcendentals"
        )  # sinf is __sinf; opencicc_before_cuda.h adds what clang leaves out
    if values[driver.NO_WARNINGS]:
        flags.append("-w")
    if values[driver.WARNINGS_AS_ERRORS]:
        flags.append("-Werror")
    return flags + _debug_flags(values)


def _own_headers(values: OptionValues) -> list[str]:
    """-include: after CUDA's own headers, which they may need."""
    return [word for header in values[options.PRE_INCLUDE] for word in ("-include", header)]


def dependency_flags(item: Input, values: OptionValues) -> list[str]:
    """-MD: the rule that clang writes beside the output."""
    if not values[options.DEPENDENCIES]:
        return []
    output = values[driver.OUTPUT] if values[driver.OUTPUT] not in ("", "-") else f"{item.stem}.{values[driver.EMIT]}"
    file = values[options.DEPENDENCY_FILE] or f"{os.path.splitext(output)[0]}.d"
    targets = values[options.DEPENDENCY_TARGET] or (output,)
    phony = ["-MP"] if values[options.DEPENDENCY_PHONY] else []
    return ["-MD", "-MF", file, *(word for target in targets for word in ("-MT", target)), *phony]


def command_line(item: Input, values: OptionValues, target: Target) -> list[str]:
    """The command that would be run, for -dryrun."""
    clang = toolchain.find_clang(values[options.CLANG])
    flags = cuda_flags(toolchain.find_headers(values[options.CUDA_PATH]), values, target)
    ending = [*_own_headers(values), *dependency_flags(item, values), *UNOPTIMISED, "-o", f"{item.stem}.bc", item.name]
    return [clang, *flags, *WRAPPER, *ending]


def _debug_flags(values: OptionValues) -> list[str]:
    if values[driver.DEBUG]:
        return ["-g", "--cuda-noopt-device-debug"]  # without the second, clang gives an optimised compile lines only
    if values[driver.LINE_INFO] or values[driver.SHOW_SOURCE]:
        return ["-gline-directives-only"]
    return [_LOCATIONS_ONLY] if any(values[option] for option in _LOCATION_READERS) else []


def _is_on_disk(item: Input) -> bool:
    """Whether clang can read the input itself, so that includes beside it are found and debug information names it."""
    try:
        with open(item.name, "rb") as file:
            return file.read() == item.data
    except (OSError, ValueError):
        return False


def _print_warnings(text: str) -> None:
    import sys

    print(text, end="", file=sys.stderr)
