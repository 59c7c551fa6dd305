"""Find libdevice and pull in what the module uses.

A module that calls no undefined `__nv_*` function never makes us look for the library. The places
searched, first found wins: `-nvvmir-library`, OPENCICC_LIBDEVICE, the nvidia-nvvm and
nvidia-cuda-nvcc wheels, CUDA_HOME and CUDA_PATH, the toolkit's usual places.
"""

from __future__ import annotations

import os
import sys

from opencicc.errors import FileError, LinkError
from opencicc.link.builtins import LINK_ERROR, BuiltinFailure, pull, report
from opencicc.link.closures import Closure, narrow
from opencicc.llvm import edit
from opencicc.llvm.ir import Function
from opencicc.llvm.memory import Memory, map_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from opencicc.link.settings import LinkSettings
    from opencicc.llvm.ir import GlobalValue, Module
    from opencicc.target import Target
    from opencicc.trace import Trace

FILE_NAME = "libdevice.10.bc"
LIBRARY_VARIABLE = "OPENCICC_LIBDEVICE"
PREFIX = "__nv_"
# Not inlined by libdevice's own wish, so they stay functions in the PTX.
NOINLINE_HELPERS = ("__internal_accurate_pow", "__internal_lgamma_pos", "__internal_trig_reduction_slowpathd")
# `memory` without a value is memory(none): tables that never change and a function's own stack do not count.
PURE_ATTRIBUTES = ("memory", "willreturn", "nounwind")

DENORMAL_ATTRIBUTE = "denormal-fp-math-f32"
_DENORMAL_MODES = {True: "preserve-sign,preserve-sign", False: "ieee,ieee"}

SHOWN_NAMES = 8
_NAMES_LIBRARY = f"-nvvmir-library PATH or {LIBRARY_VARIABLE}"
_INSTALL = (
    "install the library with `pip install nvidia-nvvm`, or install the CUDA toolkit and set CUDA_HOME, "
    f"or name the file with {_NAMES_LIBRARY}"
)


def link_builtins(module: Module, settings: LinkSettings, trace: Trace, target: Target | None = None) -> None:
    """Define the module's undefined `__nv_*` functions from libdevice, as internal functions.

    With a target they may come as the next stage would make them: their queries answered and their products contracted.
    """
    if settings.skip_builtins:
        return
    undefined = undefined_builtins(module)
    if not undefined:
        return
    memory = find_library(settings.library_path, undefined)
    closure = _settled_closure(memory, undefined, module, settings, target) if target else narrow(memory, undefined)
    try:
        arrived = pull(
            module,
            closure.memory,
            dict.fromkeys(undefined, False),
            settings=settings,
            is_clean=closure.is_cut,
        )
    except BuiltinFailure as failure:
        report(trace, failure)
        check_filled(module, memory.name, failure)
        return
    if not closure.is_settled:
        write_attributes(arrived, settings)
    pulled = {value.name for value in arrived}
    module.context.settled |= pulled if closure.is_settled else set()
    trace.note(f"libdevice: {len(pulled.intersection(undefined))} of {len(undefined)} functions from {memory.name}")
    for name in undefined:
        if name not in pulled:
            trace.diagnostics.append(("warning", f"{name} is not in libdevice: the call stays external"))


def _settled_closure(
    memory: Memory, undefined: list[str], module: Module, settings: LinkSettings, target: Target
) -> Closure:
    from opencicc.link import contraction, reflect

    known = reflect.answers(module, target, settings)

    def settle(library: Module, arrived: list[GlobalValue]) -> None:
        reflect.resolve_with(library, known)
        contraction.contract_builtins(library, settings)
        write_attributes([*library.functions], settings)

    return narrow(memory, undefined, settle, *known.items(), settings.ftz, settings.fma)


def write_attributes(arrived: Iterable[GlobalValue], settings: LinkSettings) -> None:
    """How functions treat denormal numbers, and that those from values to a value do no more than that."""
    for value in arrived:
        if not isinstance(value, Function) or value.is_declaration:
            continue
        if settings.ftz is not None:
            edit.add_attribute(value, DENORMAL_ATTRIBUTE, _DENORMAL_MODES[settings.ftz])
        if is_value_only(value):
            for name in PURE_ATTRIBUTES:
                edit.add_attribute(value, name)


