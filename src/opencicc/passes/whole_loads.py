"""Load the members of a struct together again that branches parted.

    %y = load float, ptr %p.4, align 4, !opencicc.whole !1        %x = load float, ptr %p, align 8
    %above = fcmp ogt float %y, %limit                            %y = load float, ptr %p.4, align 4
    br i1 %above, label %use, label %skip                  =>     %above = fcmp ogt float %y, %limit
  use:                                                            br i1 %above, label %use, label %skip
    %x = load float, ptr %p, align 8

A program reads `float2 v = points[i]` and tests `v.y`. SROA makes two loads of that, and LLVM's instcombine takes the one that
only one side of the branch uses down to it: two accesses for one, and the second begins when the first has ended. nvcc keeps one
access of 8 bytes. `whole-loads<note>` notes, while such loads still stand together, that they read parts of one
aligned unit of memory; `whole-loads`, at the end, takes a load that was parted from such a one back to it, and code
generation joins them. A test of points against a polygon took 1.06 of nvcc's time on an H200, and 0.995 with the
same loads written by hand.

What was noted makes it safe: these bytes of the unit were read wherever the noted load is, and the unit is aligned. LLVM drops the
note where it moves a load to a path that did not have it, or joins two.

Leaves alone: memory of other kinds than global, where a wider access takes longer; what more than one branch parted; loads
behind a write, a call or a barrier; units of which only one member is read.
"""

from __future__ import annotations

from functools import reduce
from operator import or_

from opencicc.analysis.flow import Flow
from opencicc.llvm import edit, types
from opencicc.llvm.function_passes import run_on_function
from opencicc.llvm.ir import Function, Instruction, Value
from opencicc.llvm.layout import Layout, common_alignment
from opencicc.llvm.names import GLOBAL
from opencicc.llvm.opcodes import CALLS, OPCODES
from opencicc.llvm.snapshot import Snapshot, snapshot
from opencicc.options.option import Option
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.places import Place, at
from opencicc.record import record

WHOLE_LOADS = Option(
    "whole-loads",
    True,
    "Load members of a struct together that branches parted.",
    source="our choice: nvcc does; a test of points against a polygon took 1.06 of its time on an H200",
)
NOTE = "note"
WHOLE = "opencicc.whole"  # the unit's bytes, the place in it of what is loaded, and the bytes that were read, as bits
LEAST_UNIT, WIDEST_UNIT = 8, 16
WIDEST_MEMBER = 8
FEWEST_BLOCKS = 3
# Where one of these is wrong the program has no meaning; a range, or a pointer that is not null, only makes the value poison.
PROMISES_OF_A_PATH = (
    WHOLE, "noundef", "tbaa", "tbaa.struct", "alias.scope", "noalias", "invariant.load", "invariant.group", "dereferenceable",
    "dereferenceable_or_null", "llvm.access.group", "llvm.mem.parallel_loop_access",
)  # fmt: skip
_LOAD = OPCODES["load"]
_WRITES = frozenset((*CALLS, *(OPCODES[name] for name in ("store", "atomicrmw", "cmpxchg", "fence"))))


@record
class Member:
    """A load, and where it reads: bytes behind an address, and how many."""

    load: Instruction
    base: int
    offset: int
    size: int


@function_pass(
    "whole-loads",
    "Load members of a struct together that branches parted.",
    params=(NOTE,),
    has_first_look=True,
    places=at(
        Place("opening", after="early-cse", params=NOTE, why="before instcombine parts them, in callees too"),
        Place("closing", before="flatten-masks", why="copies of loops have their notes until CSE joins what they load"),
        Place("closing", after="div-rem-pairs", why="no instcombine comes any more to part them again"),
    ),
    reads=(WHOLE_LOADS,),
    needs=(Snapshot, Flow),
    preserves=("cfg",),
)
def run(function: Function, ctx: PassContext) -> bool:
    notes, module = NOTE in ctx.params, ctx.module
    if not ctx.option(WHOLE_LOADS) or not (notes or module.has_metadata(WHOLE)):
        return False
    if function.count_blocks() < FEWEST_BLOCKS:
        return False
    flat = ctx.analysis(Snapshot, function)
    if flat.opcodes.count(_LOAD) < 2:
        return False
    layout = module.layout
    if notes:
        changed = note(flat, layout)
        if changed and not module.has_metadata(WHOLE):
            edit.add_numbers_row(module, WHOLE, (WIDEST_UNIT,))  # modules without a note need not be searched for one
        return changed
    if not join(flat, ctx.analysis(Flow, function), layout, ctx):
        return False
    run_on_function(function, "early-cse<memssa>")  # copies of a loop read what the one before has read
    note(snapshot(function), layout)  # it drops the notes of what it joins
    return True


# --- what is read together ---


def note(flat: Snapshot, layout: Layout) -> bool:
    """Mark loads in front of a branch that read parts of one aligned unit."""
    changed = False
    for block in range(flat.blocks):
        numbers = flat.block_range(block)
        if is_fork(flat, block) and sum(flat.opcodes[number] == _LOAD for number in numbers) > 1:
            for loads in stretches(flat, numbers):
                if any(is_begin_of_unit(load) for load in loads):
                    changed |= note_units(members(loads, layout))
    return changed


def is_begin_of_unit(load: Instruction) -> bool:
    """Is it aligned for more than itself?"""
    alignment = load.alignment
    return alignment >= LEAST_UNIT and (alignment > WIDEST_MEMBER or load.type.kind not in ("double", "pointer"))


def is_fork(flat: Snapshot, block: int) -> bool:
    """Does a block end with a conditional branch? A return and a jump have fewer operands."""
    return len(flat.operands_of(flat.block_starts[block + 1] - 1)) > 2


