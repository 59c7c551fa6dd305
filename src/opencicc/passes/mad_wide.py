"""Multiply an index and add the base of a global address in one instruction of PTX.

    mul.wide.s32 %rd3, %r1, 4;
    add.s64 %rd4, %rd1, %rd3;            =>      mad.wide.s32 %rd4, %r1, 4, %rd1;
    ld.global.b32 %r2, [%rd4];

ptxas makes one instruction of both forms where it can, but places it differently: of 168 kernels on an H200 short ones took
0.993 of the time in the mean and needed 0.98 of the registers. LLVM has the same as an option of its instruction selection
(`nvptx-mad-wide-opt`), for every sum of a module or none.

Leaves alone, because these lost: long functions, where registers and the order of loads decide; indices that are the same for
the whole block, which ptxas computes in its uniform registers otherwise; addresses of shared, local and constant memory,
which have 32 bits; products of two registers; products that something else reads; and, in loops or with three and more
sums of one base, factors that are no power of two. Of such a product and a base in uniform registers ptxas makes three
instructions (a shifted index is added in two), where it keeps the base of `mul.wide` and `add` in ordinary registers.
"""

from __future__ import annotations

from opencicc.options.option import Option
from opencicc.passes.api import text_pass
from opencicc.passes.places import PUBLISHED
from opencicc.passes.text_api import TextContext
from opencicc.ptx_text import (
    BLOCK_SPECIALS,
    GAP,
    Line,
    find_mention,
    name_of,
    read_line,
    read_lines,
    sets,
    with_lines,
)

_SOURCE = "our choice: measured on an H200, docs/gpu-time.md"
MAD_WIDE = Option(
    "mad-wide", True, "Multiply indices and add the base of a global address in one step.", source=_SOURCE
)
MOST_INSTRUCTIONS = Option(
    "mad-wide-most-instructions", 500, "Functions with more are left alone by mad-wide.", source=_SOURCE, minimum=0
)

TOTAL = "add.s64"
PRODUCT, SUM, COPY = "\tmul.wide.", f"\t{TOTAL}{GAP}", f"\tmov.b64{GAP}"
MOST_DEPTH = 16
FEW_SUMS = 2
# What every thread of a block gets the same result from, if its operands are the same.
_PLAIN = frozenset("add sub mul mad shl shr and or xor mov cvt min max div rem neg not selp".split())
_NEAR = (".shared", ".local", ".const")
ENDS_A_BLOCK = frozenset("bra brx call ret exit".split())
VARYING = ("", "")
NOWHERE = -1


@text_pass(
    "mad-wide",
    "Multiply indices and add the base of a global address in one step.",
    places=PUBLISHED,
    reads=(MAD_WIDE, MOST_INSTRUCTIONS),
)
def run(ptx: str, ctx: TextContext) -> str:
    if not ctx.option(MAD_WIDE):
        return ptx
    most = ctx.option(MOST_INSTRUCTIONS)
    parts, end = [], 0
    for body in ctx.bodies:
        if body.statements <= most:
            name, text = name_of(ptx[body.start : body.opening]), ptx[body.start : body.closing]
            parts += [ptx[end : body.start], rewrite(name, text, ctx)]
            end = body.closing
    return "".join([*parts, ptx[end:]])


def rewrite(name: str, text: str, ctx: TextContext) -> str:
    sums = _native_sums(text)
    if sums is None:
        sums = find_sums(text)
    if not sums:
        return text
    changes = {}
    for product, total in sums:
        kind, base = product.opcode.removeprefix("mul"), base_of(product, total)
        joined = f"{total.target}, {product.operands}, {base};"
        changes[total.start] = total.end, f"\tmad{kind} \t{joined}\n"
        changes[product.start] = product.end, ""
    ctx.remark(name, f"joined {len(sums)} products and sums of global addresses", name="MadWide")
    return with_lines(text, changes)


def _native_sums(text: str) -> list[tuple[Line, Line]] | None:
    """The same by the native helper, where libLLVM is open anyway; PTX alone needs neither."""
    from opencicc.llvm import library

    if not library.is_open():
        return None
    from opencicc.llvm.services import services

    starts = services().joinable_sums(text)
    if starts is None:
        return None
    lines = [read_line(text, start) for start in starts]
    return [(product, total) for product, total in zip(lines[::2], lines[1::2], strict=True) if product and total]


def find_sums(text: str) -> list[tuple[Line, Line]]:
    """Products, each with the sum that alone reads it, in the same block.

    Only lines that matter are read: of most functions few are products, sums, or what an index is computed from.
    """
    products = [line for line in read_lines(text, PRODUCT) if is_product(line)]
    found = [(product, total) for product in products if (total := only_reader(text, product))]
    if not found:
        return []
    near, definitions = near_addresses(text), Definitions(text)
    pairs: dict[int, tuple[Line, Line]] = {}  # by the sum: of two products it joins one
    for product, total in found:
        index = product.operands.partition(",")[0]
        is_far = total.target not in near
        if is_far and is_adjacent(text, product, total, index) and not is_uniform(index, definitions):
            pairs[total.start] = product, total
    return without_dear_products(list(pairs.values()), text)


