"""Initial values of module variables: numbers, nested lists, addresses of symbols, bytes of addresses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from opencicc.emulate.emit.constants import constant_bits, kind_of
from opencicc.emulate.memory import GLOBAL_BASE, SHARED_WINDOW
from opencicc.errors import InputError
from opencicc.machine.ir import Variable
from opencicc.machine.lexer import split_commas
from opencicc.machine.types import bits_of

if TYPE_CHECKING:
    from opencicc.emulate.layout import Place

BYTE_OF = re.compile(r"^(0[xX][fF]+0*|\d+)\s*\((.*)\)$")
GENERIC = re.compile(r"^generic\s*\((.*)\)\s*(.*)$")
SUM = re.compile(r"^([\w$%]+)\s*([+-]\s*\d+)?$")


def initial_bytes(variable: Variable, names: dict[str, Place]) -> bytes:
    """The variable's bytes, zeros where nothing is given."""
    size = bits_of(variable.type) // 8
    text = (variable.initial or "").strip()
    parts = flatten(text) if text else []
    data = b"".join(element(part, variable, size, names) for part in parts)
    return data.ljust(variable.size_bytes, b"\0")


def flatten(text: str) -> list[str]:
    if not text.startswith("{"):
        return [text]
    return [leaf for piece in split_commas(text[1 : text.rindex("}")]) if piece for leaf in flatten(piece)]


def element(text: str, variable: Variable, size: int, names: dict[str, Place]) -> bytes:
    if (text[0].isdigit() and "(" not in text) or text[0] in "+-.":
        return bytes(np.ascontiguousarray(constant_bits(text, kind_of(variable.type))).tobytes()[:size])
    masked = BYTE_OF.match(text)
    if masked:
        # 0xFF00(symbol): the byte of an address that the mask selects.
        mask = int(masked[1], 0)
        shift = (mask & -mask).bit_length() - 1
        return ((address(masked[2].strip(), variable, names) & mask) >> shift).to_bytes(size, "little")
    return (address(text, variable, names) % (1 << (8 * size))).to_bytes(size, "little")


def address(text: str, variable: Variable, names: dict[str, Place]) -> int:
    generic = GENERIC.match(text)
    inner = generic[1].strip() if generic else text
    extra = int(generic[2].replace(" ", "")) if generic and generic[2].strip() else 0
    match = SUM.match(inner)
    place = names.get(match[1]) if match else None
    if match is None or place is None:
        raise InputError(f"cannot read the initial value '{text}'", at=f"variable {variable.name}")
    offset = int(match[2].replace(" ", "")) if match[2] else 0
    base = {"global": GLOBAL_BASE, "const": GLOBAL_BASE, "function": 0}.get(place.space, 0)
    if generic and place.space == "shared":
        base = SHARED_WINDOW
    return base + place.offset + offset + extra
