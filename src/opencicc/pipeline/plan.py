"""Plan: what is handed to libLLVM and to our own passes, in order, worked out from the steps once.

Neighbouring native steps are handed over together, so that libLLVM keeps its analyses between them
and walks function by function; a pass of ours stands between two such groups. Steps that do nothing
(not built, unidentified, provided) leave no trace in a plan; the listing and the tracing runner
still show them.
"""

from __future__ import annotations

from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from opencicc.pipeline.step import Step

UNPHASED = 0


@record
class Unit:
    """Texts of native steps to run together, or the name and parameters of a pass of ours."""

    texts: tuple[str, ...]
    own: str = ""
    params: tuple[str, ...] = ()
    when: str = ""  # the pass's condition (conditions.py): left out where the module does not fulfil it


def make_plan(steps: Iterable[Step], phase: int = UNPHASED) -> tuple[Unit, ...]:
    """The units of one phase, or of all steps in order for an unphased compile."""
    from opencicc.passes import Status
    from opencicc.pipeline.step import linearize, native_text

    units: list[Unit] = []
    texts: list[str] = []
    for step in steps:
        if phase not in (UNPHASED, step.phase):
            continue
        for part in linearize(step):
            if part.status is Status.BUILT:
                _flush(texts, units)
                units.append(Unit((), part.name, part.params, part.info.when if part.info else ""))
            elif part.status in (Status.NATIVE, Status.STAND_IN):
                texts.append(native_text(part))
    _flush(texts, units)
    return tuple(units)


def without_idle(plan: Iterable[Unit], holds: Callable[[str], bool]) -> list[Unit]:
    """A plan without the passes of ours that can't do anything here; native groups that meet become one."""
    units: list[Unit] = []
    texts: list[str] = []
    for unit in plan:
        if not unit.own:
            texts += unit.texts
        elif not unit.when or holds(unit.when):
            _flush(texts, units)
            units.append(unit)
    _flush(texts, units)
    return units


def _flush(texts: list[str], units: list[Unit]) -> None:
    if texts:
        units.append(Unit(tuple(texts)))
        texts.clear()


def merge(texts: tuple[str, ...]) -> str:
    """Join pipeline texts; neighbours under `function(...)` share one manager."""
    merged: list[str] = []
    for text in texts:
        previous = merged[-1] if merged else ""
        if is_one_function_manager(text) and is_one_function_manager(previous):
            merged[-1] = f"{previous[:-1]},{text[len('function(') :]}"
        else:
            merged.append(text)
    return ",".join(merged)


def is_one_function_manager(text: str) -> bool:
    """Is the whole text one `function(...)`?"""
    if not text.startswith("function(") or not text.endswith(")"):
        return False
    depth = 0
    for position, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0 and letter == ")" and position < len(text) - 1:
            return False
    return True
