"""Two sides of one input, put together: what a table, a page or JSON is made from."""

from __future__ import annotations

from opencicc.compare import judge
from opencicc.compare.judge import Comparison
from opencicc.compare.sides import Side
from opencicc.compare.steps import Parting, find_parting
from opencicc.record import record


@record
class Compared:
    """Two sides of one input and what became of them."""

    title: str
    first: Side
    second: Side
    comparison: Comparison
    parting: Parting | None


def compared(title: str, first: Side, second: Side) -> Compared:
    comparison = judge.compare(first.kernels, second.kernels)
    return Compared(title, first, second, comparison, find_parting(first, second))
