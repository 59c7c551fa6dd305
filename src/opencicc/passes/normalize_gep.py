"""Bring the subscripts of addresses into one form: 64 bits wide, constants outermost.

    %i = add nsw i32 %x, 4                      %w = sext i32 %x to i64
    %w = sext i32 %i to i64                     %i = add i64 %w, 4
    %p = getelementptr float, ptr %a, i64 %w    %p = getelementptr float, ptr %a, i64 %i

A subscript of fewer bits is extended first, as its address computation means it anyway. An addition of a constant that
can't wrap is taken out of the extension, so that neighbouring addresses differ in a constant that LLVM's
separate-const-offset-from-gep finds and PTX writes as an immediate offset. That pass looks through extensions itself,
one address at a time; in this form gvn sees the common part too.

Off by default (`normalize-gep`), as in the product: 64-bit additions cost two instructions where a 32-bit one costs one.
Leaves alone: additions that may wrap, constants as the only subscript, and extensions that others use too.
"""

from __future__ import annotations

import sys

from opencicc.llvm import edit
from opencicc.llvm.ir import Function, Instruction, Value
from opencicc.llvm.opcodes import OPCODES
from opencicc.llvm.snapshot import Snapshot
from opencicc.llvm.types import integer
from opencicc.options.option import Option
from opencicc.passes.api import NVIDIA_REGISTRY, PassContext, function_pass
from opencicc.passes.places import Place, at

SOURCE = "cicc v13.0 knob inventory"
NORMALIZE_GEP = Option("normalize-gep", False, "Bring 64-bit subscripts into one form.", source=SOURCE)
DUMP_NORMALIZE_GEP = Option("dump-normalize-gep", False, "Print normalize-gep's rewrites.", source=SOURCE)
WIDTH = 64
# An extension and the word that says that an addition in front of it does not wrap.
EXTENSIONS = {"sext": "nsw", "zext": "nuw"}
_GEP = OPCODES["getelementptr"]


@function_pass(
    "normalize-gep",
    "Bring 64-bit subscripts into one form.",
    guard="normalize-gep",
    places=at(
        Place("closing", before="early-cse<memssa>", why="CSE and the code generator's GVN find the common parts")
    ),
    origin=NVIDIA_REGISTRY,
    reads=(NORMALIZE_GEP, DUMP_NORMALIZE_GEP),
    needs=(Snapshot,),
    preserves=("cfg",),
)
def run(function: Function, ctx: PassContext) -> bool:
    flat = ctx.analysis(Snapshot, function)
    addresses = [flat.instruction(number) for number, opcode in enumerate(flat.opcodes) if opcode == _GEP]
    changed = False
    for address in addresses:
        for position, subscript in enumerate(address.operands[1:], start=1):
            changed = normalize(address, position, subscript, ctx) or changed
    return changed


def normalize(address: Instruction, position: int, subscript: Value, ctx: PassContext) -> bool:
    width, changed = subscript.type.integer_width, False
    if subscript.kind != "instruction" and subscript.kind != "argument":
        return False
    if 0 < width < WIDTH:
        with edit.Builder(ctx.module.context.ref) as builder:
            builder.before(address)
            subscript = builder.cast("sext", subscript, integer(ctx.module.context.ref, WIDTH))
        edit.set_operand(address, position, subscript)
        changed = True
    summed = constant_out(subscript, ctx)
    if summed is not None:
        changed = True
    if changed:
        tell(address, ctx)
    return changed


def constant_out(subscript: Value, ctx: PassContext) -> Value | None:
    """An extension of a sum with a constant as the sum of an extension; the old one goes."""
    if subscript.maker not in EXTENSIONS or subscript.type.integer_width != WIDTH:
        return None
    extension = Instruction(subscript.ref)
    inner = extension.operand(0)
    if inner.maker != "add" or inner.operand(1).integer is None or len(extension.users) != 1:
        return None
    words = Instruction(inner.ref).text.partition(" = ")[2].split()
    if EXTENSIONS[extension.opcode] not in words:
        return None
    bits, number = inner.type.integer_width, inner.operand(1).integer or 0
    if extension.opcode == "sext" and number >> (bits - 1):
        number -= 1 << bits
    with edit.Builder(ctx.module.context.ref) as builder:
        wide = builder.before(extension).cast(extension.opcode, inner.operand(0), extension.type)
        made = builder.binary("add", wide, edit.constant_int(extension.type, number), extension.name)
    edit.replace_and_erase(extension, made)
    return made


def tell(address: Instruction, ctx: PassContext) -> None:
    ctx.remark(address, "a subscript in 64 bits, its constant outermost", name="Normalized")
    if ctx.option(DUMP_NORMALIZE_GEP):
        print(f"normalize-gep: {address.parent.parent.name}:{address.text}", file=sys.stderr)
