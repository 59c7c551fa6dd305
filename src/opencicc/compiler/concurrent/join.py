"""Put the PTX texts of a module's parts together again: the text that one compile would have written.

Functions and variables follow the module's order; labels and call numbers are counted over the whole text. A symbol that
several parts may see has one owner, whose definition stays. What each part has a copy of (local functions, tables, shared
arrays) is kept once where the copies are the same, and gets a name of its own where a part made something else of it.
"""

from __future__ import annotations

import re

from opencicc.machine.lexer import without_comments
from opencicc.record import record, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

_FUNCTION = re.compile(r"(\.visible |\.weak |\.extern )?\.(?:func|entry)\s+(?:\([^)]*\)\s*)?([\w$.%]+)")
_VARIABLE = re.compile(r"(\.visible |\.weak |\.extern |\.common )?\.(?:global|const|shared)\b")
_DEMOTED = re.compile(
    r"// (\S+) has been demoted$"
)  # libLLVM's note that a variable went into the one kernel that uses it
_ALIGNMENT = re.compile(r"(\.align )(\d+)")
_NUMBERED = re.compile(r"(\$L__BB|__local_depot)\d+")  # names with the number of their function
_CALL = re.compile(r"(// callseq |\bprototype_)(\d+)\b")
_WORD = re.compile(r"[A-Za-z_$%][\w$]*")
_BODY = "\n{\n"


class UnknownText(Exception):
    """Something at the top level of a PTX text that is neither a function nor a variable."""


@record
class Item:
    """One declaration or definition of a PTX text."""

    name: str
    scope: str  # "visible", "weak", "extern", "common", or "" for what only this text sees
    is_function: bool
    is_definition: bool
    text: str
    part: int = 0
    is_note: bool = False  # a comment that stands for a variable

    @property
    def is_local(self) -> bool:
        return not self.scope


def join(
    texts: Sequence[str], owner: dict[str, int], order: Sequence[str], functions: Collection[str] = frozenset()
) -> str:
    """One text from those of the parts. `owner` says which part defines a symbol that others see, `order` how they follow.

    `functions` are those that have to be in it.
    """
    header, parts = "", []
    for number, text in enumerate(texts):
        head, items = read_items(text, number)
        header = header or head
        parts.append(items)
    kept = _settle_names([item for items in parts for item in items if _is_kept(item, owner)])
    lost = set(functions).difference(item.name for item in kept if item.is_function and item.is_definition)
    if lost:
        raise UnknownText(f"no definition of {', '.join(sorted(lost))}")
    return _write(header, kept, order)


def read_items(text: str, part: int = 0) -> tuple[str, list[Item]]:
    """The header, and every function and variable behind it."""
    lines = text.split("\n")
    at = next((n for n, line in enumerate(lines) if line.startswith(".address_size")), None)
    if at is None:
        raise UnknownText("the PTX has no .address_size line")
    return "\n".join(lines[: at + 1]), list(_scan(lines, at + 1, part))


def _scan(lines: list[str], at: int, part: int) -> Iterator[Item]:
    while at < len(lines):
        line = lines[at]
        if not line or line.startswith("\t// .globl"):
            at += 1
            continue
        function = _FUNCTION.match(line)
        if function:
            end = _find_end(lines, at)
            scope = (function[1] or "").strip(" .")
            is_definition = lines[end] == "}"
            yield Item(function[2], scope, True, is_definition, "\n".join(lines[at : end + 1]), part)
            at = end + 1
            continue
        demoted = _DEMOTED.match(line)
        if demoted:
            yield Item(demoted[1], "", False, True, line, part, is_note=True)
            at += 1
            continue
        variable = _VARIABLE.match(line)
        if not variable or not line.endswith(";"):
            raise UnknownText(line)
        scope = (variable[1] or "").strip(" .")
        name = line.partition("=")[0].rstrip("; ").rpartition(" ")[2].partition("[")[0]
        yield Item(name, scope, False, scope != "extern", line, part)
        at += 1


def _find_end(lines: list[str], at: int) -> int:
    """The line that ends a function: the first closing brace that leaves none open, as inline assembly has some of its own.

    The notes around inline assembly are no help: a pass that replaces the instruction behind it takes them away.
    """
    while lines[at] != "{":
        if lines[at].endswith(";"):  # a declaration; one of a function that never returns ends in `.noreturn;`
            return at
        at += 1
    depth, start = 0, at
    while True:
        try:
            at = lines.index("}", at + 1)
        except ValueError:
            raise UnknownText(f"a function without an end: {lines[start - 1]}") from None
        body = without_comments("\n".join(lines[start : at + 1]))
        depth, start = depth + body.count("{") - body.count("}"), at + 1
        if depth <= 0:
            return at


def _is_kept(item: Item, owner: dict[str, int]) -> bool:
    """Of a symbol that has an owner only its definition there stays; other declarations are written anew where needed."""
    if item.name in owner:
        return item.is_definition and owner[item.name] == item.part
    return item.is_definition or item.scope == "extern"


def _settle_names(items: list[Item]) -> list[Item]:
    """Each symbol once; what is local and differs between parts gets another name in the later ones."""
    first: dict[str, Item] = {}
    others: list[Item] = []
    for item in items:
        known = first.setdefault(item.name, item)
        if known is item or item.is_note:
            continue
        if known.is_note:
            first[item.name] = item
            continue
        if item.is_local:
            others.append(item)
        elif not item.is_function:
            first[item.name] = _with_alignment(known, item)  # an extern array: the strictest wish holds
    if not others:
        return list(first.values())
    renamed = _find_different(first, others)
    if not renamed:
        return list(first.values())
    return _rename(list(first.values()), others, renamed)


