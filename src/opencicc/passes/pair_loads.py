"""Load once what a loop over all others loads in every trip but one.

    for (j = 0; j < n; ++j)                 if (0 != i || 1 < n)
      if (j != i)                             xi = x[i];
        s += f(x[i], x[j]);          =>     for (j = 0; j < n; ++j)
                                              if (j != i)
                                                s += f(xi, x[j]);

Forces, distances and ranks are computed by such loops. LLVM leaves the load where it is: the loop may have one trip, of the
element itself, and then nothing may be read. Here that is asked before the loop: the tested number moves on by a step, so
two trips have two numbers, and one of them is another. nvcc splits such a loop in three, at `j == i`, which takes a warp up to 31
trips more and lets its threads read different elements from there on; this takes neither.

Leaves alone: loops that may write to what is loaded, loops with calls, barriers or other exits, loops that hold others, loads under
further conditions, addresses that change.
"""

from __future__ import annotations

from opencicc.analysis.flow import Flow, Loops
from opencicc.llvm import edit
from opencicc.llvm.ir import Block, Function, Instruction, Value
from opencicc.llvm.snapshot import Snapshot
from opencicc.options.option import Option
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.places import Place, at
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.analysis.flow import NaturalLoop

PAIR_LOADS = Option(
    "pair-loads",
    True,
    "Load once what a loop loads in every trip but the one of the element itself.",
    source="our choice: 30 instructions and 7 loads a trip of a force loop become 22 and 4, as in nvcc's code",
)
PAIR_LOADS_MOST = Option(
    "pair-loads-most",
    12,
    "The most loads that are taken out of one loop: each keeps a register through it.",
    source="our choice: two positions and velocities of three doubles",
    minimum=0,
)
FEWEST_BLOCKS = 3  # before the loop, the test and the loads; its end may be the test
MOST_STEPS = 6  # of a condition that is computed once more for the first trip
STEPS = frozenset("icmp add sub and or xor zext sext trunc".split())
WRITTEN_SPACES = frozenset((1, 3, 5))  # global, shared and local memory: an address of one is none of another
READ_SPACES = WRITTEN_SPACES | {4}  # and constants


@record
class PairLoop:
    """A loop that leaves at its latch only, the test of the index that comes with every trip, and what it guards."""

    preheader: Block
    header: Block
    latch: Block
    blocks: tuple[Block, ...]
    test: Instruction  # icmp eq or ne
    tested: Value  # the side that changes
    other: Value  # the side that does not
    guarded: Block  # where the sides differ


@function_pass(
    "pair-loads",
    "Load once what all trips of a loop but one load.",
    when="loops",
    has_first_look=True,
    places=at(
        Place(
            "simplify", before="licm", why="inner loops are unrolled, and what is computed from the loads follows them"
        )
    ),
    reads=(PAIR_LOADS, PAIR_LOADS_MOST),
    needs=(Snapshot, Flow, Loops),
)
def run(function: Function, ctx: PassContext) -> bool:
    if not ctx.option(PAIR_LOADS) or function.count_blocks() < FEWEST_BLOCKS:
        return False
    flat, flow = ctx.analysis(Snapshot, function), ctx.analysis(Flow, function)
    found = ctx.analysis(Loops, function).found
    holders = {loop.parent for loop in found}
    plans = []
    for number, natural in enumerate(found):
        loop = find_loop(flat, flow, natural) if number not in holders else None
        loads = find_loads(loop)[: ctx.option(PAIR_LOADS_MOST)] if loop else []
        if loop and loads:
            plans.append((loop, loads))
    for loop, loads in plans:
        ctx.remark(
            loop.test, f"{len(loads)} loads of a loop that all trips but one need stand before it", name="PairLoads"
        )
        take_out(function, loop, loads, ctx.module.context.ref)
    return bool(plans)


# --- what there is ---


