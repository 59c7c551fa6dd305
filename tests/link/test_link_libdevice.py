"""libdevice: found only when needed, pulled in lazily, internal, and byte for byte its own definitions."""

import pytest

import opencicc
from opencicc.cli.main import main
from opencicc.errors import FileError, InputError, LinkError
from opencicc.link import closures, libdevice
from opencicc.link.builtins import link_buffers
from opencicc.link.libdevice import NOINLINE_HELPERS, candidates, find_library, link_builtins
from opencicc.link.linker import link_user
from opencicc.link.settings import LinkSettings
from opencicc.link.unit import Buffer
from opencicc.llvm import helper
from opencicc.llvm.ir import Context, Module
from opencicc.trace import Trace
from tests.link.link_helpers import HEADER, KERNEL, caller, link

LIBRARY = next(iter(candidates()))
THREE = ("float @__nv_sinf(float %f)", "float @__nv_powf(float %f, float %f)", "double @__nv_lgamma(double %d)")


@pytest.fixture(params=["native helper", "plain"])
def way(request, monkeypatch):
    """Both ways of linking: with the native helper (where it is built) and without."""
    if request.param == "plain":
        monkeypatch.setenv("OPENCICC_NATIVE_HELPER", "0")
    elif helper.load() is None:
        pytest.skip("the native helper is not built")


@pytest.fixture
def context():
    with Context() as made:
        yield made


def link_with_library(context, text, **settings):
    module = link(context, text)
    trace = Trace()
    link_builtins(module, LinkSettings(**settings), trace)
    return module, trace


def define(text: str) -> str:
    return HEADER + text


def test_only_what_is_needed_comes_in_and_becomes_internal(way, context):
    module, _ = link_with_library(context, caller(*THREE))
    defined = {f.name: f.linkage for f in module.definitions}
    assert defined == {
        "k": "external",
        "__nv_sinf": "internal",
        "__nv_powf": "internal",
        "__nv_lgamma": "internal",
        "__internal_lgamma_pos": "internal",
    }
    assert module.verify() == ""
    assert [g.name for g in module.globals if not g.name.startswith(".str")] == [
        "__cudart_i2opi_f",
        "__cudart_sin_cos_coeffs",
    ]


def test_the_linked_functions_are_the_library_s_own(way, context):
    module, _ = link_with_library(context, caller(*THREE, "double @__nv_pow(double %d, double %d)"))
    library = context.parse(find_library().head(1 << 30), "libdevice")
    for function in module.definitions:
        if function.name == "k":
            continue
        own = library.function(function.name)
        assert [i.opcode for i in function.instructions] == [i.opcode for i in own.instructions], function.name
        assert function.has_attribute("alwaysinline") == own.has_attribute("alwaysinline")
        assert function.has_attribute("noinline") == (function.name in NOINLINE_HELPERS)


def test_old_string_attributes_do_not_come_along(way, context):
    module, _ = link_with_library(context, caller(*THREE))
    assert not module.function("__nv_sinf").has_attribute("no-infs-fp-math")
    assert "frame-pointer" not in module.text()


def test_a_module_without_builtin_calls_never_looks_for_the_library(context, monkeypatch):
    monkeypatch.setattr(libdevice, "find_library", lambda *_: pytest.fail("searched"))
    link_with_library(context, HEADER + KERNEL + "declare float @__nv_sinf(float)\n")


def test_stage_mode_skips_builtins(context):
    module, _ = link_with_library(context, caller(THREE[0]), skip_builtins=True)
    assert module.function("__nv_sinf").is_declaration


def test_the_user_s_own_definition_is_kept(way, context):
    text = caller(*THREE).replace(
        "declare float @__nv_sinf(float)", "define float @__nv_sinf(float %x) { ret float %x }"
    )
    module, _ = link_with_library(context, text)
    assert module.function("__nv_sinf").count_instructions() == 1
    assert module.function("__nv_powf").count_instructions() > 1


