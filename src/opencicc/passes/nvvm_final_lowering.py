"""Lower what is left that code generation can't take, and say clearly what nobody can lower.

The last place of the other lowerings, at every level: NVVM's forms of warp operations and barriers (nvvm-intrinsic-lowering:
their mode may have become a constant only now), printf (printf-lowering: a plugin may have made one), wide divisions and
conversions (lower-ops, whose own place O0 and fast-compile max do not have). What stays after it is an error that names the
function and the instruction, instead of libLLVM's words about nodes.

Asked again whenever it comes, because any pass may have made something of the kind; where nothing is left it costs a look at
the declared names and one at the opcodes. No source says what the product's pass of this name lowers.
"""

from __future__ import annotations

from opencicc.errors import UnsupportedError
from opencicc.llvm.ir import Instruction, Module
from opencicc.llvm.names import BARRIER_FORMS, WARP_FORMS
from opencicc.llvm.wide import find_wide_operations, is_quad_operation, is_wide_division
from opencicc.passes.api import PassContext, module_pass
from opencicc.passes.lower_ops import lower_wide_operations, quad_function
from opencicc.passes.nvvm_intrinsic_lowering import direct_calls, lower_warp_forms
from opencicc.passes.nvvm_lower_barriers import lower_barriers
from opencicc.passes.places import PUBLISHED
from opencicc.passes.printf_lowering import NVVM_LOWER_PRINTF, lower_printf


@module_pass(
    "nvvm-final-lowering",
    "Last lowering before code generation: what the other lowerings left or later passes made.",
    kind="function",
    when="unlowered",
    places=PUBLISHED,
    reads=(NVVM_LOWER_PRINTF,),
)
def run(module: Module, ctx: PassContext) -> bool:
    count = lower_warp_forms(module, ctx) + lower_barriers(module, ctx)
    if ctx.option(NVVM_LOWER_PRINTF):
        count += lower_printf(module, ctx)
    count += lower_wide_operations(module, ctx, narrows=True)
    refuse_leftovers(module)
    return count > 0


def refuse_leftovers(module: Module) -> None:
    for name in (*WARP_FORMS, *BARRIER_FORMS):
        form = module.function(name)
        for call in direct_calls(form) if form is not None else []:
            raise UnsupportedError(
                f"@{name}: its mode is no constant, or not one that the operation has",
                at=place_of(call),
                fix="give the mode as a constant; the call has to have the type that NVVM IR gives it",
                detail=call.text.strip(),
            )
    for operation in find_wide_operations(module):
        if is_quad_operation(operation):
            name = quad_function(operation)
            raise UnsupportedError(
                f"arithmetic of fp128 needs the function {name}, which no module brings",
                at=place_of(operation),
                fix=f"link a module that defines {name}, or compute in double, the widest float of a GPU",
                detail=operation.text.strip(),
            )
        if not is_wide_division(operation):
            raise UnsupportedError(
                f"conversion between {operation.operand(0).type.text} and {operation.type.text}",
                at=place_of(operation),
                fix="integers of up to 128 bits are converted: cut or extend the value first",
                detail=operation.text.strip(),
            )


def place_of(instruction: Instruction) -> str:
    location = f" at {instruction.location}" if instruction.location else ""
    return f"function {instruction.parent.parent.name}{location}"