def find_loop(flat: Snapshot, flow: Flow, natural: NaturalLoop) -> PairLoop | None:
    """A loop of this shape whose first trip's conditions can be computed before it."""
    if natural.preheader < 0 or len(natural.latches) != 1 or not natural.leaves_at_latch:
        return None
    header, latch = flat.block(natural.header), flat.block(natural.latches[0])
    end = latch.terminator
    blocks = tuple(flat.block(block) for block in sorted(natural.blocks))
    inside = frozenset(blocks)
    if end.opcode != "br" or len(end.successors) != 2 or not is_computable(end.operands[0], header, inside):
        return None
    if not comes_to_its_end(flow, natural):
        return None
    for number in sorted(natural.blocks):
        # Every trip comes to the test.
        if number == natural.latches[0] or not flow.dominates(number, natural.latches[0]):
            continue
        sides = read_test(flat.block(number).terminator, header, latch, inside)
        if sides is None:
            continue
        test, tested, other, guarded = sides
        target = next((block for block in natural.blocks if flat.block(block) == guarded), -1)
        if target >= 0 and len(flow.predecessors[target]) == 1:
            return PairLoop(flat.block(natural.preheader), header, latch, blocks, test, tested, other, guarded)
    return None


def comes_to_its_end(flow: Flow, natural: NaturalLoop) -> bool:
    """Does every way through a trip lead forward? Cycles that are no natural loops may be left never."""
    position = flow.position
    return all(
        position[target] > position[block] or target == natural.header
        for block in natural.blocks
        for target in flow.successors[block]
        if target in natural.blocks
    )


def read_test(
    branch: Instruction, header: Block, latch: Block, inside: frozenset[Block]
) -> tuple[Instruction, Value, Value, Block] | None:
    """A branch on whether the loop's number is another one, which does not change; where it goes then."""
    if branch.opcode != "br" or len(branch.successors) != 2 or branch.operands[0].maker != "icmp":
        return None
    test = Instruction(branch.operands[0].ref)
    if test.predicate not in ("eq", "ne"):
        return None
    guarded = branch.successors[0 if test.predicate == "ne" else 1]
    left, right = test.operands
    for tested, other in ((left, right), (right, left)):
        if not is_inside(other, inside) and moves_on(tested, header, latch, inside):
            return test, tested, other, guarded
    return None


def moves_on(value: Value, header: Block, latch: Block, inside: frozenset[Block]) -> bool:
    """Is it another number in the second trip than in the first? A counter, a part of it or its sum with what stays."""
    bits = value.type.integer_width
    while value.maker in ("trunc", "add"):
        step = Instruction(value.ref)
        if step.opcode == "trunc":
            value = step.operands[0]
            continue
        counted = [operand for operand in step.operands if is_inside(operand, inside)]
        if len(counted) != 1:
            return False
        value = counted[0]
    if value.maker != "phi" or Instruction(value.ref).parent != header:
        return False
    phi = Instruction(value.ref)
    following = next((source for source, block in phi.incoming if block == latch), None)
    if following is None or following.maker != "add" or not 0 < bits <= 64:
        return False
    base, step_value = following.operands
    amount = step_value.integer if base == value else None
    return amount is not None and amount % (1 << bits) != 0


def is_inside(value: Value, blocks: frozenset[Block]) -> bool:
    return value.kind == "instruction" and Instruction(value.ref).parent in blocks


def is_computable(value: Value, header: Block, inside: frozenset[Block]) -> bool:
    """Can its first trip's value be computed before the loop, in a few steps?"""
    return 0 <= count_steps(value, header, inside) <= MOST_STEPS


def count_steps(value: Value, header: Block, inside: frozenset[Block]) -> int:
    """Instructions of the loop that make a value, of the header's phis and of what stays; -1 where others do."""
    waiting, seen = [value], set[int]()
    while waiting:
        one = waiting.pop()
        if not is_inside(one, inside) or one.ref in seen:
            continue
        maker = Instruction(one.ref)
        if maker.opcode == "phi" and maker.parent == header:
            continue
        if maker.opcode not in STEPS or len(seen) == MOST_STEPS:
            return -1
        seen.add(one.ref)
        waiting += maker.operands
    return len(seen)


