"""UnrollParams: the numbers one function's loops are decided by, and the initialiser that sets them.

In order: the level's defaults, size attributes, the target's preferences, knobs, the step's own parameters (the six
pipeline configurations), overrides for this function. The last one to speak wins.
"""

from __future__ import annotations

from opencicc.errors import UsageError
from opencicc.passes.unroll import knobs
from opencicc.record import record, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, TypeVar

    from opencicc.options.option import Option

    T = TypeVar("T", bound="bool | int | float | str | tuple[str, ...]")
    Ask = Callable[[Option[Any]], Any]

THRESHOLD = 405  # from O2 on
SMALL_THRESHOLD = 150  # at O1, and for functions that are to be small
TARGET_PARTIAL_DIVISOR = 4  # the NVPTX target allows partial unrolling up to a quarter of the threshold
FIXED_COST = 2  # the compare and the branch at the end of a trip
UNLIMITED = 1 << 31
_KINDS = ("allow_partial", "allow_runtime", "allow_upper_bound", "allow_profile")


@record
class UnrollParams:
    """What a decision may spend, and which kinds of unrolling are allowed."""

    threshold: int = THRESHOLD
    boost_percent: int = 400
    partial_threshold: int = THRESHOLD // TARGET_PARTIAL_DIVISOR
    count: int = 0
    peel_count: int = -1
    default_count: int = 4
    max_count: int = UNLIMITED
    full_max_count: int = UNLIMITED
    fixed_cost: int = FIXED_COST
    allow_partial: bool = True
    allow_remainder: bool = True
    allow_runtime: bool = True
    allow_upper_bound: bool = True
    allow_expensive_count: bool = True
    runtime_blocks: int = UNLIMITED
    runtime_least_count: int = 2
    remainder_threshold: int = UNLIMITED
    by_estimate: bool = True  # what a copy gains decides, not its size alone
    is_published: bool = False  # the document's conditions alone
    allow_profile: bool = True
    only_full: bool = False
    max_upper_bound: int = 8
    automatic_upper_bound: int = 4
    pragma_upper_bound: int = 64
    pragma_threshold: int = 32768
    runtime_threshold: int = 95
    flat_trip_count: int = 5
    max_iterations: int = 60
    runtime_convergent: bool = True
    uniform_remainder: bool = True
    wants_epilog: bool = True
    small_function: int = 40
    straight_remainder: int = 180
    close_rows: bool = True
    fill_flight: bool = True
    max_function_size: int = 6000
    mind_occupancy: bool = True

    @property
    def remainder_budget(self) -> int:
        """The size of a loop with a remainder that nobody asked for."""
        return min(self.partial_threshold, self.remainder_threshold)

    @property
    def may_guess(self) -> bool:
        """Is anything allowed but complete unrolling of known trip counts?"""
        return self.allow_partial or self.allow_runtime or self.allow_upper_bound or self.allow_profile

    def allows_less_than(self, other: UnrollParams) -> bool:
        """Is a kind of unrolling switched off that `other` allows, and none the other way round?"""
        if self is other:
            return False
        mine, theirs = ([getattr(params, name) for name in _KINDS] for params in (self, other))
        return mine != theirs and all(theirs[i] or not mine[i] for i in range(len(_KINDS)))

    def is_within(self, other: UnrollParams) -> bool:
        """Is everything equal but for kinds of unrolling that `other` allows and these parameters do not?"""
        if self is other:
            return True
        theirs = vars(other)
        different = [name for name, value in vars(self).items() if value != theirs[name]]
        return all(name in _KINDS and theirs[name] for name in different)

    def unrolled_size(self, body_size: int, count: int) -> int:
        """The size of a loop after unrolling: what every level of the cascade compares with its budget."""
        return self.fixed_cost + count * max(body_size - self.fixed_cost, 0)


