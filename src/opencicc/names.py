"""Names of functions as people read them: demangled, and short enough for a line.

Files, JSON and remarks keep the names of the PTX, because programs look things up by them.
"""

from __future__ import annotations

from opencicc.llvm.demangle import demangle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

SHORT, WHOLE, MANGLED = "short", "whole", "mangled"
STYLES = (SHORT, WHOLE, MANGLED)
MOST_ARGUMENTS = 32  # characters of template arguments that a short name keeps
_OPEN, _CLOSE = "<([{", ">)]}"
_ANONYMOUS = "(anonymous namespace)"


def shown(name: str, style: str = SHORT) -> str:
    """A name in one of the styles: `scan<int, 256>`, `void scan<int, 256>(int const*, int)`, `_Z4scanIi...`."""
    if style == MANGLED:
        return name
    whole = demangle(name)
    return whole if style == WHOLE or whole == name else short(whole)


def shown_all(names: Iterable[str], style: str = SHORT) -> dict[str, str]:
    """The same of several that are shown together: those that would look alike are shown whole."""
    every = list(dict.fromkeys(names))
    chosen = {name: shown(name, style) for name in every}
    looks = list(chosen.values())
    if style == SHORT:
        chosen = {name: text if looks.count(text) == 1 else shown(name, WHOLE) for name, text in chosen.items()}
    return chosen


def short(whole: str) -> str:
    """`reduce<float, 256>` of `void ns::reduce<float, 256>(float const*)`: no result, namespaces or parameters."""
    if "operator" in whole:  # its sign may be a bracket, and without its class it says nothing
        return whole
    text = _without_parameters(whole.replace(_ANONYMOUS, ""))
    text = text[_last_outside(text, " ") + 1 :]
    text = text[_last_outside(text, ":") + 1 :]
    name, bracket, arguments = text.partition("<")
    return f"{name}<...>" if bracket and len(arguments) > MOST_ARGUMENTS else text


def _without_parameters(text: str) -> str:
    """Up to the parenthesis outside of all brackets that opens the parameters."""
    depth = 0
    for position, letter in enumerate(text):
        if letter == "(" and not depth and position:
            return text[:position]
        depth += _step(text, position)
    return text


def _last_outside(text: str, wanted: str) -> int:
    """Where a letter stands last outside of all brackets, -1 for nowhere."""
    depth, found = 0, -1
    for position, letter in enumerate(text):
        if letter == wanted and not depth:
            found = position
        depth += _step(text, position)
    return found


def _step(text: str, position: int) -> int:
    """How a letter changes the depth of brackets; the arrow in `->` closes none."""
    letter = text[position]
    if letter == ">" and position and text[position - 1] == "-":
        return 0
    return (letter in _OPEN) - (letter in _CLOSE)
