"""Traps too large or too binary to keep as files: made here, each with the outcome it has to have."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

KERNEL = """target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}
"""
DEPTH = 100_000


@dataclass(frozen=True)
class Trap:
    """An input, and what has to come of it: 'ptx', 'error', 'ptx or error', 'ptx that ptxas refuses' or 'slow'."""

    name: str
    data: bytes
    arch: str = "sm_90"
    ptx_version: str = ""
    expect: str = "error"
    message: str = ""


def generated_traps(bitcode: bytes) -> Iterator[Trap]:
    """`bitcode` is a good module, to be cut and damaged."""
    yield from _not_a_module()
    yield from _cut_bitcode(bitcode)
    yield from _deep()
    yield from _many()


def _not_a_module() -> Iterator[Trap]:
    yield Trap("empty", b"")
    yield Trap("blank", b" \n\n", expect="ptx or error")  # an empty module, or nothing to compile
    yield Trap("zeros", bytes(4096))
    yield Trap("random_bytes", bytes((n * n * 2654435761 >> 13) & 0xFF for n in range(4096)))
    yield Trap("utf16_text", KERNEL.encode("utf-16"))
    yield Trap("zero_byte_inside", KERNEL.replace("store", "sto\0re").encode())
    yield Trap("ptx_as_input", b".version 9.0\n.target sm_90\n.address_size 64\n")
    yield Trap("elf_as_input", b"\x7fELF\x02\x01\x01" + bytes(57))


def _cut_bitcode(bitcode: bytes) -> Iterator[Trap]:
    for part in (1, 4, 6, 8, 20, len(bitcode) // 4, len(bitcode) // 2, len(bitcode) - 4, len(bitcode) - 1):
        yield Trap(f"truncated_at_{part}", bitcode[:part])
    yield Trap("twice", bitcode + bitcode)
    wrapper = struct.pack("<5I", 0x0B17C0DE, 0, 20, len(bitcode), 0)
    yield Trap("wrapper", wrapper + bitcode, expect="ptx")
    yield Trap("wrapper_size_too_large", struct.pack("<5I", 0x0B17C0DE, 0, 20, 0xFFFFFFF0, 0) + bitcode)
    yield Trap("wrapper_offset_too_large", struct.pack("<5I", 0x0B17C0DE, 0, 0x7FFFFFFF, 16, 0) + bitcode)
    yield Trap("block_size_too_large", bitcode[:8] + b"\xff\xff\xff\x7f" + bitcode[12:])


def _deep() -> Iterator[Trap]:
    """Nesting that a recursive reader, optimizer or instruction selector follows on the stack."""
    types = "[1 x " * DEPTH + "i32" + "]" * DEPTH
    yield Trap("deep_type", f"@g = external addrspace(1) global {types}\n{KERNEL}".encode(), expect="ptx or error")
    struct_type = "{ " * DEPTH + "i32" + " }" * DEPTH
    yield Trap("deep_struct", f"@g = external addrspace(1) global {struct_type}\n{KERNEL}".encode(), expect="slow")
    address = "ptrtoint (ptr addrspace(1) @a to i64)"
    nested = "xor (i64 " * 20_000 + address + ", i64 1)" * 20_000
    constant = f"@a = addrspace(1) global i32 0\n@g = addrspace(1) global i64 {nested}\n{KERNEL}"
    yield Trap("deep_constant", constant.encode(), expect="ptx or error")
    nodes = "".join(f"!{n} = !{{!{n + 1}}}\n" for n in range(DEPTH))
    metadata = f"{KERNEL}!deep = !{{!0}}\n{nodes}!{DEPTH} = !{{}}\n"
    yield Trap("deep_metadata", metadata.encode(), expect="ptx or error")
    yield Trap("deep_parentheses", b"define void @f(" + b"[9 x " * 1_000_000)


def _many() -> Iterator[Trap]:
    """Sizes at which something quadratic or recursive shows."""
    body = "".join(f"  %v{n + 1} = mul i32 %v{n}, %v{n - 1 if n else 0}\n" for n in range(3_000))
    chain = (
        'target triple = "nvptx64-nvidia-cuda"\ndefine ptx_kernel void @k(ptr addrspace(1) %p) {\n'
        f"  %v0 = load i32, ptr addrspace(1) %p\n{body}  store i32 %v3000, ptr addrspace(1) %p\n  ret void\n}}\n"
    )
    yield Trap("long_chain", chain.encode(), expect="ptx")
    name = "n" * 1_000_000
    yield Trap("long_name", KERNEL.replace("@k", f"@{name}").encode(), expect="ptx or error")
    functions = "".join(f"define void @f{n}() {{\n  ret void\n}}\n" for n in range(3_000))
    yield Trap("many_functions", (KERNEL + functions).encode(), expect="ptx")
