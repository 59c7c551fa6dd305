"""Math calls on constants: the bits they fold to, and the calls that have to stay."""

import math
import struct
from pathlib import Path
from typing import Any

import pytest

from opencicc.link import eligibility
from opencicc.link.folding import fold_math_calls
from opencicc.link.libdevice import link_builtins
from opencicc.link.reflect import resolve
from opencicc.link.settings import LinkSettings
from opencicc.llvm.constants import bits_of
from opencicc.llvm.ir import Context
from opencicc.target import parse_target
from opencicc.trace import Trace
from tests.link.link_helpers import HEADER, link

ROWS = [
    tuple(line.split(" = "))
    for line in Path(__file__).with_name("folded_calls.txt").read_text().splitlines()
    if not line.startswith("#")
]


def literal(argument: str) -> str:
    """'float 0.1' with the number as LLVM's exact hexadecimal text."""
    kind, number = argument.split()
    if kind not in ("float", "double"):
        return argument
    value = float(number)
    if kind == "float":
        (value,) = struct.unpack("<f", struct.pack("<f", value))
    return f"{kind} 0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"


def module_of(calls: list[str], more: str = "", attributes: str = "") -> str:
    lines: list[str] = []
    declarations: dict[str, Any] = {}
    for number, call in enumerate(calls):
        head, _, inside = call.partition("(")
        arguments = inside.rstrip(")").split(", ")
        result = head.split()[0]
        lines.append(f"  %r{number} = call {head}({', '.join(literal(a) for a in arguments)})")
        lines.append(f"  store volatile {result} %r{number}, ptr %p")
        declarations[f"declare {head}({', '.join(a.split()[0] for a in arguments)}) {attributes}"] = None
    body = "\n".join(lines)
    return f"{HEADER}define ptx_kernel void @k(ptr %p) {{\n{body}\n  ret void\n}}\n" + "\n".join([*declarations, more])


def fold(calls: list[str], arch: str = "sm_120", more: str = "", attributes: str = "", **settings: Any):
    """The folded bits of each call, None where it stayed, and the reasons given for those."""
    chosen, trace, target = LinkSettings(**settings), Trace(), parse_target(arch)
    with Context() as context:
        module = link(context, module_of(calls, more, attributes))
        link_builtins(module, chosen, trace)
        resolve(module, target, chosen)
        count = fold_math_calls(module, target, chosen, trace)
        assert module.verify() == ""
        stores = [i for i in module.function("k").instructions if i.opcode == "store"]
        values = [bits_of(store.operands[0]) for store in stores]
    assert count == sum(value is not None for value in values)
    return values, [r.message for r in trace.remarks if r.remark == "missed"]


def test_the_table_has_its_size():
    assert len({call for call, _ in ROWS}) >= 75


def test_calls_fold_to_the_expected_bits():
    values, reasons = fold([call for call, _ in ROWS])
    got = {
        call: f"0x{value:0{len(bits) - 2}X}"
        for (call, bits), value in zip(ROWS, values, strict=True)
        if value is not None
    }
    assert reasons == []
    assert got == dict(ROWS)  # type: ignore[arg-type]


def test_without_the_native_helper_the_bits_are_the_same(monkeypatch):
    monkeypatch.setenv("OPENCICC_NATIVE_HELPER", "0")
    part = ROWS[::7]
    values, _ = fold([call for call, _ in part])
    assert values == [int(bits, 16) for _, bits in part]