def check_filled(module: Module, library: str, failure: BuiltinFailure) -> None:
    """A link that failed is an error as soon as something that the module calls was to come from it."""
    missing = undefined_builtins(module)
    if missing:
        raise LinkError(
            f"{LINK_ERROR}{failure}",
            at=f"{library}, for {', '.join(missing[:SHOWN_NAMES])}",
            fix=f"the library is damaged or does not fit: install it again, or name another with {_NAMES_LIBRARY}",
        )


def is_value_only(function: Function) -> bool:
    """Values in, a value out: such a function of libdevice does nothing but compute."""
    signature = function.value_type
    return signature.result.kind != "void" and all(parameter.kind != "pointer" for parameter in signature.params)


def is_builtin(function: Function) -> bool:
    """Did this function come from libdevice?"""
    return is_builtin_name(function.name) and function.linkage == "internal"


def is_builtin_name(name: str) -> bool:
    return name.startswith(PREFIX) or name in NOINLINE_HELPERS


def undefined_builtins(module: Module) -> list[str]:
    """Names of libdevice's that something refers to and nothing defines."""
    return [name for name in module.used_declarations if name.startswith(PREFIX)]


def find_library(library_path: str = "", needed: list[str] | None = None) -> Memory:
    """The library's bytes, mapped once per process; `needed` names the callers in the error."""
    if library_path:
        try:
            return map_file(library_path)
        except (OSError, ValueError) as error:
            raise FileError(
                f"can't read {library_path}: {_reason(error)}",
                at="-nvvmir-library",
                fix="give the path of a readable bitcode file",
            ) from None
    tried = []
    for path in _known_candidates():
        try:
            return map_file(path)
        except (OSError, ValueError) as error:
            tried.append(f"{path}: {_reason(error)}")
    raise LinkError(
        f"{(needed or ['a builtin function'])[0]} is undefined and no libdevice was found",
        at=", ".join((needed or [])[:SHOWN_NAMES]),
        fix=_INSTALL,
        detail="tried:\n" + "\n".join(tried),
    )


def is_known_library(data: bytes, library_path: str = "") -> bool:
    """Are these the bytes of the library that we would find ourselves?"""
    try:
        memory = find_library(library_path)
    except (FileError, LinkError):
        return False
    return memory.holds(data)


_searched: tuple[object, list[str]] = (None, [])


def _known_candidates() -> list[str]:
    """The candidates, looked for again only when one of the things they depend on has changed."""
    global _searched
    key = (tuple(sys.path), *(os.environ.get(name) for name in (LIBRARY_VARIABLE, "CUDA_HOME", "CUDA_PATH")))
    if _searched[0] != key:
        _searched = key, list(candidates())
    return _searched[1]


def candidates() -> Iterator[str]:
    """Where the library may be, best first; a file named by the environment is the only candidate."""
    named = os.environ.get(LIBRARY_VARIABLE)
    if named:
        yield named
        return
    for folder in sys.path:
        # Wheels of CUDA 13 share nvidia/cu13; those of CUDA 12 had a folder each.
        for inside in ("cu13/nvvm", "nvvm", "cuda_nvcc/nvvm"):
            path = os.path.join(folder or ".", "nvidia", inside, "libdevice", FILE_NAME)
            if os.path.exists(path):
                yield path
    for variable in ("CUDA_HOME", "CUDA_PATH"):
        if os.environ.get(variable):
            yield os.path.join(os.environ[variable], "nvvm", "libdevice", FILE_NAME)
    yield f"/usr/local/cuda/nvvm/libdevice/{FILE_NAME}"
    yield from _versioned_toolkits()
    yield f"/usr/lib/nvidia-cuda-toolkit/libdevice/{FILE_NAME}"


def _versioned_toolkits(root: str = "/usr/local") -> list[str]:
    """Toolkits with a version in their folder's name, newest first."""
    try:
        names = [name for name in os.listdir(root) if name.startswith("cuda-")]
    except OSError:
        return []
    return [f"{root}/{name}/nvvm/libdevice/{FILE_NAME}" for name in sorted(names, key=_version_key, reverse=True)]


def _version_key(name: str) -> list[int]:
    return [int(part) if part.isdigit() else 0 for part in name.removeprefix("cuda-").split(".")]


def _reason(error: OSError | ValueError) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)
