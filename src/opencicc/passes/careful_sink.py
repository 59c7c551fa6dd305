"""Let code generation move computations down only where that takes no more registers.

    %a = selp %x, %y, %p                      @%q bra side
    %b = selp %a, %z, %r                      ...
    @%q bra side                      <=    side: %a = selp %x, %y, %p          LLVM: x, y, z, p and r are kept for b
  side: st %b                                 %b = selp %a, %z, %r ; st %b

LLVM's machine sinking takes a computation into the block that needs it and asks for registers only where nothing else is
gained. Here functions are marked (the marks of nv-loop-reduce), LLVM's pass is left out for them, and one of our own runs
instead (`native/careful_sink.cpp`): the same moves, if what the result frees on the way is no less than what operands that
nothing else keeps alive take.

Over the 56 benchmark kernels and 149 modules of HeCBench's development list (sm_90, ptxas 13.0) 38 kernels get other
figures: registers 0.890 of before, SASS 1.001, spilled bytes 888 to 720. kQuantize 40 to 32 registers (nvcc 32), a fused
softmax 80 to 56. On the H200 the 31 kernels of our own that change took 0.932 of nvcc's time and take 0.926.

What would keep more alive than it frees may still go together with what only it reads (`careful-sink-chains`):

    %f = cvt.f32.s32 %a                       @%q bra side
    %g = cvt.f32.s32 %b               =>      ...
    %d = div.rn.f32 %f, %g                  side: the conversions, the division, st %d
    @%q bra side                              f and g are two for d, but all three start from parameters
  side: st %d

Short functions (`careful-sink-from`) are left to LLVM: they need few registers anyway. They are not where LLVM would move a load
in a loop behind a branch, down to where its ways meet again (`careful-sink-loads`):

    %v = ld.global [%p]                           @%q bra meet
    @%q bra meet                        =>        ...
    ...                                         meet: %v = ld.global [%p]          LLVM: as often as before, but waited for there
  meet: st %v

Left to LLVM are also those that need very many registers (`careful-sink-to`): there ptxas arranges blocks anew, and three of ten
kernels took more registers or spilled (sgemm_tiled 6 % slower). Without the native helper code generation can't be told: LLVM's pass
runs.
"""

from __future__ import annotations

from opencicc.analysis.flow import Flow, Loops
from opencicc.analysis.pressure import LiveRegisters
from opencicc.llvm.ir import Function
from opencicc.llvm.names import GLOBAL
from opencicc.llvm.opcodes import OPCODES
from opencicc.llvm.services import services
from opencicc.llvm.snapshot import Snapshot
from opencicc.llvm.types import Type
from opencicc.options.option import Option
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.loop_reduce import marks
from opencicc.passes.places import Place, at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.passes.sinking import Sinking

CAREFUL_SINK = Option(
    "careful-sink",
    True,
    "Let code generation move computations down only where that takes no more registers.",
    source="our choice: 0.890 of the registers of the kernels that it changes, see its header",
)


CAREFUL_SINK_FROM = Option(
    "careful-sink-from",
    200,
    "The fewest instructions of a function for careful-sink to look at it.",
    source="measured: shorter ones need few registers anyway, and LLVM's own sinking takes up to two less there",
    minimum=0,
)
CAREFUL_SINK_TO = Option(
    "careful-sink-to",
    120,
    "The most registers that live values of a function need for careful-sink to look at it.",
    source="measured: above, ptxas spills in sgemm_tiled and hgemm_half2 and takes 164 registers for 136 in wsm5",
    minimum=0,
)
CAREFUL_SINK_CHAINS = Option(
    "careful-sink-chains",
    True,
    "Let careful-sink move a computation down together with what only it reads.",
    source="counted: 13 kernels of 304 modules get shorter by 21 instructions in all, none needs another register",
)
CAREFUL_SINK_LOADS = Option(
    "careful-sink-loads",
    True,
    "Let careful-sink look at a short function too where LLVM would move a load of a loop to where ways meet again.",
    source="measured: a kernel that got two instructions shorter than careful-sink-from took 1.08 of its time on an H200",
)
FEWEST_BLOCKS = 2
_LOAD = OPCODES["load"]


@function_pass(
    "careful-sink",
    "Sink in code generation only where registers allow it.",
    phase=2,
    when="gated+long-or-loops",
    guard="careful-sink",
    places=at(Place("final-shape", after="limit-machine-cse", why="what code generation is told comes last")),
    reads=(CAREFUL_SINK, CAREFUL_SINK_FROM, CAREFUL_SINK_TO, CAREFUL_SINK_CHAINS, CAREFUL_SINK_LOADS),
    needs=(LiveRegisters, Loops, Flow, Snapshot),
    preserves=("cfg", "snapshot", "liveness", "live-registers", "launch", "occupancy"),
)
def run(function: Function, ctx: PassContext) -> bool:
    if function.count_blocks() < FEWEST_BLOCKS:
        return False
    if not services().has_instructions(function, ctx.option(CAREFUL_SINK_FROM)) and not delays_loads(function, ctx):
        return False
    if ctx.analysis(LiveRegisters, function).count > ctx.option(CAREFUL_SINK_TO):
        return False
    if not ctx.option(CAREFUL_SINK_CHAINS):
        marks.skip(function, marks.SINK_CHAINS)
    return marks.skip(function, marks.MACHINE_SINK)


def delays_loads(function: Function, ctx: PassContext) -> bool:
    """Would LLVM's sinking move a load of a loop to where ways meet again?"""
    if not ctx.option(CAREFUL_SINK_LOADS):
        return False
    loops = ctx.analysis(Loops, function)
    if not any(len(loop.blocks) > FEWEST_BLOCKS for loop in loops.found):
        return False
    from opencicc.passes.sinking import Sinking  # few functions come here

    flat = ctx.analysis(Snapshot, function)
    sinking = Sinking(flat, ctx.analysis(Flow, function), loops)
    return any(opcode == _LOAD and is_delayed(number, sinking) for number, opcode in enumerate(flat.opcodes))


def is_delayed(load: int, sinking: Sinking) -> bool:
    """Is a load of far memory needed only where its loop comes by in every trip, behind other blocks?"""
    flat, own = sinking.flat, sinking.parents[load]
    if sinking.loop_of[own] < 0 or len(sinking.flow.successors[own]) < 2:
        return False
    if Type(flat.types[flat.operands_of(load)[0]]).address_space != GLOBAL:
        return False
    meet = sinking.target(load)
    if meet == own or sinking.loop_of[meet] != sinking.loop_of[own] or not leads_to(meet, own, sinking.flow):
        return False
    return bool(sinking.kind(load)) and sinking.may_move_load(load, meet)


def leads_to(meet: int, own: int, flow: Flow) -> bool:
    """Does every way out of a block come by another one before it comes back or ends?"""
    seen, waiting = {meet}, [own]
    while waiting:
        block = waiting.pop()
        if not flow.successors[block] or (block == own and own in seen):
            return False
        if block not in seen:
            seen.add(block)
            waiting += flow.successors[block]
    return True
