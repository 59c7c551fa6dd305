"""Make the module of one part out of the whole module's bitcode.

The bitcode is read lazily: only bodies that the part needs are loaded. Roots of other parts stay visible for inlining and
folding (`available_externally`) and are declarations in the output; what is local or discardable comes along where something
refers to it, by libLLVM's own linking rules.
"""

from __future__ import annotations

from opencicc.llvm import edit_module
from opencicc.llvm.names import USED_LISTS
from opencicc.llvm.services import services

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from opencicc.llvm.ir import Context, Module
    from opencicc.llvm.memory import Memory

PART_NAME = "<split-module>"


def cut_part(context: Context, memory: Memory, owned: Collection[str], roots: Collection[str]) -> Module:
    """The part that owns these roots; `roots` are those of all parts."""
    source = context.parse_lazily(memory.address, memory.size, PART_NAME)
    others = set(roots) - set(owned)
    for function in source.functions:
        if function.name in others:
            edit_module.set_linkage(function, "available_externally")
    for variable in list(source.globals):
        if variable.name in others:
            if variable.is_read_only:
                edit_module.set_linkage(variable, "available_externally")
            else:
                edit_module.make_declaration(variable)
    for name in USED_LISTS:
        edit_module.filter_list(source, name, lambda value: value.name not in others)
    part = context.new_module(PART_NAME)
    edit_module.set_target_like(part, source)
    services().link(context.ref, part.ref, source.release())
    return part
