"""`__nvvm_reflect`: every query's answer, however it is spelled, and no dead branch left."""

import pytest

from opencicc.link.libdevice import link_builtins
from opencicc.link.reflect import resolve
from opencicc.link.settings import LinkSettings
from opencicc.llvm.ir import Context
from opencicc.target import parse_target
from opencicc.trace import Trace
from tests.link.link_helpers import HEADER, caller, link


@pytest.fixture
def context():
    with Context() as made:
        yield made


def asking(query: str, pointer: str = "ptr @q", space: str = "", before: str = "") -> str:
    return (
        f'{HEADER}@q = private {space} constant [{len(query) + 1} x i8] c"{query}\\00"\n'
        "declare i32 @__nvvm_reflect(ptr)\n"
        f"define i32 @f() {{\n  {before}\n  %r = call i32 @__nvvm_reflect({pointer})\n  ret i32 %r\n}}\n"
    )


def answer(context, text, arch="sm_90", **settings) -> str:
    module = link(context, text)
    assert resolve(module, parse_target(arch), LinkSettings(**settings)) == 1
    assert module.function("__nvvm_reflect") is None
    assert [g.name for g in module.globals] == []
    assert module.verify() == ""
    (ret,) = module.function("f").instructions
    return ret.text.split()[-1]


@pytest.mark.parametrize(
    ("query", "settings", "expected"),
    [
        ("__CUDA_FTZ", {}, "0"),
        ("__CUDA_FTZ", {"ftz": True}, "1"),
        ("__CUDA_PREC_DIV", {}, "1"),
        ("__CUDA_PREC_DIV", {"prec_div": False}, "0"),
        ("__CUDA_PREC_SQRT", {}, "1"),
        ("__CUDA_PREC_SQRT", {"prec_sqrt": False}, "0"),
        ("__CUDA_SOMETHING_ELSE", {}, "0"),
        ("", {}, "0"),
    ],
)
def test_answers(context, query, settings, expected):
    assert answer(context, asking(query), **settings) == expected


@pytest.mark.parametrize(
    ("arch", "expected"),
    [("sm_75", "750"), ("sm_90", "900"), ("sm_90a", "900"), ("sm_100f", "1000"), ("sm_121", "1210")],
)
def test_the_architecture_is_answered_without_its_suffix(context, arch, expected):
    assert answer(context, asking("__CUDA_ARCH"), arch) == expected


def test_the_module_flag_turns_flushing_on(context):
    flag = '!llvm.module.flags = !{!0, !1}\n!0 = !{i32 4, !"nvvm-reflect-ftz", i32 1}\n!1 = !{i32 1, !"other", i32 1}\n'
    assert answer(context, asking("__CUDA_FTZ") + flag) == "1"
    assert answer(context, asking("__CUDA_FTZ") + flag, ftz=False) == "0"
    assert answer(context, asking("__CUDA_FTZ") + flag.replace("i32 1}", "i32 0}", 1)) == "0"


@pytest.mark.parametrize(
    ("pointer", "space", "before"),
    [
        ("ptr addrspacecast (ptr addrspace(4) @q to ptr)", "addrspace(4)", ""),
        ("ptr %c", "addrspace(4)", "%c = addrspacecast ptr addrspace(4) @q to ptr"),
        ("ptr %c", "", "%c = getelementptr inbounds [12 x i8], ptr @q, i32 0, i32 0"),
        ("ptr getelementptr inbounds ([12 x i8], ptr @q, i32 0, i32 0)", "", ""),
    ],
)
def test_the_text_is_found_behind_casts(context, pointer, space, before):
    text = asking("__CUDA_ARCH", pointer, space, before)
    assert answer(context, text) == "900"


def test_old_conversion_calls_are_looked_through(context):
    before = "%c = call ptr @llvm.nvvm.ptr.constant.to.gen.p0.p4(ptr addrspace(4) @q)"
    assert answer(context, asking("__CUDA_ARCH", "ptr %c", "addrspace(4)", before)) == "900"


