"""A module is verified once: the pipeline's first step is left out of what LNK has verified and only we have changed since."""

from __future__ import annotations

from pathlib import Path

import pytest

import opencicc
from opencicc.llvm.services import Services, services

PLAIN = (
    'target triple = "nvptx64-nvidia-cuda"\ndefine ptx_kernel void @k(ptr %p) {\n  store i32 1, ptr %p\n  ret void\n}\n'
)
CALLS = """
target triple = "nvptx64-nvidia-cuda"
declare float @__nv_tanf(float)
define ptx_kernel void @k(ptr %p, float %x) {
  %y = call float @__nv_tanf(float %x)
  store float %y, ptr %p
  ret void
}
"""
LIBRARY = """
target triple = "nvptx64-nvidia-cuda"
define float @__nv_tanf(float %x) {
  ret float %x
}
"""


def is_verified_again(text: str, **options: object) -> bool:
    result = opencicc.compile(text, "sm_90", 3, options)
    return any(name == "verify" for name in result.timings_us["pass"])


needs_timed_steps = pytest.mark.skipif(
    not services().times_steps, reason="native steps have no times of their own here"
)


@needs_timed_steps
def test_what_was_verified_is_not_verified_again() -> None:
    assert not is_verified_again(PLAIN)
    assert is_verified_again(PLAIN, **{"strict-passes": True})


@needs_timed_steps
def test_a_library_is_verified_where_it_is_linked_or_once(tmp_path: Path) -> None:
    library = tmp_path / "library.ll"
    library.write_text(LIBRARY)
    compiled = opencicc.compile(LIBRARY, "sm_90", options={"stop-after": "lnk"}).bitcode
    path = tmp_path / "library.bc"
    path.write_bytes(compiled)
    first, second, third = (is_verified_again(CALLS, **{"nvvmir-library": str(path)}) for _ in range(3))
    assert first  # read from the whole library, which nobody has verified
    assert not second  # a library of its own was cut out, and verified
    assert not third


@needs_timed_steps
def test_a_library_that_is_not_valid_is_not_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "other.bc"
    path.write_bytes(opencicc.compile(LIBRARY, "sm_90", options={"stop-after": "lnk"}).bitcode)
    monkeypatch.setattr(type(services()), "verify", _says_broken_of_libraries(services()))
    assert [is_verified_again(CALLS, **{"nvvmir-library": str(path)}) for _ in range(3)] == [True] * 3


def _says_broken_of_libraries(real: Services) -> object:
    from opencicc.llvm.library import load

    verify = type(real).verify

    def broken(self: Services, context: int, module: int) -> str:
        has_kernel = load().LLVMGetNamedFunction(module, b"k")
        return verify(self, context, module) if has_kernel else "broken"

    return broken
