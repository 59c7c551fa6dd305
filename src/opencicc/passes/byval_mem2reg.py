"""Pass small structs by value in calls that stay.

    %m = alloca %matrix                                  call float @f(%matrix %value)
    store ... into %m                            =>
    call float @f(ptr byval(%matrix) %m)                 @f: a local copy, which SROA splits

A pointer to a struct keeps it in local memory on both sides, although PTX copies it through
parameter memory anyway; as a value its fields stay in registers. Only for functions of this module
that are called and nothing else, and for structs of up to 128 bytes without padding: bytes between
the fields would be lost, and a union may keep something there.

The other two of the family: lower-struct-args is for parameters of functions whose signature stays, kernels above all,
byval-calls for calls of functions that nobody knows here. LLVM's argpromotion does it for single loads, not for structs
that are written to.
"""

from __future__ import annotations

from opencicc.llvm.edit_signature import pass_by_value
from opencicc.llvm.ir import Function, Instruction
from opencicc.llvm.names import LOCAL_LINKAGES
from opencicc.llvm.scan import calls_of
from opencicc.llvm.types import Type
from opencicc.passes.api import NVIDIA_REGISTRY, module_pass
from opencicc.passes.inline.body import Reader
from opencicc.passes.inline.types import TypeDesc, count_fields, storage_bytes
from opencicc.passes.places import Place, at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Module
    from opencicc.passes.api import PassContext

MOST_BYTES = 128
MOST_FIELDS = 32


@module_pass(
    "byval-mem2reg",
    "Promote byval arguments to values, in the callee and its callers.",
    kind="function",
    when="calls+byval",
    places=at(
        Place("simplify", after="function-attrs", why="small structs of calls that stay are passed in registers")
    ),
    origin=NVIDIA_REGISTRY,
)
def run(module: Module, ctx: PassContext) -> bool:
    reader = Reader(module)
    changed = False
    for function in module.definitions:
        given = passable(function, reader)
        calls = rewritable_calls(function) if given else []
        if calls:
            names = ", ".join(function.params[number].name or str(number) for number in given)
            ctx.remark(function, f"passed by value instead of by pointer: {names}")
            pass_by_value(module, function, given, calls)
            changed = True
    return changed


def passable(function: Function, reader: Reader) -> dict[int, tuple[Type, int]]:
    """The byval parameters that can be values: number to type and alignment."""
    if function.linkage not in LOCAL_LINKAGES or function.is_kernel or function.value_type.is_vararg:
        return {}
    found = small_structs(function, len(function.params), reader)
    return {number: (type_, align or 1) for number, (type_, align) in found.items()}


def small_structs(owner: Function | Instruction, count: int, reader: Reader) -> dict[int, tuple[Type, int]]:
    """The byval ones of a function's parameters or a call's arguments that can be values.

    Number to type and alignment, 0 if not said.
    """
    found = {}
    for number in range(count):
        type_ = owner.byval_type(number)
        if type_ is None:
            continue
        described = reader.describe(type_.ref)
        if is_small(described) and not has_padding(described):
            found[number] = type_, owner.argument_alignment(number, otherwise=0)
    return found


def is_small(type_: TypeDesc) -> bool:
    return 0 < storage_bytes(type_) <= MOST_BYTES and count_fields(type_) <= MOST_FIELDS


def has_padding(type_: TypeDesc) -> bool:
    """Are there bytes that belong to no field?"""
    return storage_bytes(type_) != sum(_scalar_bytes(type_))


def _scalar_bytes(type_: TypeDesc) -> list[int]:
    if not type_.is_aggregate:
        return [storage_bytes(type_) if type_.kind != "integer" or type_.bits % 8 == 0 else 0]
    inside = [size for member in type_.fields for size in _scalar_bytes(member)]
    return inside * type_.count if type_.kind == "array" else inside


def rewritable_calls(function: Function) -> list[Instruction]:
    """All uses of the function if every one is a plain call of its signature, else nothing."""
    found, uses = calls_of(function)
    calls = [Instruction(call) for call in found]
    if any(call.called_type != function.value_type or not call.is_plain_call for call in calls):
        return []
    return calls if len(calls) == uses else []
