"""Let stack objects that are not used at the same time share local memory.

    %a, %b = alloca [64 x i32]                call void @llvm.lifetime.start(ptr %a)   before the first use of %a
    ... only %a ...                    =>     call void @llvm.lifetime.end(ptr %a)     behind its last
    ... only %b ...                           the same for %b: both get the same 256 bytes

Front ends say where a variable's scope is, if they optimise; unoptimised IR, which is what we get, says nothing. Here the
markers are written from the uses, and code generation's stack coloring does the sharing. An object begins in a block that
runs once and dominates all its uses, so that nothing is lost between the trips of a loop, and ends wherever no use can
follow.

Leaves alone: objects whose address goes anywhere but into accesses (calls, stored pointers, phis), objects that have
markers already, and functions where no two objects could share.
"""

from __future__ import annotations

from opencicc.analysis.flow import Flow
from opencicc.llvm import edit, edit_module, types
from opencicc.llvm.ir import Function, Instruction
from opencicc.llvm.opcodes import OPCODES
from opencicc.llvm.scan import stack_objects
from opencicc.llvm.snapshot import Snapshot
from opencicc.options.option import Option
from opencicc.passes.api import NVIDIA_REGISTRY, PassContext, function_pass
from opencicc.passes.places import Place, at
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    Ranges = dict[int, tuple[int, int]]  # block to the first and the last instruction where an object is needed

REUSE_LOCAL_MEMORY = Option(
    "reuse-local-memory",
    True,
    "Let stack objects that are not used at the same time share local memory.",
    source="our choice: less local memory, the same accesses",
)
_ALLOCA, _LOAD, _STORE, _CALL = (OPCODES[name] for name in ("alloca", "load", "store", "call"))
_DERIVED = frozenset(OPCODES[name] for name in ("getelementptr", "addrspacecast", "bitcast"))
_TRANSFERS = ("llvm.memcpy.", "llvm.memmove.", "llvm.memset.")


@record
class Scope:
    """Where an object begins (before this instruction), and its ranges and last places, by number."""

    object: int
    start: int
    ranges: Ranges
    last: tuple[int, ...]  # behind these instructions it ends
    edges: tuple[int, ...]  # and at the top of these blocks


@function_pass(
    "reuse-local-memory",
    "Let stack objects share memory when not live together.",
    phase=2,
    when="stack",
    places=at(Place("final-shape", before="open-loops", why="the objects that stay, and where they are used")),
    origin=NVIDIA_REGISTRY,
    reads=(REUSE_LOCAL_MEMORY,),
    needs=(Snapshot, Flow),
    preserves=("cfg",),
)
def run(function: Function, ctx: PassContext) -> bool:
    if not ctx.option(REUSE_LOCAL_MEMORY) or len(stack_objects(function)) < 2:
        return False
    flat, flow = ctx.analysis(Snapshot, function), ctx.analysis(Flow, function)
    entry = flat.block_range(0)
    uses = {number: accesses_of(number, flat) for number in entry if flat.opcodes[number] == _ALLOCA}
    scopes = [scope for number, found in uses.items() if found and (scope := scope_of(number, found, flat, flow))]
    sharing = [scope for scope in scopes if any(are_apart(scope, other) for other in scopes if other is not scope)]
    for scope in sharing:
        ctx.remark(flat.instruction(scope.object), "may share its memory with an object that is used at another time")
        mark(scope, flat, ctx)
    return bool(sharing)


def accesses_of(number: int, flat: Snapshot) -> list[int]:
    """The instructions that access an object; nothing where its address goes elsewhere or markers tell already."""
    first, found = flat.first_instruction, []
    pending = [first + number]
    while pending:
        pointer = pending.pop()
        for user in flat.users_of(pointer):
            opcode = flat.opcodes[user - first]
            if opcode in _DERIVED:
                pending.append(user)
            elif opcode == _LOAD or (opcode == _STORE and flat.operands_of(user - first)[0] != pointer):
                found.append(user - first)
            elif opcode == _CALL and flat.instruction(user - first).callee_name.startswith(_TRANSFERS):
                found.append(user - first)
            else:
                return []
    return found


def scope_of(number: int, accesses: list[int], flat: Snapshot, flow: Flow) -> Scope | None:
    by_block: dict[int, list[int]] = {}
    for access in accesses:
        by_block.setdefault(flat.parents[access], []).append(access)
    if any(flow.position[block] < 0 for block in by_block):
        return None  # unreachable code: somebody else removes it
    top = common_dominator(list(by_block), flow)
    while is_in_cycle(top, flow):
        top = flow.immediate_dominators[top]
    needed_behind = reaching(set(by_block), flow)  # blocks at whose start a use may follow
    start = min(by_block[top]) if top in by_block else flat.block_range(top)[-1]
    ranges: Ranges = {}
    last, edges = [], set()
    for block in needed_behind:
        if not flow.dominates(top, block):
            continue
        goes_on = any(after in needed_behind for after in flow.successors[block])
        bounds = flat.block_range(block)
        end = bounds[-1] if goes_on else max(by_block[block])
        ranges[block] = (start if block == top else bounds[0], end)
        if goes_on:
            edges |= {after for after in flow.successors[block] if after not in needed_behind}
        else:
            last.append(end)
    return Scope(number, start, ranges, tuple(last), tuple(sorted(edges)))


def common_dominator(blocks: list[int], flow: Flow) -> int:
    best = blocks[0]
    for block in blocks[1:]:
        while not flow.dominates(best, block):
            best = flow.immediate_dominators[best]
    return best


def is_in_cycle(block: int, flow: Flow) -> bool:
    """Can control come back to a block?"""
    seen, pending = set(), list(flow.successors[block])
    while pending:
        found = pending.pop()
        if found == block:
            return True
        if found not in seen:
            seen.add(found)
            pending += flow.successors[found]
    return False


def reaching(blocks: set[int], flow: Flow) -> set[int]:
    """These blocks and all from which control can come to them."""
    seen, pending = set(blocks), list(blocks)
    while pending:
        for before in flow.predecessors[pending.pop()]:
            if before not in seen:
                seen.add(before)
                pending.append(before)
    return seen


def are_apart(one: Scope, other: Scope) -> bool:
    """Is there no instruction where both are needed?"""
    for block in one.ranges.keys() & other.ranges.keys():
        (first, last), (others_first, others_last) = one.ranges[block], other.ranges[block]
        if first <= others_last and others_first <= last:
            return False
    return True


def mark(scope: Scope, flat: Snapshot, ctx: PassContext) -> None:
    stack_object = flat.instruction(scope.object)
    context = ctx.module.context.ref
    begin, end = (
        edit_module.intrinsic(
            ctx.module, f"llvm.lifetime.{word}", [types.pointer(context, stack_object.type.address_space)]
        )
        for word in ("start", "end")
    )
    behind = [flat.instruction(number + 1) for number in scope.last]
    tops = [first_insertion_point(flat, block) for block in scope.edges]
    with edit.Builder(context) as builder:
        builder.before(flat.instruction(scope.start)).call(begin, [stack_object])
        for place in (*behind, *tops):
            builder.before(place).call(end, [stack_object])


def first_insertion_point(flat: Snapshot, block: int) -> Instruction:
    """The first instruction of a block that is no phi."""
    phi = OPCODES["phi"]
    return flat.instruction(next(number for number in flat.block_range(block) if flat.opcodes[number] != phi))