def find_loads(loop: PairLoop) -> list[Instruction]:
    """The loads under the test whose address and memory stay the same, where the loop does nothing that forbids them."""
    inside, spaces = frozenset(loop.blocks), set()
    for block in loop.blocks:
        for instruction in block.instructions:
            opcode = instruction.opcode
            if opcode == "store" and instruction.is_simple:
                spaces.add(instruction.operands[1].type.address_space)
            elif opcode in ("store", "atomicrmw", "cmpxchg", "fence", "invoke", "callbr", "indirectbr"):
                return []
            elif opcode == "load" and not instruction.is_simple:
                return []
            elif opcode == "call" and not only_computes(instruction):
                return []
    return [
        instruction
        for instruction in loop.guarded.instructions
        if instruction.opcode == "load"
        and not is_inside(instruction.operands[0], inside)
        and is_kept(instruction, spaces)
    ]


def only_computes(call: Instruction) -> bool:
    """Does it come back, having touched no memory and met no other thread?"""
    callee = call.called_function
    return callee is not None and callee.is_pure and (callee.is_intrinsic or callee.has_enum_attribute("willreturn"))


def is_kept(load: Instruction, stored_spaces: set[int]) -> bool:
    """Is what it reads never written by stores to these spaces?"""
    if not stored_spaces or load.metadata("invariant.load") is not None:
        return True
    space = load.operands[0].type.address_space
    return space in READ_SPACES and stored_spaces <= WRITTEN_SPACES and space not in stored_spaces


# --- the edit ---


def take_out(function: Function, loop: PairLoop, loads: list[Instruction], context: int) -> None:
    """A way around the loads in front of the loop, for a loop whose only trip is the one without them."""
    entry = loop.preheader.terminator
    ahead, join = edit.append_block(function, "pair.loads"), edit.append_block(function, "pair.join")
    edit.move_block_after(ahead, loop.preheader)
    edit.move_block_after(join, ahead)
    begin = {phi.ref: value for phi in loop.header.phis for value, block in phi.incoming if block == loop.preheader}
    with edit.Builder(context) as builder:
        has_other_trip = first_condition(loop, FirstTrip(loop, begin, entry), builder.before(entry))
        builder.branch_if(has_other_trip, ahead, join)
        edit.erase(entry)
        into = builder.at_end(ahead).branch(join)
        builder.at_end(join).branch(loop.header)
        for load in loads:
            users = load.users
            edit.move_before(load, into)
            value = builder.before(join.terminator).phi(
                load.type, [(Value(load.ref), ahead), (edit.null(load.type), loop.preheader)], f"{load.name}.pair"
            )
            for user in users:
                edit.replace_operand(Instruction(user.ref), load, value)
    for phi in loop.header.phis:
        edit.rebuild_phi(phi, [(v, join if block == loop.preheader else block) for v, block in phi.incoming])


def first_condition(loop: PairLoop, first: FirstTrip, builder: edit.Builder) -> Value:
    """Is the first trip or, where a second follows, that one another than the one without loads?

    The first trip branches on both parts, so they are known whenever the loop runs.
    """
    end = loop.latch.terminator
    goes_on, tested = first.value(end.operands[0]), first.value(loop.tested)
    if end.successors[0] != loop.header:
        goes_on = builder.binary("xor", goes_on, edit.constant_int(goes_on.type, 1))
    return builder.binary("or", goes_on, builder.icmp("ne", tested, loop.other))


class FirstTrip:
    """Values of a loop as its first trip has them, computed in front of it."""

    def __init__(self, loop: PairLoop, begin: dict[int, Value], place: Instruction) -> None:
        self.inside = frozenset(loop.blocks)
        self.made = dict(begin)
        self.place = place

    def value(self, value: Value) -> Value:
        if not is_inside(value, self.inside):
            return value
        if value.ref not in self.made:
            original = Instruction(value.ref)
            operands = [self.value(operand) for operand in original.operands]
            copy = edit.clone_before(original, self.place, original.name)
            for index, operand in enumerate(operands):
                edit.set_operand(copy, index, operand)
            self.made[value.ref] = copy
        return self.made[value.ref]
