"""Replace branches over a few additions by selects, where several ways meet.

    switch (c) {                      a += c == 'a';
    case 'a': a++; break;      =>     b += c == 'b';
    case 'b': b++; break; }

LLVM does this for two ways to a block that has no others. A switch, or the inner of two nested tests, meets its like in a
block of three ways and more, and stays a branch: threads go each way one after the other, and a loop around it has too many
blocks to be unrolled with its loads together. Here the ways are computed on every path and what they leave is selected.

Once more behind unrolling, for the last of the branches that an unrolled search with exits is: there only what takes two steps and
a select is computed on every path (`flatten-branches-late-max-cost`), no more than a branch and the place where threads meet
again take. Off by default: branches go with it that skip a division's worth of work further down (docs/gpu-time.md).

Leaves alone: ways with a load, a store, a call or a division, ways of more than a few instructions, and pairs of ways that
LLVM has judged; late also ways that only change what is there (`x ^= 1`), of which ptxas makes one instruction under a predicate.
"""

from __future__ import annotations

from opencicc.llvm import edit
from opencicc.llvm.ir import Block, Function, Instruction, Value
from opencicc.llvm.scan import edges_of
from opencicc.options.option import Option
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.places import Place, at
from opencicc.record import once, record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Ways = dict[int, list[int]]  # where each block may go, by libLLVM's pointers

    Choose = Callable[[edit.Builder, Value, Value, Value], Value]

FLATTEN_BRANCHES = Option(
    "flatten-branches",
    True,
    "Replace branches over a few cheap instructions by selects, where more than two ways meet.",
    source="our choice: nvcc's code of the same loops has selects; two kernels took 1.13 and 1.15 of its time on an H200",
)
FLATTEN_BRANCHES_MAX_COST = Option(
    "flatten-branches-max-cost",
    12,
    "The most instructions, selects included, that flatten-branches lets every path compute.",
    source="our choice: three counters of a switch are six, twice if an array still stands behind them; a branch that threads take both ways costs more",
    minimum=0,
)
FLATTEN_BRANCHES_LATE_MAX_COST = Option(
    "flatten-branches-late-max-cost",
    0,
    "The same behind unrolling, in instructions of the machine; 0 leaves all branches alone there.",
    source="measured on an H200: two short searches take 0.92 and 0.97 of their time with 3 (two steps and a select), but points in "
    "polygons, whose branches skip a division for most threads, 1.7 and more with 3 as with 12",
    minimum=0,
)
LATE = "late"
CHEAP = frozenset(
    "add sub mul and or xor shl lshr ashr trunc zext sext icmp select getelementptr fadd fsub fmul fneg".split()
)
MOST_WAYS = 5
WIDEST_CASE = 64  # bits: wider values of a switch can't be read
FEWEST_BLOCKS = 4  # the branch, two ways and where they meet


@record
class Fork:
    """A branch or switch, the blocks between it and the block where all its ways meet, and what leads into each."""

    block: Block
    branch: Instruction
    targets: list[Block]  # each once
    meet: Block
    ways: list[Block]  # those between; a way that goes straight to `meet` is not among them

    @once
    def cases(self) -> dict[Block, list[int]]:
        """Of a switch: the values that lead into each way, the default's are none."""
        return read_cases(self.branch)

    @once
    def is_switch(self) -> bool:
        return self.branch.opcode == "switch"

    @once
    def usual(self) -> Block:
        """Where it goes if nothing holds: the second target of a branch, the first of a switch."""
        return self.targets[0] if self.is_switch else self.targets[1]

    @once
    def others(self) -> list[Block]:
        return [target for target in self.targets if target != self.usual]

    @once
    def steps(self) -> list[list[Instruction]]:
        """What each way computes."""
        return [list(way.instructions)[:-1] for way in self.ways]

    @once
    def phis(self) -> list[tuple[Instruction, list[tuple[Value, Block]]]]:
        """Those where the ways meet, and what comes into them."""
        return [(phi, phi.incoming) for phi in self.meet.phis]

    def value_by(self, incoming: list[tuple[Value, Block]], target: Block) -> Value:
        """What comes into a phi when the fork goes to this target."""
        source = self.block if target == self.meet else target
        return next(value for value, block in incoming if block == source)


