"""Write large memsets and memcpys of known length with wide accesses.

    call void @llvm.memset(ptr align 8 %array, i8 0, i64 296)    =>    37 stores of i64, which become 18 of 16 bytes and one of 8

Code generation makes single accesses of copies below 128 bytes and a loop over bytes of the others. Here those get the
widest element that both sides are aligned for, as straight code or, if that would be long, as a loop with several
elements a trip. A stack object's own alignment counts, which is often more than the call says. Neighbouring elements
become one access of 16 bytes in code generation.

Leaves alone: volatile copies, lengths that are not constant, memmoves (they may overlap), memsets of a value that is not
constant, what is aligned to one byte only.
"""

from __future__ import annotations

from opencicc.llvm import edit, types
from opencicc.llvm.ir import Block, Function, Instruction, Value
from opencicc.llvm.types import Type
from opencicc.options.option import Option
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.lower_aggr_copies import common_alignment, is_volatile, stack_place
from opencicc.passes.places import Place, at
from opencicc.record import record

WIDE_COPIES = Option(
    "wide-copies",
    True,
    "Write large memsets and memcpys with wide accesses instead of bytes.",
    source="our choice: code generation would copy byte by byte from 128 bytes on",
)
WIDE_COPIES_UNROLLED = Option(
    "wide-copies-unrolled",
    32,
    "The most accesses that are written out for one memset or memcpy; longer ones become loops.",
    source="our choice: 512 bytes where everything is aligned",
    minimum=0,
)
COPY, SET = "llvm.memcpy.", "llvm.memset."
LEAST_BYTES = 128  # NVPTX makes single accesses of what is shorter
WIDEST_ELEMENT, WIDEST_ACCESS = 8, 16
GROUP = 4  # accesses whose loads come before their stores, and accesses a trip of a loop


@record
class Copy:
    """A memset or memcpy, and how it is written: `count` elements of `width` bytes, then single bytes of a rest."""

    call: Instruction
    length: int
    alignments: tuple[int, ...]  # of the target and, for a memcpy, of the source
    width: int
    group: int  # elements

    @property
    def is_set(self) -> bool:
        return self.call.callee_name.startswith(SET)


