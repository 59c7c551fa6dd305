"""The 4,512-byte options struct: written from OptionValues and read back, every field at its published offset.

    0     int32 opt_level, 4 bytes of padding
    8     pointer to the registry: always 0 here
    16    221 slots, packed by width; 4 bytes of padding after slot 181
    4480  int32 feature word, 4 bytes of padding, then the plugin array's begin and end: always 0 here

Three things are our own choice, because an image on disk has no process around it. A text's pointer is the byte
offset of a NUL-terminated copy behind the struct (0: empty), so an image without texts is exactly 4,512 bytes.
`pass_id` is the slot number. `flags` is 1 where somebody set the value. The option_index field of the four tier
slots holds the tier's threshold, as the assembler reads it there; elsewhere it is the slot number.
"""

from __future__ import annotations

import struct
from typing import Any

from opencicc.errors import InputError
from opencicc.options.option import Option
from opencicc.options.slots import INVERTED, SLOTS, Layout, Slot, read
from opencicc.options.values import OptionValues

SIZE = 4512
TRAILER = 4480

FEATURE_WORD = Option(
    "feature-word",
    0,
    "Target feature word at +4480: bit 2 asks for the phase II codegen extensions, a negative value for small code.",
    source="cicc v13.0 CompilerOptions map, +4480",
)


def _threshold(tier: int) -> Option[int]:
    return Option(
        f"tier-{tier}-threshold",
        0,
        f"Tier {tier} goes in front of the first plugin pass whose position is above this.",
        source="our choice: in front of every plugin with a positive position",
    )


THRESHOLDS = tuple(_threshold(tier) for tier in range(4))
THRESHOLD_SLOTS = {209: THRESHOLDS[0], 175: THRESHOLDS[1], 177: THRESHOLDS[2], 179: THRESHOLDS[3]}
FORMATS = {
    Layout.STRING: "<qiiii",  # value pointer, option index, flags, opt level, pass id
    Layout.BOOL_COMPACT: "<B3xiii",  # value, option index, flags, pass id
    Layout.BOOL_INLINE: "<B3xiii",  # value, option index, opt level, pass id
    Layout.INTEGER: "<iiii",  # value, option index, opt level, pass id
    Layout.STRING_PTR: "<qqiii",  # pointer, length, option index, opt level, pass id
}


def write(values: OptionValues, opt_level: int = 0) -> bytes:
    """The struct for these values, followed by the texts it points to."""
    image = bytearray(SIZE)
    texts = bytearray()
    struct.pack_into("<i", image, 0, opt_level)
    for slot in SLOTS:
        value = read(values, slot)
        if isinstance(value, str):
            value = _append(texts, value)
        _write_slot(image, slot, value, values, opt_level)
    struct.pack_into("<i", image, TRAILER, values[FEATURE_WORD])
    return bytes(image + texts)


def _append(texts: bytearray, text: str) -> tuple[int, int]:
    """Where the text lies in the image, and its length; an empty text has a null pointer."""
    if not text:
        return 0, 0
    start = SIZE + len(texts)
    encoded = text.encode()
    texts += encoded + b"\0"
    return start, len(encoded)


def _write_slot(image: bytearray, slot: Slot, value: Any, values: OptionValues, opt_level: int) -> None:
    threshold = THRESHOLD_SLOTS.get(slot.number)
    index = slot.number if threshold is None else values[threshold]
    flags = int(values.is_set(slot.option))
    fields: tuple[int, ...]
    if slot.layout is Layout.STRING:
        fields = (value[0], index, flags, opt_level, slot.number)
    elif slot.layout is Layout.STRING_PTR:
        fields = (*value, index, opt_level, slot.number)
    elif slot.layout is Layout.BOOL_COMPACT:
        fields = (int(value), index, flags, slot.number)
    else:
        fields = (int(value), index, opt_level, slot.number)
    struct.pack_into(FORMATS[slot.layout], image, slot.offset, *fields)


def read_image(image: bytes, origin: str = "struct image") -> OptionValues:
    """The values an image holds; what equals its default counts as not set."""
    if len(image) < SIZE:
        raise InputError(f"an options struct has {SIZE} bytes, this one {len(image)}", at=origin)
    changes: list[tuple[Option[Any], object, str]] = []
    held: dict[int, object] = {}
    for slot in SLOTS:
        fields = struct.unpack_from(FORMATS[slot.layout], image, slot.offset)
        held[slot.number] = _value(image, slot, fields[0], origin)
        if held[slot.number] != slot.option.default and slot.number not in INVERTED:
            changes.append((slot.option, held[slot.number], origin))
        threshold = THRESHOLD_SLOTS.get(slot.number)
        if threshold is not None and fields[1] != threshold.default:
            changes.append((threshold, fields[1], origin))
    (word,) = struct.unpack_from("<i", image, TRAILER)
    if word:
        changes.append((FEATURE_WORD, word, origin))
    values = OptionValues().with_values(changes)
    following = [slot for slot in SLOTS if slot.number in INVERTED and read(values, slot) != held[slot.number]]
    return values.with_values([(slot.option, held[slot.number], origin) for slot in following])


def _value(image: bytes, slot: Slot, field: int, origin: str) -> object:
    if slot.layout.is_bool:
        return bool(field)
    if slot.layout is Layout.INTEGER:
        return field
    if not field:
        return ""
    end = image.find(b"\0", field) if SIZE <= field < len(image) else -1
    if end < 0:
        raise InputError(f"slot {slot.number} points outside the options struct", at=origin)
    return image[field:end].decode()


def read_opt_level(image: bytes) -> int:
    """The header's optimization level."""
    return int(struct.unpack_from("<i", image, 0)[0])
