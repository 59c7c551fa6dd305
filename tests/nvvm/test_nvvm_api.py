"""opencicc.nvvm: libNVVM's calls in Python, their states and their codes."""

from __future__ import annotations

import pytest

from opencicc import nvvm
from tests.nvvm.programs import DEBUG, GOOD, HEAD, OK, PLAIN

NEED_MATH = """declare double @__nv_sin(double)
define void @k(double* %p) { %x = load double, double* %p
 %y = call double @__nv_sin(double %x)
 store double %y, double* %p
 ret void }
"""


def made(*texts: str) -> nvvm.Program:
    program = nvvm.create_program()
    for number, text in enumerate(texts):
        nvvm.add_module_to_program(program, text, len(text), f"m{number}")
    return program


def status_of(call, *arguments) -> int:
    with pytest.raises(nvvm.nvvmError) as caught:
        call(*arguments)
    return caught.value.status


def log_of(program: nvvm.Program) -> str:
    buffer = bytearray(nvvm.get_program_log_size(program))
    nvvm.get_program_log(program, buffer)
    assert buffer[-1] == 0
    return buffer[:-1].decode()


def result_of(program: nvvm.Program) -> bytes:
    buffer = bytearray(nvvm.get_compiled_result_size(program))
    nvvm.get_compiled_result(program, buffer)
    assert buffer[-1] == 0
    return bytes(buffer[:-1])


def test_versions() -> None:
    assert nvvm.version() == (2, 0)
    assert nvvm.ir_version() == (2, 0, 3, 2)
    assert [nvvm.llvm_version(f"compute_{arch}") for arch in ("75", "90a", "100", "121f")] == [7, 7, 22, 22]
    assert status_of(nvvm.llvm_version, "sm_90") == nvvm.Result.ERROR_INVALID_INPUT


def test_names_of_codes() -> None:
    assert nvvm.get_error_string(0) == "NVVM_SUCCESS"
    assert nvvm.get_error_string(9) == "NVVM_ERROR_COMPILATION"
    assert nvvm.get_error_string(77) == "NVVM_ERROR not found"


def test_compile_gives_ptx_and_sizes_count_the_nul() -> None:
    program = made(GOOD)
    assert (nvvm.get_compiled_result_size(program), nvvm.get_program_log_size(program)) == (1, 1)
    nvvm.verify_program(program, 1, ["-arch=compute_90"])
    nvvm.compile_program(program, 1, ["-arch=compute_90"])
    ptx = result_of(program)
    assert b".target sm_90" in ptx and b".entry k(" in ptx
    assert nvvm.get_compiled_result_size(program) == len(ptx) + 1
    assert log_of(program) == ""


def test_default_architecture() -> None:
    program = made(GOOD)
    nvvm.compile_program(program, 0, None)
    assert b".target sm_75" in result_of(program)


def test_failure_takes_the_result_away_and_leaves_its_reason() -> None:
    program = made(GOOD)
    nvvm.compile_program(program, 0, [])
    assert status_of(nvvm.compile_program, program, 1, ["-x"]) == nvvm.Result.ERROR_INVALID_OPTION
    assert log_of(program) == "libnvvm : error: -x is an unsupported option"
    assert result_of(program) == b""
    nvvm.compile_program(program, 0, [])
    assert log_of(program) == "" and result_of(program)


def test_modules_can_be_added_after_a_compile() -> None:
    program = made(GOOD)
    nvvm.compile_program(program, 0, [])
    more = GOOD.replace("@k", "@more")
    nvvm.add_module_to_program(program, more, len(more), None)
    nvvm.compile_program(program, 0, [])
    assert b".entry more(" in result_of(program)


def test_only_the_first_bytes_of_a_buffer_count() -> None:
    program = nvvm.create_program()
    nvvm.add_module_to_program(program, GOOD + "garbage", len(GOOD), "m")
    nvvm.compile_program(program, 0, [])


