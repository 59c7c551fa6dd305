"""Names of values are kept where somebody may see them; a compile to PTX does without."""

from __future__ import annotations

import pytest

import opencicc
from opencicc.compiler.settings import resolve
from opencicc.llvm.ir import Context
from opencicc.options.read import gather, read_mapping

IR = """target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %p, i32 %n) {
entry:
  %is.odd = trunc i32 %n to i1
  br i1 %is.odd, label %odd, label %even
odd:
  store i32 7, ptr addrspace(1) %p
  br label %even
even:
  ret void
}
"""


def bitcode() -> bytes:
    with Context() as context:
        return context.parse(IR.encode()).bitcode()


def test_a_context_without_names_drops_those_of_values_and_blocks_only() -> None:
    with Context(with_names=False) as context:
        module = context.parse(bitcode())
        (kernel,) = module.definitions
        assert kernel.name == "k" and "is.odd" not in module.text()
        assert [block.label for block in kernel.blocks] == ["block 0", "block 1", "block 2"]


def test_text_is_read_by_its_names_even_so() -> None:
    with Context(with_names=False) as context:
        (kernel,) = context.parse(IR.encode()).definitions
        assert [block.label for block in kernel.blocks] == ["%entry", "%odd", "%even"]
        (unnamed,) = context.parse(bitcode()).definitions
        assert [block.name for block in unnamed.blocks] == ["", "", ""]


def test_ptx_does_not_depend_on_them() -> None:
    assert opencicc.compile(bitcode(), arch="sm_90").ptx == opencicc.compile(IR, arch="sm_90").ptx


def test_ir_that_is_written_has_them() -> None:
    assert "%is.odd" in opencicc.compile(bitcode(), arch="sm_90", opt_level=0, emit="ll").image.decode()


@pytest.mark.parametrize(
    "given",
    [{"print-after": "sroa"}, {"stop-after": "opt"}, {"remarks": "r.yaml"}, {"dump-remat": 1}, {"passes": "dce"}],
)
def test_who_looks_at_ir_or_remarks_sees_them(given: dict[str, object]) -> None:
    assert resolve(gather(read_mapping(given))).shows_values


@pytest.mark.parametrize("given", [{}, {"opt-level": 1}, {"ftz": True}, {"time-passes": True}])
def test_others_do_without(given: dict[str, object]) -> None:
    assert not resolve(gather(read_mapping(given))).shows_values
