"""A comparison as a table of 80 columns, as JSON, and as lines for a build log."""

from __future__ import annotations

from opencicc import names, terminal
from opencicc.compare.judge import beyond
from opencicc.record import as_dict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from opencicc.compare.compared import Compared
    from opencicc.compare.judge import Pair, Row
    from opencicc.compare.sides import Side

TITLE_COLUMN = 32
FIGURE_COLUMN = 12
_COLOURS = {"better": "green", "worse": "red"}


def table(one: Compared, naming: str) -> list[str]:
    columns = terminal.width()
    lines = [*terminal.wrapped(f"{one.first.label}, {one.first.target.name}", columns, "A: ", "   ")]
    lines += terminal.wrapped(f"{one.second.label}, {one.second.target.name}", columns, "B: ", "   ")
    for side, mark in ((one.first, "A"), (one.second, "B")):
        if side.why_no_ptxas:
            lines += terminal.wrapped(f"{mark}: {side.why_no_ptxas}", columns, "", "   ")
    comparison = one.comparison
    every = (*(pair.name for pair in comparison.pairs), *comparison.only_first, *comparison.only_second)
    shown = names.shown_all(every, naming)
    for pair in comparison.pairs:
        lines += ["", *pair_lines(pair, shown[pair.name])]
    for mark, only in (("A", comparison.only_first), ("B", comparison.only_second)):
        if only:
            lines += [
                "",
                *terminal.wrapped(f"only in {mark}: {', '.join(shown[name] for name in only)}", columns, "", "  "),
            ]
    if one.parting is not None:
        lines += ["", *terminal.wrapped(f"first difference: {one.parting.text}", columns, "", "  ")]
    return [*lines, ""]


def pair_lines(pair: Pair, name: str) -> list[str]:
    heading = f"{'A':>{FIGURE_COLUMN}}{'B':>{FIGURE_COLUMN}}{'change':>{FIGURE_COLUMN}}"
    if len(name) >= TITLE_COLUMN:
        lines = [terminal.paint(name, "bold"), " " * TITLE_COLUMN + heading]
    else:
        lines = [terminal.paint(name.ljust(TITLE_COLUMN), "bold") + heading]
    return lines + [row_line(row) for row in pair.rows if row.is_shown]


def row_line(row: Row) -> str:
    indent = "    " if row.is_class else "  "
    figures = "".join(text.rjust(FIGURE_COLUMN) for text in row.texts)
    line = (indent + row.title).ljust(TITLE_COLUMN) + figures
    verdict = f"  {row.verdict}" if row.verdict else ""
    return (line + terminal.paint(verdict, _COLOURS.get(row.verdict, "dim"))).rstrip()


def worse_lines(found: list[Compared], limits: Mapping[str, float], naming: str) -> list[str]:
    """What is worse than the tolerance allows, and kernels that B lacks: a line each."""
    lines = []
    for one in found:
        shown = names.shown_all([*(pair.name for pair in one.comparison.pairs), *one.comparison.only_first], naming)
        for pair in one.comparison.pairs:
            for row in beyond(pair, limits):
                allowed = f"{limits[row.name]:g} % allowed"
                lines.append(f"worse: {shown[pair.name]}: {row.title} {row.first} -> {row.second} ({allowed})")
        lines += [f"worse: {shown[name]} is missing in B" for name in one.comparison.only_first]
    return lines


def as_json(one: Compared, limits: Mapping[str, float]) -> dict[str, object]:
    comparison = one.comparison
    return {
        "title": one.title,
        "a": side_json(one.first),
        "b": side_json(one.second),
        "kernels": [pair_json(pair, limits) for pair in comparison.pairs],
        "only_a": list(comparison.only_first),
        "only_b": list(comparison.only_second),
        "first_difference": None if one.parting is None else as_dict(one.parting),
    }


def side_json(side: Side) -> dict[str, object]:
    return {"label": side.label, "target": side.target.name, "why_no_ptxas": side.why_no_ptxas}


def pair_json(pair: Pair, limits: Mapping[str, float]) -> dict[str, object]:
    figures = [row for row in pair.rows if not row.is_class]
    classes = [row for row in pair.rows if row.is_class]
    return {
        "name": pair.name,
        "figures": {row.name: {"a": row.first, "b": row.second, "verdict": row.verdict} for row in figures},
        "classes": {row.name: {"a": row.first, "b": row.second} for row in classes},
        "worse": [row.name for row in beyond(pair, limits)],
    }
