"""Let LLVM thread jumps in functions that hold no convergent operation.

    left:   br label %join                           left:   br label %yes
    right:  br label %join                    =>     right:  br label %no
    join:   %c = phi i1 [ true, %left ], [ false, %right ]
            br i1 %c, label %yes, label %no

LLVM's pass does nothing for a target whose branches may diverge: a path of its own for some threads of a warp is a chance
less for them to come together again, and an operation that asks who is there could tell. Where no operation asks, only
time could, and a test whose outcome is known costs some on every path: run without a target, the pass does its work.

Leaves alone: functions with a barrier, a shuffle, a vote or any other convergent call; and functions with atomics, whose
retries the threads of a warp then make apart (a hash table's insertions take 1.37 of their time with it).
"""

from __future__ import annotations

from opencicc.llvm.function_passes import run_on_function
from opencicc.llvm.ir import Function, Instruction
from opencicc.llvm.opcodes import OPCODES
from opencicc.llvm.scan import edges_of
from opencicc.llvm.services import services
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
CONVERGENT = "convergent"
_CALL = OPCODES["call"]
_ATOMICS = {OPCODES["atomicrmw"], OPCODES["cmpxchg"]}
FEWEST_BLOCKS = 4  # two ways to a join, the join and one way on


@function_pass(
    "thread-jumps",
    "Thread jumps in functions without convergent operations.",
    places=at(
        Place(
            "simplify",
            after="speculative-execution<only-if-divergent-target>",
            why="before loops are rotated, when branches on flags are still there",
        )
    ),
    reads=(THREAD_JUMPS,),
    needs=(Snapshot,),
)
def run(function: Function, ctx: PassContext) -> bool:
    if not ctx.option(THREAD_JUMPS) or not has_joins(function):
        return False
    flat = ctx.analysis(Snapshot, function)
    if has_atomics(flat) or asks_who_is_there(function, flat):
        return False
    before = shape(function)
    run_on_function(function, "jump-threading")
    if shape(function) == before:
        return False
    ctx.remark(function, "threaded jumps past tests with a known outcome", name="ThreadedJumps")
    return True


def has_joins(function: Function) -> bool:
    return function.count_blocks() >= FEWEST_BLOCKS


def asks_who_is_there(function: Function, flat: Snapshot) -> bool:
    """Whether a convergent operation is in it: who came together to it must not change."""
    if function.has_attribute(CONVERGENT):
        return True
    calls = (flat.instruction(number) for number, opcode in enumerate(flat.opcodes) if opcode == _CALL)
    return any(is_convergent(call) for call in calls)


def has_atomics(flat: Snapshot) -> bool:
    """Whether threads of a warp that came apart would repeat an access that they could make together."""
    return not _ATOMICS.isdisjoint(flat.opcodes)


def is_convergent(call: Instruction) -> bool:
    callee = call.called_function
    return call.has_call_attribute(CONVERGENT) or (callee is not None and callee.has_attribute(CONVERGENT))


def shape(function: Function) -> tuple[list[tuple[int, list[int]]], int]:
    """Enough to see what threading does: the blocks with their edges, and the number of instructions."""
    from opencicc.llvm.shape import ALL_ALIKE  # most functions have nothing to thread

    return list(edges_of(function).items()), services().function_shape(function, ALL_ALIKE).instructions
