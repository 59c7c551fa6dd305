"""CUDA C++ to IR: what clang is told, what stays visible, and how its errors are shown."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import opencicc
from opencicc.errors import InputError, ToolError
from opencicc.frontend import header_cache, header_names
from tests import shell

Lower = Callable[..., str]

PROGRAM = """
static __device__ int helper_static(int x) { return x + 1; }
__device__ int called(int x) { return helper_static(x) * 3; }
__device__ int uncalled(int x) { return x * 5; }
template <int N> __device__ int instance(int x) { return x * N; }
inline __device__ int inline_uncalled(int x) { return x * 7; }
__device__ int device_variable;
__constant__ int constant_variable;
__global__ void kernel(int* p) { p[threadIdx.x] = called(p[threadIdx.x]) + instance<9>(1); }
int main() { kernel<<<1, 32>>>(nullptr); return 0; }
"""


def definitions(text: str) -> dict[str, str]:
    """Function name to the words between `define` and the result: linkage and calling convention."""
    found = re.findall(r"^define ([^@]*?)@([\w.$]+)\(", text, re.MULTILINE)
    return {name: words for words, name in found}


def test_output_is_unoptimised_but_may_be_optimised(lower: Lower) -> None:
    text = lower(PROGRAM)
    assert "alloca" in text
    assert "optnone" not in text
    assert not re.search(r"attributes #\d+ = \{[^}]*\bnoinline\b(?![^}]*norecurse)", text)  # kernels alone have it


def test_program_closed_by_default(lower: Lower) -> None:
    text = lower(PROGRAM)
    found = definitions(text)
    assert "ptx_kernel" in found["_Z6kernelPi"] and "internal" not in found["_Z6kernelPi"]
    for name in ("_Z6calledi", "_ZL13helper_statici", "_Z8instanceILi9EEii"):
        assert "internal" in found[name], name
    assert not {"_Z8uncalledi", "_Z15inline_uncalledi"} & set(found)
    assert re.search(r"^@device_variable = .*externally_initialized global", text, re.MULTILINE)
    assert re.search(r"^@constant_variable = .*externally_initialized constant", text, re.MULTILINE)


def test_relocatable_code_keeps_device_functions_visible(lower: Lower) -> None:
    found = definitions(lower(PROGRAM, rdc=True))
    for name in ("_Z6calledi", "_Z8uncalledi"):
        assert "internal" not in found[name] and "linkonce" not in found[name], name
    assert "internal" in found["_ZL13helper_statici"]
    assert "linkonce_odr" in found["_Z8instanceILi9EEii"]
    assert "_Z15inline_uncalledi" not in found


def test_relocatable_functions_are_visible_in_ptx(tmp_path: Path, lower: Lower) -> None:
    closed, relocatable = (opencicc.compile(lower(PROGRAM, rdc=rdc), arch="sm_90").ptx for rdc in (False, True))
    assert ".func" not in closed
    assert re.findall(r"^\.visible \.func .*? (\w+)\(?$", relocatable, re.MULTILINE) == ["_Z6calledi", "_Z8uncalledi"]


def test_functions_carry_no_target_of_their_own(lower: Lower) -> None:
    assert "target-cpu" not in lower(PROGRAM) and "target-features" not in lower(PROGRAM, rdc=True)


def test_flags_reach_clang(lower: Lower, tmp_path: Path) -> None:
    (tmp_path / "inc,lude").mkdir()
    (tmp_path / "inc,lude" / "value.h").write_text("#define FROM_HEADER 40\n")
    source = """
