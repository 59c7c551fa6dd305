"""Say that a kernel only reads through a restrict pointer whose address it also looks at.

    define ptx_kernel void @k(ptr noalias %a, ...)             define ptx_kernel void @k(ptr noalias readonly %a, ...)
      %address = ptrtoint ptr %a to i64
      %low = and i64 %address, 15                    =>
      %aligned = icmp eq i64 %low, 0
      %v = load float, ptr %a                                    the same, but code generation writes ld.global.nc

What a kernel only reads through a restrict pointer stays the same while it runs: such loads need not wait for stores in front of
them, and ptxas starts many of them at once. LLVM finds by itself which parameters are only read, but not once their address has
become a number, as in the tests for alignment in front of wide accesses. A number that ends in comparisons writes nothing.

Leaves alone: pointers that are not restrict or that a store, an atomic operation, a volatile load, a call or a result gets, and numbers
that become pointers or go into memory.
"""

from __future__ import annotations

from opencicc.llvm import edit
from opencicc.llvm.opcodes import OPCODES
from opencicc.llvm.snapshot import Snapshot
from opencicc.options.option import Option
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.places import Place, at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Function

READ_ONLY_LOADS = Option(
    "read-only-loads",
    True,
    "Load what a kernel only reads through a restrict pointer as read-only, also where it looks at the address.",
    source="observed: nvcc writes ld.global.nc there; measured, see docs/gpu-time.md",
)
_LOAD, _AS_NUMBER, _COMPARED = (OPCODES[name] for name in ("load", "ptrtoint", "icmp"))
_ANY = ("phi", "select", "freeze")
_POINTERS = frozenset(OPCODES[name] for name in ("getelementptr", "bitcast", "addrspacecast", *_ANY))
_NUMBERS = frozenset(
    OPCODES[name] for name in "add sub mul udiv sdiv urem srem shl lshr ashr and or xor trunc zext sext".split()
) | {OPCODES[name] for name in _ANY}


@function_pass(
    "read-only-loads",
    "Say that a kernel only reads through a restrict pointer whose address it also looks at.",
    guard="read-only-loads",
    has_first_look=True,
    places=at(Place("final-shape", after="sizes-first", why="nothing makes accesses or takes them away any more")),
    reads=(READ_ONLY_LOADS,),
    needs=(Snapshot,),
    preserves=("cfg", "snapshot"),
)
def run(function: Function, ctx: PassContext) -> bool:
    open_ones = unsettled(function) if function.is_kernel else []
    if not open_ones:
        return False
    flat = ctx.analysis(Snapshot, function)
    found = [position for position in open_ones if is_only_read(flat, position)]
    for position in found:
        edit.add_parameter_attribute(function, position, "readonly")
        name = function.params[position].name or f"parameter {position}"
        ctx.remark(function, f"nothing is written through {name}: its loads are read-only", name="ReadOnly")
    return bool(found)


def unsettled(function: Function) -> list[int]:
    """The restrict pointers among the parameters of which nobody said yet whether they are written through."""
    return [
        position
        for position, value in enumerate(function.params)
        if value.type.kind == "pointer"
        and function.attribute("noalias", position + 1) is not None
        and function.byval_type(position) is None
        and all(function.attribute(name, position + 1) is None for name in ("readonly", "readnone", "writeonly"))
    ]


def is_only_read(flat: Snapshot, parameter: int) -> bool:
    """Is all that is made of a pointer loaded from or compared, and is something loaded?"""
    seen, waiting, is_loaded = {parameter}, [(parameter, False)], False
    while waiting:
        value, is_number = waiting.pop()
        for user in flat.users_of(value):
            opcode = flat.opcodes[user - flat.first_instruction]
            if opcode == _COMPARED:
                continue
            if opcode == _LOAD and not is_number and flat.instruction(user - flat.first_instruction).is_simple:
                is_loaded = True
                continue
            if opcode not in (_NUMBERS if is_number else _POINTERS) and (is_number or opcode != _AS_NUMBER):
                return False
            if user not in seen:
                seen.add(user)
                waiting.append((user, is_number or opcode == _AS_NUMBER))
    return is_loaded
