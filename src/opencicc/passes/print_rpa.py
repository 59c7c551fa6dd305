"""Print what the analysis `rpa` knows of each function: registers by class, block by block, and the occupancy.

    rpa: @k: 9 registers at most, in block 1 (%loop); 64 of 64 warps fit (blocks of 128 threads)
      block 1 (%loop): in 1 x 32, 1 x 64; out 2 x 32, 1 x 64; most 1 predicate, 3 x 32, 2 x 64: 9 registers, before
        %sum = add i32 %a, %b

Registers in words are the machine's, of 32 bits; the lists count PTX registers of each width.
"""

from __future__ import annotations

from opencicc.analysis.occupancy import Occupancy
from opencicc.analysis.rpa import CLASSES, RegisterPressure
from opencicc.llvm.ir import Function
from opencicc.passes.api import NVIDIA_REGISTRY, PassContext, function_pass
from opencicc.passes.places import by_name_only

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.analysis.rpa import Counts
    from opencicc.llvm.snapshot import Snapshot


@function_pass(
    "print<rpa>",
    "Print register pressure.",
    places=by_name_only("it only prints"),
    origin=NVIDIA_REGISTRY,
    is_read_only=True,
    needs=(RegisterPressure, Occupancy),
)
def run(function: Function, ctx: PassContext) -> bool:
    pressure, occupancy = ctx.analysis(RegisterPressure, function), ctx.analysis(Occupancy, function)
    fullest = name_block(pressure.flat, pressure.fullest_block)
    assumed = "" if occupancy.is_block_known else ", assumed"
    ctx.show(
        f"rpa: @{function.name}: {pressure.registers} registers at most, in {fullest}; "
        f"{occupancy.warps(ctx.target)} of {ctx.target.limits.warps} warps fit "
        f"(blocks of {occupancy.threads} threads{assumed})"
    )
    for number, block in enumerate(pressure.blocks):
        ctx.show(
            f"  {name_block(pressure.flat, number)}: in {list_classes(block.at_start)}; out {list_classes(block.at_end)}; "
            f"most {list_classes(block.most)}: {block.registers} registers, "
            + ("at its end" if block.fullest < 0 else "before")
        )
        if block.fullest >= 0:
            ctx.show(f"    {pressure.flat.instruction(block.fullest).text.strip()}")
    return False


def name_block(flat: Snapshot, number: int) -> str:
    name = flat.block(number).name
    return f"block {number} (%{name})" if name else f"block {number}"


def list_classes(counts: Counts) -> str:
    """`1 predicate, 3 x 32, 2 x 64`, or `nothing`."""
    words = [
        f"{count} {name}" if name == "predicate" else f"{count} x {name}"
        for name, count in zip(CLASSES, counts, strict=True)
        if count
    ]
    return ", ".join(words) or "nothing"
