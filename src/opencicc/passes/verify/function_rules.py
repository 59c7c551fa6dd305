"""The rules for functions; those for their instructions are called from here."""

from __future__ import annotations

from opencicc.llvm.names import CLUSTER_DIMENSIONS, LARGEST_CLUSTER
from opencicc.passes.verify import instruction_rules
from opencicc.passes.verify.module_rules import is_forgotten
from opencicc.passes.verify.violation import Violation, of_function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencicc.llvm.ir import Function

REFUSED_ATTRIBUTES = (
    "jumptable naked nobuiltin noimplicitfloat noredzone nonlazybind returns_twice safestack sanitize_address "
    "sanitize_memory sanitize_thread ssp sspreq sspstrong alignstack uwtable"
).split()
FULL_WIDTH = 32  # bits of an integer that a register holds without saying how it is extended
CLUSTERS_FROM = 90


def check(function: Function, sm: int) -> Iterator[Violation]:
    if function.is_intrinsic or (function.is_declaration and not function.has_uses) or is_forgotten(function):
        return
    for what in faults(function):
        yield of_function(function, what)
    for what in doubts(function, sm):
        yield of_function(function, what, is_warning=True)
    for instruction in function.instructions:
        yield from instruction_rules.check(instruction)


def faults(function: Function) -> Iterator[str]:
    for name in REFUSED_ATTRIBUTES:
        if function.has_attribute(name):
            yield f"function attribute {name} is not supported"
    if function.linkage == "extern_weak":
        yield "extern_weak linkage is not supported"
    if function.section:
        yield f"section '{function.section}': functions have no sections"
    if function.alignment:
        yield "an alignment of code is not allowed"
    if function.has_data_before_code:
        yield "prefix or prologue data is not allowed"
    if function.garbage_collector:
        yield "a garbage collector is not supported"
    if function.has_personality and not function.is_declaration:
        yield "a personality function is not allowed: device code does not unwind"
    if function.is_kernel and function.value_type.result.kind != "void":
        yield "a kernel returns nothing"


def doubts(function: Function, sm: int) -> Iterator[str]:
    """What descriptions of the rules refuse and libNVVM lets pass."""
    if function.is_kernel or function.name.startswith("llvm."):
        yield from cluster_doubts(function, sm)
    signature = function.value_type
    for number, type_ in enumerate(signature.params, 1):
        for name in ("inreg", "nest"):
            if function.attribute(name, number) is not None:
                yield f"parameter {number}: {name} means nothing here"
        if is_narrow(type_.integer_width) and not is_extended(function, number):
            yield f"parameter {number}: an integer of less than {FULL_WIDTH} bits without signext or zeroext"
    if is_narrow(signature.result.integer_width) and not is_extended(function, 0):
        yield f"returns an integer of less than {FULL_WIDTH} bits without signext or zeroext"


def cluster_doubts(function: Function, sm: int) -> Iterator[str]:
    dimensions, most = function.attribute(CLUSTER_DIMENSIONS), function.attribute(LARGEST_CLUSTER)
    if dimensions is None and most is None:
        return
    if sm < CLUSTERS_FROM:
        yield f"clusters need sm_{CLUSTERS_FROM}"
    zeros = [part.strip() == "0" for part in (dimensions or "1").split(",")]
    if any(zeros) and not all(zeros):
        yield "some dimensions of its cluster are zero and some are not"
    if most == "0":
        yield "its largest cluster has no blocks"


def is_narrow(width: int) -> bool:
    return 0 < width < FULL_WIDTH


def is_extended(function: Function, index: int) -> bool:
    return any(function.attribute(name, index) is not None for name in ("signext", "zeroext"))
