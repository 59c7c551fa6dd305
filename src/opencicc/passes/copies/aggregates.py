"""Loads and stores of whole structs and arrays: member by member, or as one copy where there are many.

    %v = load { i32, float }, ptr %s, align 8           %split = load i32, ptr %s, align 8        ...
    store { i32, float } %v, ptr %d, align 8      =>    store i32 %split, ptr %d, align 8         ...

Members are loaded where the whole was, and stored where the whole was, so nothing in between matters. What has too many
members becomes a memmove, if its store follows with nothing in between that may write; a stored zero becomes a memset.
With `func_args` also what comes from, and goes to, anything else: arguments and results of calls, phis, selects.
Leaves alone: volatile and atomic accesses.
"""

from __future__ import annotations

from opencicc.llvm import edit, edit_module, types
from opencicc.llvm.constants import is_null
from opencicc.llvm.ir import Function, Instruction, Module, Value
from opencicc.llvm.layout import Layout, common_alignment
from opencicc.llvm.opcodes import OPCODES
from opencicc.llvm.snapshot import snapshot
from opencicc.llvm.types import Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    Tree = Value | list["Tree"]

AGGREGATES = ("struct", "array")
_LOAD, _STORE = OPCODES["load"], OPCODES["store"]
_MAY_WRITE = ("store", "call", "invoke", "callbr", "atomicrmw", "cmpxchg", "fence")


class Splitter:
    """Splits the accesses of a module's functions."""

    def __init__(self, module: Module, most_members: int, func_args: bool) -> None:
        self.module, self.layout, self.context = module, module.layout, module.context.ref
        self.most_members, self.func_args = most_members, func_args
        self.byte, self.word = types.integer(self.context, 8), types.integer(self.context, 64)
        self.changed = 0

    def split(self, function: Function) -> None:
        loads, stores = find_accesses(function)
        copied: set[int] = set()
        for load in loads:
            copied |= self.split_load(load)
        for store in stores:
            if store.ref not in copied:
                self.split_store(store)

    def split_load(self, load: Instruction) -> set[int]:
        """Returns the stores that went with it."""
        users = [Instruction(user.ref) for user in load.each_user()]
        stores = [user for user in users if is_plain_store_of(user, load)]
        has_others = len(stores) < len(users)
        if not load.is_simple or (not self.func_args if has_others else not stores):
            return set()
        if count_scalars(load.type, self.most_members + 1) > self.most_members:
            if len(users) == len(stores) == 1 and is_undisturbed(load, stores[0]):
                return self.move_whole(load, stores[0])
            return set()
        self.changed += 1
        with edit.Builder(self.context) as builder:
            builder.before(load)
            tree = self.load_tree(builder, load.type, load.operand(0), load.alignment, 0)
            whole = join(builder, tree, load.type) if has_others else None
            for store in stores:
                builder.before(store)
                self.store_tree(builder, tree, load.type, store.operand(1), store.alignment, 0)
        gone = {store.ref for store in stores}
        for store in stores:
            edit.erase(store)
        if whole is not None:
            edit.replace_all_uses(load, whole)
        edit.erase(load)
        return gone

    def split_store(self, store: Instruction) -> None:
        value, pointer = store.operands
        if not store.is_simple:
            return
        if is_null(value):
            self.set_whole(store)
        elif self.func_args and count_scalars(value.type, self.most_members + 1) <= self.most_members:
            with edit.Builder(self.context) as builder:
                builder.before(store)
                tree = apart(builder, value, value.type)
                self.store_tree(builder, tree, value.type, pointer, store.alignment, 0)
        else:
            return
        edit.erase(store)
        self.changed += 1

    def load_tree(self, builder: edit.Builder, type_: Type, pointer: Value, alignment: int, offset: int) -> Tree:
        if type_.kind not in AGGREGATES:
            loaded = builder.load(type_, self.at(builder, pointer, offset), "split")
            edit.set_alignment(loaded, common_alignment(alignment, offset))
            return loaded
        return [
            self.load_tree(builder, member, pointer, alignment, offset + start)
            for start, member in members_of(type_, self.layout)
        ]

    def store_tree(
        self, builder: edit.Builder, tree: Tree, type_: Type, pointer: Value, alignment: int, offset: int
    ) -> None:
        if isinstance(tree, Value):
            stored = builder.store(tree, self.at(builder, pointer, offset))
            edit.set_alignment(stored, common_alignment(alignment, offset))
            return
        for part, (start, member) in zip(tree, members_of(type_, self.layout), strict=True):
            self.store_tree(builder, part, member, pointer, alignment, offset + start)

    def at(self, builder: edit.Builder, pointer: Value, offset: int) -> Value:
        return builder.gep(self.byte, pointer, [edit.constant_int(self.word, offset)], "ptr") if offset else pointer

    def move_whole(self, load: Instruction, store: Instruction) -> set[int]:
        """The two accesses as a memmove: they may be of the same place."""
        source, target = load.operand(0), store.operand(1)
        intrinsic = edit_module.intrinsic(self.module, "llvm.memmove", [target.type, source.type, self.word])
        self.call_whole(store, intrinsic, [target, source], load.type, (store.alignment, load.alignment))
        edit.erase(store)
        edit.erase(load)
        self.changed += 1
        return {store.ref}

    def set_whole(self, store: Instruction) -> None:
        value, target = store.operands
        intrinsic = edit_module.intrinsic(self.module, "llvm.memset", [target.type, self.word])
        self.call_whole(store, intrinsic, [target, edit.null(self.byte)], value.type, (store.alignment,))

    def call_whole(
        self, place: Instruction, intrinsic: Function, given: list[Value], type_: Type, alignments: tuple[int, ...]
    ) -> None:
        size = edit.constant_int(self.word, self.layout.size_bytes(type_))
        with edit.Builder(self.context) as builder:
            call = builder.before(place).call(intrinsic, [*given, size, edit.null(types.integer(self.context, 1))])
        for side, alignment in enumerate(alignments):
            edit.set_argument_alignment(call, side, alignment)


