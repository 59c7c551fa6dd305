"""What NVPTX can't compile and libLLVM would die of, loop over or be corrupted by: refused by name, at every level,
with the native helper and without. Each has a neighbour beside it that compiles.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.shell import opencicc

TRIPLE = 'target triple = "nvptx64-nvidia-cuda"\n'


def kernel(body: str, more: str = "") -> str:
    return f"{TRIPLE}{more}define ptx_kernel void @k(ptr %p) {{\n{body}  ret void\n}}\n"


def copy(type_: str) -> str:
    return kernel(
        f"  %a = alloca {type_}\n  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %a, ptr align 16 %p, i64 16, i1 false)\n"
        "  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %p, ptr align 16 %a, i64 16, i1 false)\n"
    )


RUNTIME = "a GPU has no such runtime: compile the function for the host, or write it without"
STATEPOINT = kernel(
    "  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0("
    "i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0)\n",
    "declare void @g()\ndeclare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)\n",
).replace("(ptr %p) {", '(ptr %p) gc "statepoint-example" {')
COROUTINE = kernel(
    "  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)\n"
    "  %h = call ptr @llvm.coro.begin(token %id, ptr null)\n  %s = call i8 @llvm.coro.suspend(token none, i1 false)\n",
    "declare token @llvm.coro.id(i32, ptr, ptr, ptr)\n",
)
FOREIGN_TYPE = kernel('  %a = alloca target("spirv.DeviceEvent")\n  store volatile ptr %a, ptr %p\n')

CASES = {
    "the size of a scalable vector": (
        copy("<vscale x 4 x i32>"),
        "scalable vector: a GPU has no vectors whose length the processor decides\n  at:  function k\n"
        "  fix: use vectors of a fixed length, such as <4 x i32>\n  | %a = alloca <vscale x 4 x i32>, align 16\n",
    ),
    "a scalable vector in an address": (
        kernel("  %a = getelementptr <vscale x 4 x i32>, ptr %p, i64 1\n  store i32 1, ptr %a\n"),
        "scalable vector: a GPU has no vectors whose length the processor decides\n  at:  function k\n"
        "  fix: use vectors of a fixed length, such as <4 x i32>\n"
        "  | %a = getelementptr <vscale x 4 x i32>, ptr %p, i64 1\n",
    ),
    "a scalable constant": (
        kernel("  store <vscale x 4 x i32> zeroinitializer, ptr %p\n"),
        "scalable vector: a GPU has no vectors whose length the processor decides\n  at:  function k\n"
        "  fix: use vectors of a fixed length, such as <4 x i32>\n"
        "  | store <vscale x 4 x i32> zeroinitializer, ptr %p, align 16\n",
    ),
    "a deopt bundle": (
        kernel('  call void @g() [ "deopt"(i32 1, ptr %p) ]\n', "declare void @g()\n"),
        'call with deoptimization state (an operand bundle "deopt" or "gc-live")\n  at:  function k\n'
        f'  fix: leave the bundle out; {RUNTIME}\n  | call void @g() [ "deopt"(i32 1, ptr %p) ]\n',
    ),
    "a statepoint": (
        STATEPOINT,
        "statepoint intrinsic @llvm.experimental.gc.statepoint.p0 can't be compiled for NVPTX\n"
        f"  at:  @llvm.experimental.gc.statepoint.p0\n  fix: {RUNTIME}\n",
    ),
    "a coroutine": (
        COROUTINE,
        "coroutine intrinsic @llvm.coro.id can't be compiled for NVPTX\n  at:  @llvm.coro.id\n  fix: NVPTX has no "
        "coroutines; LLVM's coro-early, coro-split and coro-cleanup make ordinary functions of them\n",
    ),
    "an opaque type": (
        FOREIGN_TYPE,
        "opaque type of another processor: NVPTX has no target(...) types\n  at:  function k\n"
        '  fix: build the module for nvptx64\n  | %a = alloca target("spirv.DeviceEvent"), align 8\n',
    ),
    "an initialised shared variable": (
        kernel(
            "  %v = load volatile i32, ptr addrspace(3) @s\n  store i32 %v, ptr %p\n",
            "@s = addrspace(3) global i32 42\n",
        ),
        "code generation failed: initial value of 's' is not allowed in addrspace(3)\n"
        "  fix: memory of this space starts undefined: leave the initial value out (undef), store it in the kernel\n",
    ),
    "an alias of a variable": (
        kernel(
            "  %v = load volatile i32, ptr addrspace(1) @a\n  store i32 %v, ptr %p\n",
            "@g = addrspace(1) global i32 1\n@a = alias i32, ptr addrspace(1) @g\n",
        ),
        "code generation failed: NVPTX aliasee must be a non-kernel function definition\n"
        "  fix: PTX has aliases of device functions with a body only: use the aliased name itself\n",
    ),
    "a name that PTX has not": (
        f'{TRIPLE}define ptx_kernel void @"k x"() {{\n  ret void\n}}\n',
        "code generation failed: Symbol name with unsupported characters\n"
        "  fix: PTX names have letters, digits, _ and $ only: rename the symbol, or make it internal\n",
    ),
    "a garbage collector": (
        f'{TRIPLE}define ptx_kernel void @k() gc "nobody" {{\n  ret void\n}}\n',
        "code generation failed: unsupported GC: nobody\n"
        "  fix: leave the function's gc attribute out: a GPU has no garbage collector\n",
    ),
}
FOREIGN = (
    ("amdgcn", "i32 @llvm.amdgcn.workitem.id.x()"),
    ("x86", "i64 @llvm.x86.rdtsc()"),
    ("aarch64", "i64 @llvm.aarch64.cls64.not.known()"),
    ("r600", "i32 @llvm.r600.read.tidig.x()"),
    ("hexagon", "i32 @llvm.hexagon.Y4.trace.of.some.kind()"),
)
COMPILES = {
    "a copy of a fixed vector": copy("<4 x i32>"),
    "an alignment bundle": kernel(
        '  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 16) ]\n  store i8 1, ptr %p\n'
    ),
    "a foreign intrinsic that nothing calls": kernel("", "declare i32 @llvm.amdgcn.workitem.id.x()\n"),
    "a shared variable without a value": kernel(
        "  store volatile i32 1, ptr addrspace(3) @s\n", "@s = addrspace(3) global i32 undef\n"
    ),
    "a raw byte 1 in a comment": kernel("", "; not \x01 binary \x02\n"),
}


@pytest.fixture(params=["1", "0"], ids=["helper", "no helper"], autouse=True)
def helper_or_not(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENCICC_NATIVE_HELPER", request.param)


def compiled(tmp_path: Path, text: str, level: str) -> tuple[int, str]:
    source, output = tmp_path / "in.ll", tmp_path / "out.ptx"
    source.write_text(text)
    done = opencicc(str(source), "-arch=sm_90", level, "-o", str(output))
    assert output.exists() == (done.code == 0)
    return done.code, done.err


@pytest.mark.parametrize("level", ["-O0", "-O3"])
@pytest.mark.parametrize("name", CASES)
def test_it_is_refused_with_a_reason(name: str, level: str, tmp_path: Path) -> None:
    text, said = CASES[name]
    assert compiled(tmp_path, text, level) == (9, f"error: {said}")


@pytest.mark.parametrize(("target", "call"), FOREIGN, ids=[target for target, _ in FOREIGN])
def test_intrinsics_of_other_processors_are_refused_by_name(target: str, call: str, tmp_path: Path) -> None:
    name = call.split("@")[1].removesuffix("()")
    text = kernel(f"  %v = call {call}\n  store volatile {call.split()[0]} %v, ptr %p\n", f"declare {call}\n")
    assert compiled(tmp_path, text, "-O3") == (
        9,
        f"error: intrinsic @{name} is for another processor ({target})\n  at:  @{name}\n"
        "  fix: build the module for nvptx64: NVPTX's own intrinsics begin with llvm.nvvm\n",
    )


@pytest.mark.parametrize("level", ["-O0", "-O3"])
@pytest.mark.parametrize("name", COMPILES)
def test_its_neighbour_compiles(name: str, level: str, tmp_path: Path) -> None:
    assert compiled(tmp_path, COMPILES[name], level) == (0, "")
