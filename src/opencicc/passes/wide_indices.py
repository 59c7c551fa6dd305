"""Extend and scale an index in one instruction of PTX, where code generation extends it in another block.

    cvt.s64.s32 %rd1, %r1;
    $L__BB0_2:                           =>      $L__BB0_2:
    shl.b64 %rd2, %rd1, 3;                       mul.wide.s32 %rd2, %r1, 8;

LLVM selects instructions block by block: an index that is extended in one block and scaled in another takes two registers on the
way, and ptxas adds it to a base in two instructions, where a product and a sum are one. `mad-wide` joins the sum.

Leaves alone: indices that are the same for the whole block, fields of parameters included, and addresses of shared, local and constant
memory, for the reasons that mad-wide gives; products that are only added to bases that are the same for a block
(`wide-indices-uniform-bases`): ptxas has those in uniform registers, and would take them to registers of the thread for one
instruction less, which costs as many kernels time as it gains; registers that are written in two places, whose value at the
product may be another one. The native helper finds the same (`native/scaled_indices.cpp`).

On an H200 it takes 0.992 of the time over 12 of our kernels (tracer_limiter 0.886); registers 0.983 over 19 of 344 modules.
"""

from __future__ import annotations

from opencicc.llvm.services import services
from opencicc.options.option import Option
from opencicc.passes.api import text_pass
from opencicc.passes.mad_wide import (
    ENDS_A_BLOCK,
    TOTAL,
    Definitions,
    is_uniform,
    near_addresses,
    spans_of_loops,
)
from opencicc.passes.places import PUBLISHED
from opencicc.passes.register_places import RegisterPlaces
from opencicc.passes.text_api import TextContext
from opencicc.ptx_text import Line, name_of, read_line, with_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.ptx_text import Body

_SOURCE = "our choice: measured on an H200, docs/gpu-time.md"
WIDE_INDICES = Option(
    "wide-indices",
    True,
    "Extend and scale an index in one instruction where they stand in different blocks.",
    source=_SOURCE,
)
MOST_INSTRUCTIONS = Option(
    "wide-indices-most-instructions",
    100000,
    "Functions with more are left alone by wide-indices.",
    source=_SOURCE,
    minimum=0,
)

UNIFORM_BASES = Option(
    "wide-indices-uniform-bases",
    False,
    "Scale indices too that are only added to bases that are the same for a block.",
    source=_SOURCE,
)

Scaled = tuple[Line, Line, bool]  # an extension, a product, and does nothing else read what is extended?
KINDS = {"cvt.s64.s32": "s32", "cvt.u64.u32": "u32"}
LIMITS = {"s32": (-(1 << 31), (1 << 31) - 1), "u32": (0, (1 << 32) - 1)}  # of a factor
JUMP = "\tbrx."
TO_GLOBAL = "cvta"  # of a pointer
SHIFT, PRODUCT = "shl.b64", "mul.lo.s64"


@text_pass(
    "wide-indices",
    "Extend and scale an index in one instruction where they stand in different blocks.",
    places=PUBLISHED,
    reads=(WIDE_INDICES, MOST_INSTRUCTIONS, UNIFORM_BASES),
)
def run(ptx: str, ctx: TextContext) -> str:
    if not ctx.option(WIDE_INDICES):
        return ptx
    parts, end = [], 0
    for body in ctx.bodies:
        if body.statements <= ctx.option(MOST_INSTRUCTIONS) and may_have_indices(body):
            name, text = name_of(ptx[body.start : body.opening]), ptx[body.start : body.closing]
            parts += [ptx[end : body.start], rewrite(name, text, ctx)]
            end = body.closing
    return "".join([*parts, ptx[end:]])


def may_have_indices(body: Body) -> bool:
    if body.has(JUMP):  # through a table: loops are not seen
        return False
    return any(body.has(f"\t{opcode} \t") for opcode in KINDS) and any(
        body.has(f"\t{opcode} \t") for opcode in (SHIFT, PRODUCT)
    )


def rewrite(name: str, text: str, ctx: TextContext) -> str:
    takes_uniform_bases = ctx.option(UNIFORM_BASES)
    found = _native_products(text, takes_uniform_bases)
    if found is None:
        found = find_products(text, takes_uniform_bases)
    if not found:
        return text
    ctx.remark(name, f"scaled {len(found)} indices where they are extended", name="WideIndices")
    changes = {}
    for index, product, is_idle in found:
        scaled = f"{product.target}, {index.operands}, {factor_of(product, index)}"
        changes[product.start] = product.end, f"\tmul.wide.{KINDS[index.opcode]} \t{scaled};\n"
        if is_idle:
            changes[index.start] = index.end, ""
    return with_lines(text, changes)