# Fields that can be set for one function.
OVERRIDABLE = {
    "threshold": "threshold",
    "max-percent-threshold-boost": "boost_percent",
    "partial-threshold": "partial_threshold",
    "count": "count",
    "peel-count": "peel_count",
    "max-count": "max_count",
    "full-max-count": "full_max_count",
    "fixed-cost": "fixed_cost",
    "allow-partial": "allow_partial",
    "runtime": "allow_runtime",
}
# Parameters of a step that switch something.
SWITCHES = {"partial": "allow_partial", "runtime": "allow_runtime", "upperbound": "allow_upper_bound",
            "profile-peeling": "allow_profile"}  # fmt: skip
# Parameters of a step that are numbers; -1 leaves the default, as in the published factory.
NUMBERS = {"threshold": "threshold", "count": "count", "full-unroll-max": "full_max_count"}


def initial_params(ask: Ask, level: int, is_small: bool) -> UnrollParams:
    """The level's defaults with the knobs; `is_small` for minsize, optsize and -Osize (no unrolling on suspicion)."""
    by_level = SMALL_THRESHOLD if is_small or level < 2 else THRESHOLD
    threshold = _unless_unset(ask(knobs.THRESHOLD), by_level)
    return UnrollParams(
        threshold=threshold,
        boost_percent=ask(knobs.MAX_PERCENT_BOOST),
        partial_threshold=_unless_unset(ask(knobs.PARTIAL_THRESHOLD), threshold // TARGET_PARTIAL_DIVISOR),
        count=ask(knobs.COUNT),
        peel_count=ask(knobs.PEEL_COUNT),
        default_count=ask(knobs.DEFAULT_COUNT),
        remainder_threshold=_unless_unset(ask(knobs.REMAINDER_THRESHOLD), UNLIMITED),
        by_estimate=is_estimated(ask) and not is_small and level > 1,
        max_count=_unless_unset(ask(knobs.MAX_COUNT), UNLIMITED),
        full_max_count=_unless_unset(ask(knobs.FULL_MAX_COUNT), UNLIMITED),
        allow_partial=not is_small if ask(knobs.ALLOW_PARTIAL) < 0 else bool(ask(knobs.ALLOW_PARTIAL)),
        allow_remainder=bool(ask(knobs.ALLOW_REMAINDER)),  # -1, not overridden, is the target's yes
        allow_runtime=not is_small and ask(knobs.RUNTIME),
        allow_upper_bound=not is_small and ask(knobs.ALLOW_UPPER_BOUND),
        allow_expensive_count=ask(knobs.EXPENSIVE_COUNT),
        runtime_blocks=_unless_unset(ask(knobs.RUNTIME_BLOCKS), UNLIMITED),
        runtime_least_count=ask(knobs.RUNTIME_LEAST_COUNT),
        allow_profile=not is_small,
        max_upper_bound=ask(knobs.MAX_UPPER_BOUND),
        automatic_upper_bound=ask(knobs.AUTOMATIC_UPPER_BOUND),
        pragma_upper_bound=ask(knobs.PRAGMA_UPPER_BOUND),
        pragma_threshold=ask(knobs.PRAGMA_THRESHOLD),
        runtime_threshold=ask(knobs.RUNTIME_THRESHOLD),
        flat_trip_count=ask(knobs.FLAT_TRIP_COUNT),
        max_iterations=ask(knobs.MAX_ITERATIONS),
        runtime_convergent=ask(knobs.RUNTIME_CONVERGENT),
        uniform_remainder=ask(knobs.UNIFORM_REMAINDER),
        wants_epilog=ask(knobs.FORCE_EPILOG) or ask(knobs.RUNTIME_EPILOG),
        small_function=ask(knobs.SMALL_FUNCTION),
        straight_remainder=ask(knobs.STRAIGHT_REMAINDER) if not is_small else 0,
        close_rows=ask(knobs.CLOSE_ROWS),
        fill_flight=ask(knobs.FILL_FLIGHT),
        max_function_size=ask(knobs.MAX_FUNCTION_SIZE),
        mind_occupancy=ask(knobs.OCCUPANCY),
    )


def is_estimated(ask: Ask) -> bool:
    """Is the number of copies left to the estimate? A size that was given is a budget, as the document has it."""
    given = (knobs.THRESHOLD, knobs.PARTIAL_THRESHOLD, knobs.REMAINDER_THRESHOLD)
    return ask(knobs.DECISIONS) == "ours" and all(ask(knob) < 0 for knob in given)


def by_document(params: UnrollParams) -> UnrollParams:
    """The published cascade as it stands: without our own conditions."""
    return replace(
        params,
        is_published=True,
        straight_remainder=0,
        automatic_upper_bound=params.max_upper_bound,
        mind_occupancy=False,
    )


def _unless_unset(value: int, otherwise: int) -> int:
    return otherwise if value < 0 else value


def level_of(words: Iterable[str], otherwise: int) -> int:
    """The level a step names, or the compile's own."""
    return next((int(word[1]) for word in words if len(word) == 2 and word[0] == "O"), otherwise)


def with_words(params: UnrollParams, words: Iterable[str]) -> UnrollParams:
    """A step's parameters applied: `no-partial`, `threshold=300`, `full-unroll-max=8`, ..."""
    changes: dict[str, object] = {}
    for word in words:
        name, _, value = word.partition("=")
        plain = name.removeprefix("no-")
        if plain in SWITCHES:
            changes[SWITCHES[plain]] = not name.startswith("no-")
        elif plain == "peeling":
            changes["peel_count"] = 0 if name.startswith("no-") else -1
        elif name in NUMBERS and number_of(word, value) >= 0:
            changes[NUMBERS[name]] = int(value)
            if name == "threshold":
                changes["by_estimate"] = False
                changes["partial_threshold"] = int(value) // TARGET_PARTIAL_DIVISOR
    return replace(params, **changes) if changes else params


def number_of(word: str, value: str) -> int:
    """The number that a step's parameter gives: -1 or more."""
    if not value.removeprefix("-").isdigit() or int(value) < -1:
        raise UsageError(
            f"loop-unroll<{word}>: '{value}' is no number of -1 or more",
            fix=f"write {word.partition('=')[0]}=N; -1 takes the default",
        )
    return int(value)


def for_late_place(params: UnrollParams, level: int) -> UnrollParams:
    """At O1 only complete unrolling: copies with O1's budget would pre-empt configuration A, which decides by O2's."""
    return replace(params, allow_partial=False, allow_runtime=False) if level < 2 else params


def with_overrides(params: UnrollParams, entries: tuple[str, ...], function_name: str) -> UnrollParams:
    """The entries of `unroll-function-overrides` that name this function."""
    changes: dict[str, object] = {}
    for entry in entries:
        owner, field, value = _parse_override(entry)
        if owner == function_name or owner.lower() == f"0x{name_hash(function_name):016x}":
            now = getattr(params, field)
            if value >= 0:  # -1 is the default
                changes[field] = bool(value) if isinstance(now, bool) else value
                if field.endswith("threshold"):
                    changes["by_estimate"] = False
    return replace(params, **changes) if changes else params


def _parse_override(entry: str) -> tuple[str, str, int]:
    owner, _, setting = entry.rpartition(":")
    name, _, text = setting.partition("=")
    is_number = text.removeprefix("-").isdigit() and int(text) >= -1
    if not owner or name not in OVERRIDABLE or not is_number:
        raise UsageError(
            f"'{entry}' is an unsupported value for option: {knobs.OVERRIDES.name}",
            fix=f"write FUNCTION:FIELD=NUMBER (-1: the default); fields: {', '.join(OVERRIDABLE)}",
        )
    return owner, OVERRIDABLE[name], int(text)


def name_hash(name: str) -> int:
    """The 64-bit FNV-1a hash of a function's name, for overrides that must not spell it."""
    value = 0xCBF29CE484222325
    for byte in name.encode():
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value
