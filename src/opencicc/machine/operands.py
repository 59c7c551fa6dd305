"""Operand text to operand values, with the registers of the enclosing scopes."""

from __future__ import annotations

import re

from opencicc.machine.ir import Address, Group, Imm, Negated, Operand, Pair, Part, Reg, RegDecl, Special, Symbol, Vector
from opencicc.machine.lexer import split_commas

FAMILY_MEMBER = re.compile(r"(.*?)(0|[1-9]\d*)$")
NUMBER = re.compile(r"[+-]?(?:0[fFdD][0-9a-fA-F]+|\d[\w.+-]*)U?$")
OFFSET = re.compile(r"^(.*?[\w$\])])\s*([+-])\s*(-?\s*(?:0[xX][0-9a-fA-F]+|\d+))U?$")
SPECIALS = re.compile(
    r"%(?:tid|ntid|ctaid|nctaid|cluster\w*|nclusterid|laneid|warpid|nwarpid|smid|nsmid|gridid|lanemask_\w+|clock\w*"
    r"|globaltimer\w*|pm\d\w*|envreg\d+|total_smem_size|aggr_smem_size|dynamic_smem_size|is_explicit_cluster"
    r"|reserved_smem_offset_\w+|current_graph_exec)(?:\.[xyzw])?$"
)


class Scope:
    """The registers that one `{ }` declares, and a cache of operands parsed under it."""

    def __init__(self, number: int, parent: Scope | None) -> None:
        self.number = number
        self.parent = parent
        self.families: dict[str, tuple[str, int]] = {}
        self.names: dict[str, str] = {}
        # Shared with the parent until this scope declares a register of its own.
        self.cache: dict[str, Operand] = parent.cache if parent else {}
        self.registers: dict[
            tuple[str, str], Reg
        ] = {}  # made already: equal ones are found fastest where they are the same

    def declare(self, declaration: RegDecl) -> None:
        self.cache = {}
        for name, count in declaration.names:
            if count is None:
                self.names[name] = declaration.type
            else:
                self.families[name] = (declaration.type, count)

    def find(self, name: str) -> Reg | None:
        scope: Scope | None = self
        member = FAMILY_MEMBER.match(name)
        while scope is not None:
            if name in scope.names:
                return scope.register(name, scope.names[name])
            if member and scope.families:
                family = scope.families.get(member[1])
                # `%r1<10>` next to `%r<200>` can make a longer prefix the family of a name.
                if family is None or int(member[2]) >= family[1]:
                    family = scope.find_family(name)
                if family:
                    return scope.register(name, family[0])
            scope = scope.parent
        return None

    def register(self, name: str, type: str) -> Reg:
        found = self.registers.get((name, type))
        if found is None:
            found = self.registers[name, type] = Reg(name, type, self.number)
        return found

    def find_family(self, name: str) -> tuple[str, int] | None:
        for prefix, family in self.families.items():
            digits = name[len(prefix) :]
            if name.startswith(prefix) and digits.isdigit() and int(digits) < family[1]:
                return family
        return None

    def parse(self, text: str) -> Operand:
        operand = self.cache.get(text)
        if operand is None:
            operand = self.cache[text] = parse_operand(text, self)
        return operand

    def parse_list(self, text: str) -> tuple[Operand, ...]:
        if not text.strip():
            return ()
        known = self.cache.get
        return tuple([known(piece) or self.parse(piece) for piece in split_commas(text)])


def parse_operand(text: str, scope: Scope) -> Operand:
    """One operand; names that are no registers become symbols, which only later stages can judge."""
    first = text[:1]
    if first == "{":
        return Vector(scope.parse_list(text[1:-1]))
    if first == "(":
        return Group(scope.parse_list(text[1:-1]))
    if first == "[":
        return parse_address(text[1:-1].strip(), scope)
    if "|" in text:
        left, right = text.split("|", 1)
        return Pair(scope.parse(left.strip()), scope.parse(right.strip()))
    if first == "!":
        return Negated(first, scope.parse(text[1:].strip()))
    if first.isdigit() or NUMBER.match(text):
        return Imm(text)
    if first == "-":
        return Negated(first, scope.parse(text[1:].strip()))
    register = scope.find(text)
    if register is not None:
        return register
    if SPECIALS.match(text):
        return Special(text)
    if "." in text:
        name, selector = text.rsplit(".", 1)
        owner = scope.find(name)
        if owner is not None:
            return Part(owner, selector)
    return Symbol(text)


def parse_address(text: str, scope: Scope) -> Operand:
    """The inside of `[ ]`: base, optional offset, optional coordinates."""
    pieces = split_commas(text)
    index = tuple(scope.parse(piece) for piece in pieces[1:])
    match = OFFSET.match(pieces[0])
    if match:
        offset = int(match[3].replace(" ", ""), 0) * (-1 if match[2] == "-" else 1)
        return Address(scope.parse(match[1].strip()), offset, index)
    return Address(scope.parse(pieces[0]), 0, index)
