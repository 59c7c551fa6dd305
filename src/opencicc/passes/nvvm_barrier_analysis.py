"""Say of each barrier what it orders, and which regions of the function it stands between.

    remark: barrier between regions 0 and 1: shared memory is written above and read below
    remark: barrier between regions 1 and 2: orders nothing

The facts are computed for everybody (analysis/barriers.py, analysis/barrier_regions.py); this step shows them as remarks
of the kind `analysis`, which `-Rpass-analysis=nvvm-barrier-analysis`, traces and the viewer read. It changes nothing.
Slot 173 (byte 3488) runs it, as in the product, where it feeds the lowering of barriers that the same slot runs.
"""

from __future__ import annotations

from opencicc.analysis.barrier_regions import BarrierRegions
from opencicc.analysis.barriers import READ_ANY, READ_GLOBAL, READ_SHARED, READS, WRITE_SHIFT, Barrier
from opencicc.llvm.ir import Function
from opencicc.llvm.snapshot import Snapshot
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.places import PUBLISHED

KINDS = ((READ_SHARED, "shared memory"), (READ_GLOBAL, "global memory"), (READ_ANY, "memory of any kind"))


@function_pass(
    "nvvm-barrier-analysis",
    "Say what each barrier orders.",
    when="barriers",
    guard="3488",
    places=PUBLISHED,
    is_read_only=True,
    needs=(BarrierRegions, Snapshot),
    preserves=("cfg",),
)
def run(function: Function, ctx: PassContext) -> bool:
    found = ctx.analysis(BarrierRegions, function)
    if not found.barriers:
        return False
    flat = ctx.analysis(Snapshot, function)
    for barrier, (above, below) in zip(found.barriers, found.sides, strict=True):
        where = f"inside region {above}" if above == below else f"between regions {above} and {below}"
        ctx.remark(
            flat.instruction(barrier.number),
            f"barrier {where}: {orders(barrier)}",
            kind="analysis",
            name="Barrier",
            args=(("above", str(above)), ("below", str(below)), ("needed", str(barrier.is_needed()).lower())),
        )
    return False


def orders(barrier: Barrier) -> str:
    if not barrier.is_needed():
        return "orders nothing"
    sides = [
        f"{said} {side}"
        for accesses, side in ((barrier.above, "above"), (barrier.below, "below"))
        if (said := said_of(accesses))
    ]
    return "; ".join(sides)


def said_of(accesses: int) -> str:
    """Kinds of memory with what is done to them."""
    told = []
    for bit, name in KINDS:
        reads, writes = accesses & READS & bit, accesses >> WRITE_SHIFT & bit
        if reads or writes:
            told.append(f"{name} is {'read and written' if reads and writes else 'read' if reads else 'written'}")
    return ", ".join(told)
