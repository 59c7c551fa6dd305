"""PTX as a machine IR: modules, functions, basic blocks, frozen instructions and their operands.

Everything read from text keeps the text it came from (with the spaces and comments in front of
it), so that printing an untouched module gives the same bytes. An instruction made by a pass has
no text and is printed in the usual layout.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from opencicc.machine.types import bits_of
from opencicc.record import once


class Reg(NamedTuple):
    """A declared register. `scope` tells apart equal names of different `{ }` scopes.

    Registers are dictionary keys everywhere: a tuple is hashed and compared without Python's help.
    """

    name: str
    type: str
    scope: int = 0

    @property
    def is_predicate(self) -> bool:
        return self.type == "pred"

    @property
    def bits(self) -> int:
        return bits_of(self.type)

    def __str__(self) -> str:
        return self.name


# The carry flag that `.cc` instructions write and addc, subc and madc read.
CARRY = Reg("%cc", "cc", -1)


@dataclass(frozen=True)
class Imm:
    """An integer or floating-point constant, as written."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Symbol:
    """A name that is no register: a variable, a function, a label, a parameter, or the sink `_`."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Special:
    """A special register such as %tid.x."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Address:
    """`[base+offset]`; `index` holds what follows a comma (texture and tensor coordinates)."""

    base: Operand
    offset: int = 0
    index: tuple[Operand, ...] = ()

    def __str__(self) -> str:
        offset = f"+{self.offset}" if self.offset else ""
        return "[" + ", ".join([f"{self.base}{offset}", *map(str, self.index)]) + "]"


@dataclass(frozen=True)
class Vector:
    """`{a, b, c}`."""

    items: tuple[Operand, ...]

    def __str__(self) -> str:
        return "{" + ", ".join(map(str, self.items)) + "}"


@dataclass(frozen=True)
class Group:
    """`(a, b)`: the argument and return lists of a call."""

    items: tuple[Operand, ...]

    def __str__(self) -> str:
        return "(" + ", ".join(map(str, self.items)) + ")"


@dataclass(frozen=True)
class Pair:
    """`a|b`: two destinations, as setp and shfl have them."""

    first: Operand
    second: Operand

    def __str__(self) -> str:
        return f"{self.first}|{self.second}"


@dataclass(frozen=True)
class Negated:
    """`!p`, or `-1*x` style negation of a register operand."""

    sign: str
    operand: Operand

    def __str__(self) -> str:
        return f"{self.sign}{self.operand}"


@dataclass(frozen=True)
class Part:
    """`%r1.b0`, `%f1.x`: a byte, half or component selected from a register."""

    reg: Reg
    selector: str

    def __str__(self) -> str:
        return f"{self.reg}.{self.selector}"


Operand = Reg | Imm | Symbol | Special | Address | Vector | Group | Pair | Negated | Part


@dataclass(frozen=True)
class Guard:
    """`@p` or `@!p` before an instruction."""

    reg: Reg
    is_negated: bool = False

    def __str__(self) -> str:
        return f"@{'!' if self.is_negated else ''}{self.reg}"


@cache
def split_opcode(opcode: str) -> tuple[str, ...]:
    """`ld.global.v2.f32` as ("ld", "global", "v2", "f32"); `L2::64B` stays one part."""
    return tuple(opcode.split("."))


@dataclass(frozen=True, init=False)
class Instr:
    """One instruction. `text` is its source, or None for an instruction made by a pass."""

    opcode: str
    operands: tuple[Operand, ...] = ()
    guard: Guard | None = None
    line: int = 0
    text: str | None = field(default=None, compare=False)

    def __init__(
        self,
        opcode: str,
        operands: tuple[Operand, ...] = (),
        guard: Guard | None = None,
        line: int = 0,
        text: str | None = None,
    ) -> None:
        # There are as many as lines: what a frozen dataclass would write costs twice as much.
        fields = self.__dict__
        fields["opcode"], fields["operands"], fields["guard"] = opcode, operands, guard
        fields["line"], fields["text"] = line, text

    @once
    def base(self) -> str:
        return split_opcode(self.opcode)[0]

    @property
    def modifiers(self) -> tuple[str, ...]:
        return split_opcode(self.opcode)[1:]

    def changed(self, **fields: object) -> Instr:
        """A copy with other fields, which no longer prints as the source did."""
        return dataclasses.replace(self, text=None, **fields)  # type: ignore[arg-type]


@dataclass(frozen=True)
class RegDecl:
    """`.reg .b32 %r<10>;`: names with a count are the family prefix0 .. prefix(count-1)."""

    type: str
    names: tuple[tuple[str, int | None], ...]


