"""Join two values of 16 bits as a pair instead of by a shift and an or.

    %a = zext i16 %low to i32                   %p = insertelement <2 x i16> poison, i16 %low, i64 0
    %b = zext i16 %high to i32                  %q = insertelement <2 x i16> %p, i16 %high, i64 1
    %c = shl i32 %b, 16                  =>     %d = bitcast <2 x i16> %q to i32
    %d = or i32 %a, %c

Programs that pack halves into a word of 32, 64 or 128 bits for a wide store leave the first form behind when the stack object
is gone. As `mov.b32 %r, {%low, %high}` ptxas sees a pair: two conversions to half precision become one instruction for
both, where it would otherwise convert one after the other in the unit for special functions, and permute. Words of 64 bits
are joined from two such pairs, which costs nothing.

Leaves alone: words with other parts than 16-bit values, and halves of values that are wider, for which both forms are one
permutation. LLVM's slp-vectorizer and vector-combine look for operations on pairs, not for pairs themselves.
"""

from __future__ import annotations

from opencicc.llvm import edit
from opencicc.llvm.function_passes import run_on_function
from opencicc.llvm.ir import Function, Instruction, Value
from opencicc.llvm.opcodes import OPCODES
from opencicc.llvm.snapshot import Snapshot
from opencicc.llvm.types import Type, integer, vector
from opencicc.options.option import Option
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.places import Place, at

JOIN_HALVES = Option(
    "join-halves",
    True,
    "Join values of 16 bits as pairs, which ptxas converts together.",
    source="our choice: eight conversions for a store of 16 bytes took 1.05 of clang's time on an H200",
)
HALF = 16
PAIR = 2 * HALF
WORDS = (PAIR, 2 * PAIR)
UNIONS = ("or", "add")  # the same where no bit is in two parts: `reassociate` writes the second
_ZEXT = OPCODES["zext"]
_UNIONS = frozenset(OPCODES[name] for name in UNIONS)
Lanes = dict[int, Value]  # by number, the lowest bits first


@function_pass(
    "join-halves",
    "Join values of 16 bits as pairs.",
    phase=2,
    when="pairs",
    has_first_look=True,
    places=at(Place("final-shape", before="back-edges-first", why="nothing takes pairs apart before code generation")),
    reads=(JOIN_HALVES,),
    needs=(Snapshot,),
    preserves=("cfg",),
)
def run(function: Function, ctx: PassContext) -> bool:
    if not ctx.option(JOIN_HALVES):
        return False
    flat = ctx.analysis(Snapshot, function)
    if not has_wide_halves(flat):
        return False
    joined: list[tuple[Instruction, Lanes]] = []
    inside: set[Value] = set()
    for number in reversed([number for number, opcode in enumerate(flat.opcodes) if opcode in _UNIONS]):
        union = flat.instruction(number)
        if union in inside or not is_word(union):
            continue
        lanes, parts = take_apart(union)
        if lanes:
            joined.append((union, lanes))
            inside |= parts
    with edit.Builder(ctx.module.context.ref) as builder:
        for union, lanes in joined:
            ctx.remark(union, f"joined {len(lanes)} values of 16 bits as pairs", name="JoinHalves")
            edit.replace_and_erase(union, join(lanes, union, builder.before(union)))
    if joined:
        run_on_function(function, "dce")
    return bool(joined)


def has_wide_halves(flat: Snapshot) -> bool:
    """Is any value of 16 bits made wider? Without one there is nothing to join."""
    sources = {flat.types[flat.operands_of(number)[0]] for number, opcode in enumerate(flat.opcodes) if opcode == _ZEXT}
    return any(Type(source).integer_width == HALF for source in sources)


def is_word(union: Instruction) -> bool:
    return union.type.kind == "integer" and union.type.integer_width in WORDS


def take_apart(union: Instruction) -> tuple[Lanes, set[Value]]:
    """The lanes of a word of whole pairs of 16-bit values and zeros, and the words in it; nothing for other words."""
    lanes: Lanes = {}
    words: set[Value] = set()
    parts = union.operands
    while parts:
        part = parts.pop()
        if part.maker in UNIONS:
            words.add(part)
            parts += part.operands
            continue
        found = half_in(part)
        if found is None or found[0] in lanes:
            return {}, set()
        lanes[found[0]] = found[1]
    return (lanes, words) if all(number ^ 1 in lanes for number in lanes) else ({}, set())


def half_in(part: Value) -> tuple[int, Value] | None:
    """The lane and the 16-bit value that a part of a word consists of."""
    lane = 0
    if part.maker == "shl":
        shift = part.operand(1).integer
        if shift is None or shift % HALF:
            return None
        lane, part = shift // HALF, part.operand(0)
    if part.maker != "zext" or part.operand(0).maker == "trunc":
        return None
    value = part.operand(0)
    is_half = value.type.kind == "integer" and value.type.integer_width == HALF
    return (lane, value) if is_half and lane < part.type.integer_width // HALF else None


def join(lanes: Lanes, union: Instruction, builder: edit.Builder) -> Value:
    context = union.type.context
    pair_type, index_type = integer(context, PAIR), integer(context, 2 * PAIR)
    pairs = {}
    for low in sorted(number for number in lanes if not number % 2):
        two = edit.poison(vector(lanes[low].type, 2))
        for place in (0, 1):
            two = builder.insert_element(two, lanes[low + place], edit.constant_int(index_type, place))
        pairs[low] = builder.cast("bitcast", two, pair_type)
    if union.type == pair_type:
        return pairs[0]
    wide = {low: builder.cast("zext", pair, union.type) for low, pair in pairs.items()}
    shifted = [
        builder.binary("shl", value, edit.constant_int(union.type, low * HALF)) if low else value
        for low, value in wide.items()
    ]
    return shifted[0] if len(shifted) == 1 else builder.binary("or", shifted[0], shifted[1])
