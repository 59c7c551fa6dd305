"""What NVPTX can't compile and libLLVM would die of, loop over or be corrupted by: refused before it gets to try.

Names cost next to nothing to look at, so they are checked right before code generation: what optimization removed
harms nobody. Types and operand bundles are looked at once, before any pass or question about sizes.
"""

from __future__ import annotations

from opencicc.errors import InputError, UnsupportedError
from opencicc.llvm import hopeless, library
from opencicc.llvm.code import Function
from opencicc.llvm.names import CONSTANT, LOCAL, SHARED
from opencicc.llvm.services import services

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Module

_OF_LLVM = "llvm."

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
    hopeless.SPACE: (
        "unknown address space",
        "NVPTX has 0 generic, 1 global, 3 shared, 4 constant, 5 local, 6 tensor, 7 shared of a cluster, 101 parameters",
    ),
    hopeless.CONSTANT_STORE: (
        "store to constant memory: a kernel can't write it",
        "put the variable into global memory (addrspace(1)), or let the host write it",
    ),
    hopeless.TENSOR_ACCESS: ("load or store of tensor memory", "it is reached by the tcgen05 intrinsics only"),
    hopeless.ATOMIC: (
        "atomic operation on memory that has none: constant, local or tensor memory",
        "use global or shared memory; local memory has one thread, so plain loads and stores do",
    ),
    hopeless.BARRIER: ("barrier number out of range", "a block has the barriers 0 to 15"),
    hopeless.ALIGNMENT: ("alignment of a stack object beyond 2^23 bytes", "align it less"),
}


def check_values(module: Module) -> None:
    """What hopeless.py looks for, wherever it is."""
    found = hopeless.find(module)
    if found is None:
        return
    what, fix = _HOPELESS[found.kind]
    raise UnsupportedError(what, at=found.place, fix=fix, detail=found.text)


def check_variables(module: Module) -> None:
    """Variables are in generic (that is global), global, shared or constant memory."""
    for variable in module.globals:
        space = variable.address_space
        if space > CONSTANT or space == SHARED - 1:
            what = (
                "local memory (address space 5): it belongs to a thread" if space == LOCAL else f"address space {space}"
            )
            raise UnsupportedError(
                f"variable @{variable.name} can't be in {what}",
                at=f"@{variable.name}",
                fix="put it into global (1), shared (3) or constant memory (4), or make it a stack object",
            )


MOST_CONSTANT_BYTES = 1 << 16


def check_constants(module: Module) -> None:
    """Asked at the end: what optimization removed takes no room, and what it found to be constant memory is not written."""
    constants = [variable for variable in module.globals if variable.address_space == CONSTANT]
    if not constants:
        return
    check_values(module)
    layout, size = module.layout, 0
    for variable in constants:
        alignment = variable.alignment or layout.alignment(variable.value_type)
        size = -(-size // alignment) * alignment + layout.size_bytes(variable.value_type)
    if size > MOST_CONSTANT_BYTES:
        raise UnsupportedError(
            f"{size} bytes of constant memory: a module has {MOST_CONSTANT_BYTES}",
            fix="put large tables into global memory (addrspace(1)): it is cached too",
        )


def check_functions(module: Module) -> None:
    """Kernels that PTX can't be written for, and what no PTX says about functions."""
    for function in map(Function, services().unusual_functions(module)):
        if function.is_kernel:
            check_kernel(function, module)
        if function.has_data_before_code:
            raise InputError(
                f"function @{function.name} has prefix or prologue data, for which PTX has no place",
                at=f"function {function.name}",
                fix="leave the data out: nothing on a GPU reads it",
            )
    if module.has_ifuncs:
        raise UnsupportedError(
            "an ifunc: a GPU has no loader that would choose a function",
            fix="call the function itself, or through a pointer",
        )


def check_kernel(kernel: Function, module: Module) -> None:
    from opencicc.passes.verify import kernel_rules

    for what, fix in kernel_rules.faults(kernel, module.layout):
        place = f" at {kernel.location}" if kernel.location else ""
        raise InputError(what, at=f"function {kernel.name}{place}", fix=fix)


_known_intrinsics: set[str] = set()  # names that were found to be fine


def check_names(module: Module) -> None:
    """Thread-local variables, and intrinsics that no code can be made for."""
    check_thread_locals(module)
    for name in module.used_declarations:  # intrinsics have no body
        if name.startswith(_OF_LLVM) and name not in _known_intrinsics:
            function = module.function(name)
            if function:
                check_intrinsic(function, name)
                _known_intrinsics.add(name)


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