def _native_products(text: str, takes_uniform_bases: bool) -> list[Scaled] | None:
    """The same as find_products by the native helper; None without it."""
    rows = services().scaled_indices(text, takes_uniform_bases)
    if rows is None:
        return None
    numbers = iter(rows)
    found = [
        (read_line(text, index), read_line(text, product), bool(is_idle))
        for index, product, is_idle in zip(numbers, numbers, numbers, strict=True)
    ]
    return [(index, product, is_idle) for index, product, is_idle in found if index and product]


def find_products(text: str, takes_uniform_bases: bool) -> list[Scaled]:
    """Extended indices, the products that they go into, and whether nothing else reads them."""
    places, loops = RegisterPlaces(text), spans_of_loops(text)
    indices = [line for line in places.lines.values() if line.opcode in KINDS and stays_extended(places, line, loops)]
    scaled = [
        (index, number)
        for index in indices
        for number in dict.fromkeys(places.readers.get(index.target, ()))
        if factor_of(places.lines.get(number), index)
    ]
    if not scaled:
        return []
    near, definitions = near_addresses(text), DefinitionsWithFields(text)
    uniform = {index.operands: is_uniform(index.operands, definitions) for index, _ in scaled}
    found = {
        number: index
        for index, number in scaled
        if not uniform[index.operands]
        and (product := places.lines[number].target) not in near
        and (takes_uniform_bases or not is_added_to_uniform(places, product, definitions))
    }
    return [
        (index, places.lines[number], found.keys() >= set(places.readers[index.target]))
        for number, index in found.items()
    ]


def is_added_to_uniform(places: RegisterPlaces, product: str, definitions: Definitions) -> bool:
    """Do only sums read a product, with bases that ptxas has in uniform registers otherwise?"""
    for reader in places.readers.get(product, ()):
        line = places.lines.get(reader)
        if line is None or line.opcode != TOTAL:
            return False
        left, _, right = line.operands.partition(", ")
        base = right if left == product else left
        opcode, pointer = definitions.of(base)
        if not is_uniform(pointer if opcode == TO_GLOBAL else base, definitions):
            return False
    return True


def stays_extended(places: RegisterPlaces, line: Line, loops: list[tuple[int, int]]) -> bool:
    """Is the extended index that of the index wherever somebody reads it?

    Each is written in one place. Behind the extension the index may be written again, for the next trip of a loop, and what reads the
    extended one then means that of the trip before (LLVM leaves out the value that it has before the first). Not so where one of them
    is in no loop, or they stand together and nobody reads the extended one in between.
    """
    made = places.maker(line.operands)
    if made is None or places.maker(line.target) is not line:
        return False
    if not is_in(loops, line.start) or not is_in(loops, made.start):
        return True
    first, last = places.writers[line.operands][0], places.writers[line.target][0]
    return (
        first < last
        and all(number in places.lines and not ends_a_block(places.lines[number]) for number in range(first, last))
        and not any(first < reader < last for reader in places.readers.get(line.target, ()))
    )


def is_in(loops: list[tuple[int, int]], place: int) -> bool:
    return any(start <= place <= end for start, end in loops)


def ends_a_block(line: Line) -> bool:
    return line.opcode.partition(".")[0] in ENDS_A_BLOCK


def factor_of(line: Line | None, index: Line) -> int:
    """The factor of 32 bits that a line multiplies the extended index by, or 0."""
    if line is None or line.opcode not in (SHIFT, PRODUCT):
        return 0
    register, _, number = line.operands.partition(", ")
    if register != index.target or not number.removeprefix("-").isdigit():
        return 0
    factor = 1 << int(number) if line.opcode == SHIFT else int(number)
    least, most = LIMITS[KINDS[index.opcode]]
    return factor if least <= factor <= most else 0


class DefinitionsWithFields(Definitions):
    """What computes each register, where a field of a parameter counts as one."""

    def of(self, register: str) -> tuple[str, str]:
        opcode, operands = super().of(register)
        if opcode == "ld" and operands.startswith("[%"):
            made, source = super().of(operands[1:].partition("+")[0].rstrip("]"))
            if made == "mov" and "_param_" in source:
                return opcode, f"[{source}]"
        return opcode, operands