@function_pass(
    "wide-copies",
    "Write large memsets and memcpys with wide accesses.",
    phase=2,
    when="transfers",
    places=at(
        Place(
            "final-shape",
            after="when<changed>(infer-address-spaces,sroa,dce)",
            why="the memsets and memcpys that nothing could replace by values",
        )
    ),
    reads=(WIDE_COPIES, WIDE_COPIES_UNROLLED),
)
def run(function: Function, ctx: PassContext) -> bool:
    if not ctx.option(WIDE_COPIES):
        return False
    copies = [plan for call in find_calls(function, ctx) if (plan := plan_copy(call, ctx))]
    for copy in copies:
        accesses = -(-copy.length // (copy.width * copy.group // GROUP))
        is_loop = accesses > ctx.option(WIDE_COPIES_UNROLLED)
        what = "memset" if copy.is_set else "memcpy"
        how = f"{'in a loop ' if is_loop else ''}with accesses of {copy.width * copy.group // GROUP} bytes"
        ctx.remark(copy.call, f"a {what} of {copy.length} bytes is written {how}", name="WideCopy")
        write(copy, is_loop, function, ctx.module.context.ref)
    return bool(copies)


def find_calls(function: Function, ctx: PassContext) -> list[Instruction]:
    """By way of the declarations, of which there are few: most functions have no such call."""
    declared = [f for f in ctx.module.functions if f.is_declaration and f.name.startswith((COPY, SET))]
    calls = [Instruction(user.ref) for declaration in declared for user in declaration.users]
    return [call for call in calls if call.parent.parent == function]


def plan_copy(call: Instruction, ctx: PassContext) -> Copy | None:
    length = call.arguments[2].integer
    if length is None or length < LEAST_BYTES or is_volatile(call):
        return None
    is_set = call.callee_name.startswith(SET)
    if is_set and call.arguments[1].integer is None:
        return None
    alignments = tuple(known_alignment(call, index, ctx) for index in ((0,) if is_set else (0, 1)))
    width = min(*alignments, WIDEST_ELEMENT)
    access = min(*alignments, WIDEST_ACCESS)
    return Copy(call, length, alignments, width, GROUP * access // width) if width > 1 else None


def known_alignment(call: Instruction, index: int, ctx: PassContext) -> int:
    said = call.argument_alignment(index)
    place = stack_place(call.arguments[index], ctx.module.layout)
    return max(said, common_alignment(place[0].alignment, place[1])) if place else said


def write(copy: Copy, is_loop: bool, function: Function, context: int) -> None:
    offset, index = 0, None
    if is_loop:
        step = copy.group * copy.width
        offset = copy.length // step * step
        body, index = open_loop(copy.call, offset, step, function, context)
        with edit.Builder(context) as builder:
            builder.before(body.terminator)
            # The branch's condition and the next index stand before it already; order does not matter to them.
            write_group(copy, builder, context, [(copy.width * n, copy.width) for n in range(copy.group)], index)
    with edit.Builder(context) as builder:
        builder.before(copy.call)
        rest = elements(offset, copy.length, copy.width)
        for start in range(0, len(rest), copy.group):
            write_group(copy, builder, context, rest[start : start + copy.group], None)
    edit.erase(copy.call)


def elements(start: int, end: int, width: int) -> list[tuple[int, int]]:
    """(offset, width) of what covers the bytes from start to end: wide ones, then the rest."""
    found = []
    while start < end:
        while start + width > end:
            width //= 2
        found.append((start, width))
        start += width
    return found


def open_loop(call: Instruction, end: int, step: int, function: Function, context: int) -> tuple[Block, Value]:
    """A loop in front of a call, over the offsets from 0 to `end`; its block and the offset."""
    head = edit.split_before(call, "copy.head")
    rest, body = call.parent, edit.append_block(function, "copy.loop")
    word = types.integer(context, 64)
    jump = head.terminator
    with edit.Builder(context) as builder:
        builder.before(jump).branch(body)
        edit.erase(jump)
        builder.at_end(body)
        index = builder.phi(word, [(edit.constant_int(word, 0), head)], "copy.offset")
        following = builder.binary("add", index, edit.constant_int(word, step), "copy.next")
        edit.add_incoming(index, [(following, body)])
        is_more = builder.icmp("ult", following, edit.constant_int(word, end))
        builder.branch_if(is_more, body, rest)
    return body, index


def write_group(
    copy: Copy, builder: edit.Builder, context: int, group: list[tuple[int, int]], index: Value | None
) -> None:
    """All loads of a group, then all stores: as many are in flight together."""
    step = copy.group * copy.width  # a loop's offset is a multiple of it
    byte, word = types.integer(context, 8), types.integer(context, 64)

    def at(pointer: Value, offset: int) -> Value:
        base = builder.gep(byte, pointer, [index], in_bounds=True) if index else pointer
        return builder.gep(byte, base, [edit.constant_int(word, offset)], in_bounds=True) if offset else base

    def align(access: Instruction, alignment: int, offset: int) -> None:
        edit.set_alignment(access, common_alignment(alignment | step if index else alignment, offset))

    values: list[Value] = []
    for offset, width in group:
        type_ = types.integer(context, width * 8)
        if copy.is_set:
            values.append(repeated(copy.call.arguments[1].integer or 0, width, type_))
            continue
        loaded = builder.load(type_, at(copy.call.arguments[1], offset), "copied")
        align(loaded, copy.alignments[1], offset)
        values.append(loaded)
    for (offset, _), value in zip(group, values, strict=True):
        align(builder.store(value, at(copy.call.arguments[0], offset)), copy.alignments[0], offset)


def repeated(byte: int, width: int, type_: Type) -> Value:
    return edit.constant_int(type_, int.from_bytes(bytes([byte & 0xFF]) * width, "little"))
