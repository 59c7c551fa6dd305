"""The edits of lower-aggr-copies: loads and stores in groups, loops in front of an instruction, the test of a memmove.

A copy moves vectors of bytes, so that the undefined bytes of one member of a struct stay its own; a memset stores
integers, which code generation joins. All loads of a group come before its stores: as many are in flight together, and
a group may overlap itself.
"""

from __future__ import annotations

from opencicc.llvm import edit, types
from opencicc.llvm.ir import Block, Function, Instruction, Value
from opencicc.llvm.layout import common_alignment
from opencicc.llvm.names import GENERIC
from opencicc.llvm.types import Type
from opencicc.passes.copies.decide import GROUP, Form, pieces
from opencicc.passes.copies.transfer import Transfer

WIDEST_INTEGER = 8
ONES = 0x0101010101010101  # times a byte: the byte eight times


def write(transfer: Transfer, form: Form, context: int) -> None:
    """Put the transfer's loads, stores and loops in front of its call, and take the call away."""
    call = transfer.call
    writer = TransferWriter(transfer, context)
    if not form.is_loop:
        writer.straight(call, pieces(0, transfer.length or 0, transfer.width), is_one_group=transfer.may_overlap)
    elif form.is_both_ways:
        forward, backward = fork(call, transfer, context)
        writer.loops(forward.terminator, is_backward=False)
        writer.loops(backward.terminator, is_backward=True)
    else:
        writer.loops(call, is_backward=False)
    edit.erase(call)


class TransferWriter:
    """Writes one transfer, in as many places as it takes."""

    def __init__(self, transfer: Transfer, context: int) -> None:
        self.transfer, self.context = transfer, context
        self.target, self.other, self.length, _ = transfer.call.arguments  # the other: source, or the byte to set
        self.byte, self.word = types.integer(context, 8), types.integer(context, 64)

    def number(self, value: int) -> Value:
        return edit.constant_int(self.word, value)

    def straight(self, place: Instruction, parts: list[tuple[int, int]], *, is_one_group: bool) -> None:
        """All loads, then all stores, of some accesses at a time or of all of them."""
        size = len(parts) if is_one_group else GROUP
        with edit.Builder(self.context) as builder:
            builder.before(place)
            for start in range(0, len(parts), size or 1):
                self.group(builder, parts[start : start + size])

    def loops(self, place: Instruction, *, is_backward: bool) -> None:
        """A loop of wide accesses and what is left behind it, or in front of it when it goes backward."""
        length, width = self.transfer.length, self.transfer.width
        if length is None:
            self.loops_of_unknown_length(place, is_backward)
            return
        step = width * GROUP
        end = length // step * step
        rest = pieces(end, length, width)
        if is_backward:
            self.straight(place, rest, is_one_group=True)
        if end:
            self.loop(place, self.number(0), self.number(end), pieces(0, step, width), is_backward, is_guarded=False)
        if not is_backward:
            self.straight(place, rest, is_one_group=self.transfer.may_overlap)

    def loops_of_unknown_length(self, place: Instruction, is_backward: bool) -> None:
        width = self.transfer.width
        with edit.Builder(self.context) as builder:
            builder.before(place)
            length = builder.cast("zext", self.length, self.word) if self.length.type != self.word else self.length
            end = builder.binary("and", length, self.number(-width)) if width > self.transfer.multiple else length
        ranges = [(self.number(0), end, width)]
        if end is not length:
            ranges.append((end, length, 1))
        for start, stop, each in reversed(ranges) if is_backward else ranges:
            self.loop(place, start, stop, [(0, each)], is_backward, is_guarded=True)

    def loop(
        self,
        place: Instruction,
        start: Value,
        end: Value,
        parts: list[tuple[int, int]],
        is_backward: bool,
        *,
        is_guarded: bool,
    ) -> None:
        """A loop in front of an instruction over the offsets from start to end; guarded where there may be no trip."""
        step = sum(width for _, width in parts)
        body, offset = open_loop(place, start, end, step, is_backward, is_guarded, self.context)
        with edit.Builder(self.context) as builder:
            builder.before(body.terminator)
            self.group(builder, parts, offset, step)

    def group(
        self, builder: edit.Builder, parts: list[tuple[int, int]], index: Value | None = None, step: int = 0
    ) -> None:
        """All loads of some accesses, then all stores; `index` is an offset that is a multiple of `step`."""
        transfer = self.transfer
        if transfer.is_set:
            for offset, width in parts:
                for at, part in pieces(offset, offset + width, min(width, WIDEST_INTEGER)):
                    type_ = types.integer(self.context, part * 8)
                    self.access(builder, self.target, 0, at, index, step, stored=self.repeated(builder, type_))
            return
        values = [
            self.access(builder, self.other, 1, offset, index, step, loaded=self.bytes_type(width))
            for offset, width in parts
        ]
        for (offset, _), value in zip(parts, values, strict=True):
            self.access(builder, self.target, 0, offset, index, step, stored=value)

    def access(
        self,
        builder: edit.Builder,
        pointer: Value,
        side: int,
        offset: int,
        index: Value | None,
        step: int,
        *,
        loaded: Type | None = None,
        stored: Value | None = None,
    ) -> Value:
        """A load or a store at pointer + index + offset, as aligned as that can be."""
        name = "srcptr" if side else "dstptr"
        if index is not None:
            pointer = builder.gep(self.byte, pointer, [index], name, in_bounds=True)
        if offset:
            pointer = builder.gep(self.byte, pointer, [self.number(offset)], name, in_bounds=True)
        access = builder.load(loaded, pointer, "vld") if loaded else builder.store(stored or self.target, pointer)
        alignment = self.transfer.alignments[side]
        edit.set_alignment(access, common_alignment(alignment | step if index is not None else alignment, offset))
        if self.transfer.is_volatile:
            edit.set_volatile(access)
        return access

    def bytes_type(self, width: int) -> Type:
        return types.vector(self.byte, width) if width > 1 else self.byte

    def repeated(self, builder: edit.Builder, type_: Type) -> Value:
        """The byte that a memset sets, as often as a type has bytes."""
        constant = self.other.integer
        ones = ONES & ((1 << type_.integer_width) - 1)
        if constant is not None:
            return edit.constant_int(type_, constant * ones)
        if type_ == self.byte:
            return self.other
        return builder.binary("mul", builder.cast("zext", self.other, type_), edit.constant_int(type_, ones))


