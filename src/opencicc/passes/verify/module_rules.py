"""The rules for a module as a whole and for its variables."""

from __future__ import annotations

from opencicc.llvm import types
from opencicc.llvm.constants import initializer_of
from opencicc.llvm.names import CONSTANT, GENERIC, GLOBAL, LOCAL_LINKAGES, SHARED
from opencicc.passes.verify.violation import Violation, of_variable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencicc.llvm.ir import GlobalValue, GlobalVariable, Module

VARIABLE_SPACES = (GENERIC, GLOBAL, SHARED, CONSTANT)
FOREIGN_FLOATS = frozenset(("fp128", "x86_fp80", "ppc_fp128"))
INTEGER_ALIGNMENTS = {8: 1, 16: 2, 32: 4, 64: 8, 128: 16}
METADATA_SECTION = "llvm.metadata"
LISTS = ("llvm.used", "llvm.compiler.used")
STARTERS = ("llvm.global_ctors", "llvm.global_dtors")
VERSION_METADATA = "nvvmir.version"


def check(module: Module) -> Iterator[Violation]:
    yield from check_target(module)
    for variable in module.globals:
        if is_forgotten(variable):
            continue
        for what in variable_faults(variable):
            yield of_variable(variable, what)


def is_forgotten(value: GlobalValue) -> bool:
    """The library's own linker leaves out what nobody can refer to before its verifier looks."""
    return value.linkage in LOCAL_LINKAGES and not value.has_uses


def check_target(module: Module) -> Iterator[Violation]:
    place = "module"
    words = module.triple.split("-")
    if len(words) < 3 or words[0] not in ("nvptx", "nvptx64") or words[2] != "cuda":
        yield Violation(f"target triple '{module.triple}' is not nvptx64-*-cuda", place)
    if not module.metadata_rows(VERSION_METADATA):
        yield Violation(f"no !{VERSION_METADATA}: the module does not say which NVVM IR it is", place)
    text = module.data_layout
    if not text:
        yield Violation("no data layout", place)
        return
    if text.startswith("E"):
        yield Violation("the data layout is big-endian: a GPU is little-endian", place, text)
    layout = module.layout
    for width, alignment in INTEGER_ALIGNMENTS.items():
        if layout.alignment(types.integer(module.context.ref, width)) != alignment:
            yield Violation(f"the data layout does not align i{width} to {width} bits", place, text)


def variable_faults(variable: GlobalVariable) -> Iterator[str]:
    name, linkage = variable.name, variable.linkage
    if name in STARTERS:
        yield f"{name}: device code has no code that runs before or after kernels"
        return
    if name in LISTS:
        return
    if linkage in ("appending", "extern_weak"):
        yield f"{linkage} linkage is not supported"
    if variable.section not in ("", METADATA_SECTION):
        yield f"section '{variable.section}': variables have no sections but {METADATA_SECTION}"
    if variable.address_space not in VARIABLE_SPACES:
        yield f"a variable can't be in address space {variable.address_space}: it takes 0, 1, 3 or 4"
    for kind in sorted(kinds_of(variable)):
        yield f"type {kind} is not supported"
    initializer = initializer_of(variable)
    if initializer is None:
        return
    if variable.address_space == SHARED and initializer.kind not in ("undef", "poison"):
        yield "a variable in shared memory can't be initialized"
    if initializer.kind == "block_address":
        yield "the address of a block is not supported"


def kinds_of(variable: GlobalVariable) -> set[str]:
    """The float types in a variable that device code has not."""
    return {kind for kind in FOREIGN_FLOATS if variable.value_type.holds(frozenset((kind,)))}
