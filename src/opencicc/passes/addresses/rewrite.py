"""One base for a group of accesses: built once, and every member becomes base + constant."""

from __future__ import annotations

from opencicc.llvm import edit, types
from opencicc.llvm.ir import Function, Instruction, Value
from opencicc.passes.addresses.groups import Group

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.snapshot import Snapshot


def build_base(function: Function, group: Group, place: Instruction, name: str) -> Value:
    """root + terms + the anchor's offset, before `place`; without flags, since it may run where no member does."""
    context = function.context
    wide, byte = types.integer(context, 64), types.integer(context, 8)
    address = group.members[0].address
    with edit.Builder(context) as builder:
        builder.before(place)
        pointer = address.root
        for term in address.terms:
            index = builder.cast(term.extension, term.value, wide) if term.extension else term.value
            if term.scale != 1:
                index = builder.binary("mul", index, edit.constant_int(wide, term.scale))
            pointer = builder.gep(byte, pointer, [index], name)
        if address.offset:
            pointer = builder.gep(byte, pointer, [edit.constant_int(wide, address.offset)], name)
    return pointer


def rewrite_members(function: Function, flat: Snapshot, group: Group, base: Value, name: str) -> int:
    """Let every member access base + its distance from the anchor; how many changed."""
    context = function.context
    wide, byte = types.integer(context, 64), types.integer(context, 8)
    changed = 0
    for member in group.members:
        access, distance = flat.instruction(member.number), member.address.offset - group.anchor
        pointer = base
        if distance:
            with edit.Builder(context) as builder:
                pointer = builder.before(access).gep(byte, base, [edit.constant_int(wide, distance)], name)
        if pointer.ref != member.pointer.ref:
            index = 0 if access.opcode == "load" else 1
            edit.set_operand(access, index, pointer)
            changed += 1
    return changed


def erase_dead(function: Function) -> None:
    """Take away address computations that nothing uses any more, last ones first."""
    for instruction in reversed(list(function.instructions)):
        if instruction.opcode in PURE and not instruction.has_uses:
            edit.erase(instruction)


PURE = frozenset(("getelementptr", "add", "sub", "mul", "shl", "or", "sext", "zext"))