def test_a_name_the_library_lacks_stays_external_with_a_warning(way, context):
    module, trace = link_with_library(context, caller("float @__nv_unheard_of(float %f)", THREE[0]))
    assert module.function("__nv_unheard_of").is_declaration
    assert trace.diagnostics == [("warning", "__nv_unheard_of is not in libdevice: the call stays external")]


def test_a_wrong_declaration_is_a_size_error(way, context):
    with pytest.raises(
        LinkError, match="^Size does not match for __nv_sinf in .* with size 16 specified in .* with size 8"
    ):
        link_with_library(context, caller("double @__nv_sinf(double %d)"))


def test_a_library_can_be_named(way, context, tmp_path):
    own = tmp_path / "own.bc"
    own.write_bytes(context.parse(define("define float @__nv_sinf(float %x) { ret float 1.0 }").encode()).bitcode())
    module, trace = link_with_library(context, caller(THREE[0]), library_path=str(own))
    assert module.function("__nv_sinf").count_instructions() == 1
    assert str(own) in trace.notes[0]


def test_the_environment_names_a_library(context, tmp_path, monkeypatch):
    own = tmp_path / "own.ll"
    own.write_text(define("define float @__nv_sinf(float %x) { ret float 1.0 }"))
    monkeypatch.setenv("OPENCICC_LIBDEVICE", str(own))
    module, _ = link_with_library(context, caller(THREE[0]))
    assert module.function("__nv_sinf").count_instructions() == 1


def test_a_named_library_that_can_t_be_read_is_a_file_error(context, tmp_path):
    with pytest.raises(FileError, match="No such file") as caught:
        link_with_library(context, caller(THREE[0]), library_path=str(tmp_path / "none.bc"))
    assert caught.value.at == "-nvvmir-library"


def test_without_any_library_the_error_says_what_to_install(context, monkeypatch, tmp_path):
    monkeypatch.setattr(libdevice, "_known_candidates", lambda: [str(tmp_path / "none.bc")])
    with pytest.raises(LinkError, match="__nv_sinf is undefined and no libdevice was found") as caught:
        link_with_library(context, caller(THREE[0]))
    assert "pip install nvidia-nvvm" in caught.value.fix
    assert "none.bc: No such file" in caught.value.detail


def test_places_are_searched_in_order(monkeypatch, tmp_path):
    monkeypatch.setenv("CUDA_HOME", "/first")
    monkeypatch.setenv("CUDA_PATH", "/second")
    wheel = tmp_path / "nvidia" / "cu13" / "nvvm" / "libdevice" / "libdevice.10.bc"
    wheel.parent.mkdir(parents=True)
    wheel.write_bytes(b"")
    monkeypatch.setattr("sys.path", [str(tmp_path)])
    found = list(candidates())
    assert found[:4] == [
        str(wheel),
        "/first/nvvm/libdevice/libdevice.10.bc",
        "/second/nvvm/libdevice/libdevice.10.bc",
        "/usr/local/cuda/nvvm/libdevice/libdevice.10.bc",
    ]
    monkeypatch.setenv("OPENCICC_LIBDEVICE", "/named.bc")
    assert list(candidates()) == ["/named.bc"]


def test_newer_toolkits_come_first(tmp_path):
    for name in ("cuda-9.2", "cuda-13.0", "cuda-12.10"):
        (tmp_path / name).mkdir()
    assert [p.split("/")[-4] for p in libdevice._versioned_toolkits(str(tmp_path))] == [
        "cuda-13.0",
        "cuda-12.10",
        "cuda-9.2",
    ]


NOT_LINKABLE = "$both = comdat largest\ndefine float @f(float %x) comdat($both) { ret float %x }\n"
HAS_COMDAT = "$both = comdat any\n@variable = weak addrspace(1) global i32 0, comdat($both)\n"