#include "value.h"
#ifdef GONE
#error "-U did not arrive"
#endif
template <typename T> concept Small = sizeof(T) < 8;
template <Small T> __device__ T pick(T a, T b) { return PICK(a, b); }
__global__ void kernel(int* p) { p[0] = pick(FROM_HEADER, 2); }
"""
    text = lower(source, I=["inc,lude"], D=["GONE=1", "PICK(a,b)=(a + b)"], U=["GONE"], std="c++20")
    assert "i32 noundef 40, i32 noundef 2" in text


def test_architecture_reaches_the_preprocessor(lower: Lower) -> None:
    source = "__global__ void kernel(int* p) { *p = __CUDA_ARCH__; }"
    for arch in ("sm_75", "sm_90a", "sm_100f", "sm_121"):
        number = re.sub(r"\D", "", arch) + "0"
        assert f"store i32 {number}, ptr" in lower(source, arch=arch), arch


def test_fast_math_picks_the_approximate_functions(lower: Lower) -> None:
    source = "__global__ void kernel(float* p) { *p = sinf(*p); }"
    assert "@__nv_sinf(" in lower(source)
    assert "@__nv_fast_sinf(" in lower(source, fast_math=True)


def test_libdevice_is_left_to_our_linker(lower: Lower) -> None:
    text = lower("__global__ void kernel(double* p) { *p = exp(*p); }")
    assert re.search(r"^declare .*@__nv_exp\(double", text, re.MULTILINE)


def test_input_in_memory_keeps_its_name_and_lines(lower: Lower) -> None:
    assert "ptx_kernel" in lower("__global__ void kernel() {}", name="<stdin>", on_disk=False)
    with pytest.raises(InputError) as raised:
        lower("__global__ void kernel() {\n  oops;\n}\n", name="memory.cu", on_disk=False)
    assert raised.value.at == "memory.cu:2:3"


def test_error_shows_the_users_line(lower: Lower) -> None:
    with pytest.raises(InputError, match="use of undeclared identifier 'undefined_thing'") as raised:
        lower("// a comment\n__global__ void kernel(int* p) {\n  *p = undefined_thing;\n}\n")
    assert raised.value.at == "kernel.cu:3:8"
    assert "3 |   *p = undefined_thing;" in raised.value.detail


def test_header_beside_the_source_is_found(lower: Lower, tmp_path: Path) -> None:
    (tmp_path / "beside.h").write_text("#define ANSWER 42\n")
    assert "store i32 42" in lower('#include "beside.h"\n__global__ void kernel(int* p) { *p = ANSWER; }')


def test_missing_header_of_the_user(lower: Lower) -> None:
    with pytest.raises(InputError, match="header 'nowhere.h' not found") as raised:
        lower("\n#include <nowhere.h>\n")
    assert raised.value.at == "kernel.cu:2:10" and "-I" in raised.value.fix


def test_missing_header_of_a_package(lower: Lower) -> None:
    with pytest.raises(ToolError, match="header 'cub/no_such.cuh' not found") as raised:
        lower("#include <cub/no_such.cuh>\n")
    assert "pip install nvidia-cuda-cccl" in raised.value.fix


def test_warnings_are_shown_or_refused(lower: Lower, capsys: pytest.CaptureFixture[str]) -> None:
    source = "__global__ void kernel(int* p) { *p = 5 / 0; }"
    lower(source)
    assert "kernel.cu:1:41: warning: division by zero is undefined" in capsys.readouterr().err
    lower(source, w=True)
    assert capsys.readouterr().err == ""
    with pytest.raises(InputError, match="division by zero is undefined"):
        lower(source, Werror=True)


DEBUGGED = """__global__ void kernel(int* p) {
  int scaled = p[threadIdx.x] * 3;
  p[threadIdx.x] = scaled;
}
"""


def test_line_information_reaches_ptx(lower: Lower) -> None:
    text = lower(DEBUGGED, generate_line_info=True)
    ptx = opencicc.compile(text, arch="sm_90", options={"generate-line-info": True}).ptx
    assert re.search(r"\.loc\s+\d+ 2 ", ptx) and re.search(r'\.file\s+\d+ ".*kernel\.cu"', ptx)


def test_debug_information_names_variables(lower: Lower) -> None:
    text = lower(DEBUGGED, g=True)
    assert '!DILocalVariable(name: "scaled"' in text and "emissionKind: FullDebug" in text


def test_remarks_bring_source_locations_without_debug_output(lower: Lower) -> None:
    text = lower(DEBUGGED, Rpass=".*")
    assert "!DILocation(line: 2," in text and "emissionKind: NoDebug" in text
    assert ".loc" not in opencicc.compile(text, arch="sm_90").ptx
    assert "!dbg" not in lower(DEBUGGED)


def test_precompiled_headers_give_the_same_ir(lower: Lower, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    plain = lower(PROGRAM)
    assert [lower(PROGRAM, cache_dir=str(cache)) for _ in range(2)] == [plain, plain]
    (made,) = cache.glob("*.pch")
    made.write_bytes(b"damaged")
    assert lower(PROGRAM, cache_dir=str(cache)) == plain
    assert not made.exists()


def test_precompiled_headers_keep_flags_apart_that_they_notice_and_stay_few(
    lower: Lower, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(header_cache, "KEPT", 2)
    cache = tmp_path / "cache"
    for value in ("1", "2", "3"):
        source = "__global__ void kernel(int* p) { *p = NDEBUG; }"
        assert f"store i32 {value}," in lower(source, D=[f"NDEBUG={value}"], cache_dir=str(cache))
    assert len(list(cache.glob("*.pch"))) == 2
    assert {path.stem for path in cache.glob("*.pch")} == {path.stem for path in cache.glob("*.names")}


OWN_NAMES = """
#include <cassert>
#include "tile.h"
__global__ void kernel(float* p, int n) { assert(n < TILE); p[threadIdx.x] = sinf(p[n]) * ROWS + sizeof(div_t); }
"""


def test_macros_and_folders_that_headers_do_not_know_share_one_precompiled_file(lower: Lower, tmp_path: Path) -> None:
    cache, folder = tmp_path / "cache", tmp_path / "own"
    folder.mkdir()
    (folder / "tile.h").write_text("#define TILE (ROWS * 4)\n")
    flags = {"I": [str(folder)], "D": ["ROWS=16", "OTHER(x)=x"], "U": ["NOBODY_KNOWS_ME"]}
    for rows in (16, 32):
        flags["D"][0] = f"ROWS={rows}"
        assert lower(OWN_NAMES, cache_dir=str(cache), **flags) == lower(OWN_NAMES, **flags)
    assert len(list(cache.glob("*.pch"))) == 1


@pytest.mark.parametrize("noticed", ["macro", "undefined macro", "folder", "system folder"])
def test_macros_and_folders_that_headers_notice_get_a_precompiled_file_of_their_own(
    noticed: str, lower: Lower, tmp_path: Path
) -> None:
    cache, folder = tmp_path / "cache", tmp_path / "own"
    folder.mkdir()
    (folder / "tile.h").write_text("#define TILE 4\n#define ROWS 2\n")
    # Headers of the C++ library include it in angle brackets, before any line of the program.
    shadow = "#pragma once\n#include_next <stdlib.h>\nstruct OfOurOwn { char size[77]; };\n#define div_t OfOurOwn\n"
    own: dict[str, list[str]] = {"I": [str(folder)]}
    if noticed == "macro":
        own["D"] = ["NDEBUG"]
    elif noticed == "undefined macro":
        own["U"] = ["_GNU_SOURCE"]
    elif noticed == "folder":
        (folder / "stdlib.h").write_text(shadow)
    else:
        (folder / "texture_types.h").write_text('#include_next "texture_types.h"\n')
        own = {"isystem": [str(folder)]}
    plain = lower(OWN_NAMES, **own)
    assert [lower(OWN_NAMES, cache_dir=str(cache), **own) for _ in range(2)] == [plain, plain]
    assert len(list(cache.glob("*.pch"))) == 2, "what they share, and what is theirs"
    assert ("__assert" in plain) == (noticed != "macro")
    assert ("7.700000e+01" in plain) == (noticed == "folder")


def test_a_name_in_a_comment_of_a_header_is_none_and_one_in_skipped_text_is(tmp_path: Path) -> None:
    header = tmp_path / "some header.h"
    header.write_text(
        '// SLASHES\n/* STARS\n SECOND */\n#ifdef ASKED // https://x\nconst char* s = "http://QUOTED"; int behind;\n#endif\n'
        "char c = '\"'; char d = '/'; int LAST; // gone\n#include <Folder/deep.h>\n#if __has_include(\"maybe.h\")\n#endif\n"
    )
    escaped = str(header).replace(" ", "\\ ")
    names = header_names.read_names(f"headers: {escaped} \\\n  {tmp_path}/missing.h\n")
    known = ["ASKED", "QUOTED", "behind", "LAST", "s"]
    assert [
        name
        for name in [*known, "SLASHES", "STARS", "SECOND", "gone"]
        if header_names.concerns((f"-D{name}=1",), names)
    ] == known
    for name, expected in (("folder", True), ("maybe.h", True), ("some header.h", True), ("deep.h", False)):
        place = tmp_path / f"with {name}"
        place.mkdir()
        (place / name).touch()
        assert (
            header_names.concerns((f"-I{place}",), names)
            == header_names.concerns(("-isystem", str(place)), names)
            == expected
        )
    assert not header_names.concerns((f"-I{tmp_path}/nowhere",), names)


def test_error_is_shown_with_a_cache_too(lower: Lower, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="undeclared identifier"):
        lower("__global__ void kernel() { nothing(); }", cache_dir=str(tmp_path / "cache"))


FORCED = """
__device__ __forceinline__ int forced(int x) { return x * 3; }
__device__ __noinline__ int kept(int x) { return x * 5 + 1; }
__device__ int plain(int x) { return x * 7 + 2; }
struct Counter { __device__ __forceinline__ int add(int y) const { return v + y; } int v; };
extern "C" __global__ void k(int* p, int n) { Counter c{n}; p[0] = forced(n) + kept(n) + plain(n) + c.add(2); }
"""


@pytest.mark.parametrize("option", ["-O0", "-g", "-Ofast-compile=max", "-language=ptx"])
def test_forceinline_is_obeyed_where_nothing_else_is_inlined(option: str, lower: Lower) -> None:
    lower(FORCED, name="forced.cu")
    outcome = shell.opencicc("forced.cu", "-arch=sm_90", option, "-o", "-")
    assert outcome.code == 0, outcome.err
    ptx = outcome.out
    assert set(re.findall(r"call\S* .*?(_Z\w+)", ptx)) == {"_Z4kepti", "_Z5plaini"}
    assert not re.search(r"\.func.*(forced|Counter)", ptx)


ASSERTING = """
#ifdef AGAIN
#undef NDEBUG
#include <assert.h>
#endif
extern "C" __host__ __device__ void __assert_fail(const char*, const char*, unsigned, const char*) noexcept
    __attribute__((noreturn));
inline __host__ __device__ int half_of(int x) { assert(x % 2 == 0); return x / 2; }
void on_the_host(int x) { assert(x > 0); }
__global__ void kernel(int* p) { *p = half_of(p[1]); }
"""


@pytest.mark.parametrize(("macros", "asserts"), [([], True), (["NDEBUG"], False), (["NDEBUG", "AGAIN"], True)])
def test_what_assert_calls_may_be_declared_again_for_both_sides(lower: Lower, macros: list[str], asserts: bool) -> None:
    text = lower(ASSERTING, D=macros)
    assert ("__assert_fail" in text) == asserts
    assert ("call void @__assertfail(" in text) == asserts  # what the GPU's driver knows
