"""Rows of the assembler's tables: `pass<parameters> | factory call | position's guard`, one line each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from opencicc.pipeline.spec.guards import Guard, parse_guard


@dataclass(frozen=True)
class Row:
    """One insertion of the spec: the pass text, the factory call and the guard that its position has."""

    number: int
    text: str
    factory: str
    guard: Guard

    @property
    def factory_id(self) -> str:
        return self.factory.split("(")[0]


def read_rows(table: str) -> tuple[Row, ...]:
    """The rows of a table, numbered from 1."""
    lines = [line for line in table.strip().splitlines() if line.strip()]
    return tuple(_row(number, line) for number, line in enumerate(lines, 1))


def _row(number: int, line: str) -> Row:
    text, factory, guard = (cell.strip() for cell in line.split("|", 2))
    return Row(number, text, factory, parse_guard(guard))


def all_rows(*tables: tuple[Row, ...]) -> Iterator[Row]:
    for table in tables:
        yield from table
