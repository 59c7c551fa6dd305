"""Keep code generation from merging equal expressions of a function that is short of registers.

    two arms compute %base + 8 each     =>  merged: one value, alive from the branch to both uses
                                            left:   two short ones; ptxas merges what it has room for

LLVM's machine CSE also hoists an expression of several blocks into the block that dominates them. Where more values are
alive than registers should be taken, what it saves in instructions it costs in warps, and ptxas, which knows its
registers, merges equal expressions again. So functions whose live values need many registers are marked (the marks of
nv-loop-reduce), and code generation leaves this pass out for them. Functions below the limit are left alone: there it
gains instructions and registers alike.

Over the 56 benchmark kernels (sm_90, ptxas 13.0), those of 64 registers and more that are alive:
conv2d_direct 64 -> 56 registers (464 -> 481 instructions), conv_winograd 143 -> 140 (529 -> 536), attention_rows
167 -> 166 (1049 -> 1053); dgemm_tiled, hgemm_half2 and sgemm_tiled keep theirs (at most one instruction more). On the H200, time with it over time
without: conv2d_direct 0.915, conv_winograd 0.970, sgemm_tiled 0.995, dgemm_tiled, hgemm_half2 and rk45_kinetics 1.00,
attention_rows 1.164: 1.005 in geometric mean, so it is off by default; 64 is the limit that was measured.

Upstream: -disable-machine-cse, for everything or nothing. Without the native helper code generation can't be told: the pass is left out.
"""

from __future__ import annotations

from opencicc.analysis.pressure import LiveRegisters
from opencicc.llvm.ir import Function
from opencicc.options.option import Option
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.loop_reduce import marks
from opencicc.passes.places import Place, at

LIMIT = Option(
    "limit-machine-cse",
    0,
    "Registers of live values from which code generation leaves equal expressions apart; 0: never.",
    source="our choice: 64 takes fewer registers in three kernels and time in one, see its header",
    minimum=0,
)
RP_AWARE = Option(
    "rp-aware-mcse",
    False,
    "Let code generation's merging of equal expressions mind registers: as -limit-machine-cse=64.",
    source="cicc 13.0: its flag -new-nvvm-remat sets it; what it does there is not known beyond the name",
)
MEASURED_LIMIT = 64


@function_pass(
    "limit-machine-cse",
    "Keep code generation from merging expressions where registers are scarce.",
    phase=2,
    when="gated+large",
    places=at(Place("final-shape", after="nv-loop-reduce<late>", why="knows now what will be alive")),
    reads=(LIMIT, RP_AWARE),
    needs=(LiveRegisters,),
    preserves=("cfg", "snapshot", "liveness", "live-registers", "launch", "occupancy"),
)
def run(function: Function, ctx: PassContext) -> bool:
    limit = ctx.option(LIMIT) or (MEASURED_LIMIT if ctx.option(RP_AWARE) else 0)
    if not limit:
        return False
    alive = ctx.analysis(LiveRegisters, function).count
    if alive < limit or not marks.skip(function, marks.MACHINE_CSE):
        return False
    said = f"equal expressions stay apart: about {alive} registers are alive at most"
    ctx.remark(function, said, name="ExpressionsKept", args=(("Alive", str(alive)),))
    return True
