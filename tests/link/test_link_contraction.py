"""Which products of libdevice may be fused, rule by rule, and the results against libNVVM's."""

from typing import Any

import compare_libdevice
import pytest
from check_libdevice import public_functions

from benchmarks.libnvvm import find_libnvvm
from opencicc.link.contraction import contract_builtins
from opencicc.link.settings import LinkSettings
from opencicc.llvm.ir import Context
from tests.link.link_helpers import HEADER, link

ONE_BLOCK = "define internal double @__nv_f(double %a, double %b, double %c) {{\n{}\n  ret double %r\n}}\n"


def contracted(body: str, **settings: Any) -> list[str]:
    """The names of the instructions that may be fused."""
    with Context() as context:
        module = link(context, HEADER + body)
        contract_builtins(module, LinkSettings(**settings))
        text = module.text()
    return [line.split()[0] for line in text.splitlines() if " contract " in line]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("%m = fmul double %a, %b\n%r = fadd double %m, %c", ["%m", "%r"]),
        ("%m = fmul double %a, %b\n%s = fadd double %m, %c\n%r = fadd double %m, %s", ["%m", "%s", "%r"]),
        ("%m = fmul double %a, %b\n%r = fsub double %m, %c", []),
        ("%m = fmul double %a, %b\n%r = fsub double %c, %m", []),
        ("%m = fmul double %a, %b\n%q = fdiv double 1.0, %c\n%r = fsub double %m, %q", ["%m", "%r"]),
        ("%m = fmul double %a, %b\n%s = fadd double %m, %c\n%d = fdiv double %m, %s\n%r = fneg double %d", []),
        ("%m = fmul double %a, %b\n%s = fadd double %m, %c\n%r = fmul double %m, %s", ["%r"]),  # the caller's
    ],
)
def test_products_within_a_block(lines, expected):
    assert contracted(ONE_BLOCK.format(lines)) == expected


def test_a_returned_product_may_join_the_caller_s_sum():
    body = """define internal double @__nv_f(double %a, double %b, i1 %x) {
  br i1 %x, label %then, label %else
then:
  %m = fmul double %a, %b
  br label %end
else:
  %n = fmul double %a, %a
  %kept = fdiv double %n, %b
  br label %end
end:
  %r = phi double [ %m, %then ], [ %kept, %else ]
  ret double %r
}
"""
    assert contracted(body) == ["%m"]
    assert contracted(body, fma=False) == []


TWO_BLOCKS = """define internal double @__nv_f(double %a, double %b, double %c, i1 %x) {{
  %far = fmul double %a, %b
  br i1 %x, label %then, label %end
then:
  br label %end
end:
  %near = fmul double %c, {}
  %r = fadd double %far, %near
  ret double %r
}}
"""


def test_the_product_of_the_sum_s_own_block_is_fused():
    assert contracted(TWO_BLOCKS.format("%a")) == ["%near", "%r"]


def test_a_product_that_only_scales_gives_way_to_the_other():
    assert contracted(TWO_BLOCKS.format("2.0")) == ["%far", "%r"]


def test_user_code_is_not_touched_and_fma_can_be_switched_off():
    body = ONE_BLOCK.format("%m = fmul double %a, %b\n%r = fadd double %m, %c")
    assert contracted(body.replace("__nv_f", "f")) == []
    assert contracted(body.replace("internal ", "")) == []
    assert contracted(body, fma=False) == []


# A function of each kind: no approximation, compensated steps, tables, slow path, pointers, loops.
SAMPLE = "sinf powf expf logf y1 jnf tgammaf sincos fmod norm float2half_rn mulhi cbrt llrint nan".split()


@pytest.mark.parametrize("ftz", [False, True])
@pytest.mark.parametrize("name", SAMPLE)
def test_results_are_those_of_libnvvm_s_ptx(name, ftz):
    nvvm = find_libnvvm()
    if nvvm is None:
        pytest.skip("libNVVM is not installed: `pip install nvidia-nvvm` brings it")
    (signature,) = [s for s in public_functions() if s.name == f"__nv_{name}"]
    figures = compare_libdevice.compare(signature, nvvm, 256, ftz, seed=7)
    assert (figures["different"], figures["folded differently"]) == (0, 0)