def find_accesses(function: Function) -> tuple[list[Instruction], list[Instruction]]:
    """The loads and the stores of structs and arrays."""
    flat = snapshot(function)
    aggregates = {ref for ref in set(flat.types) if ref and Type(ref).kind in AGGREGATES}
    if not aggregates:
        return [], []
    first, loads, stores = flat.first_instruction, [], []
    for number, opcode in enumerate(flat.opcodes):
        if opcode == _LOAD and flat.types[first + number] in aggregates:
            loads.append(flat.instruction(number))
        elif opcode == _STORE and flat.types[flat.operands[flat.operand_offsets[number]]] in aggregates:
            stores.append(flat.instruction(number))
    return loads, stores


def members_of(type_: Type, layout: Layout) -> list[tuple[int, Type]]:
    """Byte offset and type of each field or element."""
    if type_.kind == "struct":
        return [(layout.field_offset(type_, index), field) for index, field in enumerate(type_.fields)]
    size = layout.size_bytes(type_.element)
    return [(index * size, type_.element) for index in range(type_.length)]


def count_scalars(type_: Type, most: int) -> int:
    """How many single values a type holds, counted up to `most`."""
    if type_.kind == "array":
        return min(most, type_.length * count_scalars(type_.element, most))
    if type_.kind != "struct":
        return 1
    count = 0
    for field in type_.fields:
        count += count_scalars(field, most)
        if count >= most:
            return most
    return count


def is_plain_store_of(user: Instruction, value: Value) -> bool:
    return user.opcode == "store" and user.operand(0) == value and user.is_simple


def is_undisturbed(load: Instruction, store: Instruction) -> bool:
    """Does the store follow in the same block, with nothing in between that may write?"""
    for earlier in store.preceding():
        if earlier == load:
            return True
        if earlier.opcode in _MAY_WRITE:
            return False
    return False


def join(builder: edit.Builder, tree: Tree, type_: Type) -> Value:
    """The members as one value again."""
    if isinstance(tree, Value):
        return tree
    whole = edit.poison(type_)
    kinds = type_.fields if type_.kind == "struct" else [type_.element] * type_.length
    for index, (part, kind) in enumerate(zip(tree, kinds, strict=True)):
        whole = builder.insert_value(whole, join(builder, part, kind), index)
    return whole


def apart(builder: edit.Builder, value: Value, type_: Type) -> Tree:
    """The members of a value."""
    if type_.kind not in AGGREGATES:
        return value
    kinds = type_.fields if type_.kind == "struct" else [type_.element] * type_.length
    return [apart(builder, builder.extract_value(value, index), kind) for index, kind in enumerate(kinds)]
