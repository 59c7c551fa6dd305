"""Extend numbers that are never negative with zeros instead of their sign.

    %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
    %w = sext i32 %t to i64                           =>      %w = zext nneg i32 %t to i64

The upper half of a zero extension is no instruction at all, that of a sign extension is a shift. LLVM's
correlated-propagation does it by conditions, indvars by widening; the analysis "signs" adds counters of loops that prove each
other, and minima and maxima. `zext nneg` says the same as before to whoever computes with it, so nothing is lost to LLVM.

Leaves alone: extensions of vectors and of truth values. The sources give the knob no default: see the header's `source`.
"""

from __future__ import annotations

from opencicc.analysis.signs import Signs
from opencicc.llvm import edit
from opencicc.llvm.ir import Function
from opencicc.llvm.opcodes import OPCODES
from opencicc.llvm.snapshot import Snapshot
from opencicc.options.option import Option
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.places import Place, at

DO_SIGN_EXT_SIMPLIFY = Option(
    "do-sign-ext-simplify",
    False,
    "Extend numbers that are never negative with zeros.",
    source="our choice: the sources give no default",
)
_SEXT = OPCODES["sext"]


@function_pass(
    "sign-ext-simplify",
    "Extend numbers that are never negative with zeros.",
    phase=2,
    guard="do-sign-ext-simplify",
    places=at(Place("final-shape", before="reuse-local-memory", why="behind everything that proves signs")),
    reads=(DO_SIGN_EXT_SIMPLIFY,),
    needs=(Snapshot, Signs),
    preserves=("cfg",),
)
def run(function: Function, ctx: PassContext) -> bool:
    flat = ctx.analysis(Snapshot, function)
    extensions = [number for number, opcode in enumerate(flat.opcodes) if opcode == _SEXT]
    extensions = [number for number in extensions if is_number(flat, number)]
    if not extensions:
        return False
    narrow = [flat.operands_of(number)[0] for number in extensions]
    found = ctx.analysis(Signs, function).never_negative(narrow)
    chosen = [flat.instruction(number) for number, is_clear in zip(extensions, found, strict=True) if is_clear]
    with edit.Builder(ctx.module.context.ref) as builder:
        for extension in chosen:
            name = extension.name
            zeros = builder.before(extension).cast("zext", extension.operand(0), extension.type)
            if zeros.kind == "instruction":
                edit.set_non_negative(zeros)
            edit.replace_and_erase(extension, zeros)
            if zeros.kind == "instruction":
                edit.rename(zeros, name)
    return bool(chosen)


def is_number(flat: Snapshot, number: int) -> bool:
    type_ = flat.value(flat.operands_of(number)[0]).type
    return type_.kind == "integer" and type_.integer_width > 1