def _find_different(first: dict[str, Item], others: list[Item]) -> set[tuple[int, str]]:
    """(part, name) of the copies that are not what the first of the name is, or that refer to such a copy."""
    plain = {name: _plain(item.text) for name, item in first.items() if item.is_local}
    renamed = {(item.part, item.name) for item in others if _plain(item.text) != plain.get(item.name)}
    words = {(item.part, item.name): set(_WORD.findall(item.text)) for item in others} if renamed else {}
    while True:
        more = {
            key
            for key, found in words.items()
            if key not in renamed and any((key[0], word) in renamed for word in found)
        }
        if not more:
            return renamed
        renamed |= more


def _plain(text: str) -> str:
    """The text without what depends on its place in a file."""
    return _number_calls(_NUMBERED.sub(r"\g<1>", text), 0)[0]


def _rename(kept: list[Item], others: list[Item], renamed: set[tuple[int, str]]) -> list[Item]:
    """All items, the different copies under names of their own and their part's references with them."""
    taken = {item.name for item in kept}
    names: dict[int, dict[str, str]] = {}
    for part, name in sorted(renamed):
        number = 1
        while f"{name}${number}" in taken:
            number += 1
        taken.add(f"{name}${number}")
        names.setdefault(part, {})[name] = f"{name}${number}"

    def settle(item: Item) -> Item:
        changes = names.get(item.part)
        if not changes:
            return item
        text = _WORD.sub(lambda word: changes.get(word[0], word[0]), item.text)
        is_copy = (item.part, item.name) in renamed
        return replace(item, text=text, name=changes[item.name] if is_copy else item.name)

    copies = [item for item in others if (item.part, item.name) in renamed]
    return [settle(item) for item in (*kept, *copies)]


def _with_alignment(known: Item, other: Item) -> Item:
    mine, theirs = _ALIGNMENT.search(known.text), _ALIGNMENT.search(other.text)
    if mine and theirs and int(theirs[2]) > int(mine[2]):
        return replace(known, text=_ALIGNMENT.sub(rf"\g<1>{theirs[2]}", known.text, count=1))
    return known


def _write(header: str, items: list[Item], order: Sequence[str]) -> str:
    place = {name: at for at, name in enumerate(order)}

    def key(item: Item) -> tuple[int, int, str]:
        base = item.name.partition("$")[0] if item.name not in place else item.name
        return place.get(item.name, place.get(base, len(place))), item.part, item.name

    variables = sorted((item for item in items if not item.is_function), key=key)
    declared = sorted((item for item in items if item.is_function and not item.is_definition), key=key)
    functions = sorted((item for item in items if item.is_function and item.is_definition), key=key)
    forward = _called_before(functions, variables)
    pieces = [header, ""]
    if functions:  # libLLVM begins its first function before it writes what belongs to the module
        pieces += _announce(functions[0])
    pieces += [item.text for item in declared]
    pieces += [_declaration(item) for item in functions if item.name in forward]
    pieces += [item.text for item in _dependencies_first(variables)]
    pieces.append("")
    calls = 0
    for number, function in enumerate(functions):
        text = _NUMBERED.sub(rf"\g<1>{number}", function.text)
        text, calls = _number_calls(text, calls)
        pieces += _announce(function) if number else ()
        pieces.append(text)
    return "\n".join(pieces) + "\n"


def _announce(function: Item) -> tuple[str, ...]:
    return () if function.is_local else (f"\t// .globl\t{function.name}",)


def _number_calls(text: str, first: int) -> tuple[str, int]:
    """The text with its calls counted from `first` on, and the next number."""
    if "callseq " not in text and "prototype_" not in text:
        return text, first
    numbers: dict[str, str] = {}

    def renumber(found: re.Match[str]) -> str:
        return found[1] + numbers.setdefault(found[2], str(first + len(numbers)))

    return _CALL.sub(renumber, text), first + len(numbers)


def _called_before(functions: list[Item], variables: list[Item]) -> set[str]:
    """The functions that something names before their definition."""
    callable_ = {item.name for item in functions if ".entry" not in item.text.partition("(")[0]}
    if not callable_:
        return set()
    found: set[str] = set()
    for item in variables:
        found |= callable_ & set(_WORD.findall(item.text.partition("=")[2]))
    waiting = set(callable_)
    for item in functions:
        waiting.discard(item.name)
        if waiting and ("call" in item.text or any(name in item.text for name in waiting)):
            found |= waiting & set(_WORD.findall(item.text.partition(_BODY)[2]))
    return found


def _declaration(function: Item) -> str:
    """A definition's head as libLLVM writes a declaration: the parameters in lines of their own."""
    head = function.text.partition(_BODY)[0]
    before, name, after = head.partition(f" {function.name}(")
    return f"{before}{name[:-1]}\n({after}\n;"


def _dependencies_first(variables: list[Item]) -> list[Item]:
    """Variables in their order, each after those that its initialiser names."""
    if not any("=" in item.text and re.search(r"[A-Za-z_$]", item.text.partition("=")[2]) for item in variables):
        return variables
    from opencicc.compiler.variable_order import dependencies_first

    by_name = {item.name: item for item in variables}
    return [by_name[name] for name in dependencies_first(list(by_name), lambda name: by_name[name].text)]
