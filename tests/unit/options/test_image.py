"""The options struct: size, field offsets and the way back."""

from __future__ import annotations

import struct

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from opencicc.errors import InputError
from opencicc.options.image import FEATURE_WORD, SIZE, THRESHOLDS, read_opt_level
from opencicc.options.slots import BY_NAME, BY_NUMBER, SLOTS, Layout, read
from opencicc.options.values import OptionValues


def test_defaults_make_a_struct_of_4512_bytes_that_reads_back_as_nothing_set() -> None:
    image = OptionValues().to_bytes(opt_level=3)
    assert len(image) == SIZE == 4512
    assert read_opt_level(image) == 3
    assert OptionValues.from_bytes(image) == OptionValues()


def test_header_and_trailer() -> None:
    image = OptionValues().with_values([(FEATURE_WORD, -2, "test")]).to_bytes(2)
    assert struct.unpack_from("<iiq", image, 0) == (2, 0, 0)
    assert struct.unpack_from("<iiqqq", image, 4480) == (-2, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("number", "fields", "expected"),
    [
        (143, "<B3xiii", (1, 143, 0, 143)),  # compact: value, index, flags, pass
        (159, "<B3xiii", (1, 159, 3, 159)),  # inline: value, index, level, pass
        (197, "<iiii", (20, 197, 3, 197)),
        (203, "<iiii", (-1, 203, 3, 203)),
        (1, "<qiiii", (0, 1, 0, 3, 1)),
        (181, "<qqiii", (0, 0, 181, 3, 181)),
    ],
)
def test_fields_of_each_layout_lie_at_the_slots_offset(number, fields, expected) -> None:
    image = OptionValues().to_bytes(3)
    assert struct.unpack_from(fields, image, BY_NUMBER[number].offset) == expected


def test_a_text_lies_behind_the_struct_and_its_length_at_plus_8() -> None:
    image = OptionValues().with_values([(BY_NAME["language"].option, "mid", "test")]).to_bytes()
    pointer, length = struct.unpack_from("<qq", image, 3648)
    assert (pointer, length) == (4512, 3)
    assert image[pointer:] == b"mid\0"


def test_thresholds_lie_in_the_tier_slots() -> None:
    changes = [(option, 10 + tier, "test") for tier, option in enumerate(THRESHOLDS)]
    image = OptionValues().with_values(changes).to_bytes()
    assert [struct.unpack_from("<i", image, at)[0] for at in (4228, 3532, 3572, 3612)] == [10, 11, 12, 13]
    assert [OptionValues.from_bytes(image)[option] for option in THRESHOLDS] == [10, 11, 12, 13]


def test_a_short_struct_and_a_wild_pointer_are_refused() -> None:
    with pytest.raises(InputError, match="4512 bytes, this one 10"):
        OptionValues.from_bytes(bytes(10))
    image = bytearray(OptionValues().to_bytes())
    struct.pack_into("<q", image, 16, 99)
    with pytest.raises(InputError, match="slot 1 points outside"):
        OptionValues.from_bytes(bytes(image))


def value_of(slot):
    if slot.layout.is_bool:
        return st.booleans()
    if slot.layout is Layout.INTEGER:
        return st.integers(-(2**31), 2**31 - 1)
    choices = slot.option.choices
    return st.sampled_from(choices) if choices else st.text("abc xyz=-é", max_size=12)


SOME_SLOTS = st.lists(st.sampled_from(SLOTS), unique_by=lambda slot: slot.number, max_size=12)


@given(SOME_SLOTS.flatmap(lambda slots: st.fixed_dictionaries({slot.number: value_of(slot) for slot in slots})))
@example({61: False, 143: False})
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # a busy machine is no fault
def test_any_values_read_back_the_same(given_values) -> None:
    values = OptionValues().with_values(
        [(BY_NUMBER[number].option, value, "test") for number, value in given_values.items()]
    )
    back = OptionValues.from_bytes(values.to_bytes())
    assert all(read(back, slot) == read(values, slot) for slot in SLOTS)