@dataclass(frozen=True)
class Variable:
    """A variable or parameter declaration; `elements` is None for `[]`, `initial` the text after `=`."""

    name: str
    space: str
    type: str
    align: int
    elements: int | None = 1
    initial: str | None = None
    linkage: tuple[str, ...] = ()
    is_array: bool = False
    is_pointer: bool = False
    attributes: tuple[str, ...] = ()

    @property
    def size_bytes(self) -> int:
        return (self.elements or 0) * bits_of(self.type) // 8


@dataclass(frozen=True)
class Table:
    """`name: .branchtargets a, b;` or `.calltargets`."""

    name: str
    targets: tuple[str, ...]


@dataclass(frozen=True)
class Prototype:
    """`name: .callprototype (ret) _ (params);`."""

    name: str
    returns: tuple[Variable, ...]
    params: tuple[Variable, ...]


Detail = RegDecl | Variable | Table | Prototype | tuple[Variable, ...] | None


@dataclass(frozen=True)
class Directive:
    """Anything in a body or module that is not executed: declarations, `.loc`, braces, sections."""

    kind: str
    text: str
    line: int = 0
    detail: Detail = None

    @property
    def variables(self) -> tuple[Variable, ...]:
        if isinstance(self.detail, Variable):
            return (self.detail,)
        return self.detail if isinstance(self.detail, tuple) else ()


Statement = Instr | Directive


@dataclass
class Block:
    """A basic block: an optional label, then statements; only the last instruction may branch."""

    label: str | None = None
    label_text: str = ""
    body: list[Statement] = field(default_factory=list)
    scope: int = 0
    line: int = 0

    @property
    def instrs(self) -> Iterator[Instr]:
        return (s for s in self.body if isinstance(s, Instr))

    @property
    def last(self) -> Instr | None:
        return next((s for s in reversed(self.body) if isinstance(s, Instr)), None)


@dataclass
class MachineFunction:
    """A kernel (`entry`) or device function (`func`); a declaration has no blocks, nor has one whose body was not read."""

    name: str
    kind: str
    linkage: tuple[str, ...] = ()
    params: tuple[Variable, ...] = ()
    returns: tuple[Variable, ...] = ()
    limits: dict[str, tuple[int, ...]] = field(default_factory=dict)
    blocks: list[Block] = field(default_factory=list)
    header_text: str = ""
    tail_text: str = ""
    is_declaration: bool = False
    is_unread: bool = False  # `header_text` holds the body too
    line: int = 0
    scope_parents: list[int] = field(default_factory=lambda: [-1])

    @property
    def is_kernel(self) -> bool:
        return self.kind == "entry"

    @property
    def instrs(self) -> Iterator[Instr]:
        return (instr for block in self.blocks for instr in block.instrs)

    @property
    def directives(self) -> Iterator[Directive]:
        return (s for block in self.blocks for s in block.body if isinstance(s, Directive))

    @property
    def tables(self) -> dict[str, Table]:
        return {d.detail.name: d.detail for d in self.directives if isinstance(d.detail, Table)}

    def new_registers(self, type: str, count: int) -> list[Reg]:
        """Fresh registers of one type; the declaration is widened, or added, at the top."""
        return _declare_registers(self, type, count)


Item = Directive | MachineFunction


@dataclass
class MachineModule:
    """A PTX file: directives, variables and functions in order."""

    items: list[Item] = field(default_factory=list)
    tail_text: str = ""

    @property
    def functions(self) -> list[MachineFunction]:
        return [item for item in self.items if isinstance(item, MachineFunction)]

    @property
    def variables(self) -> list[Variable]:
        return [v for item in self.items if isinstance(item, Directive) for v in item.variables]

    def function(self, name: str) -> MachineFunction | None:
        """The definition of `name`, else its declaration, else None."""
        found = [f for f in self.functions if f.name == name]
        return next((f for f in found if not f.is_declaration), found[0] if found else None)

    def setting(self, kind: str) -> str:
        """What follows a directive such as `.version`, `.target` or `.address_size`."""
        for item in self.items:
            if isinstance(item, Directive) and item.kind == kind:
                return item.text.rsplit(kind, 1)[1].split("//")[0].strip()
        return ""


def _declare_registers(function: MachineFunction, type: str, count: int) -> list[Reg]:
    prefix = f"%n_{type}_"
    entry = function.blocks[0]
    for position, statement in enumerate(entry.body):
        detail = statement.detail if isinstance(statement, Directive) else None
        if isinstance(detail, RegDecl) and detail.names[0][0] == prefix:
            start = detail.names[0][1] or 0
            entry.body[position] = _register_family(prefix, type, start + count)
            return [Reg(f"{prefix}{n}", type) for n in range(start, start + count)]
    entry.body.insert(0, _register_family(prefix, type, count))
    return [Reg(f"{prefix}{n}", type) for n in range(count)]


def _register_family(prefix: str, type: str, count: int) -> Directive:
    return Directive(".reg", f"\n\t.reg .{type} \t{prefix}<{count}>;", 0, RegDecl(type, ((prefix, count),)))
