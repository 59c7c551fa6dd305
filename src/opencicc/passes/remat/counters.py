"""Facts about the counters of loops: phis that step by a constant, the test at the latch, and who reads them."""

from __future__ import annotations

from opencicc.analysis.counters import NEGATED, SWAPPED
from opencicc.analysis.known_integers import constant, phi_values
from opencicc.llvm.integers import signed
from opencicc.llvm.opcodes import OPCODES
from opencicc.llvm.types import Type
from opencicc.passes.remat.demote_decide import Counting
from opencicc.passes.remat.ranges import Range, range_of
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.analysis.flow import Flow, NaturalLoop
    from opencicc.llvm.snapshot import Snapshot

_PHI, _ADD, _SUB, _ICMP, _BR = (OPCODES[name] for name in ("phi", "add", "sub", "icmp", "br"))
_EXTENSIONS = (OPCODES["zext"], OPCODES["sext"])
MOST_GUARDS = 8  # branches above a loop that are asked


@record
class LoopCounter:
    """A header phi with its start and its successor, by value id; the step is a signed number."""

    phi: int
    start: int
    after: int
    step: int
    width: int


@record
class LatchTest:
    """The test under which a loop goes on: `icmp predicate tested, bound`, with the bound from outside the loop."""

    compare: int  # value id
    tested: int
    bound: int
    predicate: str  # as if the loop went on when it is true, and the counter stood left


def counters_of(flat: Snapshot, loop: NaturalLoop) -> list[LoopCounter]:
    """The integer phis of a loop's header that step by a constant, of a loop with one latch."""
    found: list[LoopCounter] = []
    if len(loop.latches) != 1:
        return found
    first = flat.first_instruction
    for number in flat.block_range(loop.header):
        if flat.opcodes[number] != _PHI:
            break
        phi = first + number
        width = Type(flat.types[phi]).integer_width
        start, after = phi_values(flat, loop, phi)
        if start is None or after is None or not 2 <= width <= 64:
            continue
        step = _step(flat, after, phi, width)
        if step:
            found.append(LoopCounter(phi, start, after, step, width))
    return found


def _step(flat: Snapshot, after: int, phi: int, width: int) -> int:
    number = after - flat.first_instruction
    if not 0 <= number < flat.instructions or flat.opcodes[number] not in (_ADD, _SUB):
        return 0
    left, right = flat.operands_of(number)
    added = constant(flat, right)
    if left != phi or added is None:
        return 0
    return signed(added, width) if flat.opcodes[number] == _ADD else -signed(added, width)


def latch_test(flat: Snapshot, loop: NaturalLoop, counter: LoopCounter) -> LatchTest | None:
    """The test of this counter at the end of the loop's latch."""
    branch = flat.block_starts[loop.latches[0] + 1] - 1
    operands = flat.operands_of(branch)
    if flat.opcodes[branch] != _BR or len(operands) != 3:
        return None
    compare = operands[0] - flat.first_instruction
    if not 0 <= compare < flat.instructions or flat.opcodes[compare] != _ICMP:
        return None
    predicate = flat.instruction(compare).predicate
    if operands[2] - flat.arguments != loop.header:  # LLVM keeps the true target last
        predicate = NEGATED[predicate]
    left, right = flat.operands_of(compare)
    for tested, bound, relation in ((left, right, predicate), (right, left, SWAPPED[predicate])):
        if tested in (counter.phi, counter.after) and not _is_inside(flat, loop, bound):
            return LatchTest(operands[0], tested, bound, relation)
    return None


def counting_of(flat: Snapshot, flow: Flow, loop: NaturalLoop, counter: LoopCounter) -> Counting | None:
    """What decides over a counter's values; None where start or bound may be anything."""
    test = latch_test(flat, loop, counter)
    start = range_of(flat, counter.start)
    if test is None or start is None:
        return None
    bound = range_of(flat, test.bound)
    if bound is None:
        return None
    if test.predicate == "ne" and bound.low <= 0 and is_guarded(flat, flow, loop, test.bound):
        bound = Range(max(bound.low, 1), max(bound.high, 1))
    return Counting(start, counter.step, test.predicate, bound, test.tested == counter.after)


def is_guarded(flat: Snapshot, flow: Flow, loop: NaturalLoop, bound: int) -> bool:
    """Does a branch on the only way to the loop say that the bound, or what it extends, is above zero?"""
    names = {bound}
    number = bound - flat.first_instruction
    extends_unsigned = False
    if 0 <= number < flat.instructions and flat.opcodes[number] in _EXTENSIONS:
        names.add(flat.operands_of(number)[0])
        extends_unsigned = flat.opcodes[number] == _EXTENSIONS[0]
    block = loop.header
    for _ in range(MOST_GUARDS):
        above = flow.immediate_dominators[block]
        if above == block or above < 0:
            return False
        if _says_positive(flat, flow, loop, above, block, names, extends_unsigned=extends_unsigned):
            return True
        block = above
    return False


def _says_positive(
    flat: Snapshot, flow: Flow, loop: NaturalLoop, block: int, below: int, names: set[int], *, extends_unsigned: bool
) -> bool:
    """Does the branch at the end of a block say so on its way to `below`?"""
    branch = flat.block_starts[block + 1] - 1
    operands = flat.operands_of(branch)
    if flat.opcodes[branch] != _BR or len(operands) != 3:
        return False
    compare = operands[0] - flat.first_instruction
    if not 0 <= compare < flat.instructions or flat.opcodes[compare] != _ICMP:
        return False
    otherwise, then = (each - flat.arguments for each in operands[1:])
    ways = [target for target in (then, otherwise) if target == below or flow.dominates(target, below)]
    if then == otherwise or len(ways) != 1:
        return False
    if any(each != block and each not in loop.blocks for each in flow.predecessors[ways[0]]):
        return False  # somebody else comes there, too
    if ways[0] != loop.header and len(flow.predecessors[ways[0]]) != 1:
        return False
    predicate = flat.instruction(compare).predicate
    predicate = predicate if ways[0] == then else NEGATED[predicate]
    left, right = flat.operands_of(compare)
    if left not in names:
        left, right, predicate = right, left, SWAPPED[predicate]
    other = constant(flat, right)
    if left not in names or other is None:
        return False
    number = signed(other, Type(flat.types[right]).integer_width)
    if (predicate == "sgt" and number >= 0) or (predicate == "sge" and number >= 1):
        return True
    # "Not zero" is "above zero" of what is never negative: of an unsigned extension, and of what it extends.
    return predicate == "ne" and number == 0 and extends_unsigned


def _is_inside(flat: Snapshot, loop: NaturalLoop, value: int) -> bool:
    number = value - flat.first_instruction
    return 0 <= number < flat.instructions and flat.parents[number] in loop.blocks
