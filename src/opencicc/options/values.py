"""OptionValues: a frozen set of option values that knows where each one came from."""

from __future__ import annotations

from opencicc.errors import UsageError
from opencicc.options.option import Option
from opencicc.record import once, record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any, TypeVar

    T = TypeVar("T", bound="bool | int | float | str | tuple[str, ...]")

_NOTHING_SET: dict[str, Setting] = {}


@record
class Setting:
    """One value somebody set, and who: 'command line, argument 4', 'OPENCICC_FTZ', ..."""

    value: object
    origin: str


@record
class OptionValues:
    """Values by option name; what nobody set has its declared default."""

    settings: Mapping[str, Setting] = _NOTHING_SET  # never changed: values are frozen

    def __getitem__(self, option: Option[T]) -> T:
        setting = self.settings.get(option.name)
        return option.default if setting is None else setting.value  # type: ignore[return-value]

    @once
    def made(self) -> dict[object, object]:
        """What was worked out of these values alone, by who did."""
        return {}

    def __getstate__(self) -> dict[str, object]:
        """For another process, without what was made of it here."""
        return {"settings": self.settings}

    def is_set(self, option: Option[Any]) -> bool:
        return option.name in self.settings

    def is_switched_on(self, name: str) -> bool:
        """Was the option of this name set, and to something? For those who must not load its declaration."""
        setting = self.settings.get(name)
        return setting is not None and bool(setting.value)

    def origin(self, option: Option[Any]) -> str:
        setting = self.settings.get(option.name)
        return f"default ({option.source})" if setting is None else setting.origin

    def with_values(self, changes: Iterable[tuple[Option[Any], object, str]]) -> OptionValues:
        """A copy with more values; within one call, two different values for one name is an error."""
        fresh: dict[str, Setting] = {}
        for option, raw, origin in changes:
            value: object = option.check(raw, origin)
            before = fresh.get(option.name)
            if isinstance(value, tuple) and before is not None:
                value = (*before.value, *value)  # type: ignore[misc]
            elif before is not None and before.value != value:
                raise UsageError(
                    f"{option.name} defined more than once",
                    at=f"{origin} (first: {before.origin})",
                    fix=f"keep one of {before.value!r} and {value!r}",
                )
            fresh[option.name] = Setting(value, origin)
        return OptionValues({**self.settings, **fresh})

    def __iter__(self) -> Iterator[tuple[str, Setting]]:
        return iter(sorted(self.settings.items()))

    def key(self) -> str:
        """A stable text of all set values, for cache keys: origins do not count."""
        import json

        return json.dumps({name: setting.value for name, setting in self}, sort_keys=True)

    def to_bytes(self, opt_level: int = 0) -> bytes:
        """The 4,512-byte options struct of these values: see image.py."""
        from opencicc.options import image

        return image.write(self, opt_level)

    @classmethod
    def from_bytes(cls, data: bytes, origin: str = "struct image") -> OptionValues:
        """The values that an options struct holds."""
        from opencicc.options import image

        return image.read_image(data, origin)
