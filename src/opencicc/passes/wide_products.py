"""Multiply numbers of 16 bits in 32 bits of PTX, where ptxas needs no copies of them with their sign.

    cvt.u16.u32 %rs1, %r1;
    mul.lo.s16 %rs2, %rs1, 205;          =>      mul.lo.s32 %r9, %r1, 205;
    sub.s16 %rs4, %rs1, %rs2;                    sub.s32 %r10, %r1, %r9;
    st.global.b8 [%rd1], %rs4;                   cvt.u16.u32 %rs4, %r10;
                                                 st.global.b8 [%rd1], %rs4;

LLVM computes in 16 bits what fits: divisions of a thread's number by a small constant, and arithmetic on bytes. The machine has
no product of 16 bits: ptxas extends both factors with their sign (a permutation each), though the lower half of a product does
not depend on the upper halves of its factors. Sums that a product is made of, or that it goes into, are computed in 32 bits
too where every operand is there. Nothing has to be known of the upper halves: who reads a result reads its lower half.

Of 304 modules (our kernels and HeCBench's development list, sm_90, ptxas 13.0) nine change: ten kernels get 1 to 9 instructions
of SASS shorter, and none needs a register more. Not timed: no GPU was at hand, but nothing is computed that was not before.

Leaves alone: sums without products, which ptxas computes in 32 bits by itself, and registers that are written in two places.
"""

from __future__ import annotations

from opencicc.options.option import Option
from opencicc.passes.api import text_pass
from opencicc.passes.places import PUBLISHED
from opencicc.passes.register_places import RegisterPlaces
from opencicc.passes.text_api import TextContext
from opencicc.ptx_text import Line, name_of

WIDE_PRODUCTS = Option(
    "wide-products",
    True,
    "Multiply numbers of 16 bits in 32 bits.",
    source="our choice: 1 to 9 instructions of SASS less in ten kernels, none more, no register more",
)

PRODUCTS = {"mul.lo.s16": "mul.lo.s32", "mad.lo.s16": "mad.lo.s32"}
SUMS = {"add.s16": "add.s32", "sub.s16": "sub.s32"}
NARROW, WIDE = "%rs", "%r"
SHORTENING = "cvt.u16.u32"
DECLARATION = "\t.reg .b32 \t%r<"


@text_pass(
    "wide-products",
    "Multiply numbers of 16 bits in 32 bits.",
    places=PUBLISHED,
    reads=(WIDE_PRODUCTS,),
)
def run(ptx: str, ctx: TextContext) -> str:
    if not ctx.option(WIDE_PRODUCTS):
        return ptx
    parts, end = [], 0
    for body in ctx.bodies:
        text = ptx[body.start : body.closing]
        if has_products(text) and DECLARATION in text:
            parts += [ptx[end : body.start], rewrite(name_of(ptx[body.start : body.opening]), text, ctx)]
            end = body.closing
    return "".join([*parts, ptx[end:]])


def has_products(text: str) -> bool:
    return any(f"\t{opcode} \t" in text for opcode in PRODUCTS)


def rewrite(name: str, text: str, ctx: TextContext) -> str:
    body = Body(text)
    widened = body.widened()
    if not widened:
        return text
    ctx.remark(name, f"computed {len(widened)} results of 16 bits in 32 bits", name="WideProducts")
    return body.rewritten(widened)


class Body(RegisterPlaces):
    """A function's text, and which of its results of 16 bits are computed in 32."""

    # --- what to compute in 32 bits ---

    def widened(self) -> dict[int, str]:
        """Instructions by number, with what they become: products, and sums beside them whose operands cost nothing."""
        found = {number: PRODUCTS[line.opcode] for number, line in self.plain(PRODUCTS)}
        sums = dict(self.plain(SUMS))
        while True:
            added = {n: SUMS[line.opcode] for n, line in sums.items() if n not in found and self.joins(line, found)}
            if not added:
                return found
            found |= added

    def plain(self, opcodes: dict[str, str]) -> list[tuple[int, Line]]:
        return [(n, line) for n, line in self.lines.items() if line.opcode in opcodes and self.maker(line.target)]

    def joins(self, line: Line, found: dict[int, str]) -> bool:
        """Does a sum stand beside what is found, with operands that are in 32 bits already?"""
        operands = [operand for operand in line.operands.split(", ") if operand.startswith(NARROW)]
        made = [self.writers.get(operand, [])[:1] for operand in operands]
        is_made = [bool(places) and places[0] in found for places in made]
        is_read = any(reader in found for reader in self.readers.get(line.target, ()))
        if not is_read and not any(is_made):
            return False
        return all(known or self.is_free(operand) for known, operand in zip(is_made, operands, strict=True))

    def is_free(self, register: str) -> bool:
        """Is the value in a register of 32 bits anyway: loaded, or the lower half of one that nobody writes again?"""
        made = self.maker(register)
        return made is not None and (is_load(made) or bool(self.low_half_of(register)))

    def low_half_of(self, register: str) -> str:
        """The register of 32 bits that a value is the lower half of; nothing where it is written more than once."""
        made = self.maker(register)
        return made.operands if made is not None and made.opcode == SHORTENING and self.maker(made.operands) else ""

    # --- the text ---

    def rewritten(self, widened: dict[int, str]) -> str:
        texts = list(self.texts)
        declared = next(number for number, text in enumerate(texts) if text.startswith(DECLARATION))
        count = int(texts[declared][len(DECLARATION) :].partition(">")[0])
        names: dict[str, str] = {}  # of 32 bits, by the register of 16
        extended: set[str] = set()  # those that have to be made for every reader
        for register in self.mentioned(widened):
            wide = self.low_half_of(register)
            if not wide:
                wide, count = f"{WIDE}{count}", count + 1
                place = self.writers[register][0]
                if place not in widened and self.is_free(register):
                    texts[place] = self.line(
                        self.lines[place].opcode, register, wide, self.lines[place].operands, widened
                    )
                elif place not in widened or self.maker(register) is None:
                    extended.add(register)
            names[register] = wide
        for number, opcode in widened.items():
            line = self.lines[number]
            operands = line.operands.split(", ")
            made = [f"\tcvt.u32.u16 \t{names[one]}, {one};\n" for one in dict.fromkeys(operands) if one in extended]
            wide = ", ".join(names.get(one, one) for one in operands)
            texts[number] = "".join(made) + self.line(opcode, line.target, names[line.target], wide, widened)
        texts[declared] = f"{DECLARATION}{count}>;"
        return "\n".join(texts)

    def mentioned(self, widened: dict[int, str]) -> list[str]:
        """The registers of 16 bits that such instructions write and read, each once, in the order of the text."""
        pieces = [(self.lines[number].target, *self.lines[number].operands.split(", ")) for number in sorted(widened)]
        return list(dict.fromkeys(one for some in pieces for one in some if one.startswith(NARROW)))

    def line(self, opcode: str, register: str, wide: str, operands: str, widened: dict[int, str]) -> str:
        """An instruction with a result of 32 bits, and behind it the 16 bits for those who read no more."""
        is_read = any(reader not in widened for reader in self.readers.get(register, ()))
        shortened = f"\n\t{SHORTENING} \t{register}, {wide};" if is_read else ""
        return f"\t{opcode} \t{wide}, {operands};{shortened}"


def is_load(line: Line) -> bool:
    """A load of one value of 8 or 16 bits, which fills a register of 32 with zeros as well."""
    return line.opcode.startswith("ld.") and line.opcode.endswith((".b8", ".b16")) and line.target.startswith(NARROW)
