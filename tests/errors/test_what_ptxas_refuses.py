"""What ptxas would refuse is refused before, at every level, with the place and a way out; and what is fine is not."""

from __future__ import annotations

from pathlib import Path

import pytest

import opencicc
from opencicc.errors import CompilerError, InputError, UnsupportedError
from opencicc.tools import run_tool
from tests.support import find_ptxas

HEAD = 'target triple = "nvptx64-nvidia-cuda"\n'
LOCATED = (
    '!llvm.dbg.cu = !{!1}\n!llvm.module.flags = !{!0}\n!0 = !{i32 2, !"Debug Info Version", i32 3}\n'
    "!1 = distinct !DICompileUnit(language: DW_LANG_C, file: !2, emissionKind: FullDebug)\n"
    '!2 = !DIFile(filename: "k.cu", directory: "/")\n'
    '!3 = distinct !DISubprogram(name: "k", file: !2, line: 1, unit: !1, spFlags: DISPFlagDefinition)\n'
    "!5 = !DILocation(line: 7, column: 5, scope: !3)\n"
)
BAD = {
    "kernel @k returns a value": "define ptx_kernel i32 @k() { ret i32 0 }",
    "kernel @k is internal": "define internal ptx_kernel void @k() { ret void }",
    "kernel @k is called by @f": "define ptx_kernel void @k() { ret void }\ndefine void @f() { call void @k()\n ret void }\n",
    "kernel @k takes 40000 bytes of parameters": "define ptx_kernel void @k(ptr byval([40000 x i8]) %p) { ret void }",
    "unknown address space": "define void @f(ptr addrspace(2) %p) { store i32 1, ptr addrspace(2) %p\n ret void }",
    "store to constant memory": "define void @f(ptr addrspace(4) %p) { store i32 1, ptr addrspace(4) %p\n ret void }",
    "load or store of tensor memory": "define void @f(ptr addrspace(6) %p) { store i32 1, ptr addrspace(6) %p\n ret void }",
    "atomic operation on memory": "define void @f(ptr addrspace(5) %p) { %r = atomicrmw add ptr addrspace(5) %p, i32 1 monotonic\n"
    "ret void }",
    "barrier number out of range": "declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)\n"
    "define void @f() { call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 16)\n ret void }",
    "alignment of a stack object": "define void @f() { %a = alloca i8, align 16777216\n store volatile i8 1, ptr %a\n ret void }",
    "variable @x can't be in local memory": "@x = addrspace(5) global i32 undef\ndefine void @f() { ret void }",
    "variable @x can't be in address space 2": "@x = addrspace(2) global i32 undef\ndefine void @f() { ret void }",
    "70000 bytes of constant memory": "@x = addrspace(4) constant [70000 x i8] zeroinitializer\ndefine void @f() { ret void }",
    "function @f has prefix or prologue data": "define void @f() prefix i32 1 { ret void }",
    "an ifunc": "define ptr @r() { ret ptr null }\n@g = ifunc void (), ptr @r\ndefine void @f() { call void @g()\n ret void }",
}


@pytest.mark.parametrize("options", [{"opt-level": 0}, {"opt-level": 3}, {"Ofast-compile": "max"}], ids=str)
@pytest.mark.parametrize("said", BAD)
def test_it_is_refused(said: str, options: dict[str, object]) -> None:
    with pytest.raises((InputError, UnsupportedError)) as caught:
        opencicc.compile(HEAD + BAD[said], arch="sm_90", options=options)
    assert caught.value.what.startswith(said) and caught.value.fix


def test_the_source_line_is_named() -> None:
    text = (
        "define ptx_kernel void @k(ptr addrspace(4) %p) !dbg !3 {\n"
        "  store i32 1, ptr addrspace(4) %p, !dbg !5\n  ret void\n}\n"
    )
    with pytest.raises(UnsupportedError) as caught:
        opencicc.compile(HEAD + text + LOCATED, arch="sm_90")
    assert caught.value.at == "function k at k.cu:7:5" and "store i32 1" in caught.value.detail


def test_a_store_that_optimization_finds_to_be_to_constant_memory_is_refused_too() -> None:
    text = (
        "@x = internal addrspace(4) externally_initialized global [4 x i32] zeroinitializer\n"
        "define ptx_kernel void @k(i64 %i) {\n"
        "  %p = getelementptr [4 x i32], ptr addrspacecast (ptr addrspace(4) @x to ptr), i64 0, i64 %i\n"
        "  store volatile i32 1, ptr %p\n  ret void\n}\n"
    )
    with pytest.raises(CompilerError) as caught:
        opencicc.compile(HEAD + text, arch="sm_90")
    assert caught.value.what.startswith("store to constant memory")


GOOD = {
    "constants within 64 KB": "@x = addrspace(4) constant [65536 x i8] zeroinitializer\ndefine void @f() { ret void }",
    "a large table that nothing uses": "@x = internal addrspace(4) constant [70000 x i8] zeroinitializer\n"
    "define void @f() { ret void }",
    "barrier 15": "declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)\n"
    "define void @f() { call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 15)\n ret void }",
    "functions that ptxas brings": "declare i32 @vprintf(ptr, ptr)\ndeclare ptr @malloc(i64)\ndeclare void @free(ptr)\n"
    "define void @f() { %p = call ptr @malloc(i64 8)\n %r = call i32 @vprintf(ptr %p, ptr %p)\n call void @free(ptr %p)\n ret void }",
    "a kernel whose address is taken": "@x = addrspace(1) global ptr @k\ndefine ptx_kernel void @k() { ret void }",
    "an atomic in cluster memory": "define void @f(ptr addrspace(7) %p) {\n"
    "  %r = atomicrmw add ptr addrspace(7) %p, i32 1 monotonic\n  ret void\n}",
}


@pytest.mark.parametrize("name", GOOD)
def test_it_is_taken_by_ptxas_too(name: str, tmp_path: Path) -> None:
    made = opencicc.compile(HEAD + GOOD[name], arch="sm_90")
    ptxas = find_ptxas()
    if ptxas is None:
        pytest.skip("needs ptxas")
    (tmp_path / "k.ptx").write_text(made.ptx)
    run_tool([str(ptxas), "-arch=sm_90", "-c", str(tmp_path / "k.ptx"), "-o", str(tmp_path / "k.o")], "ptxas")
