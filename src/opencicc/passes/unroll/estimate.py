"""What copies of a body gain: cycles of one trip on one scheduler of a multiprocessor, as it is and in copies.

    issue(c)   instructions of a trip; the counter's step, the test and the branch are shared by c copies
    waits(c)   what a trip waits for, its longest load and its divisions and roots, shared by the warps that are there
               and by the copies that wait together
    trip(c)    the larger of the two

Copies wait together where their loads can be issued one after the other: in a body of one block, or of an `if`, which
becomes predicates. Around barriers half of them do; in a body of more blocks, which threads leave by different ways,
around inner loops and around atomic operations none is counted on, and LLVM's decision stands, unless most of the body is
skipped by most trips: then those are short, and their instructions count. Warps are taken to be
few: small grids are common, and where there are many warps the copies do no harm.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.passes.unroll.model import LoopFacts

WARPS = 4  # of a scheduler: 16 of a multiprocessor
FAR_LOAD = 600  # cycles until a value from global memory is there
DEPENDENT = 2  # cycles that an instruction waits for those before it, on average
OVERHEAD = 3  # the counter's step, the test and the branch
PREDICATED_BLOCKS = 3  # an if without else
LEAST_GAIN = 1.04  # of another doubling
SKIPPED = 2  # times the shortest way through a body that is mostly skipped
# What LLVM's unroller makes of it, whose decisions are the floor: copies of any body up to this size, 8 at most.
LLVM_SIZE, LLVM_COPIES = 75, 8


def trip(loop: LoopFacts, count: int) -> float:
    """Cycles of one trip in `count` copies."""
    overhead = min(OVERHEAD, loop.body_size)
    if is_mostly_skipped(loop):
        return loop.shortest_way - overhead + overhead / count
    issue = loop.body_size - overhead + overhead / count
    waits = (FAR_LOAD if loop.far_loads else 0) + loop.slow_cycles + DEPENDENT * loop.body_size
    return max(issue, waits / (WARPS * _waiting_together(loop, count)))


def is_mostly_skipped(loop: LoopFacts) -> bool:
    """Does a test near the beginning send threads on past most of the body? Only a loop that nothing is around has trips enough.

    Its copies do not wait together, but the trips that do nothing are short, and the counter is much of them. What that saves a
    remainder loses again where the threads of a warp make different trips (`Consideration.by_gain` asks).
    """
    if not loop.is_innermost or loop.depth > 1 or loop.blocks <= PREDICATED_BLOCKS or loop.is_convergent:
        return False
    if loop.atomics or loop.divisions or loop.waits_for_stores:
        return False
    return OVERHEAD < loop.shortest_way * SKIPPED <= loop.body_size


def _waiting_together(loop: LoopFacts, count: int) -> float:
    is_alone = loop.atomics or loop.divisions or loop.waits_for_stores
    if is_alone or not loop.is_innermost or loop.blocks > PREDICATED_BLOCKS:
        return 1
    return (1 + count) / 2 if loop.is_convergent else count


def worthwhile_copies(loop: LoopFacts, most: int) -> int:
    """The power of two, at most `most`, beyond which another doubling gains nothing; 1 for no copies."""
    count = 1
    while 2 * count <= most and trip(loop, count) >= LEAST_GAIN * trip(loop, 2 * count):
        count *= 2
    return count


def gain_percent(loop: LoopFacts, count: int) -> int:
    """How much of a trip's cycles the copies save."""
    return round(100 * (1 - trip(loop, count) / trip(loop, 1)))


def llvm_copies(body_size: int, fixed_cost: int) -> int:
    """Copies by LLVM's rule: as many as fit its size, a power of two."""
    count = LLVM_COPIES
    while count > 1 and fixed_cost + count * max(body_size - fixed_cost, 0) > LLVM_SIZE:
        count >>= 1
    return count
