"""Turn a reduction over the lanes of a warp into the one instruction that does it, from sm_80 on.

    %a = shfl.bfly %x, 16     %s = add %x, %a
    %b = shfl.bfly %s, 8      %t = add %s, %b         =>      %v = redux.sync.add %x
    ...                       ... 4, 2, 1

Five shuffles, each some twenty cycles behind the one before, and five operations become one. Taken are 32-bit integers
with add, and, or, xor, and signed and unsigned minimum and maximum, over all 32 lanes (member mask -1): sums of floats
would be rounded in another order. With butterflies every lane gets the result (`reduction-param-a`, slot 93). With
shuffles down only lane 0 does, so these are taken where the result is used by lane 0 alone: behind a test that the lane
is 0, or in a shuffle that broadcasts lane 0 (`reduction-param-b`, slot 95).

The sources have the name, the SM it begins with and two parameters that are on; which forms the parameters stand for is
our reading. LLVM has nothing like it. Leaves alone: chains with another use of a partial result, or of other steps than
16, 8, 4, 2, 1 in any order; sections of a warp; tests like `threadIdx.x % 32 == 0`, which say nothing of the
lane unless the block's width is known.
"""

from __future__ import annotations

from opencicc.analysis.flow import Flow
from opencicc.analysis.launch import read_block
from opencicc.llvm import edit, edit_module
from opencicc.llvm.ir import Block, Function, Instruction, Value
from opencicc.llvm.names import REQUIRED_BLOCK
from opencicc.llvm.snapshot import snapshot
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.places import PUBLISHED
from opencicc.record import record

FIRST_SM = 80
FULL = 0xFFFFFFFF
LAST_LANE = 31
STEPS = {16, 8, 4, 2, 1}
SHUFFLE = "llvm.nvvm.shfl.sync."
KINDS = {f"{SHUFFLE}bfly.i32": "bfly", f"{SHUFFLE}down.i32": "down"}
BROADCAST = f"{SHUFFLE}idx.i32"
LANE = "llvm.nvvm.read.ptx.sreg.laneid"
THREAD = "llvm.nvvm.read.ptx.sreg.tid.x"
OPERATIONS = {
    "add": "add", "and": "and", "or": "or", "xor": "xor", "llvm.smin.i32": "min", "llvm.smax.i32": "max",
    "llvm.umin.i32": "umin", "llvm.umax.i32": "umax",
}  # fmt: skip


@record
class Chain:
    """A reduction: what comes out, how it is done, and the instructions from the last to the first."""

    result: Instruction
    operation: str
    kind: str
    parts: tuple[Instruction, ...]


FORM_SLOTS = {"bfly": 1880, "down": 1920}  # reduction-param-a and -b


@function_pass(
    "nvvm-reduction",
    "Form warp reductions.",
    when="shuffles",
    guard="!2400",
    places=PUBLISHED,
    slots=(1880, 1920),
    preserves=("cfg",),
)
def run(function: Function, ctx: PassContext) -> bool:
    if ctx.target.sm < FIRST_SM or not any(ctx.module.function(name) for name in KINDS):
        return False
    changed = False
    for chain in find_chains(function):
        if not ctx.slot(FORM_SLOTS[chain.kind]) or (
            chain.kind == "down" and not only_lane_zero_reads(chain.result, function)
        ):
            continue
        ctx.remark(chain.result, f"five shuffles and {chain.operation} become redux.sync", name="Reduction")
        redux = edit_module.intrinsic(ctx.module, f"llvm.nvvm.redux.sync.{chain.operation}", [])
        # The first shuffle is the last part. What it shuffles is asked now: an earlier reduction may have been replaced.
        mask, source = chain.parts[-1].arguments[:2]
        with edit.Builder(ctx.module.context.ref) as builder:
            value = builder.before(chain.result).call(redux, [source, mask])
        for user in [user for user in chain.result.users if is_broadcast(user, chain.result)]:
            edit.replace_and_erase(Instruction(user.ref), value)  # every lane has it now
        edit.replace_all_uses(chain.result, value)
        for part in chain.parts:
            edit.erase(part)
        edit.rename(value, "warp_total")
        changed = True
    return changed


def find_chains(function: Function) -> list[Chain]:
    """Chains of five, none of which has a part of another."""
    found: list[Chain] = []
    taken: set[Instruction] = set()
    for block in function.blocks:
        for instruction in block.instructions:
            if instruction not in taken and shuffle_kind(instruction):
                chain = read_chain(instruction)
                if chain and taken.isdisjoint(chain.parts):
                    found.append(chain)
                    taken.update(chain.parts)
    return found


