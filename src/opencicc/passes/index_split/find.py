"""A loop whose body tests its own index against a value that does not change: what is needed to split it."""

from __future__ import annotations

from opencicc.llvm.ir import Block, Instruction, Value
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.analysis.flow import Flow, NaturalLoop
    from opencicc.llvm.snapshot import Snapshot

SWAPPED = {
    "slt": "sgt",
    "sgt": "slt",
    "sle": "sge",
    "sge": "sle",
    "ult": "ugt",
    "ugt": "ult",
    "ule": "uge",
    "uge": "ule",
}
SWAPPED |= {"eq": "eq", "ne": "ne"}


@record
class IndexTest:
    """`compare` is `index predicate bound`, the index on the left."""

    compare: Instruction
    predicate: str
    bound: Value


@record
class SplitLoop:
    """A loop with a preheader and one latch, which is its only way out; blocks in the function's order."""

    blocks: tuple[Block, ...]
    preheader: Block
    header: Block
    latch: Block
    exit: Block
    index: Instruction  # the phi
    following: Instruction  # index + step
    step: int
    size: int


def find_loop(flat: Snapshot, flow: Flow, loop: NaturalLoop) -> SplitLoop | None:
    if loop.preheader < 0 or len(loop.latches) != 1 or len(loop.exits) != 1 or loop.exits[0][0] != loop.latches[0]:
        return None
    latch, exit_block = loop.latches[0], loop.exits[0][1]
    branch = flat.block(latch).terminator
    if branch.opcode != "br" or len(branch.successors) != 2 or flow.predecessors[exit_block] != [latch]:
        return None
    header, latch_block = flat.block(loop.header), flat.block(latch)
    for phi in header.phis:
        found = find_step(phi, latch_block)
        if found is not None:
            blocks = tuple(flat.block(block) for block in sorted(loop.blocks))
            size = sum(len(flat.block_range(block)) for block in loop.blocks)
            exit_ = flat.block(exit_block)
            return SplitLoop(blocks, flat.block(loop.preheader), header, latch_block, exit_, phi, *found, size)
    return None


def find_step(phi: Instruction, latch: Block) -> tuple[Instruction, int] | None:
    """What a phi becomes each trip, where that is itself plus a positive constant."""
    width = phi.type.integer_width
    value = next((value for value, source in phi.incoming if source == latch), None)
    if not width or width > 64 or value is None or value.kind != "instruction":
        return None
    following = Instruction(value.ref)
    if following.opcode != "add" or following.operands[0] != phi:
        return None
    step = following.operands[1].integer
    return (following, step) if step is not None and 0 < step < 1 << (width - 1) else None


def find_tests(loop: SplitLoop) -> list[IndexTest]:
    """Comparisons of the index with something that the loop does not change, whose result a branch or a select wants."""
    inside = set(loop.blocks)
    found = []
    for block in loop.blocks:
        for instruction in block.instructions:
            if instruction.opcode != "icmp" or not any(decides(user) for user in instruction.each_user()):
                continue
            left, right = instruction.operands
            predicate = instruction.predicate
            if right == loop.index:
                left, right, predicate = right, left, SWAPPED[predicate]
            if left == loop.index and not is_defined_in(right, inside) and can_tell(loop, predicate):
                found.append(IndexTest(instruction, predicate, right))
    return found


def decides(user: Value) -> bool:
    return user.kind == "instruction" and Instruction(user.ref).opcode in ("br", "select")


def is_defined_in(value: Value, blocks: set[Block]) -> bool:
    return value.kind == "instruction" and Instruction(value.ref).parent in blocks


def can_tell(loop: SplitLoop, predicate: str) -> bool:
    """Does the answer change at most once, or for equality twice, because the index never wraps in this sense?"""
    if predicate in ("eq", "ne"):
        return loop.following.has_no_signed_wrap or loop.following.has_no_unsigned_wrap
    return loop.following.has_no_signed_wrap if predicate[0] == "s" else loop.following.has_no_unsigned_wrap


def has_effects_that_forbid(loop: SplitLoop) -> str:
    """Why copies of the body are not wanted, or nothing."""
    for block in loop.blocks:
        for instruction in block.instructions:
            if instruction.opcode in ("load", "store") and instruction.is_volatile:
                return "it has volatile accesses"
            if instruction.opcode in ("invoke", "callbr", "indirectbr", "switch"):
                return f"it has a {instruction.opcode}"
            if instruction.opcode == "call":
                callee = instruction.called_function
                if callee is None or not callee.is_intrinsic or callee.has_attribute("convergent"):
                    return "it has calls, or operations of several threads together"
    return ""
