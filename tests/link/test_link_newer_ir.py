"""Modules of other front ends: LLVM 23's float literals, no triple, and IR that is too new by name."""

import random
import struct

import pytest

import opencicc
from opencicc.errors import InputError, LinkError
from opencicc.llvm import float_literals, newer_text
from opencicc.llvm.ir import Context

LITERALS = """
@g = addrspace(1) global [6 x float] [float f0x3DCCCCCD, float 1.000000e-01, float +inf, float -qnan, float +nan(0x1),
  float -snan(0x200000)]
@h = addrspace(1) global [4 x half] [half 0.1, half f0x2E66, half -inf, half +qnan]
@b = addrspace(1) global [3 x bfloat] [bfloat 0.1, bfloat f0x3DCD, bfloat +nan(0x1)]
@d = addrspace(1) global [4 x double] [double 0.1, double f0x3FB999999999999A, double -inf, double 0x1.8p1]
@s = addrspace(1) global [4 x i8] c"+inf"
define ptx_kernel void @"k+inf"(ptr addrspace(1) %x-inf, i1 %c) {
entry-inf:
  br i1 %c, label %l-inf, label %m ; f0x12
l-inf:
  %float = load double, ptr addrspace(1) %x-inf
  %y = fadd double %float, f0x3FF921FB54442D18
  br label %m
m:
  %p = phi double [ -inf, %entry-inf ], [ %y, %l-inf ]
  store double %p, ptr addrspace(1) %x-inf
  ret void
}
"""
READ = (
    "float 0x3FB99999A0000000, float 0x3FB99999A0000000, float 0x7FF0000000000000, float 0xFFF8000000000000, "
    "float 0x7FF8000020000000, float 0xFFF4000000000000",
    "half 0xH2E66, half 0xH2E66, half 0xHFC00, half 0xH7E00",
    "bfloat 0xR3DCD, bfloat 0xR3DCD, bfloat 0xR7FC1",
    "double 1.000000e-01, double 1.000000e-01, double 0xFFF0000000000000, double 3.000000e+00",
    'c"+inf"',
    "%y = fadd double %float, 0x3FF921FB54442D18",
    "phi double [ 0xFFF0000000000000, %entry-inf ], [ %y, %l-inf ]",
)


@pytest.mark.parametrize("line", READ)
def test_literals_of_llvm_23_are_read(line):
    with Context() as context:
        assert line in context.parse(LITERALS.encode(), "k.ll").text()


def test_a_module_without_a_triple_or_a_layout_takes_both_from_the_architecture():
    result = opencicc.compile(LITERALS.replace("k+inf", "k"), arch="sm_90")
    assert ".target sm_90" in result.ptx
    assert [kernel.name for kernel in result.kernels] == ["k"]


def test_libnvvm_s_strictness_still_wants_a_triple():
    with pytest.raises(LinkError, match="does not contain a triple"):
        opencicc.compile(LITERALS, arch="sm_90", options={"strict-nvvm": True})


def test_every_bit_pattern_of_a_half_and_many_floats_keep_their_value():
    for bits in range(1 << 16):
        assert float_literals.spell(bits, "half") == f"0xH{bits:04X}"
    numbers = random.Random(19)
    for bits in [0, 1, 0x7FFFFF, 0x800000, 0x7F7FFFFF, 0x80000001, *(numbers.getrandbits(32) for _ in range(2000))]:
        (value,) = struct.unpack("<f", struct.pack("<I", bits))
        (wide,) = struct.unpack("<Q", struct.pack("<d", value))
        if value == value:  # the payload of a NaN is checked above: Python may quieten it
            assert float_literals.spell(bits, "float") == f"0x{wide:016X}"


def test_decimals_are_rounded_to_their_own_type_once():
    # Just above the middle of two floats; as a double it is the middle itself, from where it would go to the even one.
    above = "1.00000005960464477539062500000000000000001"
    assert float_literals.translate(f"float {above}") == "float 0x3FF0000020000000"
    assert (
        float_literals.translate("float 3.5e38, float 1.0e-60") == "float 0x7FF0000000000000, float 0x0000000000000000"
    )
    assert float_literals.translate("half 65519.0, half 65520.0") == "half 0xH7BFF, half 0xH7C00"


def test_what_is_still_wrong_is_named_at_its_place():
    with pytest.raises(InputError) as caught:
        opencicc.compile(LITERALS.replace("fadd double", "fnew double"), arch="sm_90", name="k.ll")
    assert "was written by LLVM 23, which is newer than libLLVM 22 can read" in caught.value.what
    assert caught.value.at == "k.ll:13:8"
    assert "LLVM 22 or older" in caught.value.fix


def test_a_producer_s_version_tells_too():
    text = 'define void @f() { frob }\n!llvm.ident = !{!0}\n!0 = !{!"clang version 24.1.0"}\n'
    with pytest.raises(InputError, match="written by LLVM 24"):
        opencicc.compile(text, arch="sm_90")
    with pytest.raises(InputError, match="^expected instruction opcode"):
        opencicc.compile(text.replace("24.1", "21.1"), arch="sm_90")


def with_release(bitcode: bytes, digits: str) -> bytes:
    """The bitcode with another release in its identification: six bits a character, somewhere in the first bytes."""
    alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._"

    def code(text: str) -> int:
        return sum(alphabet.index(letter) << 6 * at for at, letter in enumerate(text))

    stream, old, new = int.from_bytes(bitcode, "little"), code("LLVM22"), code("LLVM" + digits)
    place = next(at for at in range(400) if stream >> at & ((1 << 36) - 1) == old)
    stream ^= (old ^ new) << place
    return stream.to_bytes(len(bitcode), "little")


def test_bitcode_of_a_newer_release_is_named_as_such():
    with Context() as context:
        bitcode = context.parse(LITERALS.encode(), "k.ll").bitcode()
    assert newer_text.bitcode_release(bitcode) == newer_text.READABLE
    newer = with_release(bitcode, "31")
    assert newer_text.bitcode_release(newer) == 31
    with pytest.raises(InputError, match="written by LLVM 31, which is newer"):
        opencicc.compile(newer[:-400], arch="sm_90")
    with pytest.raises(InputError, match="^malformed bitcode"):
        opencicc.compile(bitcode[:-400], arch="sm_90")


@pytest.mark.parametrize("junk", [b"", b"BC\xc0\xde", b"BC\xc0\xde" + b"\x35" * 60, bytes(40)])
def test_junk_has_no_release(junk):
    assert newer_text.bitcode_release(junk) == 0
