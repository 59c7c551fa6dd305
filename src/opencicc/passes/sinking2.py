"""Move computations down to the texture fetches that they are for.

    %x = mul i32 %a, %b                       br i1 %c, %use, %out
    br i1 %c, %use, %out              =>    use:
  use:                                        %x = mul i32 %a, %b
    %r = call @llvm.nvvm.tex...(%t, %x)       %r = call @llvm.nvvm.tex...(%t, %x)

Coordinates and handles of a fetch are computed early and kept in registers until it comes. Here an instruction goes down
into the block of its uses if that block fetches from a texture or accesses a surface, or dominates one that does. From
in front of a loop it may go into the loop: it is computed anew in every trip and needs no register meanwhile.

Levels (`sink-into-texture`): 1 moves into blocks that fetch themselves, 2 also moves within such a block down to the
fetch, 3 also moves into blocks that only lead to one. Rounds repeat until nothing moves; one moves `sink-limit`
instructions at most. `sinking2<fast>` makes one round, across blocks only.

Leaves alone: everything in functions without textures and surfaces (LLVM's `sink` has no such aim, `sink<rp-aware>`
minds registers); phis, stores, convergent calls, what loop headers compute, and values that would leave a loop; loads
with a write on the way. The sources also name two thresholds of which nothing is known.
"""

from __future__ import annotations

import sys

from opencicc.analysis.flow import Flow, Loops
from opencicc.llvm import edit
from opencicc.llvm.ir import Block, Function, Instruction
from opencicc.llvm.snapshot import snapshot
from opencicc.options.option import Option
from opencicc.passes.api import NVIDIA_REGISTRY, PassContext, function_pass
from opencicc.passes.places import PUBLISHED
from opencicc.passes.sinking import MAY_COMPUTE, MAY_LOAD, Sinking, place_in

SOURCE = "cicc v13.0 knob inventory"
SINK_INTO_TEXTURE = Option(
    "sink-into-texture",
    3,
    "Sink toward texture fetches: 0 off, 1 into their blocks, 2 also within them, 3 also into blocks that lead to one.",
    source=SOURCE,
    minimum=0,
    maximum=3,
)
SINK_LIMIT = Option(
    "sink-limit", 20, "The most instructions that one round of sinking2 moves.", source=SOURCE, minimum=0
)
DUMP_SINK2 = Option("dump-sink2", False, "Print what sinking2 moved.", source=SOURCE)
FETCHES = ("llvm.nvvm.tex.", "llvm.nvvm.tld4.", "llvm.nvvm.suld.", "llvm.nvvm.sust.")
MOST_ROUNDS = 16
FAST = "fast"


@function_pass(
    "sinking2",
    "Sink computations toward texture fetches.",
    when="textures",
    guard="!2440",
    phase=2,
    params=(FAST,),
    places=PUBLISHED,
    origin=NVIDIA_REGISTRY,
    reads=(SINK_INTO_TEXTURE, SINK_LIMIT, DUMP_SINK2),
    preserves=("cfg",),
)
def run(function: Function, ctx: PassContext) -> bool:
    level, is_fast = ctx.option(SINK_INTO_TEXTURE), FAST in ctx.params
    if not level or not has_fetches(function):
        return False
    limit, is_dumped, changed = ctx.option(SINK_LIMIT), ctx.option(DUMP_SINK2), False
    for _ in range(1 if is_fast else MOST_ROUNDS):
        moves = across_blocks(function, level)[:limit]
        for instruction, block in moves:
            tell(instruction, block.label, ctx, is_dumped=is_dumped)
            edit.move_before(instruction, place_in(block))
        changed = changed or bool(moves)
        if not moves:
            break
    if level >= 2 and not is_fast:
        changed = within_blocks(function, ctx, is_dumped=is_dumped) or changed
    return changed


def has_fetches(function: Function) -> bool:
    return any(is_fetch(instruction) for instruction in function.instructions)


def is_fetch(instruction: Instruction) -> bool:
    return instruction.callee_name.startswith(FETCHES)


def across_blocks(function: Function, level: int) -> list[tuple[Instruction, Block]]:
    """What goes into which block, users before what they use, so that each lands in front of its users."""
    flat = snapshot(function)
    flow = Flow.of(flat)
    asked = Sinking(flat, flow, Loops.of(flow))
    fetching = {asked.parents[n] for n in range(flat.instructions) if is_fetch(flat.instruction(n))}
    leading = [any(flow.dominates(block, each) for each in fetching) for block in range(flat.blocks)]
    moves = []
    for own in flow.order:
        if own in asked.headers:
            continue
        for number in reversed(flat.block_range(own)):
            kind = asked.kind(number)
            if not kind:
                continue
            target = asked.target(number)
            wanted = target in fetching or (level >= 3 and leading[target])
            if target == own or not wanted or asked.leaves_loop(own, target):
                continue
            if kind == MAY_COMPUTE or (kind == MAY_LOAD and asked.may_move_load(number, target)):
                moves.append((flat.instruction(number), flat.block(target)))
    return moves


def within_blocks(function: Function, ctx: PassContext, *, is_dumped: bool) -> bool:
    """Operands of a fetch that only it uses, and theirs, right in front of it."""
    changed = False
    for block in function.blocks:
        body = list(block.instructions)
        if not any(is_fetch(each) for each in body):
            continue
        for fetch in [each for each in body if is_fetch(each)]:
            feeding = feeding_only(fetch, body)
            place = body.index(fetch)
            if not feeding or [each.ref for each in body[place - len(feeding) : place]] == [e.ref for e in feeding]:
                continue
            for each in feeding:
                tell(each, block.label, ctx, is_dumped=is_dumped)
                edit.move_before(each, fetch)
            body, changed = list(block.instructions), True
    return changed


def feeding_only(fetch: Instruction, body: list[Instruction]) -> list[Instruction]:
    """What computes for one instruction and nothing else, in the order of the block."""
    chosen = {fetch}
    for each in reversed(body[: body.index(fetch)]):
        users = each.users
        if users and each.opcode in ONLY_COMPUTES and all(Instruction(user.ref) in chosen for user in users):
            chosen.add(each)
    return [each for each in body if each in chosen and each != fetch]


ONLY_COMPUTES = frozenset(
    "add sub mul shl lshr ashr and or xor fadd fsub fmul fdiv fneg trunc zext sext sitofp uitofp fptosi fptoui "
    "fpext fptrunc select icmp fcmp".split()
)


def tell(instruction: Instruction, block: str, ctx: PassContext, *, is_dumped: bool) -> None:
    shown = f"%{instruction.name}" if instruction.name else instruction.opcode
    ctx.remark(instruction, f"sank {shown} toward a texture fetch in {block}", name="Sunk")
    if is_dumped:
        print(f"sink2: {instruction.parent.parent.name}: {shown} to {block}", file=sys.stderr)
