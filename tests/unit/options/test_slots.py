"""The 221 slots: numbers, offsets, layouts and how a slot is found and read."""

from __future__ import annotations

import pytest

from opencicc.options.slots import BY_NAME, BY_NUMBER, BY_OFFSET, SLOTS, Layout, is_on, read
from opencicc.options.toggles import DO_IP_MSP, DO_REMAT
from opencicc.options.values import OptionValues

DO_LICM = BY_NAME["do-licm"].option


def test_there_are_221_slots_numbered_in_order() -> None:
    assert [slot.number for slot in SLOTS] == list(range(1, 222))
    assert len(BY_NAME) == len(BY_OFFSET) == 221


def test_offsets_are_the_sum_of_the_widths_before() -> None:
    offset = 16
    for slot in SLOTS:
        assert slot.offset == offset, slot
        offset += slot.layout.width
        if slot.layout is Layout.STRING_PTR:
            offset += 4  # padding to the next pointer
    assert offset == 4480


def test_layout_counts() -> None:
    counts = {layout: sum(slot.layout is layout for slot in SLOTS) for layout in Layout}
    assert counts == {
        Layout.STRING: 114,
        Layout.BOOL_COMPACT: 83,
        Layout.BOOL_INLINE: 17,
        Layout.INTEGER: 6,
        Layout.STRING_PTR: 1,
    }


def test_defaults_on_and_integer_defaults() -> None:
    on = [slot.number for slot in SLOTS if slot.option.default is True]
    assert on == [19, 25, 93, 95, 117, 141, 143, 151, 155, 157, 159, 165, 211, 219]
    integers = {slot.number: slot.option.default for slot in SLOTS if slot.layout is Layout.INTEGER}
    assert integers == {9: 1, 197: 20, 203: -1, 205: -1, 207: -1, 215: 0}


def test_every_slot_has_help_and_a_source() -> None:
    for slot in SLOTS:
        assert slot.option.help.endswith("."), slot
        assert "cicc v13.0" in slot.option.source
        assert slot.option.slot == slot.number


@pytest.mark.parametrize(
    ("toggle", "value", "slot", "other"),
    [(DO_LICM, False, 61, True), (DO_IP_MSP, False, 87, True), (DO_REMAT, 0, 115, True), (DO_REMAT, 2, 115, False)],
)
def test_a_disable_slot_follows_its_toggle(toggle, value, slot, other) -> None:
    values = OptionValues().with_values([(toggle, value, "test")])
    assert read(values, BY_NUMBER[slot]) is other
    assert read(OptionValues(), BY_NUMBER[slot]) is False


def test_a_disable_slot_set_by_itself_wins_over_its_toggle() -> None:
    values = OptionValues().with_values([(DO_LICM, False, "test"), (BY_NUMBER[61].option, False, "test")])
    assert not is_on(values, 1240)


def test_guards_read_slots_by_byte_offset() -> None:
    assert is_on(OptionValues(), 2880)
    assert not is_on(OptionValues().with_values([(DO_LICM, False, "test")]), 2880)
