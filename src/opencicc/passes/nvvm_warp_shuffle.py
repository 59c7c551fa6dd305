"""Replace shuffles between lanes by what is known without them.

    %x = shfl.idx %n, 3             =>   %n                 every lane has it
    %x = shfl.bfly %v, 0            =>   %v                 a lane asks itself
    %y = shfl.bfly (shfl.bfly %v, 8), 4   =>   shfl.bfly %v, 12
    %y = shfl.down (shfl.idx %v, 0), 1    =>   shfl.idx %v, 0

A shuffle takes some twenty cycles. Inlined libraries broadcast what the whole block has (kernel parameters, what is
made of them), make the first step of a scan with a distance of zero, and broadcast twice. A value is known to be the
same in all lanes if it is the same in the whole block (analysis/divergence.py) or comes from a reduction, a vote or a
broadcast over the warp. The intrinsic also makes its lanes wait for each other, which orders no memory; nothing is lost.

The sources have the name, a parameter that is 1 and the word "form": shuffles that the program did not write are not
made here, since exchanges through shared memory can't be told to stay in one warp. `level=0` takes only those that ask
themselves. LLVM has nothing like it. Leaves alone: masks other than all lanes for two shuffles in one, sections of a warp
for the same, and forms that also say whether the source was there.
"""

from __future__ import annotations

from opencicc.analysis.callees import Callees
from opencicc.analysis.divergence import Divergence, are_all_made_of_sources
from opencicc.llvm import edit
from opencicc.llvm.ir import Function, Instruction, Value
from opencicc.llvm.opcodes import OPCODES
from opencicc.llvm.snapshot import Snapshot
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.places import PUBLISHED

SHUFFLE = "llvm.nvvm.shfl.sync."
FORMS = frozenset(f"{SHUFFLE}{kind}.{type_}" for kind in ("bfly", "idx", "up", "down") for type_ in ("i32", "f32"))
# The same in all lanes that take part.
OF_WARP = ("llvm.nvvm.redux.sync.", "llvm.nvvm.vote.")
LANE = "llvm.nvvm.read.ptx.sreg.laneid"
FULL, LAST_LANE = 0xFFFFFFFF, 31
_CALL = OPCODES["call"]


@function_pass(
    "nvvm-warp-shuffle",
    "Replace shuffles by what is known without them.",
    when="shuffles",
    has_first_look=True,
    guard="!1640",
    params=("level=0", "level=1"),
    places=PUBLISHED,
    needs=(Snapshot, Divergence),
    preserves=("cfg",),
)
def run(function: Function, ctx: PassContext) -> bool:
    flat = ctx.analysis(Snapshot, function)
    callees = Callees(flat)
    shuffles = [n for n, opcode in enumerate(flat.opcodes) if opcode == _CALL and callees.name(n) in FORMS]
    if not shuffles:
        return False
    looks_further = "level=0" not in ctx.params
    shuffled = [flat.operands_of(number)[1] for number in shuffles]
    if not looks_further or are_all_made_of_sources(flat, shuffled, is_kernel=function.is_kernel):
        differs = set(shuffled)
    else:
        differs = ctx.analysis(Divergence, function).variant
    changed = False
    for number, operand in zip(shuffles, shuffled, strict=True):
        call = flat.instruction(number)
        if asks_itself(call) or (looks_further and (operand not in differs or is_of_warp(call.arguments[1]))):
            ctx.remark(call, "removed a shuffle: the lane has the value already", name="Shuffle")
            edit.replace_and_erase(call, call.arguments[1])
            changed = True
        elif looks_further and (inner := inner_butterfly(call)) is not None:
            ctx.remark(call, "two shuffles in one", name="Shuffle")
            step = (call.arguments[2].integer or 0) ^ (inner.arguments[2].integer or 0)
            edit.set_operand(call, 1, inner.arguments[1])
            edit.set_operand(call, 2, edit.constant_int(call.arguments[2].type, step))
            changed = True
    return changed


def kind_of(call: Instruction) -> str:
    return call.callee_name.removeprefix(SHUFFLE).partition(".")[0]


def asks_itself(call: Instruction) -> bool:
    _, _, lane, clamp = call.arguments
    if kind_of(call) == "idx":
        return clamp.integer == LAST_LANE and is_call(lane) and Instruction(lane.ref).callee_name == LANE
    return lane.integer == 0


def is_of_warp(value: Value) -> bool:
    """The result of a reduction or a vote of the warp, or a broadcast of one lane to all."""
    if not is_call(value):
        return False
    call = Instruction(value.ref)
    name = call.callee_name
    if name.startswith(OF_WARP):
        return any(argument.integer == FULL for argument in call.arguments)
    if name not in FORMS or kind_of(call) != "idx":
        return False
    mask, _, lane, clamp = (argument.integer for argument in call.arguments)
    return mask == FULL and lane is not None and clamp == LAST_LANE


def inner_butterfly(call: Instruction) -> Instruction | None:
    """A butterfly of all lanes whose value comes from another and from nowhere else."""
    value = call.arguments[1]
    if kind_of(call) != "bfly" or not is_call(value) or not is_whole_butterfly(call):
        return None
    inner = Instruction(value.ref)
    return inner if inner.called_function == call.called_function and is_whole_butterfly(inner) else None


def is_whole_butterfly(call: Instruction) -> bool:
    mask, _, step, clamp = (argument.integer for argument in call.arguments)
    return mask == FULL and step is not None and step <= LAST_LANE and clamp == LAST_LANE


def is_call(value: Value) -> bool:
    return value.maker == "call"
