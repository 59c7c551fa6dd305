"""Local arrays of inlined functions share memory by their lifetimes.

LLVM's inliner writes the lifetime of every local array it brings into a caller, and code generation
lays arrays whose lifetimes do not meet over each other (its stack colouring). Merging them earlier
would tie arrays together that later passes turn into registers one by one. So merging is on by
leaving the markers alone, and off (-disable-inlined-alloca-merging) by taking them away.
"""

from __future__ import annotations

from opencicc.llvm import edit
from opencicc.llvm.ir import Instruction
from opencicc.llvm.scan import calls_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Module

MARKERS = ("llvm.lifetime.start", "llvm.lifetime.end")


def drop_lifetimes(module: Module, callers: set[str]) -> None:
    """Let the local arrays of these functions live from entry to return."""
    for function in module.functions:
        if not function.name.startswith(MARKERS):
            continue
        for ref in calls_of(function)[0]:
            marker = Instruction(ref)
            if marker.parent.parent.name in callers:
                edit.erase(marker)
