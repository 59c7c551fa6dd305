"""Which sums of libdevice may be fused with their products: those that NVIDIA's code generator fuses.

libdevice spells its fused operations out; what it leaves as a plain product and sum is meant so
in most places, and in some (the compensated steps of powf) fusing costs accuracy. libNVVM fuses a
product only into an addition, only within a block, and only if every use of the product is an
addition, at most four of them. A subtraction is left alone, unless what is subtracted is a
constant divided by something: then it is an addition of the negated quotient. A product of an
earlier block is moved to its sum and fused where the other operand is only scaled by a constant.
So libdevice's functions get `contract` on exactly these pairs, instead of everywhere as user code
does. The rule was read off libNVVM 13.4's PTX; `scripts/compare_libdevice.py` compares all 349
functions' results.

A product that a function returns belongs to the caller: it may become part of the caller's sum
(`sum += expf(x)`), as in nvcc's code, where such a product stays open for ptxas to fuse.
"""

from __future__ import annotations

from opencicc.link.libdevice import is_builtin, is_builtin_name
from opencicc.llvm import edit
from opencicc.llvm.opcodes import FAST_MATH, OPCODES, VALUE_KINDS
from opencicc.llvm.snapshot import Snapshot, snapshot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencicc.link.settings import LinkSettings
    from opencicc.llvm.ir import Module

MOST_USES = 4
_FADD, _FSUB, _FMUL, _FDIV = (OPCODES[name] for name in ("fadd", "fsub", "fmul", "fdiv"))
_RET, _PHI = OPCODES["ret"], OPCODES["phi"]
_CONSTANT_FP = VALUE_KINDS.index("constant_fp")


def contract_builtins(module: Module, settings: LinkSettings) -> int:
    """Allow the fusions that libNVVM does in libdevice's functions; how many products."""
    if settings.fma is False:
        return 0
    contract, products, settled = FAST_MATH["contract"], 0, module.context.settled
    for name in module.function_names.defined:
        function = module.function(name) if is_builtin_name(name) and name not in settled else None
        if function is None or not is_builtin(function):
            continue
        flat = snapshot(function)
        for product, sums in fusable_products(flat):
            for number in (product, *sums):
                edit.add_fast_math(flat.instruction(number), contract)
            products += 1
        for number in returned_products(flat):
            edit.add_fast_math(flat.instruction(number), contract)
    return products


def returned_products(flat: Snapshot) -> Iterator[int]:
    """Products whose only use is to be the result, directly or by way of a phi."""
    first = flat.first_instruction

    def is_only_returned(value: int) -> bool:
        return all(flat.opcodes[user - first] == _RET for user in flat.users_of(value))

    for number, opcode in enumerate(flat.opcodes):
        users = flat.users_of(first + number) if opcode == _FMUL else ()
        if users and all(
            flat.opcodes[user - first] == _RET or (flat.opcodes[user - first] == _PHI and is_only_returned(user))
            for user in users
        ):
            yield number


def fusable_products(flat: Snapshot) -> Iterator[tuple[int, list[int]]]:
    """Products and the sums they may be fused into, as instruction numbers."""
    first, parents = flat.first_instruction, flat.parents
    for number, opcode in enumerate(flat.opcodes):
        if opcode != _FMUL:
            continue
        users = [user - first for user in flat.users_of(first + number)]
        if not 0 < len(users) <= MOST_USES or not all(is_sum(flat, user) for user in users):
            continue
        is_alone = len(users) == 1
        chosen = [u for u in users if parents[u] == parents[number] or (is_alone and is_drawn(flat, u, number))]
        chosen = [u for u in chosen if not is_passed_over(flat, u, number)]
        if chosen:
            yield number, chosen


def is_sum(flat: Snapshot, number: int) -> bool:
    """An addition, or the subtraction of a constant's quotient."""
    if flat.opcodes[number] == _FADD:
        return True
    if flat.opcodes[number] != _FSUB:
        return False
    subtracted = flat.operands_of(number)[1] - flat.first_instruction
    is_quotient = 0 <= subtracted < flat.instructions and flat.opcodes[subtracted] == _FDIV
    return is_quotient and _is_constant(flat, flat.operands_of(subtracted)[0])


def is_drawn(flat: Snapshot, number: int, product: int) -> bool:
    """Is a product of another block moved to this sum, whose other operand is scaled by a constant?"""
    others = [o - flat.first_instruction for o in flat.operands_of(number) if o - flat.first_instruction != product]
    return any(is_scaled(flat, other) and flat.parents[other] == flat.parents[number] for other in others)


def is_passed_over(flat: Snapshot, number: int, product: int) -> bool:
    """Is this only the scaled operand of a sum that takes the product of another block instead?"""
    if not is_scaled(flat, product):
        return False
    others = [o - flat.first_instruction for o in flat.operands_of(number) if o - flat.first_instruction != product]
    return any(
        0 <= other < flat.instructions
        and flat.opcodes[other] == _FMUL
        and flat.parents[other] != flat.parents[number]
        and len(flat.users_of(flat.first_instruction + other)) == 1
        for other in others
    )


def is_scaled(flat: Snapshot, number: int) -> bool:
    if not 0 <= number < flat.instructions or flat.opcodes[number] != _FMUL:
        return False
    return any(_is_constant(flat, operand) for operand in flat.operands_of(number))


def _is_constant(flat: Snapshot, value: int) -> bool:
    return flat.kinds[value] == _CONSTANT_FP
