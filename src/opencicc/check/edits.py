"""Edits that make IR smaller, for the reducer: each names its opportunities by number and carries out the chosen ones.

An edit need not keep the meaning: whoever asked for the reduction says whether the result is still interesting.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from opencicc.errors import CompilerError
from opencicc.llvm import edit, native
from opencicc.llvm.ir import Context, Instruction, Module
from opencicc.llvm.native import TargetMachine
from opencicc.target import DEFAULT_ARCH, parse_target

Chosen: TypeAlias = Callable[[int], bool]
Edit: TypeAlias = Callable[[Module, Chosen], int]

TERMINATORS = ("ret", "br", "switch", "unreachable", "indirectbr")
CLEANUP = "function(sccp,dce,unreachableblockelim),globaldce,strip-dead-prototypes"
# Whole passes tried as one edit each: they often say the same with less.
PASSES = (
    "function(simplifycfg)",
    "function(instcombine<no-verify-fixpoint>,simplifycfg)",
    "function(sroa)",
    "function(early-cse)",
    "function(gvn)",
    "function(adce)",
    "function(dse)",
    "function(instsimplify)",
    "function(loop(indvars,loop-deletion))",
    "deadargelim",
    "globalopt",
    "ipsccp",
)


def instructions(module: Module) -> Iterator[Instruction]:
    for function in module.definitions:
        for block in function.blocks:
            yield from list(block.instructions)


def drop_instructions(module: Module, chosen: Chosen) -> int:
    """Replace a value by zero; leave out what has none to give."""
    count = 0
    for each in [i for i in instructions(module) if i.opcode not in (*TERMINATORS, "alloca")]:
        type_ = each.type
        if type_.text.startswith("ptr") and each.has_uses:
            continue
        if chosen(count):
            if each.has_uses:
                edit.replace_all_uses(each, edit.null(type_))
            edit.erase(each)
        count += 1
    return count


def use_operands(module: Module, chosen: Chosen) -> int:
    """Replace a value by one of its operands of the same type."""
    count = 0
    for each in [i for i in instructions(module) if i.has_uses]:
        if each.opcode in ("phi", "load", "alloca"):
            continue
        type_ = each.type
        for operand in each.operands:
            if operand.type.text != type_.text or operand == each:
                continue
            if chosen(count) and each.has_uses:
                edit.replace_all_uses(each, operand)
            count += 1
    return count


def force_branches(module: Module, chosen: Chosen) -> int:
    """Make a conditional branch or a switch always go one way."""
    count = 0
    for each in [i for i in instructions(module) if i.opcode in ("br", "switch") and len(i.successors) > 1]:
        condition = each.operands[0]
        is_switch = each.opcode == "switch"
        for value in (0, 1):
            if chosen(count):
                edit.set_operand(each, 0, edit.constant_int(condition.type, 77 if is_switch and value else value))
            count += 1
    return count


def zero_operands(module: Module, chosen: Chosen) -> int:
    """Replace one integer or float operand of an instruction by zero."""
    count = 0
    for each in instructions(module):
        if each.opcode in ("switch", "call", "alloca", "getelementptr"):
            continue
        for index, operand in enumerate(each.operands):
            if not operand.type.text.startswith(("i", "float", "double", "half")) or operand.kind.startswith(
                ("constant", "undef", "poison")
            ):
                continue
            if chosen(count):
                edit.set_operand(each, index, edit.null(operand.type))
            count += 1
    return count


def inline_everything(module: Module, chosen: Chosen) -> int:
    if len(module.definitions) < 2:
        return 0
    if chosen(0):
        for function in module.definitions:
            if not function.is_kernel:
                edit.remove_attribute(function, "noinline")
                edit.add_attribute(function, "alwaysinline")
        run(module, "always-inline,globaldce")
    return 1


def pass_edit(text: str) -> Edit:
    """Running one pass as an edit with one opportunity."""

    def apply(module: Module, chosen: Chosen) -> int:
        if chosen(0):
            run(module, text)
        return 1

    apply.__name__ = text
    return apply


EDITS: tuple[Edit, ...] = (
    force_branches,
    drop_instructions,
    inline_everything,
    *(pass_edit(text) for text in PASSES),
    use_operands,
    zero_operands,
)


def run(module: Module, text: str) -> None:
    with TargetMachine(parse_target(DEFAULT_ARCH), 2) as machine:
        native.run_passes(module, text, machine)


def count_opportunities(ir: str, apply: Edit) -> int:
    with Context() as context:
        return apply(context.parse(ir.encode()), lambda _: False)


def edited(ir: str, apply: Edit, chosen: Chosen) -> str | None:
    """The cleaned text after an edit; None where that is no valid module."""
    try:
        with Context() as context:
            module = context.parse(ir.encode())
            apply(module, chosen)
            if module.verify():
                return None
            run(module, CLEANUP)
            return None if module.verify() else module.text()
    except CompilerError:
        return None
