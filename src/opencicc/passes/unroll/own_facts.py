"""LoopFacts without the native helper: sizes and trip counts by our own analysis, never more than it can prove.

Peeling is not proposed here, and a loop counts as countable only with a plain induction variable: LLVM's engine refuses
where it knows better.
"""

from __future__ import annotations

from opencicc.analysis.flow import NaturalLoop, find_loops
from opencicc.analysis.trips import NEGATED, SWAPPED, Counter, count_trips
from opencicc.llvm.integers import signed
from opencicc.llvm.ir import Instruction
from opencicc.llvm.opcodes import OPCODES
from opencicc.llvm.types import Type
from opencicc.passes.unroll.cycles import MAY_BE_SLOW, slow_cycles
from opencicc.passes.unroll.exhaust import trips_by_running
from opencicc.passes.unroll.model import LoopFacts
from opencicc.passes.unroll.occupancy import last_thread_number
from opencicc.passes.unroll.site import LoopSite, pragma_of, read_marks
from opencicc.record import record, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.passes.unroll.view import FunctionView

_PHI, _ADD, _SUB, _ICMP, _BR, _CALL = (OPCODES[name] for name in ("phi", "add", "sub", "icmp", "br", "call"))
# What costs nothing in LLVM's size metric: names for values that are there already.
_FREE = frozenset(OPCODES[name] for name in ("phi", "bitcast", "getelementptr", "addrspacecast", "freeze", "inttoptr"))
_LOAD, _ATOMICS = OPCODES["load"], frozenset(OPCODES[name] for name in ("atomicrmw", "cmpxchg"))
_NOT_COPYABLE = frozenset(OPCODES[name] for name in ("indirectbr", "callbr", "invoke"))
_MARKERS = ("llvm.dbg.", "llvm.lifetime.", "llvm.assume", "llvm.experimental.noalias", "llvm.invariant.")
_THREAD_NUMBER = "llvm.nvvm.read.ptx.sreg.tid."
_LARGEST_COUNT = (1 << 32) - 1


@record
class Body:
    """What the blocks of a loop hold."""

    size: int = 0
    calls: int = 0
    far_loads: int = 0
    slow_cycles: int = 0
    atomics: int = 0
    is_convergent: bool = False
    can_copy: bool = True


@record
class TripCount:
    """What is known of a loop's trips by the test at its latch."""

    trips: int = 0  # 0: unknown
    is_countable: bool = False  # before the loop starts
    is_expensive: bool = False
    launch_trips: int = -1  # of a block's first and last thread on average, where it starts at the thread's number
    most: int = 0  # where only a bound is known


def own_sites(view: FunctionView, assumed_size: int) -> list[LoopSite]:
    """The loops of a function, an enclosing one before those inside it."""
    loops = find_loops(view.flow)
    parents = {loop.parent for loop in loops}
    return [_site(view, loop, index not in parents, assumed_size) for index, loop in enumerate(loops)]


def _site(view: FunctionView, loop: NaturalLoop, is_innermost: bool, assumed_size: int) -> LoopSite:
    flat = view.flat
    latch = flat.block(loop.latches[0]).ref if len(loop.latches) == 1 else 0
    site = LoopSite(flat.block(loop.header).ref, latch, loop.parent, -1, 0)
    site.number, site.marks, asked, peeled = read_marks(site.loop_id)
    body = _weigh(view, loop)
    count = _count(view, loop)
    trips = count.trips
    leaves_at_latch = len(loop.exits) == 1 and loop.exits[0][0] == loop.latches[0]
    site.facts = LoopFacts(
        body_size=body.size,
        trip_count=trips if leaves_at_latch else 0,
        trip_multiple=max(trips, 1) if leaves_at_latch else 1,
        max_trip_count=trips or count.most,
        latch_trip_count=trips,
        blocks=len(loop.blocks),
        depth=loop.depth,
        exits=len(loop.exits),
        is_innermost=is_innermost,
        is_simplified=bool(latch) and loop.preheader >= 0,
        can_copy=body.can_copy,
        is_convergent=body.is_convergent,
        may_have_remainder=not body.is_convergent,
        is_countable=count.is_countable and leaves_at_latch,
        is_count_expensive=count.is_expensive,
        is_count_divided=count.is_expensive,
        launch_trips=count.launch_trips,
        calls=body.calls,
        far_loads=body.far_loads,
        slow_cycles=body.slow_cycles,
        atomics=body.atomics,
        local_array_size=view.local_array_size(loop.blocks, assumed_size),
        function_size=flat.instructions,
        peeled_count=peeled,
        pragma=pragma_of(site.marks, asked),
    )
    return site


