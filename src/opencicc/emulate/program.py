"""A kernel and what it calls, ready to run: registers numbered, frames laid out, stack need known."""

from __future__ import annotations

from typing import Any

from opencicc.emulate.blocks import CodeBlock
from opencicc.emulate.cutter import Cutter
from opencicc.emulate.layout import Layout, align_up
from opencicc.emulate.undefined import track_undefined
from opencicc.errors import UsageError, suggest
from opencicc.machine import MachineModule
from opencicc.machine.defuse import defs, registers, uses
from opencicc.machine.ir import MachineFunction, Reg
from opencicc.machine.liveness import solve


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
            for instr in block.instructions:
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

    def slots(self, bits: int) -> int:
        """A live set widened by the slots of undefined bits, which stand behind the registers."""
        return bits | (bits << len(self.registers)) if self.tracked else bits


class Program:
    """A kernel with everything it can reach, decoded."""

    def __init__(self, module: MachineModule, name: str) -> None:
        kernel = module.function(name)
        if kernel is None or kernel.is_declaration or not kernel.is_kernel:
            known = [function.name for function in module.functions if function.is_kernel]
            raise UsageError(
                f"no kernel '{name}' in this PTX", fix=suggest(name, known) + f"kernels: {', '.join(known)}"
            )
        self.kernel = kernel
        self.layout = Layout(module, kernel)
        self.functions = {each.name: FunctionCode(each, self.layout) for each in self.layout.functions.values()}
        self.code = self.functions[name]
        track_undefined(self.functions.values())
        self.is_recursive, self.stack_bytes = self.stack_need()
        self.uses_heap = any(function.name == "malloc" for function in module.functions)
        instrs = [instr for function in self.layout.functions.values() for instr in function.instrs]
        self.uses_alloca = any(instr.base == "alloca" for instr in instrs)
        self.reads_only = any(instr.base == "ld" and "nc" in instr.modifiers for instr in instrs)

    def stack_need(self) -> tuple[bool, int]:
        """(whether depth is unbounded, bytes of the deepest chain of calls)."""
        calls = {name: self.callees(code) for name, code in self.functions.items()}
        depth: dict[str, int] = {}
        active: set[str] = set()
        unbounded = False

        def visit(name: str) -> int:
            nonlocal unbounded
            if name in active:
                unbounded = True
                return 0
            if name not in depth:
                active.add(name)
                below = max([visit(callee) for callee in calls[name]], default=0)
                active.discard(name)
                depth[name] = self.functions[name].frame_bytes + below
            return depth[name]

        deepest = visit(self.kernel.name)
        return unbounded, deepest

    def callees(self, code: FunctionCode) -> set[str]:
        found: set[str] = set()
        for instr in code.function.instrs:
            if instr.base != "call":
                continue
            if any(isinstance(reg, Reg) for operand in instr.operands for reg in registers(operand)):
                return {name for name, each in self.functions.items() if not each.function.is_kernel}
            found.update(str(o) for o in instr.operands if str(o) in self.functions)
        return found