@pytest.mark.parametrize(
    ("call", "bits"),
    [
        ("float @__nv_sinf(float 0.0)", 0),
        ("float @__nv_sinf(float -0.0)", 0x80000000),
        ("float @__nv_expf(float 0.0)", 0x3F800000),
        ("float @__nv_cosf(float 0.0)", 0x3F800000),
        ("float @__nv_powf(float 3.5, float 0.0)", 0x3F800000),
        ("float @__nv_powf(float 1.0, float 3.5)", 0x3F800000),
        ("double @__nv_log(double 1.0)", 0),
        ("double @__nv_acos(double 1.0)", 0),
        ("float @__nv_cbrtf(float -0.0)", 0x80000000),
        ("float @__nv_exp2f(float -inf)", 0),
        ("float @__nv_exp2f(float inf)", 0x7F800000),
    ],
)
def test_exact_cases_fold_whatever_the_hardware_does(call, bits):
    assert fold([call])[0] == [bits]


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        ("float @__nv_expf(float 88.9)", "ex2.approx"),  # infinite
        ("float @__nv_expf(float -88.0)", "ex2.approx"),  # subnormal
        ("float @__nv_powf(float -2.0, float 0.5)", "approx"),
        ("float @__nv_rsqrtf(float 2.0)", "rsqrt.approx"),
        ("float @__nv_fast_sinf(float 1.0)", "sin.approx"),
        ("float @__nv_fast_tanhf(float 1.0)", "llvm.tanh.f32"),
        ("double @__nv_cbrt(double 2.0)", "approx"),
        ("float @__nv_sqrtf(float -1.0)", "NaN"),
        ("double @__nv_sin(double inf)", "NaN"),
        ("float @__nv_int_as_float(i32 2143289345)", "NaN"),
        ("float @llvm.nvvm.ex2.approx.ftz.f32(float 3.0)", "ex2.approx"),
    ],
)
def test_what_is_not_certain_stays(call, reason):
    values, reasons = fold([call])
    assert values == [None]
    assert reason in reasons[0]


@pytest.mark.parametrize(
    ("call", "value"),
    [
        ("double @__nv_pow(double 0.5, double 23.0)", 2.0**-23),
        ("double @__nv_pow(double -2.0, double 3.0)", -8.0),
        ("double @__nv_pow(double 10.0, double -3.0)", 1e-3),
        ("float @__nv_powf(float 2.0, float 0.5)", 2.0**0.5),
        ("float @__nv_fast_powf(float 2.0, float 0.5)", 2.0**0.5),
        ("double @__nv_acos(double -1.0)", math.pi),
        ("double @__nv_atan2(double -1.0, double -1.0)", -0.75 * math.pi),
        ("double @__nv_log(double 10.0)", math.log(10)),
        ("float @__nv_expf(float 1.0)", math.e),
        ("float @__nv_coshf(float 1.0)", math.cosh(1)),
        ("float @__nv_tanhf(float 0.7)", math.tanh(struct.unpack("<f", struct.pack("<f", 0.7))[0])),
    ],
)
def test_approximate_bodies_fold_to_the_closest_value(call, value):
    wide = call.startswith("double")
    expected = struct.unpack("<Q" if wide else "<I", struct.pack("<d" if wide else "<f", value))[0]
    assert fold([call])[0] == [expected]


@pytest.mark.parametrize(
    ("call", "bits"),
    [
        ("float @sinf(float 1.0)", 0x3F576AA5),
        ("double @sin(double 1.0)", 0x3FEAED548F090CEE),
        ("float @_Z3sinf(float 1.0)", 0x3F576AA5),
        ("double @__exp_finite(double 1.0)", 0x4005BF0A8B145769),
        ("double @floor(double -1.5)", 0xC000000000000000),
        ("double @llvm.sin.f64(double 1.0)", 0x3FEAED548F090CEE),
        ("double @llvm.pow.f64(double 2.0, double 0.0)", 0x3FF0000000000000),
        ("float @llvm.floor.f32(float 1.5)", 0x3F800000),
        ("i32 @llvm.ctpop.i32(i32 255)", 8),
        ("i32 @llvm.bswap.i32(i32 1)", 0x01000000),
        ("float @llvm.nvvm.sqrt.rn.f(float 2.0)", 0x3FB504F3),
        ("float @llvm.nvvm.add.rz.ftz.f(float 1.0, float 1e-9)", 0x3F800000),
        ("i32 @llvm.nvvm.mulhi.ui(i32 -1, i32 -1)", 0xFFFFFFFE),
        ("i32 @llvm.nvvm.f2i.rn(float 2.5)", 2),
        ("double @llvm.nvvm.fmax.d(double 1.0, double -2.0)", 0x3FF0000000000000),
    ],
)
def test_c_names_and_intrinsics_are_eligible(call, bits):
    assert fold([call])[0] == [bits]


