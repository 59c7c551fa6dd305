"""Kernels of two sides put beside each other, row by row, and which rows are worse than a tolerance allows."""

from __future__ import annotations

from opencicc.compare.figures import KernelFigures
from opencicc.errors import UsageError, suggest
from opencicc.machine.classes import CLASSES
from opencicc.record import as_dict, record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LESS, MORE, NEITHER = -1, 1, 0  # which is better

# (field of KernelFigures, title, unit, what is better), in the order they are shown
ROWS = (
    ("registers", "registers", "", LESS),
    ("spill_stores", "spill stores", "bytes", LESS),
    ("spill_loads", "spill loads", "bytes", LESS),
    ("stack", "stack", "bytes", LESS),
    ("shared", "shared", "bytes", LESS),
    ("warps", "occupancy", "warps", MORE),
    ("instructions", "instructions", "", LESS),
    ("calls", "calls left", "", LESS),
    ("loops", "loops left", "", NEITHER),
    ("unrolled", "loops unrolled", "", NEITHER),
)
JUDGED = tuple(name for name, _, _, better in ROWS if better)


@record
class Row:
    """One figure of a kernel on both sides; `verdict` is 'better', 'worse' or ''."""

    name: str
    title: str
    first: int | None
    second: int | None
    verdict: str = ""
    is_class: bool = False

    @property
    def percent(self) -> float | None:
        """How much more the second is; None where that can't be said."""
        if self.first is None or self.second is None or not self.first:
            return None
        return 100.0 * (self.second - self.first) / self.first

    @property
    def is_shown(self) -> bool:
        return bool(self.first or self.second)

    @property
    def texts(self) -> tuple[str, str, str]:
        """Both figures and the change, for a table."""
        return _figure(self.first), _figure(self.second), self._change()

    def _change(self) -> str:
        if self.first is None or self.second is None or self.first == self.second:
            return ""
        percent = self.percent
        return f"{self.second - self.first:+d}" if percent is None else f"{percent:+.1f} %"


def _figure(value: int | None) -> str:
    return "?" if value is None else str(value)


@record
class Pair:
    """One kernel on both sides."""

    name: str
    rows: tuple[Row, ...]


@record
class Comparison:
    """All kernels of two sides, and those that only one has."""

    pairs: tuple[Pair, ...]
    only_first: tuple[str, ...]
    only_second: tuple[str, ...]


def compare(first: Sequence[KernelFigures], second: Sequence[KernelFigures]) -> Comparison:
    """By name; one kernel on each side is the same kernel whatever it is called."""
    left, right = ({kernel.name: kernel for kernel in side} for side in (first, second))
    if len(left) == len(right) == 1:
        right = dict(zip(left, right.values(), strict=True))
    pairs = [Pair(name, rows_of(left[name], right[name])) for name in left if name in right]
    return Comparison(
        tuple(pairs),
        tuple(name for name in left if name not in right),
        tuple(name for name in right if name not in left),
    )


def rows_of(first: KernelFigures, second: KernelFigures) -> tuple[Row, ...]:
    values = as_dict(first), as_dict(second)
    rows = [
        Row(name, f"{title} ({unit})" if unit else title, values[0][name], values[1][name], verdict_of(*values, name))  # type: ignore[arg-type]
        for name, title, unit, _ in ROWS
    ]
    at = 1 + next(position for position, row in enumerate(rows) if row.name == "instructions")
    return (*rows[:at], *class_rows(first, second), *rows[at:])


def class_rows(first: KernelFigures, second: KernelFigures) -> list[Row]:
    names = [name for name in CLASSES if name in first.classes or name in second.classes]
    return [Row(name, name, first.classes.get(name, 0), second.classes.get(name, 0), is_class=True) for name in names]


def verdict_of(first: Mapping[str, object], second: Mapping[str, object], name: str) -> str:
    better = next(better for row, _, _, better in ROWS if row == name)
    before, after = first[name], second[name]
    if not better or not isinstance(before, int) or not isinstance(after, int) or before == after:
        return ""
    return "better" if (after > before) == (better == MORE) else "worse"


def parse_tolerance(text: str) -> dict[str, float]:
    """`5`, or `registers=5,instructions=10`: how many percent worse each figure may be; others not at all."""
    limits = dict.fromkeys(JUDGED, 0.0)
    for part in text.split(","):
        name, equals, number = part.strip().partition("=")
        number, names = (number, [name.replace("-", "_")]) if equals else (name, list(JUDGED))
        if names[0] not in JUDGED:
            known = [one.replace("_", "-") for one in JUDGED]
            fix = f"{suggest(name, known)}figures are {', '.join(known)}"
            raise UsageError(f"'{name}' is no figure that can be worse", at="--tolerance", fix=fix)
        try:
            limits.update(dict.fromkeys(names, float(number)))
        except ValueError:
            raise UsageError(
                f"'{number}' is no number of percent", at="--tolerance", fix="write --tolerance=5 or registers=5"
            ) from None
    return limits


def beyond(pair: Pair, limits: Mapping[str, float]) -> list[Row]:
    """The rows that are worse by more than their limit; worse than nothing is worse by any measure."""
    worse = [row for row in pair.rows if row.verdict == "worse"]
    return [row for row in worse if row.percent is None or abs(row.percent) > limits[row.name]]
