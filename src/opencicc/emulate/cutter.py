"""Cuts a function into blocks that end where lanes part, meet, call or return.

Blocks end at branches, calls, barriers and warp-wide exchanges. A guard on an instruction that is
more than arithmetic becomes a branch around it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from opencicc.emulate.blocks import CodeBlock
from opencicc.emulate.emit import is_pure
from opencicc.emulate.layout import Place
from opencicc.machine.cfg import Labels, branch_targets
from opencicc.machine.ir import Directive, Guard, Instr

if TYPE_CHECKING:
    from opencicc.emulate.program import FunctionCode

WARP_EXCHANGE = frozenset({"shfl", "vote", "match", "redux", "elect"})
ENDS = frozenset({"bra", "brx", "ret", "exit", "trap"})
# Instructions a spinning lane waits with: after them others get their turn sooner.
WAIT_MODIFIERS = frozenset({"volatile", "relaxed", "acquire", "cv", "cg", "mmio"})


class Cutter:
    """Cuts a machine function into CodeBlocks and tracks which names each scope declares."""

    def __init__(self, code: FunctionCode) -> None:
        self.code = code
        self.function = code.function
        self.labels = Labels(self.function)
        self.starts: list[int] = []
        self.pending: list[tuple[CodeBlock, Instr, int]] = []
        self.names: list[dict[str, Place]] = [dict(code.frame.names)]
        self.scopes = [0]
        self.next_scope = 1
        self.block = self.new_block()

    def new_block(self) -> CodeBlock:
        self.block = CodeBlock(len(self.code.blocks), self.code)
        self.code.blocks.append(self.block)
        return self.block

    def run(self) -> None:
        for position, block in enumerate(self.function.blocks):
            if position and (self.block.instrs or self.block.kind != "jump"):
                self.fall_into(self.new_block)
            self.starts.append(self.block.index)
            for statement in block.body:
                if isinstance(statement, Directive):
                    self.directive(statement)
                else:
                    self.instruction(statement)
        if self.block.kind == "jump" and not self.block.targets:
            self.block.kind = "return"  # running off the end returns
        for code_block, instr, scope in self.pending:
            targets = branch_targets(self.function, instr, self.labels, scope)
            if instr.base == "brx":
                table = self.function.tables[str(instr.operands[-1])]
                targets = [self.labels.find(name, scope, instr.line) for name in table.targets]
            code_block.targets = [self.starts[target] for target in targets] + code_block.targets

    def fall_into(self, make: Callable[[], CodeBlock]) -> None:
        before = self.block
        after = make()
        if before.kind == "jump" and not before.targets and before.end is None:
            before.targets = [after.index]

    def directive(self, directive: Directive) -> None:
        if directive.kind == "{":
            self.names.append(dict(self.names[-1]))
            self.scopes.append(self.next_scope)
            self.next_scope += 1
        elif directive.kind == "}":
            self.names.pop()
            self.scopes.pop()
        for variable in directive.variables:
            self.names[-1][variable.name] = self.code.layout.declare(self.code.frame, variable, self.function)

    def instruction(self, instr: Instr) -> None:
        kind = self.kind_of(instr)
        if kind == "plain" and (instr.guard is None or is_pure(instr)):
            self.block.instrs.append((instr, self.names[-1]))
            self.note_waiting(instr)
            return
        if instr.guard is not None and instr.base != "bra":
            self.skip_unless(instr.guard)
            instr = Instr(instr.opcode, instr.operands, None, instr.line, instr.text)
            after = self.instruction_unguarded(instr, kind)
            # The skipping branch goes to where the guarded instruction ends.
            self.skipping.targets[0] = after
            return
        self.instruction_unguarded(instr, kind)

    def skip_unless(self, guard: Guard) -> None:
        self.skipping = self.block
        self.skipping.kind = "branch"
        self.skipping.end_guard = Guard(guard.reg, not guard.is_negated)
        self.skipping.end = Instr("bra", (), self.skipping.end_guard, 0)
        inside = self.new_block()
        self.skipping.targets = [-1, inside.index]

    def instruction_unguarded(self, instr: Instr, kind: str) -> int:
        """Add an instruction that may end its block; returns the block that follows."""
        if kind == "plain":
            self.block.instrs.append((instr, self.names[-1]))
            self.note_waiting(instr)
            self.fall_into(self.new_block)
            return self.block.index
        if kind in ("warp", "barrier", "warp_barrier") and (self.block.instrs or self.block.kind != "jump"):
            self.fall_into(self.new_block)
        block = self.block
        block.kind, block.end, block.names = kind, instr, self.names[-1]
        following = self.new_block()
        if kind in ("branch", "table"):
            block.end_guard = instr.guard
            self.pending.append((block, instr, self.scopes[-1]))
            block.targets = [following.index] if kind == "branch" and instr.guard is not None else []
            if kind == "branch" and instr.guard is None:
                block.kind = "jump"
        elif kind not in ("return", "exit", "trap"):
            block.targets = [following.index]
        return following.index

    def kind_of(self, instr: Instr) -> str:
        base = instr.base
        if base in ENDS:
            return {"bra": "branch", "brx": "table", "ret": "return"}.get(base, base)
        if base == "call":
            return "call"
        if base == "barrier" and "cluster" in instr.modifiers:
            # A cluster is one block here: arriving needs no one, waiting is a barrier of the block.
            return "plain" if "arrive" in instr.modifiers else "barrier"
        if base in ("bar", "barrier"):
            return "warp_barrier" if "warp" in instr.modifiers else "barrier"
        return "warp" if base in WARP_EXCHANGE and "sync" in instr.modifiers else "plain"

    def note_waiting(self, instr: Instr) -> None:
        waits = instr.base in ("atom", "nanosleep") or (instr.base == "ld" and WAIT_MODIFIERS & set(instr.modifiers))
        self.block.may_wait = self.block.may_wait or bool(waits)
