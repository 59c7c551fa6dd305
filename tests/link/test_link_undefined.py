"""What nothing defines is an error that names it, unless ptxas, the device runtime or a later link brings it."""

from __future__ import annotations

import subprocess

import pytest

from opencicc.link import undefined
from tests.shell import opencicc
from tests.support import find_ptxas

TRIPLE = 'target triple = "nvptx64-nvidia-cuda"\n'


def calling(name: str, more: str = "") -> str:
    return (
        f"{TRIPLE}{more}declare void @{name}()\ndefine ptx_kernel void @k() {{\n  call void @{name}()\n  ret void\n}}\n"
    )


def compiled(text: str, *words: str) -> tuple[int, str, str]:
    outcome = opencicc("-", "-arch=sm_90", "-o", "-", *words, stdin=text.encode())
    return outcome.code, outcome.out, outcome.err


def test_an_undefined_function_is_named_with_its_caller() -> None:
    code, ptx, said = compiled(calling("helper"))
    assert (code, ptx) == (9, "")
    assert said == (
        "error: undefined function: helper\n  at:  helper: called by @k\n"
        "  fix: link the module that defines it, or give --device-c if another link follows\n"
    )


def test_all_of_them_are_named_and_where_they_are_used() -> None:
    text = (
        f"{TRIPLE}@table = addrspace(1) global [1 x ptr] [ptr @second]\n"
        "declare void @first()\ndeclare void @second()\ndeclare void @listed()\n"
        '@llvm.used = appending global [1 x ptr] [ptr @listed], section "llvm.metadata"\n'
        + "".join(f"define ptx_kernel void @k{n}() {{\n  call void @first()\n  ret void\n}}\n" for n in range(5))
    )
    code, _, said = compiled(text)
    assert code == 9
    assert said.startswith("error: undefined functions: first, second\n  at:  first: called by @k")
    assert " and 2 more\n" in said and said.endswith("  | second: stored in @table\n")


def test_a_source_line_says_where() -> None:
    text = calling("helper").replace("call void @helper()", "call void @helper(), !dbg !3")
    text = text.replace("@k() {", "@k() !dbg !2 {") + (
        "!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!4}\n"
        "!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: LineTablesOnly)\n"
        '!1 = !DIFile(filename: "k.cu", directory: "/src")\n'
        '!2 = distinct !DISubprogram(name: "k", file: !1, line: 1, unit: !0, spFlags: DISPFlagDefinition)\n'
        '!3 = !DILocation(line: 7, column: 5, scope: !2)\n!4 = !{i32 2, !"Debug Info Version", i32 3}\n'
    )
    assert "  at:  helper: called by @k at k.cu:7:5\n" in compiled(text)[2]


@pytest.mark.parametrize(
    ("name", "fix"),
    [
        ("sinf", "call libdevice's __nv_sinf, or link"),
        ("pow", "call libdevice's __nv_pow, or link"),
        ("__assert_fail", "call __assertfail"),
        ("__nv_unheard_of", "libdevice has no function of this name"),
        ("halper", "did you mean 'helper'? link"),
    ],
)
def test_the_fix_fits_the_name(name: str, fix: str) -> None:
    code, _, said = compiled(calling(name, "define void @helper() { ret void }\n"))
    assert code == 9 and f"\n  fix: {fix}" in said


@pytest.mark.parametrize("level", ["-O0", "-O3"])
def test_relocatable_code_may_call_anything(level: str) -> None:
    code, ptx, said = compiled(calling("helper"), "--device-c", level)
    assert (code, said) == (0, "") and ".extern .func helper" in ptx


def test_what_no_code_uses_needs_no_definition() -> None:
    unused = f"{TRIPLE}declare void @helper()\ndefine ptx_kernel void @k() {{\n  ret void\n}}\n"
    assert compiled(unused)[0] == 0
    removed = (
        f"{TRIPLE}declare void @helper()\ndefine internal void @dead() {{\n  call void @helper()\n  ret void\n}}\n"
    )
    assert compiled(removed + "define ptx_kernel void @k() {\n  ret void\n}\n")[0] == 0


def test_a_later_stage_is_not_asked_before_its_time() -> None:
    assert compiled(calling("helper"), "--stop-after=opt", "--emit=ll")[0] == 0
    assert compiled(calling("helper"), "--start-from=llc")[0] == 9


@pytest.mark.parametrize("name", [*sorted(undefined.PTXAS_NAMES), "__cuda_syscall_anything"])
def test_ptxas_resolves_what_we_leave_to_it(name: str, tmp_path) -> None:
    code, ptx, said = compiled(calling(name))
    assert code == 0, said
    ptxas = find_ptxas()
    if ptxas is None:
        pytest.skip("ptxas is not installed: `pip install nvidia-cuda-nvcc` brings it")
    source = tmp_path / "k.ptx"
    source.write_text(ptx)
    done = subprocess.run([ptxas, "-arch=sm_90", source, "-o", tmp_path / "k.cubin"], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()


@pytest.mark.parametrize("name", ["cudaLaunchDeviceV2", "cudaGetParameterBufferV2", "__cudaCDP2GetLastError"])
def test_the_device_runtime_is_linked_later(name: str) -> None:
    assert compiled(calling(name))[0] == 0


@pytest.mark.parametrize("name", ["__cxa_pure_virtual", "__cxa_deleted_virtual"])
@pytest.mark.parametrize("words", [(), ("--device-c",)])
def test_a_table_of_virtual_functions_holds_0_where_a_class_has_none(name: str, words: tuple[str, ...]) -> None:
    table = f"@table = addrspace(1) constant [2 x ptr] [ptr null, ptr @{name}]\n"
    read = (
        "define ptx_kernel void @k(ptr %p, i64 %i) {\n  %at = getelementptr ptr, ptr addrspace(1) @table, i64 %i\n"
        "  %f = load ptr, ptr addrspace(1) %at\n  store ptr %f, ptr %p\n  ret void\n}\n"
    )
    code, ptx, said = compiled(f"{TRIPLE}{table}declare void @{name}()\n{read}", *words)
    assert (code, said) == (0, "")
    assert name not in ptx
    code, ptx, said = compiled(f"{TRIPLE}{table}define void @{name}() {{\n  ret void\n}}\n{read}", *words)
    assert (code, said) == (0, "")
    assert f"table[2] = {{0, {name}}}" in ptx
