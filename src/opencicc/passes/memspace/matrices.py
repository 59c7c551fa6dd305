"""Matrix loads and stores in the space of their pointer.

    call ... @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16.p0(ptr %p, ...)
        =>   call ... @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16.p3(ptr addrspace(3) %p.shared, ...)

Code generation has these instructions for global and shared memory; LLVM's infer-address-spaces does not know them.
"""

from __future__ import annotations

from opencicc.analysis.spaces import SpaceWalk, resolve
from opencicc.llvm import edit, edit_module, types
from opencicc.llvm.ir import Instruction, Module
from opencicc.llvm.names import GLOBAL, SHARED
from opencicc.llvm.opcodes import OPCODES
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.snapshot import Snapshot

PREFIX = "llvm.nvvm.wmma."
_GENERIC_SUFFIX = ".p0"
_CALL = OPCODES["call"]


@record
class MatrixAccess:
    """A call by its instruction number, and the space of its pointer, the first argument."""

    number: int
    space: int


def functions_named(module: Module, prefixes: tuple[str, ...]) -> frozenset[int]:
    """The declared functions whose names begin so, by pointer: asked once a module, not once a call."""
    return frozenset(
        function.ref for function in module.functions if function.is_declaration and function.name.startswith(prefixes)
    )


def calls_of(flat: Snapshot, functions: frozenset[int]) -> list[int]:
    """The numbers of the calls of these functions."""
    if not functions:
        return []
    calls = (number for number, opcode in enumerate(flat.opcodes) if opcode == _CALL)
    return [number for number in calls if flat.values[flat.operands_of(number)[-1]] in functions]


def find_matrices(walk: SpaceWalk, functions: frozenset[int]) -> list[MatrixAccess]:
    """The accesses through generic pointers whose space is known."""
    flat, found = walk.flat, []
    for number in calls_of(flat, functions):
        if flat.instruction(number).callee_name.endswith(_GENERIC_SUFFIX):
            space = resolve(walk.of(flat.operands_of(number)[0]))
            if space in (GLOBAL, SHARED):
                found.append(MatrixAccess(number, space))
    return found


def apply_matrix(module: Module, call: Instruction, space: int, context: int) -> None:
    """Make the call again with the pointer in its space."""
    pointer, *others = call.arguments
    base = call.callee_name.removesuffix(_GENERIC_SUFFIX)
    target, name = types.pointer(context, space), call.name
    function = edit_module.intrinsic(module, base, [target])
    with edit.Builder(context) as builder:
        builder.before(call)
        inside = builder.cast("addrspacecast", pointer, target)
        fresh = builder.call(function, [inside, *others])
    edit.replace_and_erase(call, fresh)
    if name:
        edit.rename(fresh, name)