def open_loop(
    place: Instruction, start: Value, end: Value, step: int, is_backward: bool, is_guarded: bool, context: int
) -> tuple[Block, Value]:
    """A loop in front of an instruction over the multiples of `step` from start to end; its block and the offset."""
    function = place.parent.parent
    head = edit.split_before(place, "nonzerotrip")
    rest = place.parent
    body = edit.append_block(function, "reverse.for" if is_backward else "forward.for")
    edit.move_block_after(body, head)
    word, jump = start.type, head.terminator
    distance = edit.constant_int(word, step)
    with edit.Builder(context) as builder:
        builder.before(jump)
        if is_guarded:
            builder.branch_if(builder.icmp("ult", start, end), body, rest)
        else:
            builder.branch(body)
        edit.erase(jump)
        builder.at_end(body)
        offset = builder.phi(word, [(end if is_backward else start, head)], "offset")
        following = builder.binary("sub" if is_backward else "add", offset, distance, "next")
        edit.add_incoming(offset, [(following, body)])
        is_more = builder.icmp("ugt", following, start) if is_backward else builder.icmp("ult", following, end)
        builder.branch_if(is_more, body, rest)
    return body, following if is_backward else offset


def fork(call: Instruction, transfer: Transfer, context: int) -> tuple[Block, Block]:
    """Two empty blocks in front of a memmove: for a target below its source, and for one above."""
    function: Function = call.parent.parent
    head = edit.split_before(call, "split")
    rest, jump = call.parent, head.terminator
    forward, backward = (edit.append_block(function, name) for name in ("forward", "reverse"))
    edit.move_block_after(forward, head)
    edit.move_block_after(backward, forward)
    target, source = transfer.call.arguments[:2]
    with edit.Builder(context) as builder:
        for block in (forward, backward):
            builder.at_end(block).branch(rest)
        builder.before(jump)
        if target.type != source.type:
            generic = types.pointer(context, GENERIC)
            target, source = (
                pointer if pointer.type == generic else builder.cast("addrspacecast", pointer, generic)
                for pointer in (target, source)
            )
        builder.branch_if(builder.icmp("ult", target, source), forward, backward)
    edit.erase(jump)
    return forward, backward
