"""Step an address from row to row in the copies of a loop instead of computing it from a counter again.

    loop:                                                           loop:
      %i = phi i32 [ 0, %before ], [ %i.2, %loop ]                    %p = phi ptr [ %p.first, %before ], [ %p.next, %loop ]
      %row = mul nsw i32 %i, %n                                       load %p
      %at = add nsw i32 %row, %column                                 %p.1 = getelementptr float, ptr %p, i64 %n.wide
      load (%base + sext %at)                                   =>    load %p.1
      %i.1 = or disjoint i32 %i, 1                                    %p.next = getelementptr float, ptr %p.1, i64 %n.wide
      ... the same with %i.1 ...
      %i.2 = add nuw nsw i32 %i, 2

Threads that read a row together walk down their columns so: `a[i * n + column]`. LLVM's scalar evolution knows such an address as
a pointer with a step while the loop has one copy. With several the step is a multiple of %n that may wrap, so code generation keeps
a counter of 32 bits and extends it for the first copy of each trip; the others follow by additions anyway, and nvcc lets the
first one follow too. Where the counter would have wrapped the address was poison, so any will do.

Leaves alone: loops of several blocks or without copies; shared and local memory, whose addresses have 32 bits; steps that are
constant; rows that something else is computed from; an index into two arrays, which is stepped once for both; loops with
more such addresses than registers are to be spent on, and functions that are short of registers.
"""

from __future__ import annotations

from opencicc.analysis.pressure import LiveRegisters
from opencicc.llvm import edit, types
from opencicc.llvm.constants import source_element_of
from opencicc.llvm.ir import Block, Function, Instruction, Value
from opencicc.llvm.names import GENERIC, GLOBAL
from opencicc.options.option import Option
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.places import Place, at
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.types import Type

COLUMN_WALKS = Option(
    "column-walks",
    2,
    "The most addresses that a loop steps along columns, two registers each; 0: none.",
    source="our choice: 52 instructions for 60 in a sum of columns, nvcc's 53",
    minimum=0,
)
CROWDED = 64  # registers; two spilled words became five in a kernel with 105 and room for 64
FEWEST_COPIES = 2
_ACCESSES = {"load": 0, "store": 1}  # which operand is the address
_COUNTER_BITS, _ADDRESS_BITS = 32, 64


@record
class Row:
    """One copy's product of the counter, `counter + place`, and the step."""

    place: int
    product: Instruction
    step: Value


@record
class Access:
    """An address: element `row * step + column` behind `base`."""

    row: Row
    base: Value
    column: Value | None
    element: Type
    address: Instruction


@record
class Walk:
    """The addresses of all copies, that of the first one first."""

    accesses: tuple[Access, ...]


@function_pass(
    "column-walks",
    "Step addresses along columns in the copies of a loop.",
    when="loops",
    has_first_look=True,
    places=at(Place("closing", before="div-rem-pairs", why="loops are unrolled, and equal sums are one")),
    reads=(COLUMN_WALKS,),
    needs=(LiveRegisters,),
    preserves=("cfg",),
)
def run(function: Function, ctx: PassContext) -> bool:
    most = ctx.option(COLUMN_WALKS)
    if not most:
        return False
    changed = False
    registers = -1  # as the function came: one loop's addresses change little
    for block in list(function.blocks):
        if block not in block.successors:
            continue
        for counter in block.phis:
            walks = find_walks(counter)
            if walks and registers < 0:
                registers = ctx.analysis(LiveRegisters, function).count
            if walks and len(walks) <= most and registers <= CROWDED:
                ctx.remark(counter, f"{len(walks)} addresses step along columns", name="ColumnWalk")
                for walk in walks:
                    step_along(counter, walk, ctx.module.context.ref)
                erase_rows(walks)
                ctx.edited(function)
                changed = True
    return changed


# --- what there is ---


def find_walks(counter: Instruction) -> list[Walk]:
    """The addresses that follow from a counter by whole rows; none where something else needs those rows."""
    copies = find_copies(counter)
    if copies < FEWEST_COPIES:
        return []
    accesses: list[Access] = []
    for row in find_rows(counter, copies):
        found = find_accesses(row)
        if found is None:
            return []
        accesses += found
    groups: dict[tuple[int, int, int, int], list[Access]] = {}
    for each in accesses:
        column = each.column.ref if each.column else 0
        groups.setdefault((each.row.step.ref, each.base.ref, column, each.element.ref), []).append(each)
    walks = [Walk(tuple(sorted(group, key=lambda each: each.row.place))) for group in groups.values()]
    start = next(value for value, source in counter.incoming if source != counter.parent)
    indices = {(walk.accesses[0].row.product.ref, column_of(walk)) for walk in walks}
    if len(indices) < len(walks) or any(
        not is_even(walk, copies) or not (start.integer == 0 or is_accessed(walk)) for walk in walks
    ):
        return []
    return walks


def column_of(walk: Walk) -> int:
    column = walk.accesses[0].column
    return column.ref if column else 0


def is_even(walk: Walk, copies: int) -> bool:
    """Is it the same number of rows from each address to the next, and from the last to the first of the next trip?"""
    places = [each.row.place for each in walk.accesses]
    return len(places) >= FEWEST_COPIES and places == list(range(0, copies, places[1] or copies))


def is_accessed(walk: Walk) -> bool:
    """Is the first address that of an access of each trip, so that what it is computed from can't have wrapped?"""
    address = walk.accesses[0].address
    for instruction in address.parent.instructions:
        if instruction.opcode in _ACCESSES and instruction.operand(_ACCESSES[instruction.opcode]) == address:
            return True
        callee = instruction.called_function if instruction.opcode == "call" else None
        if instruction.opcode == "call" and not (callee and callee.is_intrinsic):
            return False
    return False


