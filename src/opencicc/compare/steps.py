"""The first step of the pipeline after which two compiles of opencicc have different IR."""

from __future__ import annotations

from opencicc.compare.sides import HERE, Side
from opencicc.compiler.api import run_compile
from opencicc.options import driver as options
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.trace import Event

BEFORE = (
    "the IR differs before the first step: the inputs, or what linking and the flags of the arithmetic make of them"
)
AFTER = "the IR is the same after the last step: code generation or the passes on PTX differ"
NO_MORE = "changes nothing more"


@record
class Parting:
    """Where two ways part: the step on either side (text and number; '' where a side has no more), or a sentence."""

    first: str = ""
    second: str = ""
    sentence: str = ""

    @property
    def text(self) -> str:
        return self.sentence or f"A {self.first or NO_MORE}; B {self.second or NO_MORE}"


def find_parting(first: Side, second: Side) -> Parting | None:
    """None where a side is no compile of ours, or both have the same PTX."""
    if first.values is None or second.values is None or first.ptx == second.ptx:
        return None
    ways = steps_of(first), steps_of(second)
    starts = {_digest(way[0], "digest_before") for way in ways if way}
    if len(starts) > 1:
        return Parting(sentence=BEFORE)
    changes = [[event for event in way if event.changed] for way in ways]
    for position in range(max(map(len, changes))):
        left, right = (way[position] if position < len(way) else None for way in changes)
        if left is None or right is None or _digest(left) != _digest(right):
            return Parting(_name(left), _name(right))
    return Parting(sentence=AFTER)


def steps_of(side: Side) -> list[Event]:
    """The steps over the IR, run one by one."""
    assert side.values is not None
    watched = [(options.TRACE, "-", HERE), (options.STOP_AFTER, "opt", HERE)]
    result = run_compile(list(side.inputs), side.values.with_values(watched))
    return [event for event in result.trace.events if event.kind == "pass" and "digest_after" in (event.data or {})]


def _digest(event: Event, name: str = "digest_after") -> object:
    return (event.data or {})[name]


def _name(event: Event | None) -> str:
    return f"step {(event.data or {})['step']}: {event.name}" if event else ""
