"""Select instead of branching around a few instructions that read what was just loaded.

    v = *p;                             v = *p;
    if (last) v = i < n ? v : 0;   =>   v = last && !(i < n) ? 0 : v;
    sum += w * v;                       sum += w * v;

ptxas turns so short a branch into predicates, and an instruction under a predicate waits for the load that it reads even
when it is not to run: of sixteen such loads in a row each waits for the one before. As selects they all stand behind the
loads. LLVM's simplifycfg stops at two instructions, which is right where a branch can be predicted.

Leaves alone: modules without loops, whose loads are few; ways with a load, a store, a call or a division, ways that read nothing just loaded, more than a few
instructions, and the branch of a loop.
"""

from __future__ import annotations

from opencicc.llvm import edit
from opencicc.llvm.ir import Block, Function, Instruction, Value
from opencicc.llvm.scan import edges_of
from opencicc.options.option import Option
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.flatten_branches import Fork, cost, flatten, leave_out, may_meet, read_way_out
from opencicc.passes.places import Place, at

FLATTEN_MASKS = Option(
    "flatten-masks",
    True,
    "Replace branches around a few cheap instructions on values that were just loaded by selects.",
    source="our choice: an attention kernel with such branches took 2.2 of nvcc's time on an H200",
)
FLATTEN_MASKS_MAX_COST = Option(
    "flatten-masks-max-cost",
    16,
    "The most instructions, selects included, that flatten-masks lets every path compute.",
    source="our choice: four values that were loaded together, each with a subscript, a test and two selects",
    minimum=0,
)
FEWEST_BLOCKS = 3  # the branch, a way and where they meet
PARTS = frozenset(("extractelement", "extractvalue", "bitcast", "trunc", "zext"))  # of a loaded value


@function_pass(
    "flatten-masks",
    "Select instead of branching around a few instructions that read what was just loaded.",
    phase=2,
    when="loops",
    has_first_look=True,
    places=at(
        Place(
            "closing",
            before="normalize-gep",
            why="loops are unrolled, arrays are registers, and tests of several masks are merged next",
        )
    ),
    reads=(FLATTEN_MASKS, FLATTEN_MASKS_MAX_COST),
)
def run(function: Function, ctx: PassContext) -> bool:
    if not ctx.option(FLATTEN_MASKS) or function.count_blocks() < FEWEST_BLOCKS:
        return False
    most, changed = ctx.option(FLATTEN_MASKS_MAX_COST), False
    ways = edges_of(function)
    for block in list(ways):
        fork = read_way_out(Block(block)) if may_meet(block, ways) else None
        if fork and not fork.is_switch and cost(fork) <= most and selects_from_loads(fork):
            ctx.remark(fork.branch, "selects what a branch would do to values just loaded", name="Flattened")
            flatten(fork, ctx.module.context.ref, choose)
            leave_out(fork, ways)
            changed = True
    return changed


def selects_from_loads(fork: Fork) -> bool:
    """Do the ways compute with what the block in front of them loads?"""
    return any(reads_loaded(step, fork.block) for steps in fork.steps for step in steps)


def reads_loaded(step: Instruction, block: Block) -> bool:
    """Does an instruction read a value, or a part of one, that this block loads?"""
    return any(is_loaded(Instruction(value.ref), block) for value in step.operands if value.kind == "instruction")


def is_loaded(source: Instruction, block: Block) -> bool:
    while source.opcode in PARTS and source.operands[0].kind == "instruction":
        source = Instruction(source.operands[0].ref)
    return source.opcode == "load" and source.parent == block


# --- the edit ---


def choose(builder: edit.Builder, condition: Value, value: Value, otherwise: Value) -> Value:
    """One select for a masked value. A test that was not made on every path may be poison: no plain `and` of it."""
    for chosen, other, is_value in ((value, otherwise, True), (otherwise, value, False)):
        inner = read_select(chosen)
        if inner is None or other not in inner[1:]:
            continue
        test, yes, no = inner
        mask, keeps = (no, yes == other) if yes == other else (yes, False)
        if is_value:  # mask if the condition holds and the test asks for it
            asked = negated(builder, test) if keeps else test
            return builder.select(builder.select(condition, asked, false_like(test)), mask, other)
        kept = test if keeps else negated(builder, test)  # other if the condition holds, or the test keeps it
        return builder.select(builder.select(condition, true_like(test), kept), other, mask)
    return builder.select(condition, value, otherwise)


def read_select(value: Value) -> tuple[Value, Value, Value] | None:
    if value.kind != "instruction" or Instruction(value.ref).opcode != "select":
        return None
    test, yes, no = value.operands
    return (test, yes, no) if test.type.integer_width == 1 else None


def negated(builder: edit.Builder, test: Value) -> Value:
    return builder.binary("xor", test, true_like(test))


def true_like(test: Value) -> Value:
    return edit.constant_int(test.type, 1)


def false_like(test: Value) -> Value:
    return edit.constant_int(test.type, 0)
