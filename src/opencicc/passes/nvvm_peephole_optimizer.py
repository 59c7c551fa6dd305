"""Small rewrites that need to know NVVM, each on one instruction and what feeds it.

    addrspacecast (addrspacecast %s to ptr) to ptr addrspace(3)   =>   %s
    fptrunc (fpext half %h to float) to half                      =>   %h
    and i32 %lane, 31        icmp ult i32 %lane, 32               =>   %lane, true
    vote.any(%mask, false)   vote.all(%mask, true)                =>   false, true
    ex2.approx(3.0)                                               =>   8.0
    barrier 0, barrier 0                                          =>   barrier 0

What special registers range over, what a vote of a constant says, and what approximate functions give for constants
LLVM does not know (the first only after nvvm-intr-range). Approximations are folded with the exact function rounded once,
if argument and result are ordinary numbers; `-FPFoldDisable` leaves them. Two barriers become one where basic-dbe's sound
form would say so, and nothing but the two counts. `nvvm_late_opt` runs the same once more at the end of tier 3.

Of the product's pass the patterns are known roughly, its body is not. Cast chains and conversions are also in LLVM's
instcombine, which runs at other places. Leaves alone: conversions that lose something, votes of anything but constants,
and special registers that have no fixed range. The machine passes that the product has under this knob are ptxas's work.
"""

from __future__ import annotations

import math
import struct

from opencicc.analysis.callees import Callees
from opencicc.llvm import edit
from opencicc.llvm.constants import bits_of
from opencicc.llvm.integers import compare as compared
from opencicc.llvm.ir import Function, Instruction, Value
from opencicc.llvm.names import SPECIAL_REGISTERS
from opencicc.llvm.opcodes import OPCODES
from opencicc.llvm.snapshot import Snapshot
from opencicc.options.driver import FP_FOLD_DISABLE
from opencicc.options.option import Option
from opencicc.passes.api import NVIDIA_REGISTRY, PassContext, function_pass
from opencicc.passes.places import PUBLISHED

ENABLE_NVVM_PEEPHOLE = Option(
    "enable-nvvm-peephole", True, "Run the NVVM peepholes.", source="cicc v13.0 knob inventory"
)
BARRIER = "llvm.nvvm.barrier.cta."
RANGES = {"laneid": (0, 31), "warpsize": (32, 32)}  # first and last value
VOTES = {  # kind: what it says if every lane votes 0, or 1; None for a vote that also says who is there
    "any": (0, 1), "all": (0, 1), "uni": (1, 1), "ballot": (0, None),
}  # fmt: skip
APPROXIMATE = {"ex2": lambda x: 2.0**x, "lg2": math.log2, "sin": math.sin, "cos": math.cos}
LEAST_NORMAL, LARGEST = 2.0**-126, (2 - 2.0**-23) * 2.0**127
_LOOKED_AT = frozenset(OPCODES[name] for name in ("addrspacecast", "fptrunc", "and", "icmp", "call"))
_CALL, _TESTS = OPCODES["call"], frozenset((OPCODES["and"], OPCODES["icmp"]))
# A conversion and the one that it may undo.
_UNDONE = {OPCODES["addrspacecast"]: OPCODES["addrspacecast"], OPCODES["fptrunc"]: OPCODES["fpext"]}


@function_pass(
    "nvvm-peephole-optimizer",
    "Small rewrites that need NVVM knowledge.",
    guard="enable-nvvm-peephole",
    places=PUBLISHED,
    origin=NVIDIA_REGISTRY,
    reads=(ENABLE_NVVM_PEEPHOLE, FP_FOLD_DISABLE),
    needs=(Snapshot, "flow", "loops"),
    preserves=("cfg",),
)
def run(function: Function, ctx: PassContext) -> bool:
    return rewrite(function, ctx)


def rewrite(function: Function, ctx: PassContext) -> bool:
    """Every instruction once, in order, so that what one rewrite gives the next one sees."""
    numbers, has_barriers = worth_a_look(ctx.analysis(Snapshot, function))
    changed = False
    for instruction in numbers:
        value = RULES[instruction.opcode](instruction, ctx)
        if value is not None:
            said = f"{instruction.callee_name or instruction.opcode} is known"
            ctx.remark(instruction, said, name="Peephole", kind="analysis")
            edit.replace_and_erase(instruction, value)
            changed = True
    return (has_barriers and join_barriers(function, ctx)) or changed


def join_barriers(function: Function, ctx: PassContext) -> bool:
    from opencicc.passes.dead_barriers import Rules, remove_dead_barriers  # most functions have none

    return remove_dead_barriers(function, ctx, Rules(crosses_blocks=False, neighbours_only=True)) > 0


