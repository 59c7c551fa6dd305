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
from opencicc.ptx_text import BLOCK_SPECIALS, function_bodies
from opencicc.record import record

_SOURCE = "our choice: measured on an H200, docs/gpu-time.md"
MAD_WIDE = Option(
    "mad-wide", True, "Multiply indices and add the base of a global address in one step.", source=_SOURCE
)
MOST_INSTRUCTIONS = Option(
    "mad-wide-most-instructions", 500, "Functions with more are left alone by mad-wide.", source=_SOURCE, minimum=0
)

PRODUCT = "\tmul.wide."
MOST_DEPTH = 16
FEW_SUMS = 2
# What every thread of a block gets the same result from, if its operands are the same.
_PLAIN = frozenset("add sub mul mad shl shr and or xor mov cvt min max div rem neg not selp".split())
_NEAR = (".shared", ".local", ".const")
_ENDS_A_BLOCK = frozenset("bra brx call ret exit".split())
_AFTER_A_NAME = ",;]+} |"
VARYING = ("", "")


@record
class Line:
    """An instruction as code generation writes it: a tab, the opcode, a space and a tab, operands, a semicolon."""

    number: int
    opcode: str
    target: str
    operands: str


@text_pass(
    "mad-wide",
    "Multiply indices and add the base of a global address in one step.",
    places=PUBLISHED,
    reads=(MAD_WIDE, MOST_INSTRUCTIONS),
)
def run(ptx: str, ctx: TextContext) -> str:
    if not ctx.option(MAD_WIDE) or PRODUCT not in ptx:
        return ptx
    most = ctx.option(MOST_INSTRUCTIONS)
    parts, end = [], 0
    for start, opening, closing in function_bodies(ptx):
        text = ptx[start:closing]
        if PRODUCT in text and text.count(";\n") <= most:
            parts += [ptx[end:start], rewrite(name_of(ptx[start:opening]), text, ctx)]
            end = closing
    return "".join([*parts, ptx[end:]])


def rewrite(name: str, text: str, ctx: TextContext) -> str:
    lines = text.split("\n")
    sums = find_sums(text, lines)
    if not sums:
        return text
    for product, total in sums:
        kind, base = product.opcode.removeprefix("mul"), base_of(product, total)
        joined = f"{total.target}, {product.operands}, {base};"
        lines[total.number] = f"\tmad{kind} \t{joined}"
    gone = {product.number for product, _ in sums}
    ctx.remark(name, f"joined {len(sums)} products and sums of global addresses", name="MadWide")
    return "\n".join(line for number, line in enumerate(lines) if number not in gone)


def name_of(header: str) -> str:
    """What stands in front of the last parenthesis of the last header's first line; declarations may stand before it."""
    last = header[max(header.rfind(".entry"), header.rfind(".func")) :]
    return last.partition("\n")[0].rpartition("(")[0].rpartition(" ")[2]


def read_line(number: int, line: str) -> Line | None:
    opcode, gap, rest = line[1:].partition(" \t")
    if line[:1] != "\t" or not gap or opcode[:1] in ("@", "/", ".") or not rest.endswith(";"):
        return None
    target, _, operands = rest[:-1].partition("}, " if rest[0] == "{" else ", ")
    return Line(number, opcode, target, operands)


def find_sums(text: str, lines: list[str]) -> list[tuple[Line, Line]]:
    """Products, each with the sum that alone reads it, in the same block."""
    read = [found for number, line in enumerate(lines) if (found := read_line(number, line))]
    sums = [line for line in read if line.opcode == "add.s64" and line.operands.count("%rd") == 2]
    readers = {operand: line for line in sums for operand in line.operands.split(", ")}
    products = [line for line in read if is_product(line) and line.target in readers]
    alone = [line for line in products if sum(text.count(line.target + mark) for mark in _AFTER_A_NAME) == 2]
    if not alone:
        return []
    near, definitions = near_addresses(read, lines), read_definitions(read)
    pairs: dict[int, tuple[Line, Line]] = {}  # by the sum: of two products it joins one
    for product in alone:
        total, index = readers[product.target], product.operands.partition(",")[0]
        is_far = total.target not in near
        if is_far and is_adjacent(lines, product, total, index) and not is_uniform(index, definitions):
            pairs[total.number] = product, total
    return without_dear_products(list(pairs.values()), lines)


