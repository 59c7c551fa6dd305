"""Let LLVM thread jumps in functions that hold no convergent operation but barriers outside of loops.

    left:   br label %join                           left:   br label %yes
    right:  br label %join                    =>     right:  br label %no
    join:   %c = phi i1 [ true, %left ], [ false, %right ]
            br i1 %c, label %yes, label %no

LLVM's pass does nothing for a target whose branches may diverge: a path of its own for some threads of a warp is a chance
less for them to come together again, and an operation that asks who is there could tell. Where no operation asks, only
time could, and a test whose outcome is known costs some on every path: run without a target, the pass does its work.

Barriers of a block outside of loops ask for nothing that could change: all threads reach each of them once, LLVM does not copy
blocks that hold one, and what stands between two of them is what a function without barriers is.

Leaves alone: functions with a barrier in a loop (the steps of a bitonic sort take 64 registers for 38, and spill), a shuffle, a
vote or any other convergent call; functions with atomics whose
result is read: threads of a warp that retry then do so apart (a hash table's insertions take 1.37 of their time with it); functions
with an atomic at a join that knows how it was reached: threads that met there, and added what they have in one access, would make one for
every way to it (tests of primes that count what they find take 2.2 of their time with it);
and functions that store, behind a join, what the flag of that join decides: LLVM parts even its selects, and the threads
would store once for every way to the join (merging two sorted lists takes 1.21 of its time with it). Stores to a thread's
own memory are no such thing, and neither is an atomic whose result nobody reads: it is sent off and asks for nothing. A
count of failures in front of a `return` out of a loop kept that loop from being unrolled.
"""

from __future__ import annotations

from opencicc.llvm.function_passes import thread_jumps
from opencicc.llvm.ir import Function
from opencicc.llvm.opcodes import OPCODES
from opencicc.llvm.scan import has_call_with
from opencicc.llvm.services import THREADING_HARMS, THREADING_IS_HARMLESS, THREADING_PASSES_BARRIERS, services
from opencicc.llvm.snapshot import Snapshot
from opencicc.options.option import Option
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.places import Place, at

THREAD_JUMPS = Option(
    "thread-jumps",
    True,
    "Thread jumps in functions without convergent operations, which LLVM leaves out for GPUs.",
    source="our choice: a heap in a local array took 1.237 of nvcc's time on an H200, 1.014 with it; 33 others 0.990 for 0.997",
)
THREAD_JUMPS_PAST_BARRIERS = Option(
    "thread-jumps-past-barriers",
    True,
    "Thread jumps in kernels whose barriers stand outside of loops, too.",
    source="our choice: nvcc does; flags of a walk's end cost 1.11 of clang's and 1.38 of nvcc's time on an H200",
)
CONVERGENT = "convergent"
BLOCK_BARRIER = "llvm.nvvm.barrier.cta.sync.aligned.all"
_CALL, _PHI, _STORE, _ALLOCA = (OPCODES[name] for name in ("call", "phi", "store", "alloca"))
_STEPS = {OPCODES[name] for name in ("getelementptr", "addrspacecast", "bitcast")}  # from an object to a place in it
_ATOMICS = {OPCODES["atomicrmw"], OPCODES["cmpxchg"]}
FEWEST_BLOCKS = 4  # two ways to a join, the join and one way on


@function_pass(
    "thread-jumps",
    "Thread jumps in functions without convergent operations.",
    has_first_look=True,
    places=at(
        Place(
            "simplify",
            after="speculative-execution<only-if-divergent-target>",
            why="before loops are rotated, when branches on flags are still there",
        )
    ),
    reads=(THREAD_JUMPS, THREAD_JUMPS_PAST_BARRIERS),
    needs=(Snapshot, "loops"),
)
def run(function: Function, ctx: PassContext) -> bool:
    if not ctx.option(THREAD_JUMPS) or not has_joins(function):
        return False
    passes = ctx.option(THREAD_JUMPS_PAST_BARRIERS)
    harm = services().may_thread_jumps(function, passes)
    if harm is None:
        harm = harm_of(function, ctx.analysis(Snapshot, function), passes=passes)
    if harm == THREADING_HARMS or (harm == THREADING_PASSES_BARRIERS and are_in_loops(function, ctx)):
        return False
    if not thread_jumps(function):
        return False
    ctx.remark(function, "threaded jumps past tests with a known outcome", name="ThreadedJumps")
    return True