def find_copies(counter: Instruction) -> int:
    """What the counter of a loop of one block is stepped by, 0 for no such counter."""
    if counter.type.integer_width != _COUNTER_BITS or len(counter.incoming) != 2:
        return 0
    block = counter.parent
    following = next(value for value, source in counter.incoming if source == block)
    before = next((source for _, source in counter.incoming if source != block), None)
    if before is None or len(before.successors) != 1 or following.kind != "instruction":
        return 0
    place = place_of(Instruction(following.ref), counter)
    return place if Instruction(following.ref).opcode == "add" and place > 0 else 0


def place_of(value: Instruction, counter: Instruction) -> int:
    """N where the value is the counter plus N and can't wrap, 0 elsewhere."""
    if value.opcode not in ("add", "or") or value.operand(0) != counter:
        return 0
    is_exact = value.is_disjoint if value.opcode == "or" else value.has_no_signed_wrap
    number = value.operand(1).integer
    return number if is_exact and number and number < 1 << (_COUNTER_BITS - 1) else 0


def find_rows(counter: Instruction, copies: int) -> list[Row]:
    rows = list(rows_of(counter, 0, counter.parent))
    for user in counter.users:
        place = place_of(Instruction(user.ref), counter)
        if 0 < place < copies and Instruction(user.ref).parent == counter.parent:
            rows += rows_of(Instruction(user.ref), place, counter.parent)
    return rows


def rows_of(index: Instruction, place: int, block: Block) -> list[Row]:
    """Products of one copy's index and a step that is the same in all trips."""
    found = []
    for user in index.users:
        product = Instruction(user.ref)
        if product.opcode == "mul" and product.parent == block and product.has_no_signed_wrap:
            left, right = product.operand(0), product.operand(1)
            step = right if left == index else left
            if step != index and is_invariant(step, block) and not step.is_constant:
                found.append(Row(place, product, step))
    return found


def find_accesses(row: Row) -> list[Access] | None:
    """The addresses that a row's number is for; None where it is for anything else."""
    block, found = row.product.parent, []
    for user in row.product.users:
        index = Instruction(user.ref)
        if index.opcode == "sext":
            addresses = addresses_of(row, index, None)
        elif index.opcode == "add" and index.has_no_signed_wrap and index.parent == block:
            left, right = index.operand(0), index.operand(1)
            column = right if left == row.product else left
            if column == row.product or not is_invariant(column, block):
                return None
            addresses = []
            for extension in index.users:
                more = addresses_of(row, Instruction(extension.ref), column)
                if more is None:
                    return None
                addresses += more
        else:
            return None
        if not addresses:
            return None
        found += addresses
    return found


def addresses_of(row: Row, extension: Instruction, column: Value | None) -> list[Access] | None:
    block = row.product.parent
    if extension.opcode != "sext" or extension.parent != block:
        return None
    found = []
    for user in extension.users:
        address = Instruction(user.ref)
        is_plain = address.opcode == "getelementptr" and address.parent == block and len(address.operands) == 2
        if not is_plain or address.operand(1) != extension or not is_invariant(address.operand(0), block):
            return None
        if extension.type.integer_width != _ADDRESS_BITS or address.type.address_space not in (GENERIC, GLOBAL):
            return None
        found.append(Access(row, address.operand(0), column, source_element_of(address), address))
    return found


def is_invariant(value: Value, block: Block) -> bool:
    """Is it made outside of a loop of one block?"""
    return value.kind != "instruction" or Instruction(value.ref).parent != block


# --- the edit ---


def step_along(counter: Instruction, walk: Walk, context: int) -> None:
    block, first = counter.parent, walk.accesses[0]
    start, before = next((value, source) for value, source in counter.incoming if source != block)
    wide = types.integer(context, _ADDRESS_BITS)
    element, step = first.element, first.row.step
    with edit.Builder(context) as builder:
        builder.before(before.terminator)
        index = builder.binary("mul", start, step, "row.first")
        if first.column is not None:
            index = builder.binary("add", index, first.column, "index.first")
        begin = builder.gep(element, first.base, [builder.cast("sext", index, wide, "index.wide")], "column.first")
        width = builder.cast("sext", step, wide, "row.width")
        rows = walk.accesses[1].row.place
        if rows > 1:
            width = builder.binary("mul", width, edit.constant_int(wide, rows), "rows.width")
        place = builder.before(counter).phi(begin.type, [(begin, before)], "column")
        builder.before(next(each for each in block.instructions if each.opcode != "phi"))
        current: Value = place
        for access in walk.accesses:
            if access is not first:
                current = builder.gep(element, current, [width], "column.next")
            edit.replace_all_uses(access.address, current)
        last = builder.gep(element, current, [width], "column.turn")
    edit.add_incoming(place, [(last, block)])


def erase_rows(walks: list[Walk]) -> None:
    """The addresses are unused now, and what was for nothing else."""
    waiting: list[Instruction] = [access.address for walk in walks for access in walk.accesses]
    gone: set[int] = set()
    while waiting:
        unused = waiting.pop()
        if unused.ref in gone or any(unused.users):
            continue
        parts = [Instruction(part.ref) for part in unused.operands if part.kind == "instruction"]
        if unused.opcode == "phi":
            continue
        gone.add(unused.ref)
        edit.erase(unused)
        waiting += [part for part in parts if part.opcode in ("sext", "add", "mul", "or")]
