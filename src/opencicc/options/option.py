"""Option: the one way to declare anything a user can set.

The type of the default is the type everywhere. A declaration is read by the command line, the
options file, the environment, `opencicc explain`, the generated docs and the cache key, so none
of them can drift from it.
"""

from __future__ import annotations

from opencicc.errors import UsageError, suggest
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Generic, TypeVar

    T = TypeVar("T", bound="bool | int | float | str | tuple[str, ...]")
else:
    # `typing` costs 5 ms at start-up; at run time an Option needs only `Option[int]` to be Option.
    T = None

    class Generic:
        def __class_getitem__(cls, _):
            return cls


# What an option is for, besides the code that comes out; most have none of these.
SHOWS = "shows"  # what is shown, or where things go: not part of a cached result's key
NEEDS_RUN = "needs a run"  # its purpose is the run itself, or code that no key covers: a cached result will not do
WATCHES = "watches"  # steps run one by one
REMARKS = "remarks"  # somebody reads remarks, which cost time to make
ASSEMBLES = "assembles"  # the pipeline depends on it
NAMES_PASSES = "names passes"  # its words are checked before anything is done

TRUE_WORDS = ("1", "t", "true", "yes", "on")
FALSE_WORDS = ("0", "f", "false", "no", "off")


@record
class Option(Generic[T]):
    """One declared setting. `source` says where the default comes from."""

    name: str
    default: T
    help: str
    slot: int | None = None
    source: str = "our choice"
    choices: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    metavar: str = ""
    minimum: int | None = None
    maximum: int | None = None
    uses: tuple[str, ...] = ()  # SHOWS, NEEDS_RUN, ...: see above
    unsupported: str = ""  # why setting it is refused, for names we know and do not act on

    @property
    def type_name(self) -> str:
        return "list" if isinstance(self.default, tuple) else type(self.default).__name__

    def parse(self, text: str, at: str = "") -> T:
        """The value that `text` spells, or a UsageError that says what would be right."""
        value: object
        if isinstance(self.default, bool):
            value = self._parse_bool(text, at)
        elif isinstance(self.default, int):
            value = self._parse_int(text, at)
        elif isinstance(self.default, float):
            value = self._parse_float(text, at)
        elif isinstance(self.default, tuple):
            value = tuple(part for part in text.split(",") if part)
        else:
            value = self._check_choice(text, at)
        return value  # type: ignore[return-value]

    def check(self, value: object, at: str = "") -> T:
        """`value` given as a Python object (API, options file), checked against the declaration."""
        if isinstance(value, str) and not isinstance(self.default, str):
            return self.parse(value, at)
        if isinstance(self.default, tuple) and isinstance(value, (list, tuple)):
            return tuple(str(v) for v in value)  # type: ignore[return-value]
        if isinstance(self.default, bool) and value in (0, 1):
            return bool(value)  # type: ignore[return-value]
        if isinstance(value, bool) and not isinstance(self.default, bool):
            raise self._wrong(str(value), at)
        if isinstance(self.default, float) and isinstance(value, int):
            value = float(value)
        if not isinstance(value, type(self.default)):
            raise self._wrong(str(value), at)
        if isinstance(value, str):
            self._check_choice(value, at)
        elif isinstance(value, int) and not isinstance(value, bool):
            self._check_range(value, str(value), at)
        return value

    def _parse_bool(self, text: str, at: str) -> bool:
        # The spec's rule is "first character '1' or 't'"; we take the usual words and refuse
        # anything else, because a silently ignored typo is worse than an error.
        word = text.strip().lower()
        if word in TRUE_WORDS:
            return True
        if word in FALSE_WORDS:
            return False
        raise self._wrong(text, at)

    def _parse_int(self, text: str, at: str) -> int:
        try:
            value = int(text, 0)
        except ValueError:
            raise self._wrong(text, at) from None
        self._check_range(value, text, at)
        return value

    def _parse_float(self, text: str, at: str) -> float:
        try:
            return float(text)
        except ValueError:
            raise self._wrong(text, at) from None

    def _check_range(self, value: int, text: str, at: str) -> None:
        too_low = self.minimum is not None and value < self.minimum
        too_high = self.maximum is not None and value > self.maximum
        if too_low or too_high:
            raise self._wrong(text, at)

    def _check_choice(self, text: str, at: str) -> str:
        if self.choices and text not in self.choices:
            raise self._wrong(text, at)
        return text

    def expected(self) -> str:
        if self.choices:
            return "one of " + ", ".join(choice for choice in self.choices if choice)
        if isinstance(self.default, bool):
            return "0 or 1"
        if isinstance(self.default, int):
            low = "" if self.minimum is None else f" from {self.minimum}"
            high = "" if self.maximum is None else f" to {self.maximum}"
            return f"a whole number{low}{high}"
        if isinstance(self.default, float):
            return "a number"
        return "a comma-separated list" if isinstance(self.default, tuple) else "a text"

    def _wrong(self, text: str, at: str) -> UsageError:
        return UsageError(
            f"{text} is an unsupported value for option: {self.name}",
            at=at,
            fix=f"{suggest(text, self.choices)}{self.name} takes {self.expected()}",
        )


class TextsOption(Option["tuple[str, ...]"]):
    """A repeatable option whose text is kept as it is: a macro's value or a folder's name may hold commas."""

    def parse(self, text: str, at: str = "") -> tuple[str, ...]:
        return (text,)
