"""Move computations up to their operands where that needs fewer registers and costs nothing.

    %x = load ...   %y = load ...             %x = load ...   %y = load ...
    br %c, %slow, %join                       %p = fmul %x, %y
  slow: ...                           =>      br %c, %slow, %join
  join:                                     slow: ...
    %p = fmul %x, %y                        join:

LLVM's instcombine sinks what has one use into the block of the use, past branches that inlined functions left, and asks
nothing: two operands are then kept where one result would do. Here an instruction goes back up, to the end of the
nearest block that defines its operands, if the operands that nothing else keeps alive until its place take more registers than
its result. Only where that block runs exactly as often: the place post-dominates it, in the same loop. Chains go together, each
to the block of its own operands: the polynomials of fourteen sines were all computed behind the last one, and their coefficients
took 255 registers and spills in a 512-point transform that needs 74 now (nvcc 72; with careful-sink: LLVM's machine
sinking would take them down again).

Functions that need few registers anyway (`raise-values-from`) and blocks where little is to be saved (`raise-values-least`) are
left alone, and so are modules of short functions: ptxas moves single values as it likes. Sixteen products of complex numbers in front of a sine and a cosine take 64
registers instead of 87, which is what nvcc needs; the benchmark kernels take what they took.

Leaves alone: loads, divisions, roots and calls (their latency is better spent later than a register), convergent operations, and what
would be computed on a path that does not need it. LLVM has no such pass; `sink<rp-aware>` asks the same the other way.
"""

from __future__ import annotations

from opencicc.analysis.divergence import post_dominators
from opencicc.analysis.flow import UNREACHABLE, Flow, Loops
from opencicc.analysis.pressure import LiveRegisters, count_registers
from opencicc.llvm import edit
from opencicc.llvm.ir import Function
from opencicc.llvm.opcodes import CALLS, OPCODES
from opencicc.llvm.services import services
from opencicc.llvm.snapshot import Snapshot, snapshot
from opencicc.llvm.types import Type
from opencicc.options.option import Option
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.places import Place, at
from opencicc.passes.sinking import Sinking

RAISE_VALUES = Option(
    "raise-values",
    True,
    "Move computations up to their operands where that needs fewer registers.",
    source="our choice: sixteen complex products in front of a sine take 64 registers for 87, as with nvcc",
)
RAISE_VALUES_FROM = Option(
    "raise-values-from",
    40,
    "The fewest registers that live values of a function need for raise-values to look at it.",
    source="our choice: fewer never keep a warp from running",
    minimum=0,
)
RAISE_VALUES_LEAST = Option(
    "raise-values-least",
    8,
    "The fewest registers that raise-values has to save in a block to move anything out of it.",
    source="our choice: with 1 a recursive quadrature takes 56 registers for 50",
    minimum=1,
)
FEWEST_BLOCKS = 3
MOST_ROUNDS = 8
_MOVED = frozenset(
    OPCODES[name]
    for name in (
        "add fadd sub fsub mul fmul shl lshr ashr and or xor fneg trunc fptrunc select fptosi fptoui uitofp sitofp "
        "zext sext fpext icmp fcmp extractelement insertelement extractvalue"
    ).split()
)
SLOW_WORDS = ("div", "sqrt", "rcp", "sin", "cos", "ex2", "exp", "lg2", "log", "tanh", "pow", "rem", "sreg")


@function_pass(
    "raise-values",
    "Move computations up where that needs fewer registers.",
    when="long",
    guard="raise-values",
    places=at(Place("final-shape", before="sign-ext-simplify", why="no instcombine comes any more to sink them again")),
    reads=(RAISE_VALUES, RAISE_VALUES_FROM, RAISE_VALUES_LEAST),
    needs=(Snapshot, Flow, Loops, LiveRegisters),
    preserves=("cfg",),
)
def run(function: Function, ctx: PassContext) -> bool:
    if function.count_blocks() < FEWEST_BLOCKS or ctx.analysis(LiveRegisters, function).count < ctx.option(
        RAISE_VALUES_FROM
    ):
        return False
    least, changed = ctx.option(RAISE_VALUES_LEAST), False
    if not services().may_raise(function, least):
        return False
    flat, flow, loops = ctx.analysis(Snapshot, function), ctx.analysis(Flow, function), ctx.analysis(Loops, function)
    meets = post_dominators(flow)
    for _ in range(MOST_ROUNDS):
        moves = Raising(function, flat, Sinking(flat, flow, loops), meets).moves(least)
        for number, target in moves:
            instruction = flat.instruction(number)
            ctx.remark(instruction, f"raised to {flat.label(target)}: fewer registers on the way", name="Raised")
            edit.move_before(instruction, flat.block(target).terminator)
        if not moves:
            break
        changed, flat = True, snapshot(function)
    return changed


