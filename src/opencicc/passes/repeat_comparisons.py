"""Compare again behind a loop instead of keeping the result through it, where a loop keeps many.

    setp.lt.s32 %p1, %r1, %r2;           setp.lt.s32 %p1, %r1, %r2;
    ... %p1 ...                          ... %p1 ...
    $L__BB0_2: the loop          =>      $L__BB0_2: the loop
    @%p1 bra $L__BB0_3;                  setp.lt.s32 %p9, %r1, %r2;
                                         @%p9 bra $L__BB0_3;

The machine has seven predicates. Bounds that are tested before a loop and again behind it, one for each of many elements of a thread,
take them all and go on in ordinary registers, while the comparisons of the loop itself wait for the one or two that are left. LLVM
merges equal comparisons wherever the first stands on every way to the second, so this is done on the text.

Done where a loop keeps more than a few predicates of comparisons that nobody asks for inside. The numbers compared are constants, or
each written in one place and alive behind the loop or the same for a block, so nothing else is kept for it.
"""

from __future__ import annotations

from opencicc.llvm.services import services
from opencicc.options.option import Option
from opencicc.passes.api import text_pass
from opencicc.passes.mad_wide import is_uniform, spans_of_loops
from opencicc.passes.places import PUBLISHED
from opencicc.passes.register_places import RegisterPlaces
from opencicc.passes.text_api import TextContext
from opencicc.passes.wide_indices import JUMP, KINDS, DefinitionsWithFields, is_in
from opencicc.ptx_text import Line, name_of
from opencicc.record import record

REPEAT_COMPARISONS = Option(
    "repeat-comparisons",
    4,
    "Compare again behind loops that keep more predicates than this for it; 0: never.",
    source="our choice: a kernel with 16 bounds takes 63 registers instead of 76, a step of occupancy",
    minimum=0,
)

COMPARISON = "setp."
SUM = "add.s32"
PREDICATES, NUMBERS = "\t.reg .pred \t%p<", "\t.reg .b32 \t%r<"


@record
class Kept:
    """A comparison in line `number` and the lines behind a loop that ask for it."""

    number: int
    readers: tuple[int, ...]


@text_pass(
    "repeat-comparisons",
    "Compare again behind loops that would keep many predicates.",
    places=PUBLISHED,
    reads=(REPEAT_COMPARISONS,),
)
def run(ptx: str, ctx: TextContext) -> str:
    most = ctx.option(REPEAT_COMPARISONS)
    if not most:
        return ptx
    parts, end = [], 0
    for body in ctx.bodies:
        text = ptx[body.start : body.closing]
        if text.count(f"\t{COMPARISON}") <= most or PREDICATES not in text or NUMBERS not in text:
            continue
        if services().may_keep_comparisons(text, most):
            parts += [ptx[end : body.start], rewrite(name_of(ptx[body.start : body.opening]), text, most, ctx)]
            end = body.closing
    return "".join([*parts, ptx[end:]])


def rewrite(name: str, text: str, most: int, ctx: TextContext) -> str:
    loops = loops_of(text)
    if not loops or JUMP in text:
        return text
    places, definitions = RegisterPlaces(text), DefinitionsWithFields(text)
    starts = starts_of(places)
    comparisons = [number for number, line in places.lines.items() if is_comparison(places, line)]
    chosen: dict[int, set[int]] = {}
    for loop in loops:
        found = [kept for number in comparisons if (kept := kept_through(loop, loops, number, places, starts))]
        if len(found) <= most:
            continue
        for kept in found:
            operands = operands_of(places.lines[kept.number])
            if all(is_at_hand(places, definitions, starts, operand, loop[1]) for operand in operands):
                chosen.setdefault(kept.number, set()).update(kept.readers)
    if not chosen:
        return text
    ctx.remark(name, f"compared {len(chosen)} pairs of numbers again behind loops", name="RepeatComparisons")
    return rewritten(places, chosen)


def loops_of(text: str) -> list[tuple[int, int]]:
    """Where loops that nothing is around begin and end: of spans that overlap the whole.

    In loops around others a comparison would be made again in every trip: fsm takes 856 instructions for 832.
    """
    found: list[tuple[int, int]] = []
    for start, end in sorted(spans_of_loops(text)):
        if found and start <= found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return found