def test_destroyed_and_foreign_programs_are_refused() -> None:
    program = made(GOOD)
    nvvm.destroy_program(program)
    for call in (nvvm.destroy_program, nvvm.get_program_log_size, nvvm.get_compiled_result_size):
        assert status_of(call, program) == nvvm.Result.ERROR_INVALID_PROGRAM
    assert status_of(nvvm.compile_program, None, 0, []) == nvvm.Result.ERROR_INVALID_PROGRAM


def test_what_is_no_buffer_is_invalid_input() -> None:
    assert status_of(nvvm.add_module_to_program, made(), None, 0, "m") == nvvm.Result.ERROR_INVALID_INPUT


@pytest.mark.parametrize("add", [nvvm.add_module_to_program, nvvm.lazy_add_module_to_program])
def test_an_empty_buffer_is_no_module_and_leaves_the_program_as_it_was(add) -> None:
    program = nvvm.create_program()
    assert status_of(add, program, "", 0, "m") == nvvm.Result.ERROR_INVALID_INPUT
    assert status_of(nvvm.compile_program, program, 0, []) == nvvm.Result.ERROR_NO_MODULE_IN_PROGRAM
    nvvm.add_module_to_program(program, GOOD, len(GOOD), "m")
    nvvm.compile_program(program, 0, [])
    assert b".entry k" in result_of(program)


def test_lazy_modules_alone_are_no_program() -> None:
    program = nvvm.create_program()
    nvvm.lazy_add_module_to_program(program, GOOD, len(GOOD), "m")
    assert status_of(nvvm.compile_program, program, 0, []) == nvvm.Result.ERROR_NO_MODULE_IN_PROGRAM
    assert status_of(nvvm.verify_program, program, 0, []) == nvvm.Result.ERROR_NO_MODULE_IN_PROGRAM


def test_only_what_is_needed_comes_from_a_lazy_module() -> None:
    program = made(HEAD + "declare i32 @g()\ndefine i32 @k() { %a = call i32 @g()\n ret i32 %a }" + OK)
    lazy = HEAD + "define i32 @g() noinline { ret i32 5 }\ndefine i32 @unused() { ret i32 6 }" + OK
    nvvm.lazy_add_module_to_program(program, lazy, len(lazy), "lazy")
    nvvm.compile_program(program, 0, [])
    assert b"unused" not in result_of(program)
    assert b".extern" not in result_of(program)


TWO = """declare i32 @given()
define i32 @own() noinline { ret i32 1 }
define void @k(i32* %p) {
 %a = call i32 @own()
 %b = call i32 @given()
 %s = add i32 %a, %b
 store i32 %s, i32* %p
 ret void
}
"""
BOTH = "define i32 @own() { ret i32 40 }\ndefine i32 @given() { ret i32 2 }\n"


@pytest.mark.parametrize(("role", "sum_"), [("lazy", 3), ("builtin", 42)])
def test_a_builtin_module_s_definitions_win_and_a_lazy_one_s_do_not(role: str, sum_: int) -> None:
    """libNVVM itself has no call for the builtin role: this one is ours."""
    program = nvvm.create_program()
    user, library = HEAD + TWO + OK, HEAD + BOTH + OK
    nvvm.add_module_to_program(program, user, len(user), "user")
    add = nvvm.builtin_add_module_to_program if role == "builtin" else nvvm.lazy_add_module_to_program
    add(program, library, len(library), role)
    nvvm.compile_program(program, 1, ["-arch=compute_90"])
    assert f", {sum_};" in program.result.decode()


def test_builtin_modules_alone_are_no_program() -> None:
    program = nvvm.Program()
    program.builtin_add_module(GOOD, "m")
    with pytest.raises(nvvm.nvvmError) as error:
        program.compile()
    assert error.value.status == nvvm.Result.ERROR_NO_MODULE_IN_PROGRAM


