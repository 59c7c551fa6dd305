"""Write index sums that differ by a constant as one sum and the constant.

    %first = add nuw nsw i32 %x, %row                 %first = add nuw nsw i32 %x, %row
    %next  = or disjoint i32 %x, 1              =>    %second = add nuw nsw i32 %first, 1
    %second = add nuw nsw i32 %next, %row

Elements of a row that are handled together, `c[row * n + 4 * i + j]` for some `j`, come out of unrolling with the constant on
the inside. LLVM takes it out of the addresses only, each with an addition of its own, and strength reduction then keeps one
address for the first element and another for the rest. Worse, ptxas can't see that the accesses are neighbours: it loads
the second element behind the store to the first. With the constant outside they are one address and offsets of it.

Done where one of the sums has been computed on every way to the other, so nothing is computed more. Its flags have to promise
no more than the other's did, or an access through it that has been made makes the difference void.
Leaves alone: sums that may wrap, which can't be taken out of an extension to the width of an address.
"""

from __future__ import annotations

from bisect import bisect_right

from opencicc.analysis.flow import Flow
from opencicc.llvm import edit
from opencicc.llvm.ir import Function
from opencicc.llvm.opcodes import OPCODES
from opencicc.llvm.snapshot import Snapshot
from opencicc.options.option import Option
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.places import Place, at
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container

NEAR_SUMS = Option(
    "near-sums",
    True,
    "Write index sums that differ by a constant as one sum and the constant.",
    source="our choice: stores between loads of one row no longer wait for each other",
)
_ADD, _OR, _GEP = (OPCODES[name] for name in ("add", "or", "getelementptr"))
EXTENSIONS = frozenset((OPCODES["sext"], OPCODES["zext"]))
ADDRESS_OPERAND = {OPCODES["load"]: 0, OPCODES["store"]: 1}
MOST_STEP = 1 << 23  # what an access of SASS adds to its address


@record
class IndexSum:
    """Instruction `number`: a sum of two values, `parts` by their ids, and of a constant that one of them was added to before."""

    number: int
    parts: tuple[int, int]
    constant: int
    signed: bool  # adding up these numbers with a sign never overflows
    unsigned: bool  # nor does adding them up without one


@function_pass(
    "near-sums",
    "Share one sum between indices that differ by a constant.",
    has_first_look=True,
    places=at(Place("closing", after="early-cse<memssa>", why="loops are unrolled, and equal sums are one")),
    reads=(NEAR_SUMS,),
    needs=(Snapshot, Flow),
    preserves=("cfg",),
)
def run(function: Function, ctx: PassContext) -> bool:
    if not ctx.option(NEAR_SUMS):
        return False
    flat = ctx.analysis(Snapshot, function)
    rewritten: set[int] = set()
    for sums in near_sums(flat):
        flow = ctx.analysis(Flow, function)
        for place, later in enumerate(sums):
            if later.number not in rewritten and is_index(flat, later.number):
                chosen = choose_known(
                    flat, flow, later, [each for each in sums[:place] if each.number not in rewritten]
                )
                if chosen is not None:
                    rewrite(flat, later, chosen, ctx)
                    rewritten.add(later.number)
    erase_unused(flat, rewritten)
    return bool(rewritten)


# --- what there is ---


def near_sums(flat: Snapshot) -> list[list[IndexSum]]:
    """Sums of the same two values with different constants, in the order of the code."""
    groups: dict[tuple[int, int], list[IndexSum]] = {}
    for number, opcode in enumerate(flat.opcodes):
        if opcode == _ADD:
            for found in readings(flat, number):
                groups.setdefault(found.parts, []).append(found)
    return [sums for sums in groups.values() if len({each.constant for each in sums}) > 1]


def readings(flat: Snapshot, number: int) -> list[IndexSum]:
    """The ways to see an addition as the sum of two values and a constant."""
    operands = flat.operands_of(number)
    left, right = operands
    most = flat.first_instruction + flat.instructions  # above are constants
    if left >= most or right >= most:
        return []
    own = flags_of(flat, number)
    found = [IndexSum(number, ordered(left, right), 0, *own)]
    for value, other in ((left, right), (right, left)):
        inner = value - flat.first_instruction
        added = constant_added(flat, inner) if inner >= 0 else 0
        if added:
            signed, unsigned = flags_of(flat, inner)
            parts = ordered(flat.operands_of(inner)[0], other)
            found.append(IndexSum(number, parts, added, own[0] and signed, own[1] and unsigned and added > 0))
    return found


def ordered(left: int, right: int) -> tuple[int, int]:
    return (left, right) if left < right else (right, left)


