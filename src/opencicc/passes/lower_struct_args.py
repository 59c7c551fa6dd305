"""Give struct parameters that a function writes to, or hands around, a copy on the stack.

    define ptx_kernel void @k(ptr byval(%S) align 8 %s)       %s.copy = alloca %S, align 8
      store i32 1, ptr %s                                =>   call void @llvm.memcpy(ptr %s.copy, ptr %s, ...)
                                                              store i32 1, ptr %s.copy

A kernel's parameters can't be written to. The copy that they need is made here, where lower-aggr-copies writes it with
wide accesses and sroa may take it apart, and not in code generation, which copies byte by byte.

    lower-struct-args<opt-byval>    only where it is needed: a struct that is only read stays in parameter memory
                                    (ld.param), so does one of a device function unless sroa can take its copy apart
    lower-struct-args<values>       of these only what sroa can take apart: early, when others may still go away
    lower-struct-args               every struct parameter

Leaves alone: `__grid_constant__` parameters, and pointers into parameter memory that somebody made before. Calls are for
others: byval-mem2reg changes callee and callers where it sees both, byval-calls the callers of functions that nobody
knows. Upstream: nvptx-lower-args in code generation, which turns what is left into accesses of parameter memory.
"""

from __future__ import annotations

from opencicc.llvm import edit, edit_module, types
from opencicc.llvm.ir import Function, Instruction, Value
from opencicc.llvm.names import GENERIC, GRID_CONSTANT
from opencicc.llvm.types import Type
from opencicc.options.option import Option
from opencicc.passes.api import NVIDIA_REGISTRY, PassContext, function_pass
from opencicc.passes.places import Place, at
from opencicc.record import record

OPT_BYVAL, VALUES = "opt-byval", "values"
LSA_OPT = Option(
    "lsa-opt",
    True,
    "Look at how struct arguments are used; 0 leaves all of them to code generation. Fast-compile max forces 0.",
    source="our choice: the sources disagree",
)
LOWER_FUNC_ARGS = Option(
    "lower-func-args",
    True,
    "Lower struct parameters of device functions too.",
    source="cicc v13.0 knob inventory",
)
DEVICEFN_PARAM_ALWAYS_LOCAL = Option(
    "devicefn-param-always-local",
    False,
    "Copy every struct parameter of a device function to local memory.",
    source="cicc v13.0 knob inventory",
)
_READS = ("readonly", "readnone")
_HARMLESS = ("llvm.lifetime.", "llvm.invariant.", "llvm.assume", "llvm.dbg.")
_TRANSFERS = ("llvm.memcpy.", "llvm.memmove.")


@record
class Uses:
    """What a function does with a pointer and what it derives from it."""

    has_writes: bool = False
    has_escapes: bool = False  # somebody else may write through it, or it is more than an address
    is_in_place: bool = True  # every access is at a constant offset: sroa can take a copy apart
    is_lowered: bool = False  # there is a cast to another memory already


@function_pass(
    "lower-struct-args",
    "Turn byval struct arguments into explicit copies.",
    params=(OPT_BYVAL, VALUES),
    when="byval",
    places=at(
        Place(
            "simplify",
            before="lower-aggr-copies<values>",
            params=VALUES,
            why="parameters that are written to become values, once what they are handed to is inlined",
        ),
        is_published=True,
    ),
    origin=NVIDIA_REGISTRY,
    reads=(LSA_OPT, LOWER_FUNC_ARGS, DEVICEFN_PARAM_ALWAYS_LOCAL),
    preserves=("cfg",),
)
def run(function: Function, ctx: PassContext) -> bool:
    is_kernel = function.is_kernel
    is_optimizing = bool(ctx.params)
    if (not is_kernel and not ctx.option(LOWER_FUNC_ARGS)) or (is_optimizing and not ctx.option(LSA_OPT)):
        return False
    is_always_local = not is_kernel and ctx.option(DEVICEFN_PARAM_ALWAYS_LOCAL)
    copied = []
    for position, param in enumerate(function.params):
        type_ = function.byval_type(position)
        if type_ is None or not param.has_uses or function.attribute(GRID_CONSTANT, position + 1) is not None:
            continue
        if is_optimizing and any(function.attribute(name, position + 1) is not None for name in _READS):
            continue  # LLVM has looked into the calls that get it too
        uses = uses_of(param)
        if not uses.is_lowered and (
            is_always_local or not is_optimizing or needs_copy(uses, is_kernel and VALUES not in ctx.params)
        ):
            copied.append((position, param, type_))
    for position, param, type_ in copied:
        ctx.remark(function, f"copied a struct parameter to the stack: {param.name or position}")
        copy_to_stack(function, param, type_, function.argument_alignment(position, otherwise=0), ctx)
    return bool(copied)


def needs_copy(uses: Uses, is_last: bool) -> bool:
    """At last a kernel's parameter must not be written in place; before, and elsewhere, a copy has to go away again."""
    if is_last:
        return uses.has_writes or uses.has_escapes
    return uses.has_writes and uses.is_in_place and not uses.has_escapes


def uses_of(pointer: Value) -> Uses:
    has_writes = has_escapes = is_lowered = False
    is_in_place = True
    pending, seen = [pointer], set()
    while pending:
        address = pending.pop()
        if address in seen:
            continue
        seen.add(address)
        for user in address.each_user():
            instruction = Instruction(user.ref)
            opcode = instruction.opcode
            if opcode == "load":
                continue
            if opcode == "getelementptr":
                is_in_place &= all(index.integer is not None for index in instruction.operands[1:])
                pending.append(instruction)
            elif opcode in ("phi", "select"):
                is_in_place = False
                pending.append(instruction)
            elif opcode == "icmp":
                is_in_place = False
            elif opcode in ("addrspacecast", "bitcast"):
                is_lowered |= instruction.type.address_space != GENERIC
                pending.append(instruction)
            elif opcode == "store" and instruction.operand(1) == address and instruction.operand(0) != address:
                has_writes = True
            elif opcode == "call" and instruction.callee_name.startswith(_HARMLESS):
                continue
            elif opcode == "call" and is_read_by(instruction, address):
                is_in_place &= instruction.callee_name.startswith(_TRANSFERS)
            else:
                has_escapes = True
    return Uses(has_writes, has_escapes, is_in_place, is_lowered)


def is_read_by(call: Instruction, address: Value) -> bool:
    """Does a call only copy from an address: the source of a memcpy, a struct that it hands over by value?"""
    positions = [position for position, argument in enumerate(call.arguments) if argument == address]
    if call.callee_name.startswith(_TRANSFERS):
        return positions == [1]
    return bool(positions) and all(call.byval_type(position) is not None for position in positions)


def copy_to_stack(function: Function, param: Value, type_: Type, align: int, ctx: PassContext) -> None:
    layout, context = ctx.module.layout, ctx.module.context.ref
    align = align or layout.alignment(type_)
    pointer, word = types.pointer(context), types.integer(context, 64)
    size = edit.constant_int(word, layout.size_bytes(type_))
    copy_memory = edit_module.intrinsic(ctx.module, "llvm.memcpy", [pointer, pointer, word])
    with edit.Builder(context) as builder:
        builder.before(next(iter(next(iter(function.blocks)).instructions)))
        local = builder.alloca(type_, f"{param.name}.copy")
        edit.set_alignment(local, align)
        edit.replace_all_uses(param, local)
        call = builder.call(copy_memory, [local, param, size, edit.null(types.integer(context, 1))])
    for side in (0, 1):
        edit.set_argument_alignment(call, side, align)
