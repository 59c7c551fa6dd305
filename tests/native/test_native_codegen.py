"""What the native helper leaves out of code generation where a block is very long."""

from __future__ import annotations

import pytest

import opencicc

pytestmark = pytest.mark.usefixtures("native")


def products_behind(steps: int) -> str:
    """Three products of which strength reduction makes one product and two sums, and instruction selection two products, in a block of so many more steps."""
    chain = "\n".join(f"  %x{i + 1} = xor i32 %x{i}, %x{max(i - 3, 0)}" for i in range(steps))
    return f"""
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %p, i32 %x0, i32 %b, i32 %s) {{
{chain}
  %b1 = add nsw i32 %b, 1
  %b2 = add nsw i32 %b, 2
  %m0 = mul nsw i32 %b, %s
  %m1 = mul nsw i32 %b1, %s
  %m2 = mul nsw i32 %b2, %s
  store volatile i32 %m0, ptr addrspace(1) %p
  store volatile i32 %m1, ptr addrspace(1) %p
  store volatile i32 %m2, ptr addrspace(1) %p
  store volatile i32 %x{steps}, ptr addrspace(1) %p
  ret void
}}
"""


@pytest.mark.parametrize(("steps", "products"), [(200, 1), (2500, 2)])
def test_strength_reduction_is_left_out_of_very_long_blocks(steps: int, products: int) -> None:
    result = opencicc.compile(products_behind(steps), "sm_90", options={"passes": "verify"})
    assert result.ptx.count("mul.lo.s32") + result.ptx.count("mad.lo.s32") == products
