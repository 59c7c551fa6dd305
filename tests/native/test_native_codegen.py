"""What the native helper leaves out of code generation where a block is very long, and what it keeps from module to module."""

from __future__ import annotations

import pytest

import opencicc
from opencicc.llvm import native as native_module

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


SHARED = "@buffer{n} = internal addrspace(3) global [{n} x i32] undef\n"
ASSEMBLY = 'call void asm "", "{nothing}"(i32 %i)\n'  # code generation has no such register
TABLE = "@table{n} = internal addrspace(4) constant [2 x i32] [i32 {n}, i32 7]\n"
KERNEL = """target triple = "nvptx64-nvidia-cuda"
{variables}
define ptx_kernel void @k{n}(ptr addrspace(1) %p, i32 %i) {{
  %x = getelementptr i32, ptr addrspace({space}) {base}, i32 %i
  %v = load volatile i32, ptr addrspace({space}) %x
  %w = add i32 %v, {n}
  store i32 %w, ptr addrspace(1) %p
  ret void
}}
"""


def kernels(number: int) -> str:
    variables, space, base = (
        ("", 1, "%p"),
        (SHARED.format(n=number), 3, f"@buffer{number}"),
        (TABLE.format(n=number), 4, f"@table{number}"),
    )[number % 3]
    return KERNEL.format(n=number, variables=variables, space=space, base=base)


def test_passes_that_are_kept_remember_nothing_of_other_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Modules with shared variables, with tables and without, one after the other on one target machine."""
    options = {"passes": "verify"}
    refused = KERNEL.format(n=0, variables="", space=1, base="%p").replace("ret void", ASSEMBLY + "  ret void")
    shared_machine = []
    for number in range(1, 31):
        shared_machine.append(opencicc.compile(kernels(number), "sm_90", options=options).ptx)
        if number % 10 == 0:
            with pytest.raises(opencicc.CompilerError):
                opencicc.compile(refused, "sm_90", options=options)
    for number, ptx in enumerate(shared_machine, 1):
        monkeypatch.setattr(native_module, "_idle", {})  # a new target machine, with passes of its own
        assert opencicc.compile(kernels(number), "sm_90", options=options).ptx == ptx
        assert (f"buffer{number}[" in ptx) == (number % 3 == 1) and ptx.count(".visible .entry") == 1
