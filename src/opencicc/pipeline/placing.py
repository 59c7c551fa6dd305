"""Placing: the passes that declare a place in a list of ours, put next to the steps that they name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from opencicc.passes.places import Place
from opencicc.passes.registry import PassInfo, all_passes
from opencicc.pipeline.step import Step


@dataclass(frozen=True)
class WrapperLine:
    """A step of a list and why it is there."""

    step: Step
    why: str


def insert_places(list_name: str, lines: Iterable[WrapperLine]) -> tuple[WrapperLine, ...]:
    """The lines with every pass that declares a place in this list; an anchor may be such a pass itself."""
    placed = list(lines)
    waiting = [(info, place) for info in all_passes() for place in info.places.ours if place.list == list_name]
    taken: dict[tuple[str, str], str] = {}
    while waiting:
        ready = [(info, place) for info, place in waiting if _positions(place.anchor, placed)]
        if not ready:
            names = ", ".join(f"{info.name} (next to {place.anchor})" for info, place in waiting)
            raise ValueError(f"no such step in the list '{list_name}' for {names}")
        for info, place in ready:
            _insert(info, place, placed, taken)
            waiting.remove((info, place))
    return tuple(placed)


def _insert(info: PassInfo, place: Place, placed: list[WrapperLine], taken: dict[tuple[str, str], str]) -> None:
    side = "before" if place.before else "after"
    other = taken.setdefault((side, place.anchor), info.name)
    if other != info.name:
        raise ValueError(f"{info.name} and {other} both stand {side} {place.anchor}: let one name the other")
    positions = _positions(place.anchor, placed)
    if len(positions) > 1:
        raise ValueError(f"{info.name}: '{place.anchor}' stands {len(positions)} times in the list '{place.list}'")
    params = tuple(place.params.split(";")) if place.params else ()
    line = WrapperLine(Step(info.name, params), place.why)
    placed.insert(positions[0] + (side == "after"), line)


def _positions(anchor: str, lines: list[WrapperLine]) -> list[int]:
    return [index for index, line in enumerate(lines) if line.step.text == anchor]
