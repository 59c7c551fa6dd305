"""How often the test at a loop's latch lets it run, by our own analysis: never more than it can prove.

A loop counts as countable only with a plain induction variable. `trips.py` has LLVM's counts where they can be had.
"""

from __future__ import annotations

from opencicc.analysis.counters import NEGATED, SWAPPED, Counter, count_trips
from opencicc.analysis.flow import Loops
from opencicc.analysis.known_integers import constant, phi_values
from opencicc.analysis.launch import LaunchFacts
from opencicc.analysis.trips_by_running import trips_by_running
from opencicc.llvm.integers import signed
from opencicc.llvm.opcodes import OPCODES
from opencicc.llvm.snapshot import Snapshot
from opencicc.llvm.types import Type
from opencicc.record import record, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.analysis.flow import NaturalLoop
    from opencicc.analysis.manager import AnalysisManager
    from opencicc.llvm.ir import Function

_ADD, _SUB, _ICMP, _BR, _CALL = (OPCODES[name] for name in ("add", "sub", "icmp", "br", "call"))
_THREAD_NUMBER = "llvm.nvvm.read.ptx.sreg.tid."
_LARGEST_COUNT = (1 << 32) - 1


@record
class LatchCount:
    """What is known of a loop's trips by the test at its latch."""

    trips: int = 0  # 0: unknown
    is_countable: bool = False  # before the loop starts
    is_expensive: bool = False
    launch_trips: int = -1  # of a block's first and last thread on average, where it starts at the thread's number
    most: int = 0  # where only a bound is known


@record
class LatchCounts:
    """Trips by the test at the latch, one count for each loop of `Loops`."""

    found: tuple[LatchCount, ...]

    name = "latch-counts"

    @classmethod
    def compute(cls, function: Function, manager: AnalysisManager) -> LatchCounts:
        flat, launch = manager.get(Snapshot, function), manager.get(LaunchFacts, function)
        return cls(tuple(_count(flat, launch, loop) for loop in manager.get(Loops, function).found))


def _count(flat: Snapshot, launch: LaunchFacts, loop: NaturalLoop) -> LatchCount:
    """How often the latch's test lets the loop run."""
    unknown = LatchCount()
    if len(loop.latches) != 1:
        return unknown
    latch = loop.latches[0]
    branch = flat.block_starts[latch + 1] - 1
    operands = flat.operands_of(branch)
    if flat.opcodes[branch] != _BR or len(operands) != 3:
        return unknown
    stays_if_true = operands[2] - flat.arguments == loop.header  # LLVM keeps the true target last
    test = operands[0] - flat.first_instruction
    if not 0 <= test < flat.instructions or flat.opcodes[test] != _ICMP:
        return unknown
    predicate = flat.instruction(test).predicate
    predicate = predicate if stays_if_true else NEGATED[predicate]
    left, right = flat.operands_of(test)
    for tested, bound, relation in ((left, right, predicate), (right, left, SWAPPED[predicate])):
        found = _variable(flat, loop, tested)
        if found is None or _is_inside(flat, loop, bound):
            continue
        start, step, tests_next = found
        first, last = constant(flat, start), constant(flat, bound)
        width = Type(flat.types[tested]).integer_width
        if not step or width > 64:
            return unknown
        # A division, or a difference of two unknowns that has to be rounded up: what LLVM finds expensive too.
        is_expensive = abs(step) & (abs(step) - 1) != 0 or (first is None and abs(step) != 1)
        if last is None or (first is None and not _is_thread_number(flat, start)):
            return LatchCount(is_countable=True, is_expensive=is_expensive)
        counter = Counter(width, first or 0, step, relation, last, tests_next)
        trips = _count_within(counter)
        if first is None:  # no thread has a smaller number than the first one, so none counts up for longer
            most = trips if step > 0 and relation in ("slt", "sle", "ult", "ule") else 0
            last_thread = launch.last_thread(_callee(flat, start)[-1])
            least = _count_within(replace(counter, start=last_thread))
            expected = (trips + least) // 2 if trips and least and launch.is_kernel else -1
            return LatchCount(is_countable=True, is_expensive=is_expensive, launch_trips=expected, most=most)
        return LatchCount(trips, True, is_expensive)
    return LatchCount(trips_by_running(flat, loop, operands[0], stays_if_true))


def _count_within(counter: Counter) -> int:
    trips = count_trips(counter)
    return trips if trips <= _LARGEST_COUNT else 0


def _is_thread_number(flat: Snapshot, value: int) -> bool:
    return _callee(flat, value).startswith(_THREAD_NUMBER)


def _callee(flat: Snapshot, value: int) -> str:
    """The name of the function that a value is the result of."""
    number = value - flat.first_instruction
    is_call = 0 <= number < flat.instructions and flat.opcodes[number] == _CALL
    return flat.instruction(number).callee_name if is_call else ""


def _variable(flat: Snapshot, loop: NaturalLoop, value: int) -> tuple[int, int, bool] | None:
    """(start id, step, whether `value` is the stepped one) when it is a header phi that steps by a constant."""
    step = _step_of(flat, value)
    phi = step[0] if step is not None else value
    start, latched = phi_values(flat, loop, phi)
    if start is None or latched is None:
        return None
    if step is not None and latched == value:
        return start, step[1], True
    after = _step_of(flat, latched)
    return (start, after[1], False) if after is not None and after[0] == phi and step is None else None


def _step_of(flat: Snapshot, value: int) -> tuple[int, int] | None:
    """(operand, constant) of `operand + constant` or `operand - constant`."""
    number = value - flat.first_instruction
    if not 0 <= number < flat.instructions or flat.opcodes[number] not in (_ADD, _SUB):
        return None
    left, right = flat.operands_of(number)
    added = constant(flat, right)
    width = Type(flat.types[value]).integer_width
    if added is None or not 0 < width <= 64:
        return None
    step = signed(added, width)
    return left, step if flat.opcodes[number] == _ADD else -step


def _is_inside(flat: Snapshot, loop: NaturalLoop, value: int) -> bool:
    number = value - flat.first_instruction
    return 0 <= number < flat.instructions and flat.parents[number] in loop.blocks
