"""Catalogue: every option there is, found by name, alias, slot number or byte offset."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from opencicc.errors import UsageError, suggest
from opencicc.options.image import FEATURE_WORD, THRESHOLDS
from opencicc.options.option import Option
from opencicc.options.slots import BY_NUMBER, BY_OFFSET, SLOTS
from opencicc.options.toggles import TOGGLES

OFFSET_KEY = re.compile(r"opts\[(\d+)\]$")
SLOT_KEY = re.compile(r"slot-(\d+)$")


@dataclass(frozen=True)
class Catalogue:
    """Options by name. `opts[2880]` and `slot-143` are other ways to say `do-licm`."""

    options: dict[str, Option[Any]] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Option[Any]]:
        return iter(self.options.values())

    def __contains__(self, key: str) -> bool:
        try:
            self.find(key)
        except UsageError:
            return False
        return True

    def find(self, key: str, at: str = "") -> Option[Any]:
        """The option that `key` names, or an error that suggests the nearest."""
        found = self.options.get(key) or _slot_option(key, at)
        if found is None:
            found = next((option for option in self if key in option.aliases), None)
        if found is None:
            near = suggest(key, self.options)
            raise UsageError(f"unknown option '{key}'", at=at, fix=f"{near}`opencicc options` lists all of them")
        return found


def _slot_option(key: str, at: str) -> Option[Any] | None:
    """A slot given by offset or number; a number that is no slot is an error, not an unknown name."""
    for pattern, table in ((OFFSET_KEY, BY_OFFSET), (SLOT_KEY, BY_NUMBER)):
        match = pattern.match(key)
        if match is None:
            continue
        slot = table.get(int(match[1]))
        if slot is None:
            raise UsageError(
                f"there is no slot '{key}'", at=at, fix="slots are 1 to 221; `opencicc options` gives their offsets"
            )
        return slot.option
    return None


def base_options() -> tuple[Option[Any], ...]:
    """What this folder declares: the slots, the toggles beside them and the struct's own fields."""
    return (*(slot.option for slot in SLOTS), *TOGGLES, *THRESHOLDS, FEATURE_WORD)


def make_catalogue(more: Iterable[Option[Any]] = ()) -> Catalogue:
    """A catalogue of the base options and `more`; two options of one name are a fault of ours."""
    options: dict[str, Option[Any]] = {}
    for option in (*base_options(), *more):
        if option.name in options:
            raise ValueError(f"option '{option.name}' is declared twice")
        options[option.name] = option
    return Catalogue(options)
