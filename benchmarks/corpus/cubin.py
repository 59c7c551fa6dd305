"""What a kernel costs: registers, stack, spills from the words of `ptxas -v`, SASS instructions from the cubin."""

from __future__ import annotations

import re
import struct

from .names import plain

SASS_BYTES = 16  # one instruction, on every architecture since Volta
_FRAME = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")


def kernel_figures(said: str, cubin: bytes) -> dict[str, dict[str, int]]:
    """{kernel: {regs, stack, spill, sass}}; spill is bytes stored plus loaded, called functions included."""
    sizes = section_sizes(cubin)
    figures = {}
    for part in said.split("Compiling entry function '")[1:]:
        name = part[: part.index("'")]
        frames = [tuple(map(int, frame)) for frame in _FRAME.findall(part)]
        registers = re.search(r"Used (\d+) registers", part)
        whole_stack = re.search(r"(\d+) bytes cumulative stack", part)
        if not (frames and registers):
            continue
        figures[plain(name)] = {
            "regs": int(registers[1]),
            "stack": int(whole_stack[1]) if whole_stack else frames[0][0],
            "spill": sum(stored + loaded for _, stored, loaded in frames),
            "sass": sizes.get(f".text.{name}", 0) // SASS_BYTES,
        }
    return figures


def section_sizes(elf: bytes) -> dict[str, int]:
    """{section: bytes} of a 64-bit ELF file."""
    return {name: size for name, _, size in _headers(elf)}


def sections(elf: bytes) -> dict[str, bytes]:
    """{section: its data}"""
    return {name: elf[offset : offset + size] for name, offset, size in _headers(elf)}


def _headers(elf: bytes) -> list[tuple[str, int, int]]:
    """Name, offset and size of every section."""
    (table,) = struct.unpack_from("<Q", elf, 0x28)
    entry_bytes, count, names_index = struct.unpack_from("<HHH", elf, 0x3A)
    headers = [struct.unpack_from("<I20xQQ", elf, table + index * entry_bytes) for index in range(count)]
    names_offset = headers[names_index][1]
    rows = []
    for name_offset, offset, size in headers:
        start = names_offset + name_offset
        rows.append((elf[start : elf.index(b"\0", start)].decode(), offset, size))
    return rows
