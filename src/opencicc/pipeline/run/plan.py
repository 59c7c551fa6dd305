"""Plan: what is handed to libLLVM and to our own passes, in order, worked out from the steps once.

Neighbouring native steps are handed over together, so that libLLVM walks function by function; a pass of ours or a
condition stands between two such groups. Steps that do nothing
(not built, unidentified, provided) leave no trace in a plan; the listing and the tracing runner
still show them.
"""

from __future__ import annotations

from opencicc.pipeline.run.conditions import ASKED_ANEW, CONDITION_JOINT
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from opencicc.pipeline.step import Step

UNPHASED = 0


@record
class Unit:
    """Texts of native steps to run together, or the name and parameters of a pass of ours."""

    texts: tuple[str, ...]
    own: str = ""
    params: tuple[str, ...] = ()
    when: str = ""  # its condition (conditions.py): left out where that does not hold
    # Both made of `when`, because plans are made once and asked in every compile.
    conditions: tuple[str, ...] = ()  # those that must all hold
    is_asked_anew: bool = False  # what stands before it must have run by then

    def __post_init__(self) -> None:
        parts = tuple(self.when.split(CONDITION_JOINT)) if self.when else ()
        self.__dict__.update(conditions=parts, is_asked_anew=not ASKED_ANEW.isdisjoint(parts))


def make_plan(steps: Iterable[Step], phase: int = UNPHASED) -> tuple[Unit, ...]:
    """The units of one phase, or of all steps in order for an unphased compile."""
    from opencicc.passes.registry import Kind, Status
    from opencicc.pipeline.step import join_conditions, linearize, native_text

    units: list[Unit] = []
    for step in steps:
        if phase not in (UNPHASED, step.phase):
            continue
        for part in linearize(step):
            if part.kind is Kind.MACHINE:
                continue  # these run on the PTX, in the machine stage
            if part.status is Status.BUILT:
                own_condition = part.info.when if part.info else ""
                units.append(Unit((), part.name, part.params, join_conditions(part.when, own_condition)))
            elif part.status in (Status.NATIVE, Status.STAND_IN):
                _append(units, native_text(part), part.when)
    return tuple(units)


def _append(units: list[Unit], text: str, when: str) -> None:
    """A native step joins the group before it, if that has the same condition."""
    if units and not units[-1].own and units[-1].when == when:
        units[-1] = Unit((*units[-1].texts, text), when=when)
    else:
        units.append(Unit((text,), when=when))


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
