"""Writer: collects the Python source of one basic block, one local variable for each value.

A register's value may be wanted as different kinds (u32, s32, f32): each view is made once and
remembered. What leaves the block is stored in R under the register's number, as unsigned bits;
the undefined bits of registers that may carry some are stored behind them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opencicc.emulate.emit.constants import bits_of_kind, constant_bits
from opencicc.emulate.errors import NotEmulatedError
from opencicc.machine.defuse import uses
from opencicc.machine.ir import Imm, Instr, Negated, Operand, Reg, Special, Symbol


class Writer:
    """The source of one block. `address_of` gives an expression for the address of a symbol."""

    def __init__(
        self,
        registers: dict[Reg, int],
        tracked: frozenset[Reg],
        constants: dict[str, Any],
    ) -> None:
        self.registers = registers
        self.tracked = tracked
        self.constants = constants
        self.address_of: Callable[[str], str | None] = lambda name: None
        self.lines: list[str] = []
        self.origins: list[Instr] = []
        self.forms: dict[Reg, dict[str, str]] = {}
        self.unknowns: dict[Reg, str] = {}
        self.changed: dict[Reg, None] = {}
        self.count = 0
        self.instr = Instr("nop")
        self.kernel_params: dict[str, int] = {}
        self.loads: list[int] = []

    def begin(self, instr: Instr) -> None:
        self.instr = instr

    def line(self, text: str) -> None:
        self.lines.append(text)
        self.origins.append(self.instr)

    def fresh(self) -> str:
        self.count += 1
        return f"v{self.count}"

    def let(self, expression: str) -> str:
        """Bind an expression to a new local variable."""
        name = self.fresh()
        self.line(f"{name} = {expression}")
        return name

    def load(self, slot: int) -> str:
        """A value from before this block."""
        self.loads.append(slot)
        return self.let(f"R[{slot}]")

    def constant(self, value: Any, name: str = "") -> str:
        """A name for a value that the compiled block refers to."""
        key = name or f"k{len(self.constants)}"
        self.constants.setdefault(key, value)
        return key

    def immediate(self, text: str, kind: str) -> str:
        array = constant_bits(text, kind)
        return self.constant(array, f"c_{kind}_{array.tobytes().hex()}")

    def number(self, value: int, kind: str) -> str:
        return self.immediate(str(value), kind)

    def not_emulated(self, why: str = "") -> NotEmulatedError:
        detail = f" ({why})" if why else ""
        return NotEmulatedError(
            f"'{self.instr.opcode}' is not emulated{detail}",
            at=f"line {self.instr.line}",
            fix="docs/emulator.md lists what is emulated",
        )

    # Reading.

    def read(self, operand: Operand, kind: str) -> str:
        """An expression for an operand as an array of `kind`."""
        if isinstance(operand, Reg):
            return self.read_register(operand, kind)
        if isinstance(operand, Imm):
            return self.immediate(operand.text, kind)
        if isinstance(operand, Special):
            value = self.let(f"V.special({operand.name[1:]!r})")
            return value if kind == "u32" else self.let(f"{value}.astype({kind})")
        if isinstance(operand, Negated) and operand.sign == "!":
            return self.let(f"~{self.read(operand.operand, 'pred')}")
        if isinstance(operand, Symbol):
            if operand.name == "WARP_SZ":
                return self.immediate("32", kind)
            address = self.address_of(operand.name)
            if address is not None:
                return address if kind == "u64" else self.let(f"{address}.astype({kind})")
            raise self.not_emulated(f"unknown symbol '{operand.name}'")
        raise self.not_emulated(f"operand {operand}")

    def read_register(self, reg: Reg, kind: str) -> str:
        forms = self.forms.get(reg)
        if forms is None:
            name = self.load(self.registers[reg])
            forms = self.forms[reg] = {self.storage(reg): name}
        if kind in forms:
            return forms[kind]
        bits, wanted = reg.bits, bits_of_kind(kind)
        if bits == wanted:
            forms[kind] = self.let(f"{next(iter(forms.values()))}.view({kind})")
        elif wanted < bits and kind != "pred":
            whole = self.read_register(reg, f"u{bits}")
            narrow = self.let(f"{whole}.astype(u{wanted})")
            forms[kind] = narrow if kind == f"u{wanted}" else self.let(f"{narrow}.view({kind})")
        else:
            raise self.not_emulated(f"a {reg.type} register used as {kind}")
        return forms[kind]

    @staticmethod
    def storage(reg: Reg) -> str:
        return f"u{reg.bits}" if reg.bits > 1 else "pred"

    def unknown(self, operand: Operand) -> str | None:
        """The undefined bits of an operand, or None where it can't have any."""
        if isinstance(operand, Negated):
            return self.unknown(operand.operand)
        if not isinstance(operand, Reg) or operand not in self.tracked:
            return None
        if operand not in self.unknowns:
            self.unknowns[operand] = self.load(self.registers[operand] + len(self.registers))
        return self.unknowns[operand]

    # Writing.

    def write(self, operand: Operand, kind: str, expression: str, unknown: str | None = None) -> None:
        """Assign a result. A narrower kind is extended to the register, by its own signedness.

        `unknown` is an expression for the undefined bits; without it all bits are undefined where
        any register the instruction reads has an undefined bit.
        """
        if isinstance(operand, Symbol) and operand.name == "_":
            return
        if not isinstance(operand, Reg):
            raise self.not_emulated(f"destination {operand}")
        bits, width = operand.bits, bits_of_kind(kind)
        if width < bits:
            wide = f"{kind[0]}{bits}" if kind[0] in "us" else ""
            if not wide:
                raise self.not_emulated(f"a {kind} result in a {operand.type} register")
            expression, kind = f"({expression}).astype({wide})", wide
        elif width > bits:
            raise self.not_emulated(f"a {kind} result in a {operand.type} register")
        guard = self.guard()
        if guard is not None:
            old = self.read_register(operand, kind)
            expression = f"where({guard}, {expression}, {old})"
        self.write_unknown(operand, unknown, guard)
        self.forms[operand] = {kind: self.let(expression)}
        self.changed[operand] = None

    def guard(self) -> str | None:
        guard = self.instr.guard
        if guard is None:
            return None
        name = self.read_register(guard.reg, "pred")
        return f"~{name}" if guard.is_negated else name

    def write_unknown(self, reg: Reg, unknown: str | None, guard: str | None) -> None:
        if reg not in self.tracked:
            return
        expression = self.default_unknown(reg.bits) if unknown is None else unknown
        if guard is not None:
            old = self.unknown(reg)
            expression = f"where({guard}, {expression}, {old})"
            guard_unknown = self.unknown(self.instr.guard.reg)  # type: ignore[union-attr]
            if guard_unknown is not None:
                expression = f"({expression}) | spread({reg.bits}, {guard_unknown})"
        self.unknowns[reg] = self.let(expression)

    def default_unknown(self, bits: int) -> str:
        sources = [self.unknown(reg) for reg in dict.fromkeys(uses(self.instr)) if reg.type != "cc"]
        names = [name for name in sources if name is not None]
        return f"spread({bits}, {', '.join(names)})" if names else f"CLEAN[{bits}]"

    def any_unknown(self, *operands: Operand) -> list[str]:
        return [name for name in map(self.unknown, operands) if name is not None]

    def finish(self, live: frozenset[Reg]) -> list[int]:
        """Store what later blocks read; returns the numbers of the slots written."""
        slots = []
        for reg in self.changed:
            if reg not in live:
                continue
            slots.append(self.registers[reg])
            self.line(f"R[{slots[-1]}] = {self.read_register(reg, self.storage(reg))}")
            if reg in self.tracked:
                slots.append(self.registers[reg] + len(self.registers))
                self.line(f"R[{slots[-1]}] = {self.unknowns[reg]}")
        return slots
