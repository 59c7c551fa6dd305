"""The slots as objects: found by number, by byte offset or by name, read with the slot map's own rules."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from opencicc.options.option import Option
from opencicc.options.slot_table import SLOT_TABLE
from opencicc.options.toggles import DO_IP_MSP, DO_REMAT
from opencicc.options.values import OptionValues

LANGUAGES = ("", "ptx", "mid", "min", "default", "idn")

SOURCES = {
    "high": "cicc v13.0 slot map; offset, type, default and reader agree",
    "medium": "cicc v13.0 slot map; reader known from a guard, name uncertain",
    "low": "cicc v13.0 slot map; reader unknown or disputed",
    "inferred": "cicc v13.0 slot map; type from the pair rule",
}


class Layout(Enum):
    """The five ways a slot lies in the struct."""

    STRING = "string"
    BOOL_COMPACT = "compact boolean"
    BOOL_INLINE = "inline boolean"
    INTEGER = "integer"
    STRING_PTR = "string pointer"

    @property
    def width(self) -> int:
        """Bytes that a slot of this layout takes."""
        return {Layout.STRING: 24, Layout.STRING_PTR: 28}.get(self, 16)

    @property
    def is_bool(self) -> bool:
        return self in (Layout.BOOL_COMPACT, Layout.BOOL_INLINE)


@dataclass(frozen=True)
class Slot:
    """One slot of the struct; `option` is how users set it."""

    number: int
    offset: int
    layout: Layout
    option: Option[Any]
    confidence: str


# Slots of factories that no source identifies: setting them is refused.
_NO_SOURCE = "no source says what factory {} makes, so there is nothing that it could switch"
UNIDENTIFIED = {
    25: _NO_SOURCE.format("sub_1AAC510"),
    27: _NO_SOURCE.format("sub_1AAC510"),
    153: _NO_SOURCE.format("sub_1922F90"),
}


def _slot(line: str) -> Slot:
    number, offset, layout, default, confidence, name, meaning = line.split(None, 6)
    value: bool | int | str = "" if default == "-" else int(default)
    if Layout[layout].is_bool:
        value = default == "1"
    option = Option(
        name,
        value,
        meaning[0].upper() + meaning[1:] + ".",
        slot=int(number),
        source=SOURCES[confidence],
        choices=LANGUAGES if name == "language" else (),
        unsupported=UNIDENTIFIED.get(int(number), ""),
    )
    return Slot(int(number), int(offset), Layout[layout], option, confidence)


SLOTS = tuple(_slot(line) for line in SLOT_TABLE.strip().splitlines())
BY_NUMBER = {slot.number: slot for slot in SLOTS}
BY_OFFSET = {slot.offset: slot for slot in SLOTS}
BY_NAME = {slot.option.name: slot for slot in SLOTS}

# A disable slot and the toggle it is the inverse of: see toggles.py.
INVERTED: dict[int, Option[Any]] = {61: BY_NAME["do-licm"].option, 87: DO_IP_MSP, 115: DO_REMAT}

# Slots whose setting has another name in the driver.
DRIVER_NAMES = {4: "fma", 6: "arch"}


def read(values: OptionValues, slot: Slot) -> Any:
    """The slot's value: set by name, else the inverse of the toggle it follows, else its default."""
    toggle = INVERTED.get(slot.number)
    if toggle is not None and not values.is_set(slot.option):
        return not values[toggle]
    driver_setting = values.settings.get(DRIVER_NAMES.get(slot.number, ""))
    value: Any = values[slot.option] if driver_setting is None else driver_setting.value
    # The driver's -ftz, -prec-div, -prec-sqrt and -opt-level are the same settings with a type: here they are texts.
    return str(int(value)) if isinstance(slot.option.default, str) and not isinstance(value, str) else value


def is_on(values: OptionValues, offset: int) -> bool:
    """The guard notation `opts[offset]`: is the slot at this byte offset non-zero?"""
    return bool(read(values, BY_OFFSET[offset]))
