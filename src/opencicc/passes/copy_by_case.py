"""Copy a struct on each of the ways to a meeting point instead of from an address that they chose.

    yes:   br label %meet                           yes:   memcpy(%to, %element, 16)
    no:    br label %meet                    =>            br label %meet
    meet:  %from = phi ptr [ %element, %yes ],      no:    memcpy(%to, %local, 16)
                           [ %local, %no ]                 br label %meet
           memcpy(%to, %from, 16)

So front ends write `inside ? picture[i] : border` for structs. A stack object whose address is one of several cannot become
values: it stays in local memory, and the access to whichever it is is a generic one. With a copy for each way SROA takes it
apart. LLVM's SROA does this for loads that may be made on every path; an element of an array may not. A struct parameter,
which becomes a stack object when its function is inlined, is read at the function's beginning: instcombine would join
two loads on the ways to one from a chosen address again.

Leaves alone: copies that other instructions stand in front of, as these might write, or of a length that is chosen too; chosen
addresses none of which is a stack object or a struct parameter that is only read; ways that lead elsewhere too.
"""

from __future__ import annotations

from opencicc.llvm import edit
from opencicc.llvm.ir import Instruction, Module, Value
from opencicc.options.option import Option
from opencicc.passes.api import PassContext, module_pass
from opencicc.passes.places import Place, at

COPY_BY_CASE = Option(
    "copy-by-case",
    True,
    "Copy structs on the ways to where an address was chosen from, so that stack objects among them become values.",
    source="our choice: a picture's border colour in local memory took 1.26 of nvcc's time on an H200",
)
COPY = "llvm.memcpy."
_TARGET, _SOURCE, _LENGTH, _IS_VOLATILE = range(4)
_HARMLESS = frozenset(("phi", "getelementptr", "addrspacecast", "bitcast"))  # may stand between the choice and the copy


@module_pass(
    "copy-by-case",
    "Copy structs before the ways meet that chose where from.",
    when="aggregates+stack",
    has_first_look=True,
    places=at(Place("opening", after="lower-expect", why="ways that only choose are still there, and SROA comes soon")),
    reads=(COPY_BY_CASE,),
    preserves=("cfg",),
)
def run(module: Module, ctx: PassContext) -> bool:
    if not ctx.option(COPY_BY_CASE):
        return False
    used = [function for function in module.functions if function.name.startswith(COPY)]
    copies = [Instruction(user.ref) for function in used for user in function.users]
    chosen = [copy for copy in copies if is_chosen(copy)]
    for copy in chosen:
        ctx.remark(copy, "copies a struct on each way instead of from an address that they choose", name="CopiedByCase")
        split(copy, module.context.ref)
    return bool(chosen)


def is_chosen(copy: Instruction) -> bool:
    """Does the copy stand where ways meet, reading what they chose, a stack object among it?"""
    source = copy.operand(_SOURCE)
    if source.kind != "instruction":
        return False
    phi = Instruction(source.ref)
    if phi.opcode != "phi" or copy.operand(_IS_VOLATILE).integer != 0 or not copy.operand(_LENGTH).integer:
        return False
    target = copy.operand(_TARGET)
    if phi.parent != copy.parent or not (target.kind == "argument" or is_stack_object(target)):
        return False
    ways = phi.incoming
    return (
        all(len(way.successors) == 1 for _, way in ways)
        and all(instruction.opcode in _HARMLESS for instruction in copy.preceding())
        and any(is_own(value, copy) for value, _ in ways)
    )


def is_own(value: Value, copy: Instruction) -> bool:
    """A stack object, or a struct parameter that nobody writes to."""
    if value.kind != "argument":
        return is_stack_object(value)
    return is_whole_parameter(value, copy) and is_only_read(value)


def is_whole_parameter(value: Value, copy: Instruction) -> bool:
    """A struct parameter that such a copy could put into a stack object of its type, on every path."""
    function = copy.parent.parent
    type_ = function.byval_type(function.params.index(value))
    if type_ is None or copy.operands[_TARGET].type != value.type:
        return False
    length = copy.operands[_LENGTH].integer
    return length is not None and length <= function.module_layout.size_bytes(type_)


def is_stack_object(value: Value) -> bool:
    return value.kind == "instruction" and Instruction(value.ref).opcode == "alloca"


def is_only_read(pointer: Value, depth: int = 3) -> bool:
    """Is what it points to loaded and copied from, and nothing else?"""
    return depth > 0 and all(reads(Instruction(user.ref), pointer, depth) for user in pointer.users)


def reads(user: Instruction, pointer: Value, depth: int) -> bool:
    if user.opcode in ("getelementptr", "phi"):
        return is_only_read(user, depth - 1)
    return user.opcode == "load" or (is_copy(user) and user.operands[_TARGET] != pointer)


def is_copy(user: Instruction) -> bool:
    callee = user.called_function if user.opcode == "call" else None
    return callee is not None and callee.name.startswith(COPY)


# --- the edit ---


def split(copy: Instruction, context: int) -> None:
    phi = Instruction(copy.operands[_SOURCE].ref)
    for value, way in phi.incoming:
        if value.kind == "argument" and is_own(value, copy):
            value = read_at_the_beginning(copy, value, context)
        clone = edit.clone_before(copy, way.terminator)
        edit.set_operand(clone, _SOURCE, value)
    edit.erase(copy)


def read_at_the_beginning(copy: Instruction, parameter: Value, context: int) -> Instruction:
    """A stack object with the struct that the parameter points to; `copy` is one like that to make."""
    function = copy.parent.parent
    position = function.params.index(parameter)
    type_ = function.byval_type(position)
    assert type_ is not None
    # What the copy says of the chosen address need not hold of a parameter that is not chosen.
    own = function.argument_alignment(position, function.module_layout.alignment(type_))
    first = next(next(function.blocks).instructions)
    with edit.Builder(context) as builder:
        kept = builder.before(first).alloca(type_, f"{parameter.name}.kept")
    edit.set_alignment(kept, max(copy.argument_alignment(place) for place in (_TARGET, _SOURCE)))
    clone = edit.clone_before(copy, first)
    edit.set_operand(clone, _TARGET, kept)
    edit.set_operand(clone, _SOURCE, parameter)
    if own < clone.argument_alignment(_SOURCE):
        edit.set_argument_alignment(clone, _SOURCE, own)
    return kept