def constant_added(flat: Snapshot, number: int) -> int:
    """By an addition, or by an `or` of bits that are not set; 0 where there is none."""
    from opencicc.llvm.integers import signed as signed_number  # few functions come here

    if flat.opcodes[number] not in (_ADD, _OR):
        return 0
    instruction, constant = flat.instruction(number), flat.value(flat.operands_of(number)[1]).integer
    if constant is None or (flat.opcodes[number] == _OR and not instruction.is_disjoint):
        return 0
    return signed_number(constant, instruction.type.integer_width)


def flags_of(flat: Snapshot, number: int) -> tuple[bool, bool]:
    """Does it never overflow as a signed sum, as an unsigned one?"""
    if flat.opcodes[number] == _OR:  # nothing is carried; at most one of both has the sign, and so has the result
        return True, True
    instruction = flat.instruction(number)
    return instruction.has_no_signed_wrap, instruction.has_no_unsigned_wrap


def is_index(flat: Snapshot, number: int) -> bool:
    """Is it extended to the width of an address?"""
    return bool(users_with(flat, number, EXTENSIONS))


# --- what may be done ---


def choose_known(
    flat: Snapshot, flow: Flow, later: IndexSum, earlier: list[IndexSum]
) -> tuple[IndexSum, bool, bool] | None:
    """A sum that was computed before, and what the new sum of it and a constant promises: no signed, no unsigned overflow."""
    for known in earlier:
        if 0 < abs(later.constant - known.constant) < MOST_STEP and stands_before(
            flat, flow, known.number, later.number
        ):
            promises = promised(flat, flow, later, known)
            if promises is not None:
                return known, *promises
    return None


def promised(flat: Snapshot, flow: Flow, later: IndexSum, known: IndexSum) -> tuple[bool, bool] | None:
    """What is true of the new sum because it was of the old one; None where nothing is, or where the known sum may be no number.

    A sum that neither overflows nor carries does neither without its constant, if that is more than 0. If it is only known not to do
    one of both, or the known sum has a constant of its own, whose bits may be said to be free, then what is said of the known
    sum must be true already: it is when memory was accessed at its address.
    """
    grows = 0 <= known.constant < later.constant
    signed, unsigned = later.signed and (known.signed or (later.unsigned and grows)), later.unsigned and grows
    if not signed and not unsigned:
        return None
    says_signed, _ = flags_of(flat, known.number)
    is_implied = unsigned and not known.constant and (later.signed or not says_signed)
    return (signed, unsigned) if is_implied or is_accessed(flat, flow, known.number, later.number) else None


def stands_before(flat: Snapshot, flow: Flow, earlier: int, later: int) -> bool:
    """Has every way to an instruction gone through another?"""
    block, own = block_of(flat, earlier), block_of(flat, later)
    return earlier < later if block == own else flow.dominates(block, own)


def block_of(flat: Snapshot, number: int) -> int:
    return bisect_right(flat.block_starts, number) - 1


def is_accessed(flat: Snapshot, flow: Flow, number: int, later: int) -> bool:
    """Was memory accessed at an address made with this value? Then it has kept its promises, or nothing matters any more."""
    return any(
        stands_before(flat, flow, access, later)
        for extension in users_with(flat, number, EXTENSIONS)
        for address in users_with(flat, extension, (_GEP,))
        for access in users_with(flat, address, ADDRESS_OPERAND)
        if flat.operands_of(access)[ADDRESS_OPERAND[flat.opcodes[access]]] == flat.first_instruction + address
    )


def users_with(flat: Snapshot, number: int, opcodes: Container[int]) -> list[int]:
    first = flat.first_instruction
    users = {user - first for user in flat.users_of(first + number)}
    return [user for user in sorted(users) if flat.opcodes[user] in opcodes]


# --- what is done ---


def rewrite(flat: Snapshot, later: IndexSum, chosen: tuple[IndexSum, bool, bool], ctx: PassContext) -> None:
    known, signed, unsigned = chosen
    old, base, step = flat.instruction(later.number), flat.instruction(known.number), later.constant - known.constant
    with edit.Builder(ctx.module.context.ref) as builder:
        made = builder.before(old).binary("add", base, edit.constant_int(old.type, step), f"{old.name}.near")
    if signed:
        edit.set_no_wrap(made, is_signed=True)
    if unsigned:
        edit.set_no_wrap(made, is_signed=False)
    ctx.remark(old, f"an index is {step} away from another one", name="NearSum")
    edit.replace_all_uses(old, made)


def erase_unused(flat: Snapshot, rewritten: set[int]) -> None:
    """The old sums, and what only they read; later ones first, because one may have been made with another."""
    read = {value - flat.first_instruction for number in rewritten for value in flat.operands_of(number)}
    for number in sorted(rewritten | {number for number in read if number >= 0}, reverse=True):
        instruction = flat.instruction(number)
        if flat.opcodes[number] in (_ADD, _OR) and not instruction.has_uses:
            edit.erase(instruction)
