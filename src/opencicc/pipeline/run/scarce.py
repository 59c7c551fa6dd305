"""May a kernel need more registers than it should take? The question in front of remat, so that most compiles don't load it.

"No" is right for the default targets (passes/remat/aim.py); whoever sets one of its knobs gets the pass itself.
"""

from __future__ import annotations

from opencicc.llvm.names import LARGEST_BLOCK, MAX_REGISTERS, MIN_BLOCKS, REQUIRED_BLOCK
from opencicc.llvm.services import services
from opencicc.options.remat import DEFAULT_MAX_REG, LEAST_CLIFF
from opencicc.target import REGISTERS_PER_SM, RegisterBounds, register_limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Function, Module
    from opencicc.options.values import OptionValues
    from opencicc.target import Target

KNOBS = ("remat-", "no-remat", "do-remat", "nv-remat-", "dump-remat", "simplify-live-out", "max-recurse-depth")
REGISTERS_AN_INSTRUCTION = 4  # as many as a vector load fills


def may_be_scarce(module: Module, target: Target, values: OptionValues) -> bool:
    """Does some kernel need more registers than the least that remat would aim at?"""
    if any(name.startswith(KNOBS) for name in values.settings):
        return True
    return any(function.is_kernel and exceeds(function, least_aim(function, target)) for function in module.definitions)


def least_aim(function: Function, target: Target) -> int:
    threads = 1
    for extent in (function.attribute(REQUIRED_BLOCK) or function.attribute(LARGEST_BLOCK) or "0").split(","):
        threads *= int(extent) if extent.strip().isdigit() else 1
    blocks, registers = _number(function, MIN_BLOCKS), _number(function, MAX_REGISTERS)
    limit = register_limit(target, RegisterBounds(min(threads, REGISTERS_PER_SM), blocks, registers))
    if blocks or registers:
        return limit
    return min(limit, LEAST_CLIFF.default if threads else DEFAULT_MAX_REG.default or limit)


def exceeds(function: Function, registers: int) -> bool:
    if not services().has_instructions(function, registers // REGISTERS_AN_INSTRUCTION):
        return False
    counted = services().pressure(function)
    return counted[0] > registers if counted else may_fill(function, registers)


def may_fill(function: Function, registers: int) -> bool:
    """Could all results and parameters together be more? The quick count is the native helper's; this errs towards yes."""
    total = 0
    for value in (*function.params, *function.instructions):
        kind = value.type.kind
        if kind in ("vector", "struct", "array"):
            return True
        total += 0 if kind in ("void", "label") else 2
    return total > registers


def _number(function: Function, attribute: str) -> int:
    text = function.attribute(attribute)
    return int(text) if text and text.isdigit() else 0