def is_product(line: Line) -> bool:
    return line.opcode in ("mul.wide.u32", "mul.wide.s32") and not line.operands.partition(", ")[2].startswith("%")


def is_shift(product: Line) -> bool:
    """Whether its factor is a power of two."""
    factor = product.operands.partition(", ")[2]
    return factor.isdigit() and int(factor) & (int(factor) - 1) == 0


def base_of(product: Line, total: Line) -> str:
    left, _, right = total.operands.partition(", ")
    return right if left == product.target else left


def without_dear_products(pairs: list[tuple[Line, Line]], lines: list[str]) -> list[tuple[Line, Line]]:
    """Without those whose sums ptxas would compute in three instructions, in a loop or for many."""
    if all(is_shift(product) for product, _ in pairs):
        return pairs
    loops = spans_of_loops(lines)
    dear = [(product, total) for product, total in pairs if not is_shift(product)]
    bases = [base_of(*pair) for pair in dear]
    kept = {
        total.number
        for (product, total), base in zip(dear, bases, strict=True)
        if bases.count(base) <= FEW_SUMS and not any(start <= total.number <= end for start, end in loops)
    }
    return [(product, total) for product, total in pairs if is_shift(product) or total.number in kept]


def spans_of_loops(lines: list[str]) -> list[tuple[int, int]]:
    """From a label to the last branch back to it: what lies between them may be in a loop."""
    labels: dict[str, int] = {}
    spans: list[tuple[int, int]] = []
    for number, line in enumerate(lines):
        if line.startswith("$"):
            labels[line.partition(":")[0]] = number
        elif "bra" in line and (start := labels.get(line.rpartition("\t")[2].rstrip(";"))) is not None:
            spans.append((start, number))
    return spans


def near_addresses(read: list[Line], lines: list[str]) -> set[str]:
    """Registers that addresses of shared, local or constant memory are computed from."""
    sources: dict[str, list[str]] = {}
    for line in read:
        if line.opcode in ("add.s64", "mov.b64"):
            sources.setdefault(line.target, []).extend(line.operands.split(", "))
    work = [
        line.partition("[")[2].partition("]")[0].partition("+")[0]
        for line in lines
        if "[%rd" in line and any(space in line for space in _NEAR)
    ]
    near: set[str] = set()
    while work:
        register = work.pop()
        if register not in near:
            near.add(register)
            work += sources.get(register, ())
    return near


def read_definitions(read: list[Line]) -> dict[str, tuple[str, str]]:
    """What computes each register: opcode and operands; VARYING where that depends on the way."""
    definitions: dict[str, tuple[str, str]] = {}
    for line in read:
        value = (line.opcode.partition(".")[0], line.operands)
        definitions[line.target] = VARYING if line.target in definitions else value
    return definitions


def is_uniform(register: str, definitions: dict[str, tuple[str, str]], depth: int = 0) -> bool:
    """Whether all threads of a block have the same value there: made of parameters and numbers of the block."""
    opcode, operands = definitions.get(register, VARYING)
    if opcode == "ld":
        return operands[:1] == "[" and "%" not in operands  # a parameter
    if opcode not in _PLAIN or depth > MOST_DEPTH:
        return False
    names = [operand for operand in operands.split(", ") if operand[:1] == "%"]
    return all(name.startswith(BLOCK_SPECIALS) or is_uniform(name, definitions, depth + 1) for name in names)


def is_adjacent(lines: list[str], product: Line, total: Line, index: str) -> bool:
    """Whether the product may move down to the sum: nothing ends the block or sets the index in between."""
    between = [read_line(number, lines[number]) for number in range(product.number + 1, total.number)]
    if total.number < product.number:
        return False
    return all(
        line and line.opcode.partition(".")[0] not in _ENDS_A_BLOCK and not sets(line, index) for line in between
    )


def sets(line: Line, register: str) -> bool:
    return register in line.target.strip("{").split(", ")
