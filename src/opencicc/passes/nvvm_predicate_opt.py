"""Answer a comparison and its opposite by one predicate.

    %less = icmp slt i32 %a, %b               %less = icmp slt i32 %a, %b
    %x = select i1 %less, i32 %p, i32 %q      %x = select i1 %less, i32 %p, i32 %q
    %more = icmp sge i32 %a, %b       =>
    %y = select i1 %more, i32 %r, i32 %s      %y = select i1 %less, i32 %s, i32 %r

PTX negates a predicate for nothing: branches say `@!%p` and a select exchanges what it selects from. LLVM's CSE sees
equal comparisons only, and instcombine moves opposite ones apart: `x >= 8` becomes `x > 7`. Here every comparison of
integers or floats that an earlier one decides, because it is the same, the same with its sides exchanged, or the
opposite, gives its branches and selects to that one.

The sources have the name and that it works on predicates and selects. Leaves alone: opposites that are used by
anything but branches and selects (negating would cost an instruction there), and comparisons that no earlier one dominates.
"""

from __future__ import annotations

from opencicc.analysis.flow import UNREACHABLE, Flow
from opencicc.llvm import edit
from opencicc.llvm.ir import Function, Instruction, Value
from opencicc.llvm.opcodes import FCMP_PREDICATES, ICMP_OPPOSITES, OPCODES
from opencicc.llvm.snapshot import Snapshot
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.places import PUBLISHED

_ICMP, _FCMP = OPCODES["icmp"], OPCODES["fcmp"]
SWAPPED = {
    "ugt": "ult",
    "ult": "ugt",
    "uge": "ule",
    "ule": "uge",
    "sgt": "slt",
    "slt": "sgt",
    "sge": "sle",
    "sle": "sge",
}
FCMP_GREATER, FCMP_LESS = 2, 4  # bits of an fcmp's number; 1 is equal, 8 unordered
FCMP_ALL = 15

Key = tuple[str, int, int]  # a predicate and what is compared: value ids, or a value id and a number


@function_pass(
    "nvvm-predicate-opt",
    "Answer a comparison and its opposite by one predicate.",
    has_first_look=True,
    guard="!1120",
    places=PUBLISHED,
    needs=(Snapshot, Flow),
)
def run(function: Function, ctx: PassContext) -> bool:
    flat = ctx.analysis(Snapshot, function)
    numbers = comparing_the_same(flat) if flat.opcodes.count(_ICMP) + flat.opcodes.count(_FCMP) > 1 else []
    keys = {number: keys_of(flat, number) for number in numbers}
    numbers = asking_the_same(keys)
    if not numbers:
        return False
    pairs = find_pairs(flat, ctx.analysis(Flow, function), numbers, keys)
    changed = False
    for earlier, later, is_opposite in pairs:
        keeper, gone = flat.instruction(earlier), flat.instruction(later)
        if is_opposite and not all(takes_either(user, gone) for user in gone.users):
            continue
        if "samesign" in keeper.text:  # it promises more than the other one asks
            continue
        ctx.remark(
            gone, "one predicate answers a comparison and its opposite" if is_opposite else "the same comparison"
        )
        for user in gone.users if is_opposite else []:
            turn_round(Instruction(user.ref))
        edit.replace_and_erase(gone, keeper)
        changed = True
    return changed


def comparing_the_same(flat: Snapshot) -> list[int]:
    """The comparisons of the same two values, or of the same value with numbers, as another one."""
    end, groups = flat.first_instruction + flat.instructions, dict[tuple[int, int], list[int]]()
    for number, opcode in enumerate(flat.opcodes):
        if opcode in (_ICMP, _FCMP):
            left, right = flat.operands_of(number)
            key = (left, -1) if right >= end else (left, right) if left < right else (right, left)
            groups.setdefault(key, []).append(number)
    return sorted(number for group in groups.values() if len(group) > 1 for number in group)


