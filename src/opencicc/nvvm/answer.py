"""The bytes that the C library sends (native/nvvm/message.h), answered: a request in, an answer out, nothing raised."""

from __future__ import annotations

import struct

from opencicc.nvvm import work
from opencicc.nvvm.program import ModuleBuffer
from opencicc.nvvm.results import Result

_HEAD = struct.Struct("<III")
_NUMBER = struct.Struct("<I")
_LENGTH = struct.Struct("<Q")


def answer(request: bytes) -> bytes:
    """What a verify or a compile comes to."""
    try:
        code, result, log = work.run(*read(request))
    except BaseException as error:  # whatever it is, the C library has to hear of it
        code, result, log = int(Result.ERROR_COMPILATION), b"", f"opencicc: internal error: {error!r}".encode()
    return _NUMBER.pack(code) + _LENGTH.pack(len(result)) + result + _LENGTH.pack(len(log)) + log


def read(request: bytes) -> tuple[list[ModuleBuffer], list[str], bool]:
    """Modules, options, and whether it is a verify."""
    is_verify, module_count, option_count = _HEAD.unpack_from(request)
    place = _HEAD.size
    modules: list[ModuleBuffer] = []
    for _ in range(module_count):
        (is_lazy,) = _NUMBER.unpack_from(request, place)
        name, place = _text(request, place + _NUMBER.size)
        data, place = _text(request, place)
        modules.append(ModuleBuffer(name.decode(errors="replace"), data, bool(is_lazy)))
    options: list[str] = []
    for _ in range(option_count):
        word, place = _text(request, place)
        options.append(word.decode(errors="replace"))
    return modules, options, bool(is_verify)


def _text(request: bytes, place: int) -> tuple[bytes, int]:
    (length,) = _LENGTH.unpack_from(request, place)
    start = place + _LENGTH.size
    return request[start : start + length], start + length