def shuffle_kind(instruction: Instruction) -> str:
    """bfly or down: a shuffle of all lanes by a constant."""
    kind = KINDS.get(instruction.callee_name, "")
    if not kind:
        return ""
    mask, _, step, clamp = (argument.integer for argument in instruction.arguments)
    return kind if mask == FULL and step in STEPS and clamp == LAST_LANE else ""


def read_chain(first: Instruction) -> Chain | None:
    """The reduction that begins with this shuffle."""
    kind, value, block = shuffle_kind(first), first.arguments[1], first.parent
    shuffle, operation = first, ""
    parts: list[Instruction] = []
    steps: set[int] = set()
    while True:
        step = shuffle.arguments[2].integer
        users = shuffle.users
        if step is None or step in steps or len(users) != 1:
            return None
        steps.add(step)
        joined = Instruction(users[0].ref)
        name = OPERATIONS.get(joined.callee_name or joined.opcode, "")
        operands = joined.arguments or joined.operands
        if not name or (operation and name != operation) or joined.parent != block:
            return None
        if {operand.ref for operand in operands[:2]} != {shuffle.ref, value.ref}:
            return None
        operation = name
        parts += [shuffle, joined]
        if steps == STEPS:
            return Chain(joined, operation, kind, tuple(reversed(parts)))
        shuffles = [Instruction(user.ref) for user in joined.users]
        following = [each for each in shuffles if each.kind == "instruction" and shuffle_kind(each) == kind]
        if len(following) != 1 or len(shuffles) != 2 or following[0].arguments[1] != joined:
            return None
        value, shuffle = joined, following[0]
        if shuffle.parent != block:
            return None


# --- who reads it ---


def only_lane_zero_reads(result: Instruction, function: Function) -> bool:
    guarded = blocks_of_lane_zero(function)
    return all(is_broadcast(user, result) or needed_in(user, result) <= guarded for user in result.users)


def is_broadcast(user: Value, result: Instruction) -> bool:
    call = Instruction(user.ref)
    if call.callee_name != BROADCAST:
        return False
    mask, value, lane, clamp = call.arguments
    return value == result and (mask.integer, lane.integer, clamp.integer) == (FULL, 0, LAST_LANE)


def needed_in(user: Value, result: Instruction) -> set[Block]:
    instruction = Instruction(user.ref)
    incoming = instruction.incoming
    return {block for value, block in incoming if value == result} if incoming else {instruction.parent}


def blocks_of_lane_zero(function: Function) -> set[Block]:
    """The blocks that only lane 0 of a warp runs: dominated by the edge of a test that says so."""
    flow = Flow.of(snapshot(function))
    numbers = {block: number for number, block in enumerate(function.blocks)}
    found: set[Block] = set()
    for block, number in numbers.items():
        branch = block.terminator
        target = target_of_lane_zero(branch, function)
        if target is None or flow.predecessors[numbers[target]] != [number]:
            continue
        found |= {each for each, below in numbers.items() if flow.dominates(numbers[target], below)}
    return found


def target_of_lane_zero(branch: Instruction, function: Function) -> Block | None:
    if branch.opcode != "br" or len(branch.successors) != 2 or branch.operand(0).maker != "icmp":
        return None
    test = Instruction(branch.operand(0).ref)
    if test.operand(1).integer != 0 or test.predicate not in ("eq", "ne") or not is_lane(test.operand(0), function):
        return None
    return branch.successors[0 if test.predicate == "eq" else 1]


def is_lane(value: Value, function: Function) -> bool:
    """The lane's number, or the thread's modulo 32 where warps lie along x."""
    if value.kind != "instruction":
        return False
    instruction = Instruction(value.ref)
    if instruction.callee_name == LANE:
        return True
    is_modulo = instruction.opcode == "and" and instruction.operand(1).integer == LAST_LANE
    return is_modulo and Instruction(instruction.operand(0).ref).callee_name == THREAD and lies_along_x(function)


def lies_along_x(function: Function) -> bool:
    block = read_block(function)
    if not function.has_attribute(REQUIRED_BLOCK) or block is None:
        return False
    width, height, depth = block
    return width % 32 == 0 or height == depth == 1