def worth_a_look(flat: Snapshot) -> tuple[list[Instruction], bool]:
    """The instructions that a rule may apply to, and whether there are barriers: on the flat lists, because of the many others."""
    opcodes, first, callees = flat.opcodes, flat.first_instruction, Callees(flat)
    found, has_barriers = [], False
    registers: set[int] = set()  # value ids of special registers with a fixed range
    for number, opcode in enumerate(opcodes):
        if opcode not in _LOOKED_AT:
            continue
        operands = flat.operands_of(number)
        if opcode == _CALL:
            name = callees.name(number)
            has_barriers = has_barriers or name.startswith(BARRIER)
            if name.startswith(SPECIAL_REGISTERS) and name.removeprefix(SPECIAL_REGISTERS) in RANGES:
                registers.add(first + number)
            elif not name.startswith("llvm.nvvm.vote.") and ".approx." not in name:
                continue
        elif opcode in _TESTS:
            if operands[0] not in registers:
                continue
        elif first <= operands[0] < first + flat.instructions and opcodes[operands[0] - first] != _UNDONE[opcode]:
            continue
        found.append(flat.instruction(number))
    return found, has_barriers


def cast_there_and_back(cast: Instruction, _: PassContext) -> Value | None:
    inner = cast.operand(0)
    if inner.maker != "addrspacecast":
        return None
    source = inner.operand(0)
    return source if source.type == cast.type else None


def narrow_again(truncation: Instruction, _: PassContext) -> Value | None:
    inner = truncation.operand(0)
    return inner.operand(0) if inner.maker == "fpext" and inner.operand(0).type == truncation.type else None


def mask_of_register(operation: Instruction, _: PassContext) -> Value | None:
    """A mask that takes nothing away from a special register."""
    bounds, mask = range_of(operation.operand(0)), operation.operand(1).integer
    if bounds is None or mask is None:
        return None
    needed = (1 << bounds[1].bit_length()) - 1
    return operation.operand(0) if mask & needed == needed else None


def compare_with_register(compare: Instruction, _: PassContext) -> Value | None:
    bounds, constant = range_of(compare.operand(0)), compare.operand(1).integer
    if bounds is None or constant is None:
        return None
    predicate, width = compare.predicate, compare.operand(0).type.integer_width
    answers = {compared(predicate, value, constant, width) for value in range(bounds[0], bounds[1] + 1)}
    return edit.constant_int(compare.type, answers.pop()) if len(answers) == 1 else None


def range_of(value: Value) -> tuple[int, int] | None:
    if value.maker != "call":
        return None
    name = Instruction(value.ref).callee_name
    return RANGES.get(name.removeprefix(SPECIAL_REGISTERS)) if name.startswith(SPECIAL_REGISTERS) else None


def call_of_intrinsic(call: Instruction, ctx: PassContext) -> Value | None:
    name = call.callee_name
    if name.startswith("llvm.nvvm.vote."):
        return vote_of_constant(call, name)
    if ".approx." in name and name.startswith("llvm.nvvm.") and not ctx.option(FP_FOLD_DISABLE):
        return approximate_of_constant(call, name)
    return None


def vote_of_constant(call: Instruction, name: str) -> Value | None:
    kind, _, form = name.removeprefix("llvm.nvvm.vote.").partition(".")
    vote = call.arguments[-1].integer
    if vote is None or form != "sync" or kind not in VOTES:
        return None
    said = VOTES[kind][vote]
    return edit.constant_int(call.type, said) if said is not None else None


def approximate_of_constant(call: Instruction, name: str) -> Value | None:
    compute = APPROXIMATE.get(name.removeprefix("llvm.nvvm.").partition(".")[0])
    bits = bits_of(call.arguments[0]) if compute and call.type.kind == "float" else None
    if compute is None or bits is None:
        return None
    argument = struct.unpack("f", struct.pack("I", bits))[0]
    if not is_ordinary(argument):
        return None
    try:
        exact = compute(argument)
    except (ValueError, OverflowError):
        return None
    if not is_ordinary(exact):
        return None
    return edit.constant_float(call.type, struct.unpack("f", struct.pack("f", exact))[0])


def is_ordinary(number: float) -> bool:
    return number == 0 or LEAST_NORMAL <= abs(number) <= LARGEST


RULES = {
    "addrspacecast": cast_there_and_back,
    "fptrunc": narrow_again,
    "and": mask_of_register,
    "icmp": compare_with_register,
    "call": call_of_intrinsic,
}