@function_pass(
    "flatten-branches",
    "Replace branches over a few cheap instructions by selects.",
    params=(LATE,),
    has_first_look=True,
    places=at(
        Place(
            "simplify", before="bit-loops", why="LLVM has made what it makes of branches, and loops are unrolled later"
        ),
        Place(
            "closing",
            before="whole-loads",
            params=LATE,
            why="a loop of known trips with an exit in its body is a chain of such branches once it is unrolled",
        ),
    ),
    reads=(FLATTEN_BRANCHES, FLATTEN_BRANCHES_MAX_COST, FLATTEN_BRANCHES_LATE_MAX_COST),
)
def run(function: Function, ctx: PassContext) -> bool:
    if not ctx.option(FLATTEN_BRANCHES) or function.count_blocks() < FEWEST_BLOCKS:
        return False
    is_late, changed = LATE in ctx.params, False
    most = ctx.option(FLATTEN_BRANCHES_LATE_MAX_COST if is_late else FLATTEN_BRANCHES_MAX_COST)
    if is_late and not most:
        return False
    weigh = late_cost if is_late else cost
    ways = edges_of(function)
    for block in reversed(list(ways)):  # inner ones first
        fork = read_fork(Block(block)) if may_meet(block, ways) else None
        if fork and weigh(fork) <= most and not (is_late and updates(fork)):
            ctx.remark(fork.branch, "selects what the ways of a branch leave instead of taking one", name="Flattened")
            flatten(fork, ctx.module.context.ref)
            leave_out(fork, ways)
            changed = True
    return changed


# --- what there is ---


def read_fork(block: Block) -> Fork | None:
    """What can be flattened and simplifycfg has not judged."""
    fork = read_way_out(block)
    return None if fork and not fork.is_switch and is_for_llvm(fork) else fork


def read_way_out(block: Block, cheap: frozenset[str] = CHEAP) -> Fork | None:
    """A branch or switch whose ways are cheap and meet in one block."""
    branch = block.terminator
    targets = list(dict.fromkeys(branch.successors))
    if branch.opcode not in ("br", "switch") or not 2 <= len(targets) <= MOST_WAYS:
        return None
    if branch.operands[0].type.integer_width > WIDEST_CASE:
        return None
    ways = {target: goal for target in targets if (goal := goal_of_way(target, branch, cheap)) is not None}
    meets = {*ways.values(), *(target for target in targets if target not in ways)}
    if len(meets) != 1 or not ways:
        return None
    (meet,) = meets
    if meet == block or meet in ways:
        return None
    return Fork(block, branch, targets, meet, list(ways))


def may_meet(block: int, ways: Ways) -> bool:
    """Could all that a block leads to be ways to one block, or that block? Told by the edges, before anything is read."""
    targets = ways.get(block, ())
    if len(targets) < 2:
        return False
    onward = [ways[target] for target in targets]
    meets = {following[0] for following in onward if len(following) == 1}
    pairs = list(zip(targets, onward, strict=True))
    return any(all(target == meet or following == [meet] for target, following in pairs) for meet in meets)


def leave_out(fork: Fork, ways: Ways) -> None:
    """A fork was flattened: its ways are gone."""
    ways[fork.block.ref] = [fork.meet.ref]
    for way in fork.ways:
        del ways[way.ref]


def read_cases(branch: Instruction) -> dict[Block, list[int]]:
    """The values that lead a switch into each block, those of its default left out; nothing of a branch."""
    found: dict[Block, list[int]] = {}
    if branch.opcode == "switch":
        for target, value in zip(branch.successors[1:], branch.case_values, strict=True):
            found.setdefault(target, []).append(value)
    return found