@pytest.mark.parametrize(
    "call", ["float @sinx(float 1.0)", "double @sinf(double 1.0)", "float @cosine(float 0.0)", "i32 @sinf(i32 0)"]
)
def test_other_names_and_other_types_are_not(call):
    assert fold([call])[0] == [None]


def test_a_user_s_own_function_with_a_library_name_keeps_its_meaning():
    calls = ["float @sinf(float 1.0)"]
    text = module_of(calls).replace("declare float @sinf(float)", "define float @sinf(float %x) { ret float 2.0 }")
    with Context() as context:
        module = link(context, text)
        assert fold_math_calls(module, parse_target("sm_90"), LinkSettings()) == 0


@pytest.mark.parametrize("call", ["float @sinf(float 1.0)", "float @llvm.fabs.f32(float 1.0)"])
def test_a_convergent_callee_is_never_folded(call):
    assert fold([call], attributes="convergent")[0] == [None if "sinf" in call else 0x3F800000]
    with Context() as context:
        module = link(context, module_of(["float @__nv_sinf(float 1.0)"], attributes="convergent"))
        assert fold_math_calls(module, parse_target("sm_90"), LinkSettings()) == 0


def test_folding_can_be_switched_off():
    assert fold(["float @__nv_sinf(float 1.0)"], fold_math=False)[0] == [None]


def test_arguments_that_are_not_constant_stay():
    with Context() as context:
        text = f"{HEADER}declare float @__nv_sinf(float)\ndefine float @f(float %x) {{\n"
        module = link(context, text + "  %r = call float @__nv_sinf(float %x)\n  ret float %r\n}\n")
        link_builtins(module, LinkSettings(), Trace())
        resolve(module, parse_target("sm_90"), LinkSettings())
        assert fold_math_calls(module, parse_target("sm_90"), LinkSettings()) == 0


def test_flushing_is_part_of_the_result():
    call = ["float @__nv_fmul_rn(float 1e-30, float 1e-10)"]
    assert fold(call, ftz=False)[0] == [0x000116C2]
    assert fold(call, ftz=True)[0] == [0]


def test_the_architecture_is_part_of_the_body():
    call = ["float @__nv_cospif(float 0.3)"]
    assert fold(call, "sm_80")[0][0] is not None
    assert fold(call, "sm_90")[0][0] is not None


def test_an_approximate_division_is_not_folded():
    body = "define float @__nv_third(float %x) { %r = fdiv float %x, 3.0\n ret float %r }\n"
    text = module_of(["float @__nv_third(float 1.0)"]).replace("declare float @__nv_third(float)", body)
    for prec_div, expected in ((True, 1), (False, 0)):
        with Context() as context:
            module = link(context, text)
            settings = LinkSettings(prec_div=prec_div)
            assert fold_math_calls(module, parse_target("sm_90"), settings) == expected


@pytest.mark.parametrize(("flag", "expected"), [("", 1), ("contract", 0)])
def test_a_result_that_depends_on_contraction_stays(flag, expected):
    # 0.1 * 10 - 1 is 0 rounded twice and 1.49e-9 rounded once.
    product, difference = f"%m = fmul {flag} float %x, 10.0", f"%r = fsub {flag} float %m, 1.0"
    body = f"define float @__nv_own(float %x) {{ {product}\n {difference}\n ret float %r }}\n"
    text = module_of(["float @__nv_own(float 0.1)"]).replace("declare float @__nv_own(float)", body)
    with Context() as context:
        module = link(context, text)
        assert fold_math_calls(module, parse_target("sm_90"), LinkSettings()) == expected


def test_an_endless_body_is_given_up():
    body = "define float @__nv_own(float %x) {\n  br label %l\nl:\n  br label %l\n}\n"
    text = module_of(["float @__nv_own(float 0.1)"]).replace("declare float @__nv_own(float)", body)
    with Context() as context:
        module = link(context, text)
        assert fold_math_calls(module, parse_target("sm_90"), LinkSettings()) == 0


