"""Declarations: registers, variables, parameter lists, branch-target tables, call prototypes."""

from __future__ import annotations

import re

from opencicc.machine.ir import Prototype, RegDecl, Table, Variable
from opencicc.machine.lexer import split_commas, without_comments
from opencicc.machine.types import BITS, bits_of

SPACES = frozenset({"global", "shared", "const", "local", "param", "tex"})
LINKAGE = frozenset({"visible", "extern", "weak", "common", "internal"})
DECLARATOR = re.compile(r"^([A-Za-z_$%][\w$]*)\s*((?:\[[^\]]*\]\s*)*)$")
FAMILY = re.compile(r"^([\w$%]+)<(\d+)>$")
WORD = re.compile(r"\.?[\w$%:]+(?:\([^)]*\))?")


def parse_registers(text: str) -> RegDecl:
    """`.reg .b32 %r<10>, a, b;`, or with no blank in `.reg.b32`"""
    words = without_comments(text).strip().rstrip(";").removeprefix(".reg")
    type, names = re.split(r"\s+", words.strip(), maxsplit=1)
    while names.startswith("."):  # `.reg .v4 .b32 x` does not occur in compiler output; keep the element type
        type, names = re.split(r"\s+", names, maxsplit=1)
    entries: list[tuple[str, int | None]] = []
    for piece in split_commas(names):
        family = FAMILY.match(piece)
        entries.append((family[1], int(family[2])) if family else (piece, None))
    return RegDecl(type.lstrip("."), tuple(entries))


def parse_variables(text: str, space: str = "") -> tuple[Variable, ...]:
    """A declaration without its semicolon: attributes, then one or more declarators."""
    text = without_comments(text).strip()
    attributes, rest = _split_attributes(text)
    left, _, initial = rest.partition("=")
    names = split_commas(left)
    values = [initial.strip()] if initial else [None] * len(names)
    return tuple(_variable(attributes, name, value, space) for name, value in zip(names, values, strict=False))


def _split_attributes(text: str) -> tuple[list[str], str]:
    words: list[str] = []
    position = 0
    while match := WORD.match(text, position):
        word = match[0]
        takes_number = bool(words) and words[-1] == ".align"
        if not (word.startswith(".") or takes_number):
            break
        words.append(word)
        position = match.end()
        while position < len(text) and text[position].isspace():
            position += 1
    return words, text[position:].strip()


def _variable(words: list[str], declarator: str, initial: str | None, space: str) -> Variable:
    plain = [word.lstrip(".") for word in words]
    type = next((word for word in plain if word in BITS), "b64" if "ptr" in plain else "b8")
    match = DECLARATOR.match(declarator)
    name, dimensions = (match[1], re.findall(r"\[([^\]]*)\]", match[2])) if match else (declarator, [])
    elements: int | None = 1
    for size in dimensions:
        elements = None if not size.strip() or elements is None else elements * int(size, 0)
    for vector, factor in (("v2", 2), ("v4", 4)):
        if vector in plain and elements is not None:
            elements *= factor
    if elements is None and initial is not None:
        elements = len(split_commas(initial.strip("{} \t\n")))
    # A pointer parameter's `.align` speaks of what it points to, not of the parameter.
    is_pointer = "ptr" in plain
    has_align = "align" in plain and not is_pointer
    align = int(plain[plain.index("align") + 1]) if has_align else max(bits_of(type) // 8, 1)
    return Variable(
        name=name,
        space=space or next((word for word in plain if word in SPACES), "global"),
        type=type,
        align=align,
        elements=elements,
        initial=initial,
        linkage=tuple(word for word in plain if word in LINKAGE),
        is_array=bool(dimensions),
        is_pointer=is_pointer,
        attributes=tuple(word for word in plain if word.startswith("attribute")),
    )


def parse_parameters(text: str) -> tuple[Variable, ...]:
    """The inside of a parameter list's parentheses."""
    text = without_comments(text).strip()
    return tuple(variable for piece in split_commas(text) for variable in parse_variables(piece)) if text else ()


def parse_table(name: str, text: str) -> Table:
    """What follows `name: .branchtargets`, without the semicolon."""
    return Table(name, tuple(split_commas(without_comments(text).strip())))


def parse_prototype(name: str, text: str) -> Prototype:
    """What follows `name: .callprototype`, without the semicolon."""
    groups = _groups(without_comments(text))
    returns, params = (groups[0], groups[1]) if len(groups) > 1 else ("", groups[0] if groups else "")
    return Prototype(name, parse_parameters(returns), parse_parameters(params))


def _groups(text: str) -> list[str]:
    """The insides of the top-level parentheses in order."""
    found, depth, start = [], 0, 0
    for position, char in enumerate(text):
        if char == "(":
            depth += 1
            start = position + 1 if depth == 1 else start
        elif char == ")":
            depth -= 1
            if depth == 0:
                found.append(text[start:position])
    return found


HEADER_NAME = re.compile(r"\s*([A-Za-z_$%][\w$]*)")
LIMIT = re.compile(r"\.(\w+)((?:\s+\d+(?:\s*,\s*\d+)*)?)")


def parse_header(text: str) -> tuple[str, tuple[Variable, ...], tuple[Variable, ...], dict[str, tuple[int, ...]]]:
    """What follows `.entry` or `.func`: name, parameters, returns and the limits (`.maxntid` ...)."""
    text = without_comments(text).strip()
    returns: tuple[Variable, ...] = ()
    while text.startswith("."):  # attributes such as .attribute(.unified(...)) before the name
        text = text[len(WORD.match(text)[0]) :].strip()  # type: ignore[index]
    if text.startswith("("):
        inside = _groups(text)[0]
        returns = parse_parameters(inside)
        text = text[text.index(inside) + len(inside) :].lstrip()[1:] if inside else text[text.index(")") + 1 :]
    match = HEADER_NAME.match(text)
    name = match[1] if match else ""
    rest = text[match.end() :].strip() if match else text
    params: tuple[Variable, ...] = ()
    if rest.startswith("("):
        inside = _groups(rest)[0]
        params = parse_parameters(inside)
        rest = rest[rest.index(inside) + len(inside) + 1 :] if inside else rest[rest.index(")") + 1 :]
    limits = {m[1]: tuple(int(n) for n in m[2].replace(",", " ").split()) for m in LIMIT.finditer(rest)}
    return name, params, returns, limits