def goal_of_way(block: Block, branch: Instruction, cheap: frozenset[str]) -> Block | None:
    """Where a block goes on to that only this branch leads into, that computes a little, and that has one way out."""
    last = block.terminator
    goals = last.successors
    if len(goals) != 1 or any(user != branch for user in block.as_value.each_user()):
        return None
    return goals[0] if block.computes_only(cheap) and edit.metadata(last, "llvm.loop") is None else None


def is_for_llvm(fork: Fork) -> bool:
    """Whether two ways only lead into a block: simplifycfg has thought about those."""
    return len(fork.phis[0][1]) <= 2 if fork.phis else True


def cost(fork: Fork) -> int:
    """How many instructions every path gets: those of the ways, a select for what differs, joined conditions."""
    steps = sum(map(len, fork.steps))
    selects = sum(
        fork.value_by(incoming, target) != fork.value_by(incoming, fork.usual)
        for _, incoming in fork.phis
        for target in fork.others
    )
    return steps + selects + sum(max(0, len(fork.cases.get(target, ())) - 1) for target in fork.others)


def late_cost(fork: Fork) -> int:
    """The same in instructions of the machine, now that steps are what they will stay."""
    return cost(fork) - sum(is_free(step) for steps in fork.steps for step in steps)


def is_free(step: Instruction) -> bool:
    """Wider numbers are there when they are loaded, and a product that only a sum reads is computed with it."""
    if step.opcode in ("zext", "sext", "trunc"):
        return True
    users = step.users if step.opcode == "mul" else []
    return len(users) == 1 and Instruction(users[0].ref).opcode == "add"


def updates(fork: Fork) -> bool:
    """Does a way only change what is there? ptxas makes one predicated instruction of that, where a select is one more."""
    pairs = [
        (fork.value_by(incoming, target), fork.value_by(incoming, fork.usual))
        for _, incoming in fork.phis
        for target in fork.others
    ]
    return any(is_step_from(a, b) or is_step_from(b, a) for a, b in pairs)


def is_step_from(value: Value, other: Value) -> bool:
    return value.kind == "instruction" and Instruction(value.ref).opcode in CHEAP and other in value.operands


# --- the edit ---


def plain_select(builder: edit.Builder, condition: Value, value: Value, otherwise: Value) -> Value:
    return builder.select(condition, value, otherwise)


def flatten(fork: Fork, context: int, choose: Choose = plain_select) -> None:
    edit.move_all_before([step for steps in fork.steps for step in steps], fork.branch)
    with edit.Builder(context) as builder:
        builder.before(fork.branch)
        conditions = {target: condition_of(target, fork, builder) for target in fork.others}
        chosen = []
        for _, incoming in fork.phis:
            value = usual_value = fork.value_by(incoming, fork.usual)
            for target in fork.others:
                other = fork.value_by(incoming, target)
                if other != usual_value:
                    value = choose(builder, conditions[target], other, value)
            chosen.append(value)
        builder.branch(fork.meet)
    gone = {fork.block, *fork.ways}
    for (phi, incoming), value in zip(fork.phis, chosen, strict=True):
        edit.rebuild_phi(phi, [(old, block) for old, block in incoming if block not in gone] + [(value, fork.block)])
    edit.erase(fork.branch)
    for way in fork.ways:
        edit.delete_block(way)


def condition_of(target: Block, fork: Fork, builder: edit.Builder) -> Value:
    """When the fork goes to this target, which is not its usual one."""
    asked = fork.branch.operand(0)
    if not fork.is_switch:
        return asked
    first, *more = [builder.icmp("eq", asked, edit.constant_int(asked.type, case)) for case in fork.cases[target]]
    for another in more:
        first = builder.binary("or", first, another)
    return first