def _weigh(view: FunctionView, loop: NaturalLoop) -> Body:
    flat, size, calls, is_convergent, can_copy = view.flat, 0, 0, False, True
    far_loads = cycles = atomics = 0
    for block in loop.blocks:
        for number in flat.block_range(block):
            opcode = flat.opcodes[number]
            if opcode == _CALL:
                call = flat.instruction(number)
                name = call.callee_name
                if name.startswith(_MARKERS):
                    continue
                calls += not name.startswith("llvm.")
                is_convergent = is_convergent or has_call_attribute(call, "convergent")
                can_copy = can_copy and not has_call_attribute(call, "noduplicate")
            can_copy = can_copy and opcode not in _NOT_COPYABLE
            size += opcode not in _FREE
            far_loads += opcode == _LOAD and view.is_far(flat.operands_of(number)[0])
            cycles += slow_cycles(flat.instruction(number)) if opcode in MAY_BE_SLOW else 0
            atomics += opcode in _ATOMICS
    return Body(size, calls, far_loads, cycles, atomics, is_convergent, can_copy)


def has_call_attribute(call: Instruction, name: str) -> bool:
    """An attribute of the call or of what it calls; a call through a pointer may do anything."""
    if call.has_call_attribute(name):
        return True
    callee = call.called_function
    return callee is not None and callee.has_attribute(name)


def _count(view: FunctionView, loop: NaturalLoop) -> TripCount:
    """How often the latch's test lets the loop run."""
    unknown = TripCount()
    if len(loop.latches) != 1:
        return unknown
    flat, latch = view.flat, loop.latches[0]
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
        found = _variable(view, loop, tested)
        if found is None or _is_inside(view, loop, bound):
            continue
        start, step, tests_next = found
        first, last = view.integer(start), view.integer(bound)
        width = Type(flat.types[tested]).integer_width
        if not step or width > 64:
            return unknown
        # A division, or a difference of two unknowns that has to be rounded up: what LLVM finds expensive too.
        is_expensive = abs(step) & (abs(step) - 1) != 0 or (first is None and abs(step) != 1)
        if last is None or (first is None and not _is_thread_number(view, start)):
            return TripCount(is_countable=True, is_expensive=is_expensive)
        counter = Counter(width, first or 0, step, relation, last, tests_next)
        trips = _count_within(counter)
        if first is None:  # no thread has a smaller number than the first one, so none counts up for longer
            most = trips if step > 0 and relation in ("slt", "sle", "ult", "ule") else 0
            last_thread = last_thread_number(view.function, _callee(view, start)[-1])
            least = _count_within(replace(counter, start=last_thread))
            expected = (trips + least) // 2 if trips and least and view.function.is_kernel else -1
            return TripCount(is_countable=True, is_expensive=is_expensive, launch_trips=expected, most=most)
        return TripCount(trips, True, is_expensive)
    return TripCount(trips_by_running(view, loop, operands[0], stays_if_true))


def _count_within(counter: Counter) -> int:
    trips = count_trips(counter)
    return trips if trips <= _LARGEST_COUNT else 0


def _is_thread_number(view: FunctionView, value: int) -> bool:
    return _callee(view, value).startswith(_THREAD_NUMBER)


def _callee(view: FunctionView, value: int) -> str:
    """The name of the function that a value is the result of."""
    number = value - view.flat.first_instruction
    is_call = 0 <= number < view.flat.instructions and view.flat.opcodes[number] == _CALL
    return view.flat.instruction(number).callee_name if is_call else ""


def _variable(view: FunctionView, loop: NaturalLoop, value: int) -> tuple[int, int, bool] | None:
    """(start id, step, whether `value` is the stepped one) when it is a header phi that steps by a constant."""
    step = _step_of(view, value)
    phi = step[0] if step is not None else value
    start, latched = view.phi_values(loop, phi)
    if start is None or latched is None:
        return None
    if step is not None and latched == value:
        return start, step[1], True
    after = _step_of(view, latched)
    return (start, after[1], False) if after is not None and after[0] == phi and step is None else None


def _step_of(view: FunctionView, value: int) -> tuple[int, int] | None:
    """(operand, constant) of `operand + constant` or `operand - constant`."""
    flat = view.flat
    number = value - flat.first_instruction
    if not 0 <= number < flat.instructions or flat.opcodes[number] not in (_ADD, _SUB):
        return None
    left, right = flat.operands_of(number)
    constant = view.integer(right)
    width = Type(flat.types[value]).integer_width
    if constant is None or not 0 < width <= 64:
        return None
    step = signed(constant, width)
    return left, step if flat.opcodes[number] == _ADD else -step


def _is_inside(view: FunctionView, loop: NaturalLoop, value: int) -> bool:
    number = value - view.flat.first_instruction
    return 0 <= number < view.flat.instructions and view.flat.parents[number] in loop.blocks
