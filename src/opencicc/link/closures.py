"""Small libraries cut out of libdevice for the functions a process asks for again and again.

Reading libdevice's 350 declarations is most of the cost of linking three of its functions. The
second time a set of functions is asked for, it is written out with what it needs as a library of
its own, and linked from there ever after; a process that compiles once never pays for that.

What the next stage would do to them in every compile, because it depends on nothing but the settings, is done to
such a library once: `__nvvm_reflect` answered, products and sums allowed to fuse, attributes written.
"""

from __future__ import annotations

from opencicc.link.builtins import pull
from opencicc.llvm import edit_module
from opencicc.llvm.ir import Context
from opencicc.llvm.memory import Memory, hold
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from opencicc.llvm.ir import GlobalValue, Module

    Settle = Callable[[Module, list[GlobalValue]], None]

KEPT_MOST = 128  # our choice: some 5 to 50 KB each

_kept: dict[tuple[object, ...], Closure | None] = {}


@record
class Closure:
    """A library to link from, and whether it is as the next stage wants it."""

    memory: Memory
    is_cut: bool = False
    is_settled: bool = False


def narrow(library: Memory, names: list[str], settle: Settle | None = None, *key: object) -> Closure:
    """The library, or a smaller one that defines these names in the same way.

    `settle` is what is done to the smaller one, and depends on `key` alone.
    """
    kept_as = (library, frozenset(names), *key)
    if kept_as not in _kept:
        if len(_kept) >= KEPT_MOST:
            _kept.clear()
        _kept[kept_as] = None
        return Closure(library)
    closure = _kept[kept_as]
    if closure is None:
        closure = _kept[kept_as] = Closure(cut_out(library, names, settle), True, settle is not None)
    return closure


def cut_out(library: Memory, names: list[str], settle: Settle | None = None) -> Memory:
    """The named functions and what they use, as bitcode."""
    with Context() as context:
        source = context.parse_lazily(library.address, library.size, library.name)
        module = context.new_module(library.name)
        edit_module.set_target_like(module, source)
        for name in names:
            function = source.function(name)
            if function is not None and not function.is_declaration:
                edit_module.declare(module, name, function.value_type)
        source.dispose()
        arrived = pull(module, library)
        if settle is not None:
            settle(module, arrived)
        for name in names:
            defined = module.function(name)
            if defined is not None:
                edit_module.set_linkage(defined, "external")
        return hold(module.bitcode(), library.name)
