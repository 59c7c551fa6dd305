"""The condition `spaces`: which modules have a pointer whose space is open. The same with the helper and without."""

from __future__ import annotations

import pytest

from opencicc.llvm.ir import Context
from opencicc.llvm.plain_services import PlainServices
from opencicc.llvm.services import services

HEADER = 'target triple = "nvptx64-nvidia-cuda"\n@c = internal addrspace(4) constant [4 x i32] zeroinitializer\n'
BODIES = {
    "%q = load ptr, ptr %p": True,
    "%q = inttoptr i64 %n to ptr": True,
    "%q = call ptr @f(ptr %p)": True,
    "%r = call { ptr, i32 } @g()\n %q = extractvalue { ptr, i32 } %r, 0": True,
    "call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %p, i64 %n, i1 false)": True,
    "%q = call i1 @llvm.nvvm.isspacep.shared(ptr %p)": True,
    "%x = alloca i32\n %q = atomicrmw add ptr %x, i32 1 monotonic": True,
    "%x = getelementptr i32, ptr addrspacecast (ptr addrspace(4) @c to ptr), i64 %n\n store i32 0, ptr %x": True,
    "%x = cmpxchg ptr addrspace(4) @c, i32 0, i32 1 monotonic monotonic": True,
    "%x = getelementptr i32, ptr %p, i64 %n\n store i32 0, ptr %x": False,
    "%q = atomicrmw add ptr %p, i32 1 monotonic": False,
    "%x = alloca i32\n store i32 1, ptr %x": False,
    "%q = load ptr addrspace(1), ptr %p": False,
    "%q = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -4)": False,
    "%q = load i64, ptr addrspace(4) @c": False,
}
FOOTER = """
declare ptr @f(ptr)
declare { ptr, i32 } @g()
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare i1 @llvm.nvvm.isspacep.shared(ptr)
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
"""


@pytest.mark.parametrize("body", BODIES)
def test_open_pointers_are_seen(body: str) -> None:
    ir = f"{HEADER}define ptx_kernel void @k(ptr %p, i64 %n) {{\n {body}\n ret void\n}}\n{FOOTER}"
    with Context() as context:
        module = context.parse(ir.encode())
        assert PlainServices().has_open_pointers(module) is BODIES[body]
        assert services().has_open_pointers(module) is BODIES[body]