def test_a_library_that_can_t_be_linked_is_an_error_where_it_is_needed(way, context, tmp_path):
    own = tmp_path / "own.ll"
    own.write_text(define(NOT_LINKABLE.replace("@f(", "@__nv_sinf(")))
    with pytest.raises(LinkError, match="^builtins: link error: Linking COMDATs named 'both'"):
        link_with_library(context, caller(THREE[0]) + HAS_COMDAT, library_path=str(own))


def link_unit(context: Context, user: str, trace: Trace | None = None, **roles: str | bytes) -> Module:
    """A user module, then lazy modules, then builtin ones, whose definitions win."""
    module = link_user(context, [Buffer(user.encode(), "user")], LinkSettings())
    for role, data in sorted(roles.items(), reverse=True):
        buffer = Buffer(data if isinstance(data, bytes) else data.encode(), role)
        link_buffers(module, [buffer], LinkSettings(), trace or Trace(), override=role == "builtin")
    return module


USES_F = define("declare float @f(float)\n@g = external addrspace(1) global i32\n" + KERNEL.replace(
    "ret void", "%r = call float @f(float 1.0)\n  %v = load i32, ptr addrspace(1) @g\n  ret void"))  # fmt: skip
LIBRARY_F = define(
    "@g = addrspace(1) global i32 5\n@unused_variable = addrspace(1) global i32 5\n"
    "define float @f(float %x) {\n  %r = call float @inner(float %x)\n  ret float %r\n}\n"
    "define float @inner(float %x) { ret float %x }\ndefine float @unused(float %x) { ret float %x }\n"
)


@pytest.mark.parametrize("is_bitcode", [False, True])
def test_a_lazy_module_fills_what_is_undefined_and_brings_nothing_else(way, context, is_bitcode):
    data = context.parse(LIBRARY_F.encode()).bitcode() if is_bitcode else LIBRARY_F
    module = link_unit(context, USES_F, lazy=data)
    assert {f.name: f.linkage for f in module.definitions} == {"k": "external", "f": "internal", "inner": "internal"}
    assert [g.name for g in module.globals] == ["g"]
    assert module.verify() == ""


@pytest.mark.parametrize("definition", ["define", "define weak"])
def test_a_lazy_module_does_not_replace_the_user_s_definitions(way, context, definition):
    user = USES_F.replace("declare float @f(float)", f"{definition} float @f(float %x) {{ ret float 2.0 }}")
    module = link_unit(context, user, lazy=LIBRARY_F)
    assert module.function("f").count_instructions() == 1
    assert module.function("inner") is None


def test_a_builtin_module_s_definition_wins(way, context):
    user = USES_F.replace("declare float @f(float)", "define float @f(float %x) { ret float 2.0 }")
    module = link_unit(context, user, builtin=LIBRARY_F)
    assert module.function("f").count_instructions() == 2
    assert not module.function("inner").is_declaration
    assert module.verify() == ""


def test_a_builtin_module_that_fails_is_reported_and_the_rest_is_linked(way, context):
    trace = Trace()
    module = link_unit(context, USES_F + HAS_COMDAT, trace, lazy=define(NOT_LINKABLE), builtin=LIBRARY_F)
    assert not module.function("f").is_declaration
    ((severity, message),) = trace.diagnostics
    assert severity == "error"
    assert message.startswith("builtins: link error: Linking COMDATs named 'both'")


def test_a_builtin_module_that_is_no_module_is_an_error(way, context):
    with pytest.raises(InputError, match="^malformed bitcode: "):
        link_unit(context, USES_F, lazy=b"BC\xc0\xde" + b"\x35" * 60)
    with pytest.raises(LinkError, match="magic"):
        link_unit(context, USES_F, lazy=b"no IR at all")


def test_the_library_is_mapped_once(context):
    assert find_library() is find_library()
    assert find_library(LIBRARY) is find_library()