def test_side_effects_are_never_lost():
    body = "@g = global i32 0\ndefine float @__nv_own(float %x) { store i32 1, ptr @g\n ret float %x }\n"
    text = module_of(["float @__nv_own(float 0.1)"]).replace("declare float @__nv_own(float)", body)
    with Context() as context:
        module = link(context, text)
        assert fold_math_calls(module, parse_target("sm_90"), LinkSettings()) == 0


WRAPPED = """
  %x = alloca double
  %y = alloca double
  store double %a, ptr %x
  store double %b, ptr %y
  %c = load double, ptr %x
  %d = load double, ptr %y
  %r = call double @__nv_pow(double %c, double %d)
  ret double %r
"""


def power_through(body: str, linkage: str = "internal") -> int | None:
    """What `own(0.5, 23.0)` folds to, where `own` has this body and `outer` hands on to it."""
    text = f"""{HEADER}
declare double @__nv_pow(double, double)
define {linkage} double @own(double %a, double %b) alwaysinline convergent {{ {body} }}
define internal double @outer(double %b, double %a) alwaysinline {{
  %r = call double @own(double %a, double %b)
  ret double %r
}}
define ptx_kernel void @k(ptr %p) {{
  %direct = call double @own(double 5.000000e-01, double 2.300000e+01)
  %further = call double @outer(double 2.300000e+01, double 5.000000e-01)
  store volatile double %direct, ptr %p
  store volatile double %further, ptr %p
  ret void
}}
"""
    with Context() as context:
        module = link(context, text)
        link_builtins(module, LinkSettings(), Trace())
        resolve(module, parse_target("sm_90"), LinkSettings())
        fold_math_calls(module, parse_target("sm_90"), LinkSettings())
        assert module.verify() == ""
        direct, further = [bits_of(i.operand(0)) for i in module.function("k").instructions if i.opcode == "store"]
    assert direct == further
    return direct


def test_calls_through_functions_that_hand_their_parameters_on_fold():
    assert power_through(WRAPPED) == 0x3E80000000000000


def test_a_function_that_hands_constants_on_folds():
    body = "%r = call double @__nv_pow(double 2.0, double %b)\n ret double %r"
    assert power_through(body) == 0x4160000000000000  # 2 to the power of 23


@pytest.mark.parametrize(
    "body",
    [
        "%s = fadd double %a, 1.0\n %r = call double @__nv_pow(double %s, double %b)\n ret double %r",
        "%r = call double @__nv_pow(double %a, double %b)\n %n = fneg double %r\n ret double %n",
        WRAPPED.replace("ret double %r", "br label %m\nm:\n  ret double %r"),
        WRAPPED.replace("store double %b, ptr %y", "store double %b, ptr %y\n  store double %a, ptr %y"),
        WRAPPED.replace("load double, ptr %y", "load volatile double, ptr %y"),
        WRAPPED.replace("store double %b", "store volatile double %b"),
        WRAPPED.replace("store double %b, ptr %y", "store double %b, ptr inttoptr (i64 8 to ptr)"),
    ],
)
def test_a_function_that_does_more_is_not_folded_through(body):
    assert power_through(body) is None


def test_a_function_that_may_be_replaced_is_not_folded_through():
    assert power_through(WRAPPED, "linkonce") is None


def test_eligible_names():
    names = eligibility.C_LIBRARY
    assert len(names) >= 100
    assert {"sin", "sinf", "atan2f", "fmod", "__log10_finite", "_Z3powdd", "_Z3cosf"} <= set(names)
    assert eligibility.library_function("llvm.sin.f32") == "__nv_sinf"
    assert eligibility.library_function("llvm.sin.v2f32") == ""
    assert eligibility.is_exact_intrinsic("llvm.nvvm.mulhi.ull")
    assert not eligibility.is_exact_intrinsic("llvm.nvvm.barrier0")