def test_libdevice_as_a_lazy_module() -> None:
    from opencicc.link.libdevice import find_library

    library = find_library()
    program = made(HEAD + NEED_MATH + OK)
    data = library.head(library.size)
    nvvm.lazy_add_module_to_program(program, data, len(data), "libdevice")
    nvvm.verify_program(program, 0, [])
    nvvm.compile_program(program, 0, [])
    assert b"fma.rn.f64" in result_of(program)
    assert b".extern" not in result_of(program)


def test_another_library_than_the_one_we_would_find(monkeypatch) -> None:
    """A lazy module that is not byte for byte our libdevice is linked like any other."""
    own = HEAD + "define double @__nv_sin(double %x) { %y = fmul double %x, 0x4014000000000000\n ret double %y }" + OK
    program = made(HEAD + NEED_MATH + OK)
    nvvm.lazy_add_module_to_program(program, own, len(own), "own")
    nvvm.compile_program(program, 0, [])
    assert b"0d4014000000000000" in result_of(program)


def test_functions_of_other_objects_stay_external() -> None:
    program = made(HEAD + "declare void @elsewhere()\ndefine void @k() { call void @elsewhere()\n ret void }" + OK)
    nvvm.compile_program(program, 0, [])
    assert b".extern .func" in result_of(program)


def test_both_dialects_in_one_program() -> None:
    modern = HEAD + "define ptx_kernel void @now(ptr %p) { store float 1.0, ptr %p\n ret void }" + OK
    program = made(GOOD, modern)
    nvvm.verify_program(program, 0, [])
    nvvm.compile_program(program, 0, [])
    assert b".entry k(" in result_of(program) and b".entry now(" in result_of(program)


def test_lines_are_kept_where_the_module_has_them() -> None:
    program = made(HEAD + DEBUG + OK)
    nvvm.compile_program(program, 0, [])
    assert b".loc" in result_of(program) and b", debug" not in result_of(program)
    nvvm.compile_program(program, 2, ["-g", "-opt=0"])
    assert b".target sm_75, debug" in result_of(program) and b".section" in result_of(program)
    assert log_of(program) == ""


def test_options_change_the_code() -> None:
    divide = HEAD + "define float @k(float %a, float %b) { %r = fdiv float %a, %b\n ret float %r }" + OK
    program = made(divide)
    nvvm.compile_program(program, 0, [])
    assert b"div.rn.f32" in result_of(program)
    nvvm.compile_program(program, 2, ["-prec-div=0", "-ftz=1"])
    assert b"div.approx.ftz.f32" in result_of(program) or b"div.full.ftz.f32" in result_of(program)


def test_options_for_passes() -> None:
    program = made(GOOD)
    nvvm.compile_program(program, 2, ["-Xopt", "-do-licm=0"])
    assert log_of(program) == ""
    nvvm.compile_program(program, 2, ["-Xopt", "-no-such-thing"])
    assert "-no-such-thing is ignored" in log_of(program)
    assert status_of(nvvm.compile_program, program, 1, ["-Xopt"]) == nvvm.Result.ERROR_INVALID_OPTION


def test_an_older_ptx_version() -> None:
    program = made(GOOD)
    nvvm.compile_program(program, 2, ["-arch=compute_100", "-ptx-version-target=87"])
    assert b".version 8.7" in result_of(program)


def test_version_check_can_be_switched_off(monkeypatch) -> None:
    program = made(HEAD + PLAIN)
    assert status_of(nvvm.compile_program, program, 0, []) == nvvm.Result.ERROR_IR_VERSION_MISMATCH
    monkeypatch.setenv("NVVM_IR_VER_CHK", "0")
    nvvm.compile_program(program, 0, [])


def test_lto_without_their_library_says_what_is_missing(monkeypatch) -> None:
    monkeypatch.setattr("opencicc.nvvm.nvidia.candidates", lambda: iter(()))
    program = made(GOOD)
    assert status_of(nvvm.compile_program, program, 1, ["-gen-lto"]) == nvvm.Result.ERROR_COMPILATION
    assert "-gen-lto needs NVIDIA's libNVVM" in log_of(program) and "nvidia-nvvm" in log_of(program)