def asking_the_same(keys: dict[int, tuple[Key, Key]]) -> list[int]:
    """Those of the comparisons that ask what another one asks, or the opposite: only then it matters which comes first."""
    asked = [same for same, _ in keys.values()]
    opposites = {opposite for _, opposite in keys.values()}
    return [
        number
        for number, (same, opposite) in keys.items()
        if opposite in asked or same in opposites or asked.count(same) > 1
    ]


def find_pairs(
    flat: Snapshot, flow: Flow, numbers: list[int], keys: dict[int, tuple[Key, Key]]
) -> list[tuple[int, int, bool]]:
    """Comparisons that an earlier one decides: which, and whether by its opposite. Those that are kept are none of them."""
    block_of: dict[int, int] = {}
    wanted = set(numbers)
    for block in range(flat.blocks):
        for number in flat.block_range(block):
            if number in wanted:
                block_of[number] = block
    seen: dict[Key, list[int]] = {}
    pairs = []
    order = sorted(numbers, key=lambda number: (flow.position[block_of[number]], number))
    for number in order:
        block = block_of[number]
        if flow.position[block] == UNREACHABLE:
            continue
        same, opposite = keys[number]
        for key, is_opposite in ((same, False), (opposite, True)):
            above = [each for each in seen.get(key, ()) if flow.dominates(block_of[each], block)]
            if above:
                pairs.append((above[0], number, is_opposite))
                break
        else:
            seen.setdefault(same, []).append(number)
    return pairs


def keys_of(flat: Snapshot, number: int) -> tuple[Key, Key]:
    """What a comparison asks and what its opposite asks, in one spelling."""
    compare = flat.instruction(number)
    left, right = flat.operands_of(number)
    if flat.opcodes[number] == _FCMP:
        asked = FCMP_PREDICATES.index(compare.float_predicate)
        if left > right:
            left, right, asked = right, left, exchange_sides(asked)
        flags = compare.fast_math
        return (f"f{asked} {flags}", left, right), (f"f{asked ^ FCMP_ALL} {flags}", left, right)
    predicate = compare.predicate
    constant = compare.operand(1).integer
    width = compare.operand(0).type.integer_width
    if constant is not None and 0 < width <= 64:
        return bound_key(predicate, left, constant, width), bound_key(ICMP_OPPOSITES[predicate], left, constant, width)
    if left > right:
        left, right, predicate = right, left, SWAPPED.get(predicate, predicate)
    return (predicate, left, right), (ICMP_OPPOSITES[predicate], left, right)


def bound_key(predicate: str, value: int, constant: int, width: int) -> Key:
    """Comparisons with a number as `below` and `from`: x <= 7 is x < 8, x > 7 is x >= 8."""
    if predicate in ("eq", "ne"):
        return (f"{predicate} number", value, constant)
    is_signed, top = predicate[0] == "s", (1 << width) - 1
    if is_signed:
        constant = (constant + (1 << (width - 1))) & top  # order as unsigned numbers
    if predicate[1:] in ("le", "gt"):
        constant += 1
    return (f"{predicate[0]} {'below' if predicate[1] == 'l' else 'from'}", value, constant)


def exchange_sides(asked: int) -> int:
    less, greater = asked & FCMP_LESS, asked & FCMP_GREATER
    return (asked & ~(FCMP_LESS | FCMP_GREATER)) | (FCMP_GREATER if less else 0) | (FCMP_LESS if greater else 0)


def takes_either(user: Value, condition: Instruction) -> bool:
    """A branch or a select on this condition, which can be turned round."""
    instruction = Instruction(user.ref)
    if instruction.opcode == "br":
        return True
    return (
        instruction.opcode == "select"
        and instruction.operand(0) == condition
        and condition not in instruction.operands[1:]
    )


def turn_round(user: Instruction) -> None:
    """Exchange the two ways of a branch or a select."""
    if user.opcode == "br":
        edit.exchange_targets(user)
        return
    _, then, otherwise = user.operands
    edit.set_operand(user, 1, otherwise)
    edit.set_operand(user, 2, then)
    edit.clear_metadata(user, "prof")
