"""LoopFacts without the native helper: sizes by our own count, trips by analysis/latch_counts.py.

Peeling is not proposed here; LLVM's engine refuses where it knows better.
"""

from __future__ import annotations

from opencicc.analysis.flow import Loops
from opencicc.analysis.known_integers import constant
from opencicc.analysis.latch_counts import LatchCounts
from opencicc.llvm.ir import Instruction
from opencicc.llvm.loop_ids import read_marks
from opencicc.llvm.opcodes import OPCODES
from opencicc.passes.unroll.cycles import DIVISIONS, MAY_BE_SLOW, slow_cycles
from opencicc.passes.unroll.model import LoopFacts
from opencicc.passes.unroll.site import LoopSite, pragma_of
from opencicc.passes.unroll.view import FunctionView
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.analysis.flow import NaturalLoop
    from opencicc.analysis.latch_counts import LatchCount
    from opencicc.analysis.manager import AnalysisManager
    from opencicc.llvm.ir import Function

_CALL = OPCODES["call"]
# What costs nothing in LLVM's size metric: names for values that are there already.
_FREE = frozenset(OPCODES[name] for name in ("phi", "bitcast", "getelementptr", "addrspacecast", "freeze", "inttoptr"))
_LOAD, _STORE, _ADDRESS = OPCODES["load"], OPCODES["store"], OPCODES["getelementptr"]
_RIGHT_SHIFTS = frozenset(OPCODES[name] for name in ("lshr", "ashr"))
_ATOMICS = frozenset(OPCODES[name] for name in ("atomicrmw", "cmpxchg"))
_NOT_COPYABLE = frozenset(OPCODES[name] for name in ("indirectbr", "callbr", "invoke"))
_MARKERS = ("llvm.dbg.", "llvm.lifetime.", "llvm.assume", "llvm.experimental.noalias", "llvm.invariant.")


@record
class Body:
    """What the blocks of a loop hold."""

    size: int = 0
    calls: int = 0
    far_loads: int = 0
    slow_cycles: int = 0
    atomics: int = 0
    divisions: int = 0
    fixed_stores: int = 0
    is_convergent: bool = False
    can_copy: bool = True


def own_sites(function: Function, analyses: AnalysisManager, assumed_size: int) -> list[LoopSite]:
    """The loops of a function, an enclosing one before those inside it."""
    view = FunctionView(function, analyses.get)
    loops, counts = analyses.get(Loops, function).found, analyses.get(LatchCounts, function).found
    parents = {loop.parent for loop in loops}
    return [
        _site(view, loop, count, index not in parents, assumed_size)
        for index, (loop, count) in enumerate(zip(loops, counts, strict=True))
    ]


def _site(view: FunctionView, loop: NaturalLoop, count: LatchCount, is_innermost: bool, assumed_size: int) -> LoopSite:
    flat = view.flat
    latch = flat.block(loop.latches[0]).ref if len(loop.latches) == 1 else 0
    site = LoopSite(flat.block(loop.header).ref, latch, loop.parent, -1, 0)
    site.number, site.marks, asked, peeled = read_marks(site.loop_id)
    body = _weigh(view, loop)
    trips = count.trips
    leaves_at_latch = loop.leaves_at_latch
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
        divisions=body.divisions,
        fixed_stores=body.fixed_stores,
        shortest_way=shortest_way(view, loop) if is_innermost and latch and len(loop.blocks) > 1 else 0,
        local_array_size=view.local_array_size(loop.blocks, assumed_size),
        function_size=flat.instructions,
        peeled_count=peeled,
        pragma=pragma_of(site.marks, asked),
    )
    return site


def _weigh(view: FunctionView, loop: NaturalLoop) -> Body:
    flat, size, calls, is_convergent, can_copy = view.flat, 0, 0, False, True
    far_loads = cycles = atomics = divisions = fixed_stores = 0
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
            far_loads += opcode == _LOAD and _is_far_load(view, loop, flat.operands_of(number)[0])
            cycles += slow_cycles(flat.instruction(number)) if opcode in MAY_BE_SLOW else 0
            atomics += opcode in _ATOMICS
            divisions += opcode in DIVISIONS and flat.instruction(number).operands[1].integer is None
            fixed_stores += opcode == _STORE and _is_fixed_and_far(view, loop, flat.operands_of(number)[1])
    return Body(size, calls, far_loads, cycles, atomics, divisions, fixed_stores, is_convergent, can_copy)


def shortest_way(view: FunctionView, loop: NaturalLoop) -> int:
    """Instructions from the header to the latch where every branch goes the shorter way.

    Only if that skips what the others do: where ways meet it brings nothing that it made.
    """
    flat, flow = view.flat, view.flow
    before, source = {loop.header: 0}, {loop.header: -1}
    for block in sorted(loop.blocks, key=flow.position.__getitem__):
        behind = before.get(block, 0) + sum(flat.opcodes[number] not in _FREE for number in flat.block_range(block))
        if block == loop.latches[0]:
            return 0 if _brings_something(view, loop, source) else behind
        for following in flow.successors[block]:
            is_inside = following in loop.blocks and following != loop.header
            if is_inside and behind < before.get(following, behind + 1):
                before[following], source[following] = behind, block
    return 0


def _brings_something(view: FunctionView, loop: NaturalLoop, source: dict[int, int]) -> bool:
    """Does a phi on the way to the latch take what was computed on it?"""
    flat, block = view.flat, loop.latches[0]
    inside = {flat.block(each) for each in loop.blocks}
    while block != loop.header:
        before = flat.block(source[block])
        for phi in flat.block(block).phis:
            brought = next(value for value, origin in phi.incoming if origin == before)
            if brought.kind == "instruction" and brought.maker != "phi" and Instruction(brought.ref).parent in inside:
                return True
        block = source[block]
    return False


def _is_fixed_and_far(view: FunctionView, loop: NaturalLoop, pointer: int) -> bool:
    """Is it one address of what may be global memory, computed before the loop?"""
    number = pointer - view.flat.first_instruction
    is_inside = 0 <= number < view.flat.instructions and view.flat.parents[number] in loop.blocks
    return view.is_far(pointer) and not is_inside


def _is_far_load(view: FunctionView, loop: NaturalLoop, pointer: int) -> bool:
    return view.is_far(pointer) and not reads_word_again(view, loop, pointer)


def reads_word_again(view: FunctionView, loop: NaturalLoop, pointer: int) -> bool:
    """A load at a counter's upper bits, as from a bitmap: the next trips find the same word, near by then."""
    flat = view.flat
    address = view.instruction_in(loop.blocks, pointer)
    if address is None or flat.opcodes[address] != _ADDRESS:
        return False
    shift = view.instruction_in(loop.blocks, view.without_casts(flat.operands_of(address)[-1]))
    if shift is None or flat.opcodes[shift] not in _RIGHT_SHIFTS:
        return False
    counter, bits = flat.operands_of(shift)
    step = view.step_of(view.without_casts(counter), loop.blocks)
    amount = constant(flat, bits)
    return step is not None and amount is not None and 0 < amount < 32 and abs(step) < 1 << amount


def has_call_attribute(call: Instruction, name: str) -> bool:
    """An attribute of the call or of what it calls; a call through a pointer may do anything."""
    if call.has_call_attribute(name):
        return True
    callee = call.called_function
    return callee is not None and callee.has_attribute(name)
