"""Small libraries cut out of libdevice for the functions a process asks for again and again.

Reading libdevice's 350 declarations is most of the cost of linking three of its functions. The
second time a set of functions is asked for, it is written out with what it needs as a library of
its own, and linked from there ever after; a process that compiles once never pays for that.
"""

from __future__ import annotations

from opencicc.link.builtins import pull
from opencicc.llvm import edit
from opencicc.llvm.ir import Context
from opencicc.llvm.memory import Memory, hold

KEPT_MOST = 128  # our choice: some 5 to 50 KB each

_kept: dict[tuple[Memory, frozenset[str]], Memory | None] = {}


def narrow(library: Memory, names: list[str]) -> Memory:
    """The library, or a smaller one that defines these names in the same way."""
    key = (library, frozenset(names))
    if key not in _kept:
        if len(_kept) >= KEPT_MOST:
            _kept.clear()
        _kept[key] = None
        return library
    closure = _kept[key]
    if closure is None:
        closure = _kept[key] = cut_out(library, names)
    return closure


def cut_out(library: Memory, names: list[str]) -> Memory:
    """The named functions and what they use, as bitcode."""
    with Context() as context:
        source = context.parse_lazily(library.address, library.size, library.name)
        module = context.new_module(library.name)
        edit.set_target_like(module, source)
        for name in names:
            function = source.function(name)
            if function is not None and not function.is_declaration:
                edit.declare(module, name, function.value_type)
        source.dispose()
        pull(module, library)
        for name in names:
            arrived = module.function(name)
            if arrived is not None:
                edit.set_linkage(arrived, "external")
        return hold(module.bitcode(), library.name)
