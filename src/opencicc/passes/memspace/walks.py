"""The walks of a run over a module: one for each function, with one answer to what memory holds for all of them."""

from __future__ import annotations

from opencicc.analysis.leaks import pointers_in_memory
from opencicc.analysis.spaces import ANYWHERE, FROM_HOST, SpaceWalk
from opencicc.llvm.snapshot import Snapshot, snapshot
from opencicc.passes.memspace.knobs import read_rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Function, Module
    from opencicc.passes.api import PassContext


class Memory:
    """What pointers in memory may be: found out when somebody asks, once a run.

    `is_fresh` takes new snapshots, for questions after the first edit.
    """

    def __init__(self, module: Module, ctx: PassContext, is_searched: bool, *, is_fresh: bool = False) -> None:
        self.module = module
        self.ctx = ctx
        self.is_fresh = is_fresh
        self.answer = -1 if is_searched else ANYWHERE

    def __call__(self) -> int:
        if self.answer < 0:
            self.answer = pointers_in_memory(self.module, self.believing_walk)
        return self.answer

    def believing_walk(self, function: Function) -> SpaceWalk:
        flat = self.snapshot_of(function)
        return SpaceWalk(function, flat, self.module.layout, read_rules(self.ctx), lambda: FROM_HOST)

    def snapshot_of(self, function: Function) -> Snapshot:
        return snapshot(function) if self.is_fresh else self.ctx.analysis(Snapshot, function)


def make_walk(function: Function, ctx: PassContext, memory: Memory, *, is_fresh: bool = False) -> SpaceWalk:
    flat = snapshot(function) if is_fresh else ctx.analysis(Snapshot, function)
    return SpaceWalk(function, flat, ctx.module.layout, read_rules(ctx), memory)
