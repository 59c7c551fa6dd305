"""Sums of indices made shorter: what sum-indices finds and writes."""

from __future__ import annotations

from opencicc.llvm import edit, types
from opencicc.llvm.constants import source_element_of
from opencicc.llvm.ir import Function, Instruction, Value
from opencicc.passes.addresses.rewrite import erase_dead
from opencicc.passes.addresses.sums import PLAIN, SIGNED, Sums, added, multiplied
from opencicc.passes.sum_indices import DIVIDERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.layout import Layout
    from opencicc.llvm.types import Type
    from opencicc.passes.addresses.sums import Product, Sum
    from opencicc.passes.api import PassContext

CARRIERS = frozenset(("add", "sub", "mul", "shl", "or", "sext", "zext", "getelementptr"))
MOST_REMAINDERS = 6  # in one sum
ADDRESS_BITS = 64


def run(function: Function, ctx: PassContext) -> bool:
    layout, changed = function.module_layout, False
    for root in roots(function):
        shorter = shorten_sum(root) if root.opcode == "add" else shorten_address(root, layout)
        if shorter is not None:
            ctx.remark(root, "a quotient and its remainder are added up", name="Summed")
            edit.replace_all_uses(root, shorter)
            changed = True
    if changed:
        erase_dead(function)
    return changed


def roots(function: Function) -> list[Instruction]:
    """Sums and addresses into which a quotient or a remainder goes in two places."""
    found, reached = [], set[int]()
    for instruction in function.instructions:
        opcode = instruction.opcode
        if opcode in DIVIDERS:
            reached.add(instruction.ref)
        elif opcode in CARRIERS:
            count = sum(operand.ref in reached for operand in instruction.operands)
            if count:
                reached.add(instruction.ref)
            if count > 1 and opcode in ("add", "getelementptr"):
                found.append(instruction)
    return found


def shorten_sum(root: Instruction) -> Value | None:
    width = root.type.integer_width
    if not 0 < width <= ADDRESS_BITS:
        return None
    sums = Sums()
    found = shortest(sums, sums.of(root), width)
    return write(sums, found, root, root.type) if found is not None else None


def shorten_address(root: Instruction, layout: Layout) -> Value | None:
    """One step from the address that a chain of steps of no other use began with."""
    if root.type.kind != "pointer":
        return None
    sums, total, base = Sums(), dict[tuple[int, ...], int](), Value(root.ref)
    while base.maker == "getelementptr" and base.kind == "instruction" and (base == root or has_one_use(base)):
        if any(operand.type.integer_width > ADDRESS_BITS for operand in base.operands[1:]):
            return None
        for size, index in layout.address_terms(base):
            total = added(total, multiplied(index_sum(sums, index), {(): size}))
        base = base.operand(0)
    found = shortest(sums, total, ADDRESS_BITS)
    if found is None or base.type != root.type:
        return None
    context = root.parent.parent.context
    unit = element_of(root, found, layout) or types.integer(context, 8)
    size = layout.size_bytes(unit)
    indices = {product: factor // size for product, factor in found.items()}
    index = write(sums, indices, root, types.integer(context, ADDRESS_BITS))
    with edit.Builder(context) as builder:
        return builder.before(root).gep(unit, base, [index], "summed")


def index_sum(sums: Sums, index: int | Value) -> Sum:
    if isinstance(index, int):
        return {(): index}
    return sums.of(index, PLAIN if index.type.integer_width == ADDRESS_BITS else SIGNED)  # what an address does


def has_one_use(value: Value) -> bool:
    users = value.each_user()
    return next(users, None) is not None and next(users, None) is None


def shortest(sums: Sums, given: Sum, width: int) -> Sum | None:
    """A sum of fewer products, with some of its remainders written by their quotients where that helps."""
    best = wrapped(given, width)
    waiting = [number for number in sums.remainders if any(number in product for product in best)]
    if len(waiting) > MOST_REMAINDERS:
        return None
    whole: Sum | None = best
    for number in waiting:
        one = sums.without(best, number)
        best = min(best, wrapped(one, width) if one is not None else best, key=len)
        whole = sums.without(whole, number) if whole is not None else None
    if whole is not None:
        best = min(best, wrapped(whole, width), key=len)
    return best if len(best) < len(given) else None


def wrapped(sum_: Sum, width: int) -> Sum:
    """The same modulo 2^width, factors as small as they get."""
    half = 1 << (width - 1)
    small = {product: (factor + half) % (2 * half) - half for product, factor in sum_.items()}
    return {product: factor for product, factor in small.items() if factor}


def element_of(root: Instruction, sum_: Sum, layout: Layout) -> Type | None:
    """The type whose steps an address takes, where all of them are whole."""
    type_ = source_element_of(root)
    size = layout.size_bytes(type_)
    return type_ if size and all(factor % size == 0 for factor in sum_.values()) else None


def write(sums: Sums, sum_: Sum, place: Instruction, type_: Type) -> Value:
    """The instructions of a sum, in front of a place."""
    total: Value | None = None
    with edit.Builder(place.parent.parent.context) as builder:
        builder.before(place)
        for product, factor in sum_.items():
            term: Value | None = None
            for value, extension in parts_of(sums, product):
                part = value if not extension else builder.cast(extension, value, type_)
                term = part if term is None else builder.binary("mul", term, part)
            if term is None:
                term = edit.constant_int(type_, factor)
            elif factor != 1:
                term = builder.binary("mul", term, edit.constant_int(type_, factor))
            total = term if total is None else builder.binary("add", total, term)
    return total if total is not None else edit.constant_int(type_, 0)


def parts_of(sums: Sums, product: Product) -> list[tuple[Value, str]]:
    """The values whose product it is: of what was computed already as much as there is."""
    parts, left = [], list(product)
    for made in sorted(sums.products, key=len, reverse=True):
        if len(made) > 1 and all(left.count(each) >= made.count(each) for each in made):
            parts.append(sums.products[made])
            for each in made:
                left.remove(each)
    return [sums.atoms[number] for number in left] + parts
