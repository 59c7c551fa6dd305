"""-lto: several modules are one program; what no kernel and nobody outside needs is gone."""

from __future__ import annotations

import pytest

import opencicc
from opencicc.compiler.driver import CompileResult

HEADER = 'target triple = "nvptx64-nvidia-cuda"\n'
MAIN = (
    HEADER
    + """
declare i32 @helper(i32)
@table = external addrspace(1) global i32
define ptx_kernel void @first(ptr addrspace(1) %p) {
  %v = load i32, ptr addrspace(1) %p
  %r = call i32 @helper(i32 %v)
  store i32 %r, ptr addrspace(1) %p
  ret void
}
define ptx_kernel void @second(ptr addrspace(1) %p) {
  %v = load i32, ptr addrspace(1) @table
  store i32 %v, ptr addrspace(1) %p
  ret void
}
define void @nobody_calls_me() {
  ret void
}
"""
)
LIBRARY = (
    HEADER
    + """
@table = addrspace(1) global i32 7
@forgotten = addrspace(1) global i32 8
@host_writes_me = addrspace(1) global i32 9
@in_used = addrspace(1) global i32 10
@llvm.used = appending global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @in_used to ptr)], section "llvm.metadata"
define i32 @helper(i32 %x) noinline {
  %y = add i32 %x, 1
  ret i32 %y
}
"""
)


def compile_program(**options: object) -> CompileResult:
    return opencicc.compile(MAIN, arch="sm_90", link=[LIBRARY], options={"lto": True, **options})


def test_without_lto_everything_visible_stays() -> None:
    ptx = opencicc.compile(MAIN, arch="sm_90", link=[LIBRARY]).ptx
    for name in ("first", "second", "nobody_calls_me", "forgotten", "helper"):
        assert name in ptx


def test_dead_functions_and_variables_go_and_kernels_stay() -> None:
    result = compile_program()
    assert ".entry first(" in result.ptx
    assert ".entry second(" in result.ptx
    assert "nobody_calls_me" not in result.ptx
    assert "forgotten" not in result.ptx
    assert {r.function for r in result.remarks if r.pass_name == "lto"} >= {"nobody_calls_me", "forgotten"}


def test_what_llvm_used_lists_stays() -> None:
    assert "in_used" in compile_program().ptx


def test_kept_symbols_stay() -> None:
    assert "host_writes_me" not in compile_program().ptx
    assert ".visible .global .align 4 .u32 host_writes_me" in compile_program(**{"keep-symbols": "host_writes_me"}).ptx


def test_an_unknown_kept_symbol_is_an_error_with_a_suggestion() -> None:
    with pytest.raises(opencicc.LinkError, match="which the program does not define") as caught:
        compile_program(**{"keep-symbols": "host_writes"})
    assert "did you mean 'host_writes_me'" in str(caught.value)


def test_a_noinline_helper_is_internal_to_the_program() -> None:
    ptx = compile_program().ptx
    assert ".visible .func" not in ptx
    assert "helper" in ptx


def test_selected_kernels_alone_stay_with_what_they_need() -> None:
    result = compile_program(**{"select-kernels": "second"})
    assert ".entry second(" in result.ptx
    assert "first" not in result.ptx
    assert "helper" not in result.ptx
    assert [r.function for r in result.remarks if r.pass_name == "select-kernels"] == ["first"]


def test_selecting_a_kernel_that_is_not_there_is_an_error() -> None:
    with pytest.raises(opencicc.UsageError, match="no kernel 'frist' to select") as caught:
        compile_program(**{"select-kernels": "frist"})
    assert "did you mean 'first'" in str(caught.value)


def test_the_device_code_slot_means_the_same() -> None:
    by_slot = opencicc.compile(MAIN, arch="sm_90", link=[LIBRARY], options={"slot-213": True}).ptx
    assert by_slot == compile_program().ptx
