"""Link the optimised modules of the parts into one again, where code generation has to see them all.

Debug information is such a case: a text has one line table and one set of sections, and joining texts would mean to rewrite
them. What every part has a copy of stays as many times as it was not inlined or folded away.
"""

from __future__ import annotations

from opencicc.llvm import edit_module, native
from opencicc.llvm.services import services

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from opencicc.llvm.ir import Context, Module
    from opencicc.llvm.native import TargetMachine

# Tables that several parts brought along become one again; the declarations of a part find their definitions.
TIDY = "constmerge,globaldce"


def relink(context: Context, parts: Iterable[bytes], like: Module, machine: TargetMachine) -> Module:
    """One module from the bitcode of all parts, in their order."""
    whole = context.new_module(like.name)
    edit_module.set_target_like(whole, like)
    for number, bitcode in enumerate(parts):
        part = context.parse(bitcode, f"part {number + 1}")
        services().link(context.ref, whole.ref, part.release())
    native.run_passes(whole, TIDY, machine)
    return whole