def test_a_set_asked_for_again_comes_from_a_small_library_and_is_the_same(way):
    calls = ("double @__nv_pow(double %d, double %d)", "float @__nv_tanf(float %f)", "float @__nv_unheard_of(float %f)")
    seen = []
    for _ in range(4):
        with Context() as context:
            module, trace = link_with_library(context, caller(*calls))
            assert module.verify() == ""
            assert trace.notes == [f"libdevice: 2 of 3 functions from {LIBRARY}"]
            seen.append({f.name: (f.linkage, [i.opcode for i in f.instructions]) for f in module.definitions})
    small = closures.narrow(find_library(), ["__nv_pow", "__nv_tanf", "__nv_unheard_of"])
    assert small.is_cut and small.memory.size < find_library().size / 5
    assert seen[0] == seen[1] == seen[2] == seen[3]


def test_kept_libraries_are_bounded(monkeypatch):
    monkeypatch.setattr(closures, "_kept", {})
    monkeypatch.setattr(closures, "KEPT_MOST", 3)
    for number in range(10):
        assert closures.narrow(find_library(), [f"__nv_{number}"]).memory is find_library()
    assert len(closures._kept) <= 3


SETTINGS = [{}, {"ftz": True, "prec-div": False, "prec-sqrt": False}, {"fma": False}, {"opt-level": 0}]


@pytest.mark.parametrize("options", SETTINGS)
def test_a_small_library_is_settled_once_and_its_code_the_same(options, monkeypatch):
    monkeypatch.setattr(closures, "_kept", {})
    calls = ("float @__nv_sinf(float %f)", "float @__nv_powf(float %f, float %f)", "double @__nv_sqrt(double %d)")
    ptx = [opencicc.compile(caller(*calls), arch="sm_90", options=options).ptx for _ in range(3)]
    assert ptx[0] == ptx[1] == ptx[2]
    (kept,) = closures._kept.values()
    assert kept is not None and kept.is_settled
    with Context() as context:
        small = context.parse(kept.memory.head(kept.memory.size))
        assert small.function("__nv_sinf") and not small.function("__nvvm_reflect")


def test_settings_that_answer_otherwise_have_a_library_of_their_own(monkeypatch):
    monkeypatch.setattr(closures, "_kept", {})
    module = caller("float @__nv_sqrtf(float %f)")
    for _ in range(3):
        assert "sqrt.rn.f32" in opencicc.compile(module, arch="sm_90").ptx
        assert "sqrt.approx.f32" in opencicc.compile(module, arch="sm_90", options={"prec-sqrt": False}).ptx


def test_what_is_kept_of_the_link_shows_the_queries(tmp_path, monkeypatch):
    monkeypatch.setattr(closures, "_kept", {})
    (tmp_path / "k.ll").write_text(caller("float @__nv_sqrtf(float %f)"))
    monkeypatch.chdir(tmp_path)
    for _ in range(3):
        opencicc.compile((tmp_path / "k.ll").read_text(), arch="sm_90")
    assert main(["k.ll", "-arch=sm_90", "-keep", "-o", "k.ptx"]) == 0
    with Context() as context:
        assert context.parse((tmp_path / "k.lnk.bc").read_bytes()).function("__nvvm_reflect")


def test_what_others_bring_is_not_verified(way, context):
    """A library of the first time is LLVM's verifier's to see; what was cut out of it for later times has been seen."""
    closures._kept.clear()
    seen = []
    for _ in range(3):
        module = link(context, caller(*THREE))
        module.is_verified = True
        link_builtins(module, LinkSettings(), Trace())
        seen.append(module.is_verified)
    assert seen == [False, True, True]


def test_a_library_that_is_no_valid_ir_is_not_cut_out(way, context, monkeypatch):
    monkeypatch.setattr(Module, "verify", lambda self: "broken")
    closures._kept.clear()
    library = find_library()
    for _ in range(3):
        assert closures.narrow(library, ["__nv_sinf"]) == closures.Closure(library)
    closures._kept.clear()
