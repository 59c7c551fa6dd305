"""The stage that takes the place of Triton's `ptx` stage: its options as ours, our PTX as it wants it."""

from __future__ import annotations

import re
import warnings

from opencicc import __version__
from opencicc.compiler.api import compile, option_values
from opencicc.errors import CompilerError
from opencicc.llvm import helper, library
from opencicc.target import KNOWN_PTX, LEAST_PTX, ptx_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Metadata = dict[str, Any]

_NAME = re.compile(r"^\s*(?:\.\w+\s+)*\.entry\s+([\w$]+)", re.MULTILINE)
_VERSION = re.compile(r"^\.version \d+\.\d+", re.MULTILINE)
# Architectures of Triton's that have no name in libLLVM 22, and what Triton compiles for in their place.
_STAND_INS = {107: 100}


class Stage:
    """What `enable()` was given, and the key that tells its results from others."""

    def __init__(self, options: dict[str, object], fallback: bool) -> None:
        option_values({**options, "arch": "sm_90"})  # a misspelt option is an error here and not at the first launch
        self.options = options
        self.fallback = fallback
        self.key = f"-opencicc-{cache_key(options)}"

    def replace(self, backend: Any, stages: dict[str, Callable[[Any, Metadata], Any]], options: Any) -> None:
        """Put our stage where Triton has put its own, unless a sanitizer wants code that only Triton's own makes."""
        own = stages.get("ptx")
        if own is None or getattr(options, "instrumentation_mode", None):
            return
        stages["ptx"] = lambda source, metadata: self.make_ptx(source, metadata, backend, options, own)

    def make_ptx(
        self, source: str, metadata: Metadata, backend: Any, options: Any, own: Callable[[Any, Metadata], Any]
    ) -> str:
        capability = int(backend.target.arch)
        version = wanted_version(options, capability)
        given = {"ptx-version": writable_version(version), **stage_options(options), **self.options}
        try:
            result = compile(source, arch=arch_name(capability), options=given, name="triton.ll")
        except CompilerError as error:
            if not self.fallback:
                raise
            warnings.warn(f"opencicc could not compile a kernel, Triton does: {error.what}", stacklevel=2)
            return str(own(source, metadata))
        (metadata["name"],) = _NAME.findall(result.ptx)
        return finished(result.ptx, capability, 0 if "ptx-version" in self.options else version)


def arch_name(capability: int) -> str:
    """sm_90a for 90: like Triton, with the instructions of this architecture alone from sm_90 on."""
    number = _STAND_INS.get(capability, capability)
    return f"sm_{number}a" if f"{number}a" in LEAST_PTX else f"sm_{number}"


def stage_options(options: Any) -> dict[str, object]:
    """What Triton's options and knobs say about this step."""
    from triton import knobs

    given: dict[str, object] = {"fma": bool(options.enable_fp_fusion)}
    if getattr(knobs.compilation, "dump_ir_extract_di_local_variables", False):
        given.update({"g": True, "opt-level": 3})
    elif not knobs.compilation.disable_line_info:
        given["generate-line-info"] = True
    return given


def wanted_version(options: Any, capability: int) -> int:
    """The PTX version of Triton's ptxas: inline assembly may use all of it."""
    from triton.backends.nvidia import compiler

    try:
        return int(compiler.get_ptx_version_from_options(options, capability))
    except Exception:  # no ptxas to ask: what libLLVM writes will do
        return 0


def writable_version(version: int) -> str:
    """The newest PTX version that this ptxas reads and libLLVM writes; '' for our default."""
    known = [each for each in KNOWN_PTX if each <= version]
    return ptx_text(known[-1]) if known else ""


def finished(ptx: str, capability: int, version: int) -> str:
    """The PTX under the version that Triton's ptxas reads, and for the architecture itself where it had a stand-in."""
    if version > KNOWN_PTX[-1]:
        ptx = _VERSION.sub(f".version {ptx_text(version)}", ptx, count=1)
    if capability in _STAND_INS:
        ptx = ptx.replace(f".target sm_{_STAND_INS[capability]}", f".target sm_{capability}", 1)
    return ptx


def cache_key(options: dict[str, object]) -> str:
    """A digest of everything that our step depends on besides what Triton counts itself."""
    import hashlib

    from opencicc.compiler.cache import code_print

    digest = hashlib.sha256()
    settings = sorted((name, value.value) for name, value in option_values(options))
    for part in (__version__, code_print(), library.version_text(), helper.describe(), repr(settings)):
        digest.update(part.encode() + b"\0")
    return digest.hexdigest()[:24]
