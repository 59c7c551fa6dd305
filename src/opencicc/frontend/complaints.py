"""clang's failures as our errors: the user's line, the package a missing header comes from, or a crash."""

from __future__ import annotations

import re

from opencicc.errors import CompilerError, InputError, ToolError
from opencicc.frontend.toolchain import NEWEST_TESTED_CUDA, CudaHeaders, version_text

# Header names, and the package they come with: the first pattern that fits counts.
PACKAGES = (
    (r"(nv|cuda|cub|thrust|libcudacxx)/", "nvidia-cuda-cccl"),
    (r"curand", "nvidia-curand"),
    (r"crt/", "nvidia-cuda-crt"),
    (r"(cuda\w*|cooperative_groups\w*|mma|nvfunctional|\w*_types|cuComplex|device_\w+|sm_\d+_\w+)\.hp*", "nvidia-cuda-runtime"),
    (r"(cooperative_groups)/", "nvidia-cuda-runtime"),
    (r"cublas", "nvidia-cublas"),
    (r"cufft", "nvidia-cufft"),
    (r"cusparse", "nvidia-cusparse"),
    (r"cusolver", "nvidia-cusolver"),
)  # fmt: skip
STANDARD_HEADERS = ("climits", "cmath", "cstdlib", "stdlib.h", "string.h", "cstdint", "algorithm", "new", "complex")

_MISSING = re.compile(r"^(?P<at>\S+?:\d+:\d+): fatal error: '(?P<header>[^']+)' file not found$", re.MULTILINE)
_ERROR = re.compile(r"^(?:(?P<at>\S.*?:\d+:\d+): )?(?:[\w+-]+: )?(?:fatal )?error: (?P<what>.*)$", re.MULTILINE)
_NUMBER_OF_DIAGNOSTIC_FAILURE = 1  # clang's exit code for a source with errors; anything else is its own trouble


def explain(said: str, code: int, command: list[str], name: str, headers: CudaHeaders) -> CompilerError:
    """The error for a clang that ended with `code` after saying `said`."""
    if code != _NUMBER_OF_DIAGNOSTIC_FAILURE:
        return _crash(said, code, command)
    missing = _MISSING.search(said)
    if missing:
        return _missing_header(missing["header"], missing["at"], said)
    error = _ERROR.search(said)
    if error is None:
        return _crash(said, code, command)
    return InputError(error["what"], at=error["at"] or name, fix=_fix(error["what"], headers), detail=said)


def _crash(said: str, code: int, command: list[str]) -> ToolError:
    return ToolError(
        f"clang failed with exit code {code}", at="the command was: " + " ".join(command), detail="\n".join(_tail(said))
    )


def _tail(said: str) -> list[str]:
    return said.splitlines()[-20:]


def _missing_header(header: str, at: str, said: str) -> CompilerError:
    package = next((package for pattern, package in PACKAGES if re.match(pattern, header)), "")
    what = f"header '{header}' not found"
    if package:
        fix = f"`pip install {package}`, or name a toolkit that has it with --cuda-path or CUDA_HOME"
        return ToolError(what, at=at, fix=fix, detail=said)
    if header in STANDARD_HEADERS:
        return ToolError(what, at=at, fix="install a C++ standard library (Debian, Ubuntu: g++)", detail=said)
    return InputError(what, at=at, fix="name its folder with -I", detail=said)


def _fix(what: str, headers: CudaHeaders) -> str:
    if "initialization is not supported for __shared__ variables" in what:
        return "declare it without an initializer and outside of macros, and assign to it in one thread"
    if headers.version > NEWEST_TESTED_CUDA:
        newest = version_text(NEWEST_TESTED_CUDA)
        return f"if the message is about CUDA's own headers: {headers.version_text} is newer than the tested {newest}"
    return ""