def kept_through(
    loop: tuple[int, int], loops: list[tuple[int, int]], number: int, places: RegisterPlaces, starts: list[int]
) -> Kept | None:
    """Is a comparison made in front of a loop, and asked for behind it, but in no other loop there, and not inside?"""
    first, last = loop
    if is_in(loops, starts[number]):  # the numbers may be those of another trip
        return None
    readers = places.readers.get(places.lines[number].target, [])
    behind = tuple(reader for reader in readers if starts[reader] > last)
    if starts[number] >= first or not behind or any(first <= starts[reader] <= last for reader in readers):
        return None
    others = [(start, end) for start, end in loops if start > last]
    is_repeated = any(start <= starts[reader] <= end for reader in behind for start, end in others)
    return None if is_repeated else Kept(number, behind)


def starts_of(places: RegisterPlaces) -> list[int]:
    starts, at = [], 0
    for content in places.texts:
        starts.append(at)
        at += len(content) + 1
    return starts


def is_comparison(places: RegisterPlaces, line: Line) -> bool:
    return line.opcode.startswith(COMPARISON) and places.maker(line.target) is line


def operands_of(line: Line) -> list[str]:
    return [operand for operand in line.operands.split(", ") if operand.startswith("%")]


def is_at_hand(
    places: RegisterPlaces, definitions: DefinitionsWithFields, starts: list[int], register: str, last: int
) -> bool:
    """Has a register one value only, which is alive behind a loop anyway or costs no register?"""
    made = places.maker(register)
    if register.startswith("%p") or made is None:
        return False
    if is_near_sum(made):  # with the constant it is made again
        register = made.operands.partition(", ")[0]
        if places.maker(register) is None:
            return False
    if is_uniform(register, definitions):
        return True
    names = [register]
    for reader in places.readers.get(register, ()):  # ptxas keeps an index and its extension in one register
        line = places.lines.get(reader)
        if line is not None and line.opcode in KINDS:
            names.append(line.target)
    return any(starts[reader] > last for name in names for reader in places.readers.get(name, ()))


def is_near_sum(line: Line) -> bool:
    """A register and a constant?"""
    left, _, right = line.operands.partition(", ")
    return line.opcode == SUM and left.startswith("%") and right.removeprefix("-").isdigit()


def rewritten(places: RegisterPlaces, chosen: dict[int, set[int]]) -> str:
    texts = list(places.texts)
    names = {kind: Names(texts, kind) for kind in (PREDICATES, NUMBERS)}
    for number, readers in chosen.items():
        line = places.lines[number]
        for reader in readers:
            made, operands = "", line.operands
            for operand in dict.fromkeys(operands_of(line)):
                maker = places.maker(operand)
                if maker is not None and is_near_sum(maker):
                    again = names[NUMBERS].take()
                    made += f"\t{SUM} \t{again}, {maker.operands};\n"
                    operands = renamed(operands, operand, again)
            name = names[PREDICATES].take()
            made += f"\t{line.opcode} \t{name}, {operands};\n"
            texts[reader] = made + renamed(texts[reader], line.target, name)
    for kind in names.values():
        texts[kind.place] = kind.declaration
    return "\n".join(texts)


class Names:
    """New registers of one kind, and the line that declares them."""

    def __init__(self, texts: list[str], opening: str) -> None:
        self.opening = opening
        self.place = next(number for number, text in enumerate(texts) if text.startswith(opening))
        self.count = int(texts[self.place][len(opening) :].partition(">")[0])

    def take(self) -> str:
        self.count += 1
        return f"{self.opening[self.opening.index('%') : -1]}{self.count - 1}"

    @property
    def declaration(self) -> str:
        return f"{self.opening}{self.count}>;"


def renamed(content: str, old: str, new: str) -> str:
    pieces = content.split(old)
    text = pieces[0]
    for piece in pieces[1:]:
        text += (old if piece[:1].isalnum() else new) + piece
    return text