def has_joins(function: Function) -> bool:
    return function.count_blocks() >= FEWEST_BLOCKS


def harm_of(function: Function, flat: Snapshot, *, passes: bool) -> int:
    """What native/thread_jumps.cpp answers; barriers of kernels are none of it where jumps may pass them."""
    barriers = block_barriers(flat) if function.is_kernel and passes else []
    if stores_at_a_join(flat) or asks_who_is_there(function, flat, barriers):
        return THREADING_HARMS
    if reads_atomics(flat) or meets_at_atomics(flat):
        return THREADING_HARMS
    return THREADING_PASSES_BARRIERS if barriers else THREADING_IS_HARMLESS


def block_barriers(flat: Snapshot) -> list[int]:
    """The numbers of calls that wait for all threads of the block."""
    calls = (number for number, opcode in enumerate(flat.opcodes) if opcode == _CALL)
    return [number for number in calls if flat.instruction(number).callee_name == BLOCK_BARRIER]


def are_in_loops(function: Function, ctx: PassContext) -> bool:
    """Are barriers?"""
    from opencicc.analysis.flow import Loops

    flat = ctx.analysis(Snapshot, function)
    blocks = {flat.parents[number] for number in block_barriers(flat)}
    return any(loop.blocks & blocks for loop in ctx.analysis(Loops, function).found)


def asks_who_is_there(function: Function, flat: Snapshot, allowed: list[int]) -> bool:
    """Whether a convergent operation is in it, other than those allowed: who came together to it must not change."""
    # With barriers it is a kernel, of which the attribute only repeats what its calls say: nobody calls it.
    if not allowed and function.has_enum_attribute(CONVERGENT):
        return True
    first, values, known = flat.first_instruction, flat.values, set(allowed)
    numbers = (number for number, opcode in enumerate(flat.opcodes) if opcode == _CALL and number not in known)
    return has_call_with([values[first + number] for number in numbers], CONVERGENT)


def reads_atomics(flat: Snapshot) -> bool:
    """Whether threads of a warp that came apart may repeat an access that they could make together."""
    if _ATOMICS.isdisjoint(flat.opcodes):
        return False
    first = flat.first_instruction
    return any(opcode in _ATOMICS and flat.users_of(first + at) for at, opcode in enumerate(flat.opcodes))


def meets_at_atomics(flat: Snapshot) -> bool:
    """Whether threads meet at an access that would be made once for every way to it: what is known of the ways parts them."""
    if _ATOMICS.isdisjoint(flat.opcodes):
        return False
    blocks = {flat.parents[at] for at, opcode in enumerate(flat.opcodes) if opcode in _ATOMICS}
    return any(
        flat.opcodes[number] == _PHI and any(value.is_constant for value, _ in flat.instruction(number).incoming)
        for block in blocks
        for number in flat.block_range(block)
    )


def stores_at_a_join(flat: Snapshot) -> bool:
    """Whether a block that knows by a flag how it was reached stores to memory that threads share."""
    if _STORE not in flat.opcodes or _PHI not in flat.opcodes:
        return False
    return any(
        has_flag(flat, inside) and any(flat.opcodes[at] == _STORE and not is_own(flat, at) for at in inside)
        for inside in map(flat.block_range, range(flat.blocks))
    )


def has_flag(flat: Snapshot, inside: range) -> bool:
    """Does a block begin with a phi of truth values of which one is known?"""
    for number in inside:
        if flat.opcodes[number] != _PHI:
            return False
        phi = flat.instruction(number)
        if phi.type.integer_width == 1 and any(value.is_constant for value, _ in phi.incoming):
            return True
    return False


def is_own(flat: Snapshot, store: int) -> bool:
    """Does it write to a stack object?"""
    pointer = flat.operands_of(store)[1] - flat.first_instruction
    while 0 <= pointer < flat.instructions and flat.opcodes[pointer] in _STEPS:
        pointer = flat.operands_of(pointer)[0] - flat.first_instruction
    return 0 <= pointer < flat.instructions and flat.opcodes[pointer] == _ALLOCA