def only_reader(text: str, product: Line) -> Line | None:
    """The sum of two registers further down that alone reads a product."""
    at = find_mention(text, product.target, product.end)
    line = read_line(text, text.rfind("\n", 0, at) + 1) if at >= 0 else None
    if line is None or line.opcode != TOTAL or line.operands.count("%rd") != 2:
        return None
    is_last = find_mention(text, product.target, at + 1) < 0
    return line if is_last and find_mention(text, product.target, 0) > product.start else None


def is_product(line: Line) -> bool:
    return line.opcode in ("mul.wide.u32", "mul.wide.s32") and not line.operands.partition(", ")[2].startswith("%")


def is_shift(product: Line) -> bool:
    """Whether its factor is a power of two."""
    factor = product.operands.partition(", ")[2]
    return factor.isdigit() and int(factor) & (int(factor) - 1) == 0


def base_of(product: Line, total: Line) -> str:
    left, _, right = total.operands.partition(", ")
    return right if left == product.target else left


def without_dear_products(pairs: list[tuple[Line, Line]], text: str) -> list[tuple[Line, Line]]:
    """Without those whose sums ptxas would compute in three instructions, in a loop or for many."""
    if all(is_shift(product) for product, _ in pairs):
        return pairs
    loops = spans_of_loops(text)
    dear = [(product, total) for product, total in pairs if not is_shift(product)]
    bases = [base_of(*pair) for pair in dear]
    kept = {
        total.start
        for (product, total), base in zip(dear, bases, strict=True)
        if bases.count(base) <= FEW_SUMS and not any(start <= total.start <= end for start, end in loops)
    }
    return [(product, total) for product, total in pairs if is_shift(product) or total.start in kept]


def spans_of_loops(text: str) -> list[tuple[int, int]]:
    """From a label to the last branch back to it: what lies between them may be in a loop."""
    labels: dict[str, int] = {}
    spans: list[tuple[int, int]] = []
    at = 0
    for line in text.split("\n"):
        if line.startswith("$"):
            labels[line.partition(":")[0]] = at
        elif "bra" in line and (start := labels.get(line.rpartition("\t")[2].rstrip(";"))) is not None:
            spans.append((start, at))
        at += len(line) + 1
    return spans


def near_addresses(text: str) -> set[str]:
    """Registers that addresses of shared, local or constant memory are computed from."""
    if not any(space in text for space in _NEAR):
        return set()
    sources: dict[str, list[str]] = {}
    for found in [*read_lines(text, SUM), *read_lines(text, COPY)]:
        sources.setdefault(found.target, []).extend(found.operands.split(", "))
    work = [
        line.partition("[")[2].partition("]")[0].partition("+")[0]
        for line in text.split("\n")
        if "[%rd" in line and any(space in line for space in _NEAR)
    ]
    near: set[str] = set()
    while work:
        register = work.pop()
        if register not in near:
            near.add(register)
            work += sources.get(register, ())
    return near


class Definitions:
    """What computes each register: opcode and operands; VARYING where that depends on the way.

    The text is cut where a line goes from its opcode to its target: a piece begins with a target and operands, and ends
    with the opcode of the next.
    """

    def __init__(self, text: str) -> None:
        self._pieces = text.split(f"{GAP}%")
        self._places: dict[str, int] = {}
        for place, piece in enumerate(self._pieces):
            target = piece.partition(",")[0]
            self._places[target] = NOWHERE if target in self._places else place

    def of(self, register: str) -> tuple[str, str]:
        place = self._places.get(register[1:], NOWHERE)
        if place == NOWHERE:
            return VARYING
        opcode = self._pieces[place - 1].rpartition("\t")[2]
        return opcode.partition(".")[0], self._pieces[place].partition(";")[0].partition(", ")[2]


def is_uniform(register: str, definitions: Definitions, depth: int = 0) -> bool:
    """Whether all threads of a block have the same value there: made of parameters and numbers of the block."""
    opcode, operands = definitions.of(register)
    if opcode == "ld":
        return operands[:1] == "[" and "%" not in operands  # a parameter
    if opcode not in _PLAIN or depth > MOST_DEPTH:
        return False
    names = [operand for operand in operands.split(", ") if operand[:1] == "%"]
    return all(name.startswith(BLOCK_SPECIALS) or is_uniform(name, definitions, depth + 1) for name in names)


def is_adjacent(text: str, product: Line, total: Line, index: str) -> bool:
    """Whether the product may move down to the sum: nothing ends the block or sets the index in between."""
    if total.start < product.start:
        return False
    at = product.end + 1
    while at < total.start:
        line = read_line(text, at)
        if not line or line.opcode.partition(".")[0] in ENDS_A_BLOCK or sets(line, index):
            return False
        at = line.end + 1
    return True
