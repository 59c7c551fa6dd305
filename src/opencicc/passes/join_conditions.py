"""Make one condition of two where the second takes a few cheap steps.

    if (a > b || (a == b && i < j)) ...

    first:   %above = fcmp ogt float %a, %b                    first:   %above = fcmp ogt float %a, %b
             br i1 %above, label %test, label %second                   %equal = fcmp oeq float %a, %b
    second:  %equal = fcmp oeq float %a, %b                             %before = icmp slt i32 %i, %j
             %before = icmp slt i32 %i, %j                =>            %both = select i1 %equal, i1 %before, i1 false
             %both = select i1 %equal, i1 %before, i1 false             %either = select i1 %above, i1 true, i1 %both
             br label %test                                             br i1 %either, ...
    test:    %either = phi i1 [ true, %first ], [ %both, %second ]
             br i1 %either, ...

A function that compares becomes this when it is inlined. LLVM's simplifycfg selects between two ways that meet, but not where
truth values meet and one is an `and` or an `or`: a switch may come of them. Jump threading then gives the known one
a way of its own, and what the condition decides, a few selects, is done in branches: the four insertions of a sorted list took
fourteen branches for six, and 1.18 of the time that clang's code took on an H200.

Leaves alone: second conditions with a load, a call or a division, or of more than a few steps (`join-conditions-max-cost`);
conditions of which neither is known on one of the ways.
"""

from __future__ import annotations

from opencicc.llvm import edit
from opencicc.llvm.ir import Block, Function, Instruction
from opencicc.llvm.scan import edges_of
from opencicc.options.option import Option
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.flatten_branches import CHEAP, Fork, cost, flatten, leave_out, read_way_out
from opencicc.passes.places import Place, at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.passes.flatten_branches import Ways

JOIN_CONDITIONS = Option(
    "join-conditions",
    True,
    "Make one condition of two where the second takes a few cheap steps.",
    source="our choice: nvcc's code has one; sorted insertions took 1.18 of clang's time on an H200",
)
JOIN_CONDITIONS_MAX_COST = Option(
    "join-conditions-max-cost",
    6,
    "The most instructions, selects included, that join-conditions lets every path compute.",
    source="our choice: three comparisons, and what joins them; a branch that threads take both ways costs more",
    minimum=0,
)
STEPS = CHEAP | {"fcmp"}
FEWEST_BLOCKS = 4  # the first condition, the second, where they meet and what is decided


@function_pass(
    "join-conditions",
    "Make one condition of two where the second takes a few cheap steps.",
    has_first_look=True,
    places=at(Place("simplify", before="thread-jumps", why="before a known outcome gets a way of its own")),
    reads=(JOIN_CONDITIONS, JOIN_CONDITIONS_MAX_COST),
)
def run(function: Function, ctx: PassContext) -> bool:
    if not ctx.option(JOIN_CONDITIONS) or function.count_blocks() < FEWEST_BLOCKS:
        return False
    most, changed = ctx.option(JOIN_CONDITIONS_MAX_COST), False
    ways = edges_of(function)
    for block in reversed(list(ways)):  # inner ones first
        meet = meeting_point(block, ways)
        if not meet or not has_known_flag(Block(meet), Block(block)):
            continue
        fork = read_way_out(Block(block), STEPS)
        if fork and is_second_condition(fork) and cost(fork) <= most:
            ctx.remark(fork.branch, "joined a condition with the next", name="Joined")
            flatten(fork, ctx.module.context.ref)
            leave_out(fork, ways)
            changed = True
    return changed


def meeting_point(block: int, ways: Ways) -> int:
    """Where the two ways of a branch meet of which one goes there directly; 0 if they do not. Told by the edges alone."""
    targets = ways.get(block, ())  # a way that was joined is gone
    if len(targets) != 2:
        return 0
    left, right = targets
    return right if ways[left] == [right] else left if ways[right] == [left] else 0


def has_known_flag(meet: Block, source: Block) -> bool:
    """Does a truth value arrive there that is known on the way from a block?"""
    return any(phi.type.integer_width == 1 and is_known(phi, source) for phi in meet.phis)


def is_known(phi: Instruction, source: Block) -> bool:
    return any(value.integer is not None for value, block in phi.incoming if block == source)


def is_second_condition(fork: Fork) -> bool:
    """Do only two ways meet there, and is the branch that parts them no loop's last?"""
    branch = fork.branch
    is_pair = len(fork.ways) == 1 and len(fork.phis[0][1]) == 2
    return is_pair and branch.opcode == "br" and edit.metadata(branch, "llvm.loop") is None