class Raising:
    """What of one function may go up, in groups that share what they use."""

    def __init__(self, function: Function, flat: Snapshot, asked: Sinking, meets: list[int]) -> None:
        self.flat, self.asked, self.meets = flat, asked, meets
        self.first, self.end = flat.first_instruction, flat.first_instruction + flat.instructions
        self.free = flat.arguments if function.is_kernel else 0  # parameters of a kernel are read where they are needed
        self._weights: dict[int, int] = {}
        self._cheap: dict[int, bool] = {}  # by callee
        self.gone: set[int] = set()  # what is to leave the block that is looked at

    def moves(self, least: int) -> list[tuple[int, int]]:
        """Instructions with their new blocks, operands first, of blocks where they save so many registers together."""
        found: list[tuple[int, int]] = []
        above = self.asked.flow.immediate_dominators
        for block in self.asked.flow.order[1:]:
            if not post_dominates(self.meets, block, above[block]):
                continue  # what is next above it runs more often, and then so does everything above
            chosen, total = self.moves_of(block)
            if total >= least:
                found += chosen
        return found

    def moves_of(self, block: int) -> tuple[list[tuple[int, int]], int]:
        """What should leave a block, and the registers that saves. Groups are asked from the topmost place on; what gains
        nothing there by itself may still gain together with what uses it further down."""
        members = self.movable(block)
        chosen, total = list[tuple[int, int]](), 0
        waiting: list[list[int]] = []
        for target in sorted(set(members.values()), key=self.asked.flow.position.__getitem__):
            here = [number for number, place in members.items() if place == target]
            rest = list[list[int]]()
            for group in self.groups(here, waiting):
                saved = self.saving(group, block)
                if saved > 0:
                    chosen += [(number, target) for number in group]
                    total += saved
                    self.gone.update(group)
                else:
                    rest.append(group)
            waiting = rest
        self.gone.clear()
        return chosen, total

    def movable(self, block: int) -> dict[int, int]:
        """The instructions of a block that need nothing of it, with the topmost place that has what they need."""
        flat, asked, members = self.flat, self.asked, dict[int, int]()
        position = asked.flow.position
        places: list[int] | None = None
        for number in flat.block_range(block):
            if not self.is_cheap(number):
                continue
            above = 0
            for value in flat.operands_of(number):
                if not self.first <= value < self.end:
                    continue
                source = asked.parents[value - self.first]
                if source == block:
                    source = members.get(value - self.first, block)
                if source == block or position[source] == UNREACHABLE:
                    break
                above = max(above, position[source])
            else:
                places = self.places_above(block) if places is None else places
                target = next((place for place in places if position[place] >= above), block)
                if target != block:
                    members[number] = target
        return members

    def is_cheap(self, number: int) -> bool:
        """Arithmetic, as an instruction or as an intrinsic, that is done in a few cycles."""
        opcode = self.flat.opcodes[number]
        if opcode not in CALLS:
            return opcode in _MOVED
        callee = self.flat.operands_of(number)[-1]
        if callee not in self._cheap:
            name = self.flat.instruction(number).callee_name
            self._cheap[callee] = not any(word in name for word in SLOW_WORDS) and bool(self.asked.kind(number))
        return self._cheap[callee]

    def places_above(self, block: int) -> list[int]:
        """The blocks over a block that run exactly as often, topmost first."""
        above, places, at = self.asked.flow.immediate_dominators, list[int](), block
        while at != 0 and (at := above[at]) >= 0:
            if self.is_as_frequent(at, block):
                places.append(at)
        return places[::-1]

    def groups(self, here: list[int], waiting: list[list[int]]) -> list[list[int]]:
        """Instructions that use one another, or the same value, with the waiting groups that they use."""
        leader = {number: group[0] for group in waiting for number in group} | {number: number for number in here}

        def root(number: int) -> int:
            while leader[number] != number:
                number = leader[number]
            return number

        by_value: dict[int, int] = {}
        for number in here:
            for value in self.flat.operands_of(number):
                if not self.counts(value):
                    continue
                other = value - self.first if value - self.first in leader else by_value.setdefault(value, number)
                leader[root(number)] = root(other)
        found: dict[int, list[int]] = {}
        for number in sorted(leader):
            found.setdefault(root(number), []).append(number)
        return list(found.values())

    def counts(self, value: int) -> bool:
        """Whether a value takes a register: no constant, no parameter of a kernel, no address known to all."""
        return self.free <= value < self.flat.arguments or self.first <= value < self.end

    def is_as_frequent(self, target: int, block: int) -> bool:
        return self.asked.loop_of[target] == self.asked.loop_of[block] and post_dominates(self.meets, block, target)

    def saving(self, group: list[int], block: int) -> int:
        """How many registers more what only the group needs takes than what it gives."""
        inside = set(group)
        needed = {v for n in group for v in self.flat.operands_of(n) if self.counts(v) and v - self.first not in inside}
        given = [n for n in group if any(u - self.first not in inside for u in self.flat.users_of(self.first + n))]
        dying = sum(self.weight(value) for value in needed if not self.lives_on(value, inside, group[0], block))
        return dying - sum(self.weight(self.first + number) for number in given)

    def lives_on(self, value: int, inside: set[int], number: int, block: int) -> bool:
        """Whether something outside of the group keeps a value alive until a block, or behind it."""
        asked, first = self.asked, self.first
        if value >= first and asked.lives_through(asked.parents[value - first], number, block):
            return True
        users = (user - first for user in self.flat.users_of(value))
        users = (user for user in users if user not in inside and user not in self.gone)
        return any(is_dominated(asked.flow, block, asked.parents[user]) for user in users)

    def weight(self, value: int) -> int:
        type_ = self.flat.types[value]
        if type_ not in self._weights:
            self._weights[type_] = count_registers(Type(type_))
        return self._weights[type_]


def is_dominated(flow: Flow, above: int, below: int) -> bool:
    return flow.position[below] != UNREACHABLE and flow.dominates(above, below)


def post_dominates(meets: list[int], below: int, above: int) -> bool:
    while above >= 0 and above != below:
        above = meets[above]
    return above == below
