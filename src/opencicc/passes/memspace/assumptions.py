"""What the program itself says of a pointer's space: assumptions, and the ways a test of it takes.

%is = call i1 @llvm.nvvm.isspacep.shared(ptr %p)
call void @llvm.assume(i1 %is)                       from here on %p is shared
br i1 %is, label %then, label %else                  in %then, and in what only %then leads to, it is too
"""

from __future__ import annotations

from opencicc.analysis.flow import Flow
from opencicc.llvm import edit, types
from opencicc.llvm.ir import Instruction
from opencicc.llvm.names import CONSTANT, GLOBAL, LOCAL, SHARED
from opencicc.llvm.opcodes import OPCODES
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.snapshot import Snapshot

QUESTION = "llvm.nvvm.isspacep."
SPACES = {
    f"{QUESTION}{name}": space
    for name, space in (("global", GLOBAL), ("shared", SHARED), ("local", LOCAL), ("const", CONSTANT))
}
_CALL, _BRANCH, _PHI = OPCODES["call"], OPCODES["br"], OPCODES["phi"]


@record
class Known:
    """From instruction `number` on a pointer has a space, for these uses: (instruction number, operand)."""

    pointer: int
    space: int
    number: int
    uses: tuple[tuple[int, int], ...]


def find_known(flat: Snapshot, flow: Flow) -> list[Known]:
    """What assumptions and tests say, each with the uses that it reaches."""
    found: list[Known] = []
    for number, space in _questions(flat):
        question = flat.first_instruction + number
        pointer = flat.operands_of(number)[0]
        for user in flat.users_of(question):
            where = _holds_from(flat, flow, question, user - flat.first_instruction)
            if where is None:
                continue
            uses = _uses_behind(flat, flow, pointer, where)
            if uses:
                found.append(Known(pointer, space, where, uses))
    return found


def _questions(flat: Snapshot) -> list[tuple[int, int]]:
    calls = (number for number, opcode in enumerate(flat.opcodes) if opcode == _CALL)
    named = ((number, flat.instruction(number).callee_name) for number in calls)
    return [(number, SPACES[name]) for number, name in named if name in SPACES]


def _holds_from(flat: Snapshot, flow: Flow, question: int, number: int) -> int | None:
    """The first instruction that only runs where the answer is yes."""
    opcode = flat.opcodes[number]
    if opcode == _CALL and flat.instruction(number).callee_name == "llvm.assume":
        return number + 1
    if opcode != _BRANCH or flat.operands_of(number)[0] != question:
        return None
    block = flat.parents[number]
    taken, other = (target.ref for target in flat.instruction(number).successors)
    targets = flow.successors[block]
    then = next((target for target in targets if flat.block(target).ref == taken), None)
    if then is None or taken == other or flow.predecessors[then] != [block]:
        return None
    return next(n for n in flat.block_range(then) if flat.opcodes[n] != _PHI)


def _uses_behind(flat: Snapshot, flow: Flow, pointer: int, start: int) -> tuple[tuple[int, int], ...]:
    home, found = flat.parents[start], []
    for user in set(flat.users_of(pointer)):
        number = user - flat.first_instruction
        for index, operand in enumerate(flat.operands_of(number)):
            if operand != pointer:
                continue
            if flat.opcodes[number] == _PHI:
                edge = flat.incoming[flat.operand_offsets[number] + index] - flat.arguments
                if flow.dominates(home, edge) and edge != home:
                    found.append((number, index))
            elif flat.parents[number] == home:
                if number >= start:
                    found.append((number, index))
            elif flow.dominates(home, flat.parents[number]):
                found.append((number, index))
    return tuple(sorted(found))


def apply_known(flat: Snapshot, known: Known, context: int) -> None:
    """Give the uses the pointer in its space, by a cast and its way back."""
    pointer = flat.value(known.pointer)
    with edit.Builder(context) as builder:
        builder.before(flat.instruction(known.number))
        inside = builder.cast("addrspacecast", pointer, types.pointer(context, known.space))
        back = builder.cast("addrspacecast", inside, pointer.type)
    for number, index in known.uses:
        edit.set_operand(Instruction(flat.values[flat.first_instruction + number]), index, back)