def test_the_intrinsic_spelling_is_answered(context):
    text = asking("__CUDA_ARCH").replace("__nvvm_reflect", "llvm.nvvm.reflect")
    assert answer(context, text) == "900"


@pytest.mark.parametrize(
    "pointer", ["ptr %p", "ptr getelementptr inbounds (i8, ptr @q, i64 2)", "ptr @not_constant", "ptr null"]
)
def test_a_query_that_is_no_constant_text_is_left_alone(context, pointer):
    text = asking("__CUDA_ARCH", pointer).replace("@f()", "@f(ptr %p)") + "@not_constant = external global [4 x i8]\n"
    module = link(context, text)
    assert resolve(module, parse_target("sm_90"), LinkSettings()) == 0
    assert module.function("__nvvm_reflect").has_uses


def test_a_query_exposed_later_is_answered_then(context):
    text = asking("__CUDA_ARCH", "ptr %p").replace("@f()", "@f(ptr %p)") + "define i32 @g() {\n  ret i32 1\n}\n"
    module = link(context, text)
    target, settings = parse_target("sm_90"), LinkSettings()
    assert resolve(module, target, settings) == 0
    from opencicc.llvm import edit

    call = next(i for i in module.function("f").instructions if i.opcode == "call")
    edit.set_operand(call, 0, module.global_variable("q"))
    assert resolve(module, target, settings) == 1
    assert resolve(module, target, settings) == 0


def test_dead_branches_go_and_the_rest_stays_as_written(context):
    text = asking("__CUDA_ARCH") + (
        "define i32 @g(i32 %x, i1 %c) {\n"
        "  %slot = alloca i32\n  store i32 %x, ptr %slot\n"
        "  %r = call i32 @__nvvm_reflect(ptr @q)\n"
        "  %new = icmp sge i32 %r, 900\n  br i1 %new, label %a, label %b\n"
        "a:\n  br i1 %c, label %d, label %e\n"
        "b:\n  %old = add i32 %x, 1\n  br label %e\n"
        "d:\n  br label %e\n"
        "e:\n  %p = phi i32 [ 1, %a ], [ %old, %b ], [ 2, %d ]\n  %l = load i32, ptr %slot\n"
        "  %s = add i32 %p, %l\n  ret i32 %s\n}\n"
    )
    module = link(context, text)
    assert resolve(module, parse_target("sm_90"), LinkSettings()) == 2
    opcodes = [i.opcode for i in module.function("g").instructions]
    assert opcodes == ["alloca", "store", "br", "br", "phi", "load", "add", "ret"]
    assert module.verify() == ""


def test_functions_that_do_not_ask_are_not_touched(context):
    untouched = "define i32 @g(i32 %x) {\n  %dead = add i32 1, 2\n  br label %next\n\nnext:\n  ret i32 %x\n}\n"
    module = link(context, asking("__CUDA_ARCH") + untouched)
    resolve(module, parse_target("sm_90"), LinkSettings())
    assert module.function("g").count_instructions() == 3


@pytest.mark.parametrize(("prec_sqrt", "expected"), [(True, "sqrt.rn.f"), (False, "sqrt.approx.f")])
def test_libdevice_s_square_root_follows_the_precision(context, prec_sqrt, expected):
    settings = LinkSettings(prec_sqrt=prec_sqrt)
    module = link(context, caller("float @__nv_sqrtf(float %f)"))
    link_builtins(module, settings, Trace())
    assert resolve(module, parse_target("sm_90"), settings) == 3
    calls = [i.callee_name for i in module.function("__nv_sqrtf").instructions if i.opcode == "call"]
    assert calls == [f"llvm.nvvm.{expected}"]


def test_nothing_is_looked_at_when_nobody_asks(context, monkeypatch):
    module = link(context, caller("i32 @f(i32 %i)"))
    monkeypatch.setattr("opencicc.link.reflect.answers", lambda *_: pytest.fail("worked for nothing"))
    assert resolve(module, parse_target("sm_90"), LinkSettings()) == 0
