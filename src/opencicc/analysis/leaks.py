"""What pointers may lie in memory that nobody tracks: pointers of the host only, or anything.

The host stores pointers to global memory. So what a kernel loads as a pointer points there too, unless some thread stored
the address of its stack, of shared or of constant memory before, and where no function of the module lets such an address
out, none did. One module is enough: other kernels' shared and local addresses mean nothing here, and what other modules
may do is asked for too: functions that they could call, or that only they define, end the search.

    store ptr %any, ptr addrspace(1) %slot        memory holds anything, if %any may point elsewhere than to global memory
    store ptr %global, ptr addrspace(1) %slot     nothing new
    call void @unknown(ptr %any)                  as a store of %any; so does arithmetic on its address that ends in memory

The search believes that memory holds pointers of the host until it finds a store of something else; the first such store
can't have found its value in memory.
"""

from __future__ import annotations

from opencicc.analysis.spaces import ANYWHERE, FROM_HOST, space_of_constant
from opencicc.llvm.constants import assembly_of, initializer_of
from opencicc.llvm.ir import Function, Module
from opencicc.llvm.names import GENERIC, LOCAL_LINKAGES
from opencicc.llvm.opcodes import OPCODES, VALUE_KINDS
from opencicc.llvm.types import Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from opencicc.analysis.spaces import SpaceWalk
    from opencicc.llvm.snapshot import Snapshot

# What ptxas itself defines keeps no address that it is given.
KEEPS_NOTHING = frozenset(("vprintf", "malloc", "free", "__assertfail", "llvm.assume"))
_STORE, _CALL, _EXCHANGE, _SWAP = (OPCODES[name] for name in ("store", "call", "cmpxchg", "atomicrmw"))
_TO_INTEGER = frozenset(OPCODES[name] for name in ("ptrtoint", "ptrtoaddr"))
_LOOKED_AT = frozenset((_STORE, _CALL, _EXCHANGE, _SWAP, *_TO_INTEGER))
_HARMLESS_USES = frozenset(OPCODES[name] for name in ("icmp", "br", "switch", "inttoptr"))
_COMPUTES = frozenset(
    OPCODES[name]
    for name in ("add sub mul udiv urem sdiv srem shl lshr ashr and or xor trunc zext sext phi select freeze").split()
)
_EXPRESSION = VALUE_KINDS.index("constant_expr")
_MOST_CONSTANTS = 4096  # of all initialisers: larger tables may hold anything


def pointers_in_memory(module: Module, walk_of: Callable[[Function], SpaceWalk]) -> int:
    """The mask of a pointer loaded from memory that no analysis follows; the walks believe memory to be the host's."""
    if _meets_other_modules(module) or not _initialisers_are_global(module):
        return ANYWHERE
    for function in module.definitions:
        if not _keeps_to_host(walk_of(function)):
            return ANYWHERE
    return FROM_HOST


def _meets_other_modules(module: Module) -> bool:
    for function in module.functions:
        if function.is_declaration:
            if not function.is_intrinsic and function.has_uses and function.name not in KEEPS_NOTHING:
                return True
        elif not function.is_kernel and function.linkage not in LOCAL_LINKAGES:
            return True
    return False


def _initialisers_are_global(module: Module) -> bool:
    waiting = [first for variable in module.globals if (first := initializer_of(variable)) is not None]
    for _ in range(_MOST_CONSTANTS):
        if not waiting:
            return True
        value = waiting.pop()
        if value.type.kind == "pointer":
            if value.type.address_space == GENERIC and space_of_constant(value) & ~FROM_HOST:
                return False
        elif value.kind in ("constant_array", "constant_struct", "constant_vector"):
            waiting += value.operands
        elif value.kind == "constant_expr":
            return False  # an address as a number
    return False


def _keeps_to_host(walk: SpaceWalk) -> bool:
    """Does a function let out pointers of the host only?"""
    flat = walk.flat
    has_stack = OPCODES["alloca"] in flat.opcodes
    for number, opcode in enumerate(flat.opcodes):
        if opcode in _LOOKED_AT and not _lets_out_host_pointers(walk, number, opcode, has_stack):
            return False
    if any(kind == _EXPRESSION and _is_number_in_memory(flat, value) for value, kind in enumerate(flat.kinds)):
        return False
    if not has_stack and not walk.is_kernel:
        return True
    leaving = {value for contents in walk.objects.outgoing() for value in contents.values}
    return all(_is_of_host(walk, value) for value in leaving)  # numbers that are addresses were looked at above


def _lets_out_host_pointers(walk: SpaceWalk, number: int, opcode: int, has_stack: bool) -> bool:
    flat = walk.flat
    operands = flat.operands_of(number)
    if opcode == _STORE:
        if has_stack and walk.objects.holds_store(flat.first_instruction + number):
            return True
        return _is_of_host(walk, operands[0])
    if opcode == _EXCHANGE:
        return _is_of_host(walk, operands[2])
    if opcode == _SWAP:
        return _is_of_host(walk, operands[1])
    if opcode == _CALL:
        return _call_keeps_to_host(walk, number)
    return bool(not walk.of(operands[0]) & ~FROM_HOST) or _stays_a_number(flat, flat.first_instruction + number)


def _is_of_host(walk: SpaceWalk, value: int) -> bool:
    """A value that may go to memory: no pointer, or one of the host's."""
    type_ = Type(walk.flat.types[value])
    kind = type_.kind
    if kind == "pointer":
        return type_.address_space != GENERIC or not walk.of(value) & ~FROM_HOST
    if kind not in ("struct", "array", "vector") or not type_.holds(frozenset(("pointer",))):
        return True
    number = value - walk.flat.first_instruction
    return 0 <= number < walk.flat.instructions and walk.flat.opcodes[number] == OPCODES["load"]


def _call_keeps_to_host(walk: SpaceWalk, number: int) -> bool:
    """Calls of functions with a body are looked at there; their arguments may be anything there."""
    call = walk.flat.instruction(number)
    callee = call.called_function
    if callee is not None and (callee.is_intrinsic or not callee.is_declaration or callee.name in KEEPS_NOTHING):
        return True
    text = assembly_of(call.callee)
    if text is not None and ("cvta." in text[0].replace("cvta.to.", "") or "mapa." in text[0]):
        return False  # a number that is an address of whatever memory
    operands = walk.flat.operands_of(number)
    return all(_is_of_host(walk, operand) for operand in operands[:-1])


def _is_number_in_memory(flat: Snapshot, value: int) -> bool:
    """A constant address as a number that may go to memory."""
    return Type(flat.types[value]).kind == "integer" and not _stays_a_number(flat, value)


def _stays_a_number(flat: Snapshot, start: int) -> bool:
    """Does arithmetic on an address end in comparisons and addresses, and nowhere else?"""
    seen, waiting = {start}, [start]
    while waiting:
        for user in flat.users_of(waiting.pop()):
            opcode = flat.opcodes[user - flat.first_instruction]
            if opcode in _COMPUTES:
                if user not in seen:
                    seen.add(user)
                    waiting.append(user)
            elif opcode not in _HARMLESS_USES:
                return False
    return True
