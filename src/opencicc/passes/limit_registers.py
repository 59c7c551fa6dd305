"""Keep a kernel of low occupancy on its side of an occupancy cliff.

    127 registers: 16 warps      ptxas takes 139 to overlap more loads      .maxnreg 128
    139 registers:  8 warps      =>  half of the warps are gone            =>  16 warps again

Where few warps fit, each one counts, and ptxas does not look: it takes registers to overlap more work of one thread,
past the count where only half as many warps fit on a multiprocessor. So a kernel whose live values need fewer
registers than that count gets it as its limit. `.maxnreg` says so; `.minnctapersm` with the blocks that then fit gives
the same machine code (ptxas 13.0). Kernels with a limit of their own, without launch
bounds, with dynamic shared memory or with calls are left alone: their occupancy is somebody else's choice, or not known
here.
"""

from __future__ import annotations

from itertools import pairwise

from opencicc.analysis.launch import LaunchFacts
from opencicc.analysis.pressure import LiveRegisters
from opencicc.llvm import edit
from opencicc.llvm.ir import Function, Module
from opencicc.llvm.names import MAX_REGISTERS, SHARED
from opencicc.options.option import Option
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.places import Place, at
from opencicc.target import count_resident_warps, register_cliffs

LIMIT_REGISTERS = Option(
    "limit-registers",
    True,
    "Limit a kernel's registers where a few more would cost warps that it can't spare.",
    source="measured on an H200: sgemm_tiled is 23 % faster",
)
LIMIT_REGISTERS_WARPS = Option(
    "limit-registers-warps",
    16,
    "Most resident warps of a kernel for limit-registers to look at it: others can spare some.",
    source="measured on an H200: with 32 warps a limit costs as often as it gains",
    minimum=0,
)
LIMIT_REGISTERS_ROOM = Option(
    "limit-registers-room",
    0,
    "Percent of the limit that live values leave free; below 0 they may exceed it by so much.",
    source="measured with ptxas 13.0: values alive in IR order need fewer registers once scheduled, up to 25 % fewer",
    minimum=-100,
    maximum=100,
)


@function_pass(
    "limit-registers",
    "Keep kernels of low occupancy from taking registers that cost warps.",
    phase=2,
    when="bounds",
    places=at(Place("final-shape", after="open-loops", why="knows now what will be alive")),
    reads=(LIMIT_REGISTERS, LIMIT_REGISTERS_WARPS, LIMIT_REGISTERS_ROOM),
    needs=(LaunchFacts, LiveRegisters),
    preserves=("cfg",),
)
def run(function: Function, ctx: PassContext) -> bool:
    threads = fixed_threads(ctx.analysis(LaunchFacts, function))
    if not ctx.option(LIMIT_REGISTERS) or not threads:
        return False
    shared, alive = static_shared_bytes(ctx.module), ctx.analysis(LiveRegisters, function).count
    most_warps = ctx.option(LIMIT_REGISTERS_WARPS)
    room = ctx.option(LIMIT_REGISTERS_ROOM)
    needed = alive if room >= 0 else alive * 100 // (100 - room)
    if shared is None or count_resident_warps(ctx.target, needed, threads, shared) > most_warps:
        return False  # most kernels: nothing more is asked about them
    limit, warps = choose_limit(alive, register_cliffs(ctx.target, threads, shared), most_warps, room)
    if not limit or has_calls(function):
        return False
    edit.add_attribute(function, MAX_REGISTERS, str(limit))
    said = (
        f"limited to {limit} registers: about {alive} are alive at most, with one more only half of {warps} warps fit"
    )
    ctx.remark(function, said, kind="passed", name="RegistersLimited", args=(("Alive", str(alive)),))
    return True


def choose_limit(alive: int, cliffs: tuple[tuple[int, int], ...], most_warps: int, room: int) -> tuple[int, int]:
    """(register limit, warps it keeps) for so many live registers, or (0, 0) for no limit."""
    for (registers, warps), (_, warps_above) in pairwise(cliffs):
        if alive * 100 <= registers * max(100, 100 - room):
            has_room = alive * 100 <= registers * (100 - room)
            is_steep = 0 < 2 * warps_above <= warps <= most_warps
            return (registers, warps) if has_room and is_steep else (0, 0)
    return 0, 0


def fixed_threads(launch: LaunchFacts) -> int:
    """Threads of a block by the launch bounds of a kernel that leaves registers to us, or 0."""
    is_ours = launch.is_kernel and not launch.limits_registers and not launch.has_min_blocks
    return launch.threads if is_ours else 0


def static_shared_bytes(module: Module) -> int | None:
    """Shared memory of the module's variables; None where some of it is only known at launch."""
    total = 0
    for variable in module.globals:
        if variable.address_space == SHARED:
            size = 0 if variable.is_declaration else module.layout.size_bytes(variable.value_type)  # or it has none
            if not size:
                return None
            total += size
    return total


def has_calls(function: Function) -> bool:
    """Does anything stay a call? Its registers come on top, as the calling convention likes."""
    calls = (i for i in function.instructions if i.opcode == "call")
    return any(not call.callee_name.startswith("llvm.") for call in calls)
