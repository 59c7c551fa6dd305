"""A kernel and what it calls, ready to run: blocks cut where lanes meet or part, code made on first use.

Blocks end at branches, calls, barriers and warp-wide exchanges. A guard on an instruction that is
more than arithmetic becomes a branch around it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from opencicc.emulate.emit import emit, is_pure
from opencicc.emulate.emit.writer import Writer
from opencicc.emulate.layout import Layout, Place, align_up
from opencicc.emulate.runtime import NAMESPACE
from opencicc.machine.cfg import Labels, branch_targets
from opencicc.machine.defuse import defs, uses
from opencicc.machine.ir import Directive, Guard, Instr, MachineFunction, Reg, Symbol
from opencicc.machine.liveness import solve

WARP_EXCHANGE = frozenset({"shfl", "vote", "match", "redux", "elect"})
ENDS = frozenset({"bra", "brx", "ret", "exit", "trap"})
# Instructions a spinning lane waits with: after them others get their turn sooner.
WAIT_MODIFIERS = frozenset({"volatile", "relaxed", "acquire", "cv", "cg", "mmio"})


@dataclass(eq=False)
class CodeBlock:
    """Straight-line code and how it ends. `targets` are positions in the function's list of blocks."""

    index: int
    owner: FunctionCode
    kind: str = "jump"
    instrs: list[tuple[Instr, dict[str, Place]]] = field(default_factory=list)
    end: Instr | None = None
    end_guard: Guard | None = None
    targets: list[int] = field(default_factory=list)
    names: dict[str, Place] = field(default_factory=dict)
    live_in: int = 0
    live_out: int = 0
    loads: tuple[int, ...] = ()
    stores: int = 0
    may_wait: bool = False
    lines: list[Instr] = field(default_factory=list)
    source: str = ""

    @cached_property
    def code(self) -> Callable[..., Any]:
        """The compiled Python function; sets `loads` and `stores` on the way."""
        return compile_block(self)

    @property
    def size(self) -> int:
        return len(self.instrs) + (self.end is not None)

    @property
    def line(self) -> int:
        if self.end is not None:
            return self.end.line
        return self.instrs[0][0].line if self.instrs else self.owner.function.line


class FunctionCode:
    """One function cut into CodeBlocks, with its registers numbered and its frame laid out."""

    def __init__(self, function: MachineFunction, layout: Layout) -> None:
        self.function = function
        self.layout = layout
        self.frame = layout.frame(function)
        self.registers: dict[Reg, int] = {}
        self.tracked: frozenset[Reg] = frozenset()
        self.blocks: list[CodeBlock] = []
        self.constants: dict[str, Any] = {}
        Cutter(self).run()
        self.compute_liveness()

    @property
    def name(self) -> str:
        return self.function.name

    @property
    def frame_bytes(self) -> int:
        """The stack one activation takes: never nothing, since its address tells activations apart."""
        return align_up(max(self.frame.size, 1), 16)

    def compute_liveness(self) -> None:
        reads, writes = [], []
        for block in self.blocks:
            read = written = 0
            for instr in self.instructions(block):
                for reg in uses(instr):
                    bit = 1 << self.registers.setdefault(reg, len(self.registers))
                    read |= bit & ~written
                for reg in defs(instr):
                    bit = 1 << self.registers.setdefault(reg, len(self.registers))
                    if instr.guard is None:
                        written |= bit
            reads.append(read)
            writes.append(written)
        live_in, live_out = solve([block.targets for block in self.blocks], reads, writes)
        for block, before, after in zip(self.blocks, live_in, live_out, strict=True):
            block.live_in, block.live_out = before, after
        self.entry_undefined = [reg for reg, bit in self.registers.items() if live_in[0] >> bit & 1]

    @staticmethod
    def instructions(block: CodeBlock) -> list[Instr]:
        found = [instr for instr, _ in block.instrs]
        if block.end is not None:
            found.append(block.end)
        return found

    def slots(self, bits: int) -> int:
        """A live set widened by the slots of undefined bits, which stand behind the registers."""
        return bits | (bits << len(self.registers)) if self.tracked else bits


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


def compile_block(block: CodeBlock) -> Callable[..., Any]:
    """Make the Python source of a block and compile it."""
    owner = block.owner
    names: dict[str, Place] = {}
    writer = Writer(owner.registers, owner.tracked, owner.constants, lambda name: place_of(names, name, owner.layout))
    writer.kernel_params = owner.frame.kernel_params
    body = list(block.instrs)
    if block.kind == "warp" and block.end is not None:
        body.append((block.end, block.names))
    for instr, scope in body:
        names = scope
        writer.address_of = lambda name, scope=scope: place_of(scope, name, owner.layout)  # type: ignore[misc]
        emit(writer, instr)
    result = end_value(writer, block)
    live = block.live_out
    kept = frozenset(reg for reg in writer.changed if live >> owner.registers[reg] & 1)
    stores = writer.finish(kept)
    writer.line(f"return {result}")
    block.loads = tuple(dict.fromkeys(writer.loads))
    block.stores = sum(1 << slot for slot in stores)
    block.lines = writer.origins
    block.source = "def block(R, V, M, F):\n" + "\n".join("    " + line for line in writer.lines) + "\n"
    namespace = {**NAMESPACE, **owner.constants}
    filename = f"<emulated {owner.name} block {block.index}>"
    exec(compile(block.source, filename, "exec"), namespace)  # noqa: S102
    function: Callable[..., Any] = namespace["block"]
    return function


def place_of(names: dict[str, Place], name: str, layout: Layout) -> str | None:
    """An expression for the address of a name, or None."""
    place = names.get(name) or layout.names.get(name)
    return place.expression if place is not None else None


def end_value(writer: Writer, block: CodeBlock) -> str:
    """What the scheduler needs to know at the end: the branch predicate or the table index."""
    if block.end is None:
        return "None"
    writer.begin(block.end)
    if block.kind == "branch" and block.end_guard is not None:
        guard = block.end_guard
        unknown = writer.unknown(guard.reg)
        if unknown is not None:
            writer.line(f"check_branch({unknown})")
        name = writer.read_register(guard.reg, "pred")
        return writer.let(f"~{name}") if guard.is_negated else name
    if block.kind == "table":
        unknown = writer.unknown(block.end.operands[0])
        if unknown is not None:
            writer.line(f"check_branch({unknown})")
        return writer.read(block.end.operands[0], "u32")
    if block.kind == "call":
        return call_value(writer, block.end)
    return "None"


def call_value(writer: Writer, instr: Instr) -> str:
    """The address called, where it is in a register."""
    for operand in instr.operands:
        if isinstance(operand, Reg):
            unknown = writer.unknown(operand)
            if unknown is not None:
                writer.line(f"check_call({unknown})")
            return writer.read(operand, "u64")
        if isinstance(operand, Symbol):
            return "None"
    return "None"
