"""What NVPTX can't compile and libLLVM would die of, loop over or be corrupted by: refused before it gets to try.

Names cost next to nothing to look at, so they are checked right before code generation: what optimization removed
harms nobody. Types and operand bundles are looked at once, before any pass or question about sizes.
"""

from __future__ import annotations

from opencicc.errors import UnsupportedError
from opencicc.llvm import hopeless, library

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Module
    from opencicc.llvm.values import Function

# Processors with intrinsics of their own in LLVM 22; some of these keep NVPTX's code generation busy for ever.
FOREIGN_TARGETS = frozenset(
    "aarch64 amdgcn arm bpf dx hexagon loongarch mips ppc r600 riscv s390 spv ve wasm x86 xcore".split()
)
_HOST_RUNTIME = "a GPU has no such runtime: compile the function for the host, or write it without"
# What begins so, what it is, and what to do about it.
REFUSED_FAMILIES = (
    (
        "llvm.coro.",
        "coroutine",
        "NVPTX has no coroutines; LLVM's coro-early, coro-split and coro-cleanup make ordinary functions of them",
    ),
    ("llvm.icall.branch.funnel", "branch funnel", "a GPU has no such dispatch: call through a pointer or a switch"),
    ("llvm.experimental.gc.", "statepoint", _HOST_RUNTIME),
    ("llvm.experimental.deoptimize.", "deoptimization", _HOST_RUNTIME),
)
_HOPELESS = {
    hopeless.SCALABLE: (
        "scalable vector: a GPU has no vectors whose length the processor decides",
        "use vectors of a fixed length, such as <4 x i32>",
    ),
    hopeless.FOREIGN_TYPE: (
        "opaque type of another processor: NVPTX has no target(...) types",
        "build the module for nvptx64",
    ),
    hopeless.BUNDLE: (
        'call with deoptimization state (an operand bundle "deopt" or "gc-live")',
        f"leave the bundle out; {_HOST_RUNTIME}",
    ),
}


def check_values(module: Module) -> None:
    """Scalable vectors, types of other processors and deoptimization state, wherever they are."""
    found = hopeless.find(module)
    if found is None:
        return
    what, fix = _HOPELESS[found.kind]
    raise UnsupportedError(what, at=found.place, fix=fix, detail=found.text)


def check_names(module: Module) -> None:
    """Thread-local variables, and intrinsics that no code can be made for."""
    check_thread_locals(module)
    for function in module.functions:
        name = function.name
        if name.startswith("llvm.") and function.has_uses:
            check_intrinsic(function, name)


def check_intrinsic(function: Function, name: str) -> None:
    target = name.split(".", 2)[1]
    if target in FOREIGN_TARGETS:
        raise UnsupportedError(
            f"intrinsic @{name} is for another processor ({target})",
            at=f"@{name}",
            fix="build the module for nvptx64: NVPTX's own intrinsics begin with llvm.nvvm",
        )
    for prefix, family, fix in REFUSED_FAMILIES:
        if name.startswith(prefix):
            raise UnsupportedError(f"{family} intrinsic @{name} can't be compiled for NVPTX", at=f"@{name}", fix=fix)
    if not function.is_intrinsic:
        raise UnsupportedError(
            f"unknown intrinsic @{name}",
            at=f"@{name}",
            fix=f"libLLVM {library.version_text()} has no intrinsic of this name: check its spelling and suffixes",
        )


def check_thread_locals(module: Module) -> None:
    """Refused before OPT already: generic-to-nvvm would leave invalid IR behind."""
    for variable in module.globals:
        if variable.is_thread_local:
            raise UnsupportedError(
                f"thread-local variable @{variable.name}: PTX has no thread-local storage",
                at=f"@{variable.name}",
                fix="use a local variable, or an array indexed by the thread number",
            )
