"""A template of inline assembly as instructions with their operands, as far as it is a plain list of them."""

from __future__ import annotations

import re

from opencicc.record import record

OUTPUT_OR_INPUT = re.compile(r"=?&?[hrlfd]|\d+")  # constraints of registers, and inputs that share one with an output
_OPERAND = r"(?:\$\d+|%?(?:\w|\$\$)+|-?\d+)"  # `$$` is how a template writes a dollar
_OPERANDS = re.compile(rf"\s*(\{{\s*{_OPERAND}(?:\s*,\s*{_OPERAND})*\s*\}}|\[\s*{_OPERAND}\s*\]|{_OPERAND})\s*(?:,|$)")
_WORD = re.compile(_OPERAND)
_DECLARATION = re.compile(rf"\.reg\s*\.(?:pred|[busf](?:8|16|32|64))\s+{_OPERAND}(?:\s*,\s*{_OPERAND})*")


@record
class Statement:
    """One instruction: `add.f16`, and its operands, each a group of words (several between braces, one between brackets)."""

    operation: str
    operands: tuple[tuple[str, ...], ...]


@record
class Template:
    """What inline assembly does, one instruction after the other; `$0` and so on are its results, then its arguments."""

    statements: tuple[Statement, ...]
    results: int
    shared: tuple[int, ...]  # for each argument the result whose register it shares, -1 for none


def read_template(text: str, constraints: str) -> Template | None:
    """None where it is anything but instructions without guards, in one scope, on registers. Comments may be marks of ours."""
    wanted = constraints.split(",") if constraints else []
    if "$(" in text or "//" in text or "/*" in text or not all(OUTPUT_OR_INPUT.fullmatch(each) for each in wanted):
        return None
    results = sum(each.startswith("=") for each in wanted)
    pieces = text.replace("\n", " ").split(";")
    statements = []
    for position, piece in enumerate(pieces):
        words = piece.strip()
        if position == 0:
            words = words.removeprefix("{").strip()
        if position == len(pieces) - 1:
            words = words.removesuffix("}").strip()
        if not words or _DECLARATION.fullmatch(words):
            continue
        statement = read_statement(words)
        if statement is None:
            return None
        statements.append(statement)
    shared = tuple(int(each) if each.isdigit() else -1 for each in wanted[results:])
    return Template(tuple(statements), results, shared)


def read_statement(text: str) -> Statement | None:
    operation, _, rest = text.partition(" ")
    if not operation[:1].isalpha():  # a guard, a label, a scope of its own, a directive
        return None
    operands = []
    position = 0
    while position < len(rest):
        found = _OPERANDS.match(rest, position)
        if found is None:
            return None
        operands.append(tuple(_WORD.findall(found[1])))
        position = found.end()
    return Statement(operation, tuple(operands))
