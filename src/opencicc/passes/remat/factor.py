"""Sums factored (`remat-add`): fewer products, and addresses that share their variable part.

    %x = mul i32 %a, %c                             %factor = add i32 %a, %b
    %y = mul i32 %b, %c                   =>        %s = mul i32 %factor, %c
    %s = add i32 %x, %y

    %i = add i64 %k, 4                              %factor = getelementptr float, ptr %p, i64 %k
    %q = getelementptr float, ptr %p, i64 %i  =>    %q = getelementptr float, ptr %factor, i64 4

Level 1 does the first, where nobody else reads the products; level 2 also the second, where two addresses or more share base
and variable part: constant offsets are part of an access and take no register. Integers only; promises about
wrapping and bounds are dropped.
"""

from __future__ import annotations

from opencicc.llvm import edit
from opencicc.llvm.constants import source_element_of
from opencicc.llvm.ir import Function, Instruction, Value

ADDRESSES = 2  # level


def factor_sums(function: Function) -> list[Instruction]:
    """Products with a common factor; what was made."""
    made = []
    for instruction in list(function.instructions):
        if instruction.opcode == "add" and instruction.type.integer_width:
            fresh = _factor_one(instruction)
            if fresh is not None:
                made.append(fresh)
    return made


def _factor_one(total: Instruction) -> Instruction | None:
    left, right = total.operands
    if left.ref == right.ref or not (_is_single_product(left) and _is_single_product(right)):
        return None
    (a, b), (c, d) = left.operands, right.operands
    ways = ((b, a, d, c), (b, a, c, d), (a, b, d, c), (a, b, c, d))  # common factor, the rest of each product
    found = next((way for way in ways if way[0].ref == way[2].ref), None)
    if found is None:
        return None
    common, rest_left, _, rest_right = found
    with edit.Builder(total.type.context) as builder:
        factor = builder.before(total).binary("add", rest_left, rest_right, "factor")
        product = builder.binary("mul", factor, common)
    edit.take_over(total, product)
    for each in (left, right):
        edit.erase(Instruction(each.ref))
    return Instruction(product.ref) if product.kind == "instruction" else None


def _is_single_product(value: Value) -> bool:
    return value.maker == "mul" and len(value.users) == 1


def factor_addresses(function: Function) -> int:
    """Addresses of one block that differ by constants only; how many were rewritten."""
    rewritten = 0
    for block in function.blocks:
        groups: dict[tuple[int, int, int], list[tuple[Instruction, Value]]] = {}
        for instruction in block.instructions:
            found = _address_parts(instruction)
            if found is not None:
                base, variable, offset = found
                key = (base.ref, variable.ref, source_element_of(instruction).ref)
                groups.setdefault(key, []).append((instruction, offset))
        for rows in groups.values():
            if len({offset.integer for _, offset in rows}) > 1:
                rewritten += _share(rows)
    return rewritten


def _address_parts(instruction: Instruction) -> tuple[Value, Value, Value] | None:
    """(base, variable part, constant) of `p[variable + constant]` with one index of 64 bits."""
    if instruction.opcode != "getelementptr" or len(instruction.operands) != 2:
        return None
    base, index = instruction.operands
    if index.maker != "add" or index.type.integer_width != 64 or index.operands[1].integer is None:
        return None
    variable = index.operands[0]
    return None if variable.is_constant else (base, variable, index.operands[1])


def _share(rows: list[tuple[Instruction, Value]]) -> int:
    first = rows[0][0]
    base, index = first.operands
    sums = {row.operands[1].ref: Instruction(row.operands[1].ref) for row, _ in rows}
    with edit.Builder(first.type.context) as builder:
        shared = builder.before(first).gep(source_element_of(first), base, [index.operands[0]], "factor")
        for address, offset in rows:
            fresh = builder.before(address).gep(source_element_of(address), shared, [offset])
            edit.take_over(address, fresh)
    for each in sums.values():
        if not each.has_uses:
            edit.erase(each)
    return len(rows)
