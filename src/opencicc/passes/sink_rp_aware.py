"""Move computations down to where they are used, where that needs fewer registers.

    %w = sext i32 %i to i64                   br i1 %c, %use, %out
    br i1 %c, %use, %out              =>    use:
  use:                                        %w = sext i32 %i to i64
    store i64 %w, ptr %p                      store i64 %w, ptr %p

LLVM's `sink` asks only whether it may. What is moved down frees the registers of its result on the way and holds those
of its operands longer: a sum of two values that nobody else wants costs one register more than its result. Here an
instruction moves only if its result takes more registers than the operands that nothing else keeps alive until there
(kernel parameters count for nothing: they are read where they are needed). The product's form of `sink` has such a test
too; of its rules only the knobs' names are known.

`sink-check-sched` leaves loads, divisions and square roots where they can be begun early, `sink-single-only` leaves
values with several uses; without it `max-uses-for-sinking` is the limit.

Off by default (`rp-aware-sink`), as in the product. LLVM's instcombine has moved most of what has one use already: at -O3
it moves something in 19 of the 56 benchmark kernels, none of which gets other numbers of instructions, registers or spills,
and it takes 2 to 5 % of a compile.

Leaves alone: what would go into a loop it was outside of, phis, stores, convergent calls, loads with a write between.
"""

from __future__ import annotations

from opencicc.analysis.flow import Flow, Loops
from opencicc.analysis.pressure import count_registers
from opencicc.llvm import edit
from opencicc.llvm.ir import Function
from opencicc.llvm.opcodes import CALLS, OPCODES
from opencicc.llvm.snapshot import Snapshot, snapshot
from opencicc.llvm.types import Type
from opencicc.options.option import Option
from opencicc.passes.api import NVIDIA_REGISTRY, PassContext, function_pass
from opencicc.passes.places import PUBLISHED
from opencicc.passes.sinking import MAY_LOAD, Sinking, place_in

SOURCE = "cicc v13.0 knob inventory"
RP_AWARE_SINK = Option(
    "rp-aware-sink",
    False,
    "Run sink<rp-aware> at its places.",
    source="cicc v13.0 sinking page; measured: no benchmark kernel gets another number of registers or instructions",
)
SINK_CHECK_SCHED = Option(
    "sink-check-sched", True, "Leave loads, divisions and square roots where they can be begun early.", source=SOURCE
)
SINK_SINGLE_ONLY = Option("sink-single-only", True, "Sink only values with one use.", source=SOURCE)
MAX_USES_FOR_SINKING = Option(
    "max-uses-for-sinking",
    10,
    "The most uses of a value that sink<rp-aware> moves, without sink-single-only.",
    source="our choice: the sources give no default",
    minimum=1,
)
FEWEST_BLOCKS = 2
MOST_ROUNDS = 4
_STAYS = frozenset(OPCODES[name] for name in ("phi", "store", "alloca", "atomicrmw", "cmpxchg", "freeze"))
_SLOW = frozenset(OPCODES[name] for name in ("udiv", "sdiv", "urem", "srem", "fdiv", "frem", "load"))


@function_pass(
    "sink<rp-aware>",
    "Sink where it lowers register pressure.",
    guard="rp-aware-sink !1040",
    places=PUBLISHED,
    origin=NVIDIA_REGISTRY,
    reads=(RP_AWARE_SINK, SINK_CHECK_SCHED, SINK_SINGLE_ONLY, MAX_USES_FOR_SINKING),
    needs=(Snapshot, Flow, Loops),
    preserves=("cfg",),
)
def run(function: Function, ctx: PassContext) -> bool:
    if function.count_blocks() < FEWEST_BLOCKS:
        return False
    most, changed = 1 if ctx.option(SINK_SINGLE_ONLY) else ctx.option(MAX_USES_FOR_SINKING), False
    flat, flow, loops = ctx.analysis(Snapshot, function), ctx.analysis(Flow, function), ctx.analysis(Loops, function)
    for _ in range(MOST_ROUNDS):
        plan = Plan(function, flat, most, keeps_slow=ctx.option(SINK_CHECK_SCHED))
        moves = plan.moves(Sinking(flat, flow, loops)) if plan.candidates else []
        for number, target in moves:
            instruction, block = flat.instruction(number), flat.block(target)
            shown = f"%{instruction.name}" if instruction.name else instruction.opcode
            ctx.remark(instruction, f"sank {shown} to {block.label}: fewer registers on the way", name="Sunk")
            edit.move_before(instruction, place_in(block))
        if not moves:
            break
        changed, flat = True, snapshot(function)  # what fed it may follow
    return changed


class Plan:
    """What may be worth moving in one function, and what of that is."""

    def __init__(self, function: Function, flat: Snapshot, most_uses: int, *, keeps_slow: bool) -> None:
        self.flat, self.keeps_slow = flat, keeps_slow
        self.free = flat.arguments if function.is_kernel else 0  # values below this id cost nothing to keep
        self._weights: dict[int, int] = {}
        first, starts, opcodes, offsets = flat.first_instruction, flat.block_starts, flat.opcodes, flat.user_offsets
        self.candidates: list[int] = []
        for block in range(flat.blocks):
            start, end = starts[block], starts[block + 1]
            for number in range(end - 2, start - 1, -1):
                if opcodes[number] not in _STAYS and 0 < (
                    count := offsets[first + number + 1] - offsets[first + number]
                ):
                    if count <= most_uses and all(
                        not start <= user - first < end for user in flat.users_of(first + number)
                    ):
                        self.candidates.append(number)

    def moves(self, asked: Sinking) -> list[tuple[int, int]]:
        """Instructions with their new blocks, users first. What was moved keeps its operands alive at its new place."""
        first = self.flat.first_instruction
        found: list[tuple[int, int]] = []
        for number in self.candidates:
            own = asked.parents[number]
            kind = asked.kind(number)
            if not kind or (self.keeps_slow and self.is_slow(number)):
                continue
            target = asked.target(number)
            if target == own or asked.enters_loop(own, target):
                continue
            if kind == MAY_LOAD and not asked.may_move_load(number, target):
                continue
            kept = sum(self.weight(operand) for operand in self.held_longer(number, target, asked))
            if self.weight(first + number) > kept:
                found.append((number, target))
        return found

    def is_slow(self, number: int) -> bool:
        return self.flat.opcodes[number] in _SLOW or self.flat.opcodes[number] in CALLS

    def held_longer(self, number: int, target: int, asked: Sinking) -> set[int]:
        """The operands that nothing but this instruction needs at its new place or behind it."""
        flat, first = self.flat, self.flat.first_instruction
        held: set[int] = set()
        for operand in set(flat.operands_of(number)):
            if operand < self.free or not (operand < flat.arguments or first <= operand < first + flat.instructions):
                continue
            if operand >= first and asked.lives_through(asked.parents[operand - first], number, target):
                continue
            users = (user - first for user in flat.users_of(operand) if user - first != number)
            if not any(asked.flow.dominates(target, asked.parents[user]) for user in users):
                held.add(operand)
        return held

    def weight(self, value: int) -> int:
        type_ = self.flat.types[value]
        if type_ not in self._weights:
            self._weights[type_] = count_registers(Type(type_))
        return self._weights[type_]