def test_lto_container_comes_from_their_library(their_library) -> None:
    program = made(GOOD)
    nvvm.compile_program(program, 2, ["-gen-lto", "-arch=compute_90"])
    assert result_of(program)[:4] == bytes([0xED, 0x43, 0x4E, 0x7F])


def test_a_fault_of_ours_is_never_a_success(monkeypatch) -> None:
    def fail(*_):
        raise ValueError("planted")

    monkeypatch.setattr("opencicc.compiler.api.compile_with_values", fail)
    program = made(GOOD)
    assert status_of(nvvm.compile_program, program, 0, []) == nvvm.Result.ERROR_COMPILATION
    assert "internal error" in log_of(program) and "planted" in log_of(program)
    assert result_of(program) == b""


def test_launch_bounds_have_three_sizes() -> None:
    """The same to ptxas; readers of the PTX, Numba's tests among them, look for three."""
    bounds = '!{void (i32*)* @k, !"maxntidx", i32 128}'
    program = made(GOOD.replace("!{!0}", "!{!0, !1}") + f"!1 = {bounds}\n")
    nvvm.compile_program(program, 0, [])
    assert b".maxntid 128, 1, 1\n" in result_of(program)


def test_a_libdevice_function_declared_with_another_result() -> None:
    """Numba declares __nv_sincos with a result that it never reads."""
    call = """declare i8* @__nv_sincosf(float, float*, float*)
define void @k(float* %p, float* %q) { %x = load float, float* %p
 %r = call i8* @__nv_sincosf(float %x, float* %p, float* %q)
 ret void }
"""
    program = made(HEAD + call + OK)
    nvvm.compile_program(program, 1, ["-arch=compute_90"])
    assert (
        b"call" not in result_of(program)
        and result_of(program).count(b"st.b32") + result_of(program).count(b"st.global") >= 2
    )
    used = call.replace(
        "ret void", "%i = ptrtoint i8* %r to i64\n %f = uitofp i64 %i to float\n store float %f, float* %p\n ret void"
    )
    program = made(HEAD + used + OK)
    assert status_of(nvvm.compile_program, program, 0, []) == nvvm.Result.ERROR_COMPILATION
    assert "Size does not match for __nv_sincosf" in log_of(program)


SUM = (
    HEAD
    + "define void @k(float* %p) { %x = load float, float* %p\n %y = fadd float %x, %x\n store float %y, float* %p\n ret void }"
    + OK
)


def test_what_the_environment_says_is_read_for_every_program(tmp_path, monkeypatch) -> None:
    """The settings of the last program are kept, but not past a change of what they come from."""

    def has_ftz() -> bool:
        program = made(SUM)
        nvvm.compile_program(program, 1, ["-arch=compute_90"])
        return b"add.ftz.f32" in result_of(program)

    assert not has_ftz() and not has_ftz()
    monkeypatch.setenv("OPENCICC_FTZ", "1")
    assert has_ftz() and has_ftz()
    monkeypatch.delenv("OPENCICC_FTZ")
    assert not has_ftz()
    said = tmp_path / "options.yaml"
    monkeypatch.setenv("OPENCICC_OPTIONS_FILE", str(said))
    for text in ("ftz: true", "ftz: false", "ftz: true"):
        said.write_text(text)
        assert has_ftz() == ("true" in text)


def test_a_kernel_that_is_not_to_be_inlined_is_a_warning_in_the_log() -> None:
    """numba-cuda's tests look for these words."""
    text = GOOD.replace(") {", ") noinline {", 1)
    assert text != GOOD
    program = made(text)
    nvvm.compile_program(program, 0, [])
    assert "kernel k: overriding noinline attribute" in program.log
    quiet = made(text.replace("noinline", "noinline optnone"))
    nvvm.compile_program(quiet, 0, [])
    assert quiet.log == ""