def stretches(flat: Snapshot, numbers: range) -> list[list[Instruction]]:
    """Loads with nothing between them that may write or not return."""
    found: list[list[Instruction]] = [[]]
    for number in numbers:
        load = flat.instruction(number) if flat.opcodes[number] == _LOAD else None
        if load is not None and load.is_simple:
            found[-1].append(load)
        elif load is not None or flat.opcodes[number] in _WRITES:
            found.append([])
    return [loads for loads in found if len(loads) > 1]


def members(loads: list[Instruction], layout: Layout) -> list[Member]:
    return [member for load in loads if (member := read_member(load, layout))]


def read_member(load: Instruction, layout: Layout) -> Member | None:
    if load.type.kind not in ("integer", "float", "double", "half", "bfloat", "pointer"):
        return None
    size = layout.size_bytes(load.type)
    if size > WIDEST_MEMBER:
        return None
    base, offset = apart(load.operands[0], layout)
    return Member(load, base.ref, offset, size)


def apart(address: Value, layout: Layout) -> tuple[Value, int]:
    """An address as another one and a distance in bytes."""
    total = 0
    while address.maker == "getelementptr":
        distance = 0
        for size, index in layout.address_terms(address):
            if not isinstance(index, int):
                return address, total
            distance += size * index
        total += distance
        address = address.operand(0)
    return address, total


def note_units(found: list[Member]) -> bool:
    changed = False
    by_base: dict[int, list[Member]] = {}
    for member in found:
        by_base.setdefault(member.base, []).append(member)
    for together in by_base.values():
        for first in together:
            unit = min(first.load.alignment, WIDEST_UNIT)
            if unit < LEAST_UNIT or len(together) < 2:
                continue
            inside = [each for each in together if is_inside(each, first.offset, unit)]
            were_read = reduce(or_, (bits_of(each, first.offset) for each in inside))
            for each in inside if len({each.offset for each in inside}) > 1 else ():
                known = (unit, each.offset - first.offset, were_read)
                if read_note(each.load)[:1] < known[:1]:
                    edit.set_numbers(each.load, WHOLE, known)
                    changed = True
    return changed


def is_inside(member: Member, start: int, unit: int) -> bool:
    return start <= member.offset and member.offset + member.size <= start + unit


def bits_of(member: Member, start: int) -> int:
    """Which bytes behind `start` it reads."""
    return ((1 << member.size) - 1) << (member.offset - start)


# --- what was parted ---


def join(flat: Snapshot, flow: Flow, layout: Layout, ctx: PassContext) -> bool:
    """Take loads back to those that they were noted with."""
    changed = False
    for block, sources in enumerate(flow.predecessors):
        if len(sources) != 1 or sources[0] == block or not is_fork(flat, sources[0]):
            continue
        parted = first_loads(flat, flat.block_range(block))
        noted = last_loads(flat, flat.block_range(sources[0])) if parted else []
        kept = [(member, unit) for member in members(noted, layout) if (unit := read_note(member.load))]
        for member in members(parted, layout) if kept else ():
            place = next((each for each, unit in kept if is_of_unit(member, each, unit)), None)
            if place is not None:
                unit = read_note(place.load)
                ctx.remark(member.load, "loads a member of a struct with the others again", name="WholeLoad")
                raise_load(member, place, unit, ctx.module.context.ref)
                changed = True
    return changed


def first_loads(flat: Snapshot, numbers: range) -> list[Instruction]:
    """The loads of a block that nothing stands in front of that may write."""
    found: list[Instruction] = []
    for number in numbers:
        if flat.opcodes[number] in _WRITES:
            break
        if flat.opcodes[number] == _LOAD:
            load = flat.instruction(number)
            if not load.is_simple:
                break
            found.append(load)
    return found


def last_loads(flat: Snapshot, numbers: range) -> list[Instruction]:
    """The loads of a block that nothing follows that may write."""
    return first_loads(flat, numbers[::-1])


def read_note(load: Instruction) -> tuple[int, ...]:
    """The bytes of the unit that a load reads a part of, its place there, what was read; nothing where that is not known."""
    node = load.metadata(WHOLE)
    if node is None:
        return ()
    from opencicc.llvm.metadata import operands_of  # few modules have any note

    numbers = (operand.integer for operand in operands_of(node))
    return tuple(number for number in numbers if number is not None)


def is_of_unit(member: Member, noted: Member, unit: tuple[int, ...]) -> bool:
    size, place, were_read = unit
    start = noted.offset - place
    if member.base != noted.base or member.load.operands[0].type.address_space != GLOBAL:
        return False
    return is_inside(member, start, size) and not bits_of(member, start) & ~were_read


def raise_load(member: Member, noted: Member, unit: tuple[int, ...], context: int) -> None:
    """Put a load in front of another one of the same unit: it is then made on paths that did not have it.

    Its address is written anew, since the old one may stand behind that place or be read where that place does not lead to.
    What a load promises holds on the path where it stood; of the new place only the unit is known.
    """
    size, place, _ = unit
    within = member.offset - noted.offset + place
    edit.set_operand(member.load, 0, address_at(Value(member.base), member.offset, noted.load, context))
    edit.move_before(member.load, noted.load)
    for promise in PROMISES_OF_A_PATH:
        edit.clear_metadata(member.load, promise)
    edit.set_alignment(member.load, common_alignment(size, within))


def address_at(base: Value, offset: int, place: Instruction, context: int) -> Value:
    """So many bytes behind a base, without a promise to stay inside an object."""
    if not offset:
        return base
    byte, distance = types.integer(context, 8), edit.constant_int(types.integer(context, 64), offset)
    with edit.Builder(context) as builder:
        return builder.before(place).gep(byte, base, [distance])
