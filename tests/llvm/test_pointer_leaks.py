"""A pointer loaded from memory is global unless something in the module lets another address out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.shell import opencicc

WALK = """target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [32 x i32] poison
@c = internal addrspace(4) constant [2 x i32] zeroinitializer

define ptx_kernel void @walk(ptr %node, ptr %out, i64 %n) {
  %next = load ptr, ptr %node
  %v = load i32, ptr %next
  store i32 %v, ptr %out
  store ptr %next, ptr %out
  ret void
}
"""
SHARED = "ptr addrspacecast (ptr addrspace(3) @s to ptr)"


def kernel(body: str, around: str = "") -> str:
    return f"{around}\ndefine ptx_kernel void @other(ptr %slot, ptr %p, i64 %i) {{\n{body}\n  ret void\n}}\n"


LEAKS = {
    "store": kernel(f"store {SHARED}, ptr %slot"),
    "call": kernel(f"call void @outside({SHARED})", "declare void @outside(ptr)"),
    "pointer call": kernel(f"%f = load ptr, ptr %slot\n call void %f({SHARED})"),
    "number": kernel(
        f"%q = getelementptr i32, {SHARED}, i64 %i\n %n = ptrtoint ptr %q to i64\n %m = add i64 %n, 4\n"
        " store i64 %m, ptr %slot"
    ),
    "constant number": kernel(f"store i64 ptrtoint ({SHARED} to i64), ptr %slot"),
    "copy": kernel(
        f"%pair = alloca [2 x ptr]\n store {SHARED}, ptr %pair\n"
        " call void @llvm.memcpy.p0.p0.i64(ptr %slot, ptr %pair, i64 16, i1 false)",
        "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)",
    ),
    "read as a number": kernel(
        f"%box = alloca ptr\n store {SHARED}, ptr %box\n %n = load i64, ptr %box\n store i64 %n, ptr %slot"
    ),
    "number on the stack": kernel(
        f"%q = getelementptr i32, {SHARED}, i64 %i\n %n = ptrtoint ptr %q to i64\n %a = alloca i64\n"
        " store i64 %n, ptr %a\n %m = load i64, ptr %a\n store i64 %m, ptr %slot"
    ),
    "stack address": kernel("%x = alloca i32\n store ptr %x, ptr %slot"),
    "initializer": "@t = addrspace(1) constant [1 x ptr] [ptr addrspacecast (ptr addrspace(4) @c to ptr)]\n",
    "callable from outside": "define void @for_others(ptr %p) {\n ret void\n}\n",
    "assembly": kernel(f'call void asm sideeffect "st.global.u64 [$0], $1;", "l,l"(ptr %slot, {SHARED})'),
    "conversion in assembly": kernel('call i64 asm "cvta.shared.u64 $0, $1;", "=l,l"(i64 0)\n store i64 0, ptr %slot'),
    "exchange": kernel("%x = alloca i32\n %old = atomicrmw xchg ptr %slot, ptr %x seq_cst"),
    "compare and swap": kernel("%x = alloca i32\n %old = cmpxchg ptr %slot, ptr null, ptr %x seq_cst seq_cst"),
    "struct": kernel(f"%agg = insertvalue {{ ptr, i32 }} poison, {SHARED}, 0\n store {{ ptr, i32 }} %agg, ptr %slot"),
    "argument of a function": kernel(
        f"call void @keep({SHARED}, ptr %slot)",
        "define internal void @keep(ptr %q, ptr %to) noinline {\n store ptr %q, ptr %to\n ret void\n}",
    ),
    "struct argument": kernel(
        f"%box = alloca {{ ptr }}\n store {SHARED}, ptr %box\n call void @take(ptr byval({{ ptr }}) %box, ptr %slot)",
        "define internal void @take(ptr byval({ ptr }) %b, ptr %to) noinline {\n %q = load ptr, ptr %b\n"
        " store ptr %q, ptr %to\n ret void\n}",
    ),
}
FINE = {
    "nothing else": "",
    "global pointers": kernel("store ptr %p, ptr %slot\n %q = load ptr, ptr %p\n store ptr %q, ptr %slot"),
    "stack only": kernel(
        f"%box = alloca [2 x ptr]\n %at = getelementptr [2 x ptr], ptr %box, i64 0, i64 %i\n store {SHARED}, ptr %at\n"
        " %r = load ptr, ptr %box\n store i32 1, ptr %r"
    ),
    "comparison of numbers": kernel(
        f"%q = getelementptr i32, {SHARED}, i64 %i\n %n = ptrtoint ptr %q to i64\n %low = and i64 %n, 15\n"
        " %is = icmp eq i64 %low, 0\n %z = zext i1 %is to i32\n store i32 %z, ptr %slot"
    ),
    "numbers on the stack": kernel(
        "%a = alloca [4 x i64]\n %at = getelementptr [4 x i64], ptr %a, i64 0, i64 %i\n store i64 %i, ptr %at\n"
        " %n = load i64, ptr %a\n store i64 %n, ptr %slot\n %f = alloca [4 x float]\n store float 1.0, ptr %f\n"
        " %x = load float, ptr %f\n store float %x, ptr %slot"
    ),
    "printf": kernel(
        "%buffer = alloca i64\n %done = call i32 @vprintf(ptr %p, ptr %buffer)", "declare i32 @vprintf(ptr, ptr)"
    ),
    "function that compares": kernel(
        f"%is = call i1 @helper({SHARED}, ptr %p)",
        "define internal i1 @helper(ptr %a, ptr %b) noinline {\n %is = icmp ult ptr %a, %b\n ret i1 %is\n}",
    ),
    "copy of a struct parameter": (
        "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"
        "define ptx_kernel void @other(ptr byval({ ptr, i64 }) %b, ptr %out) {\n %copy = alloca { ptr, i64 }\n"
        " call void @llvm.memcpy.p0.p0.i64(ptr %copy, ptr %b, i64 16, i1 false)\n"
        " call void @llvm.memcpy.p0.p0.i64(ptr %out, ptr %copy, i64 16, i1 false)\n ret void\n}\n"
    ),
}


def space_of_next(tmp_path: Path, more: str) -> str:
    path = tmp_path / "walk.ll"
    path.write_text(WALK + more)
    done = opencicc("opt", str(path), "--passes=memory-space-opt<no-warnings>", "--strict-passes")
    assert done.code == 0, done.stderr
    (line,) = (line for line in done.stdout.decode().splitlines() if line.strip().startswith("%v = load i32"))
    return "global" if "addrspace(1)" in line else "generic"


@pytest.mark.parametrize("how", LEAKS)
def test_address_let_out_keeps_loads_generic(tmp_path: Path, how: str) -> None:
    assert space_of_next(tmp_path, LEAKS[how]) == "generic"


@pytest.mark.parametrize("how", FINE)
def test_without_a_leak_loaded_pointers_are_global(tmp_path: Path, how: str) -> None:
    assert space_of_next(tmp_path, FINE[how]) == "global"
