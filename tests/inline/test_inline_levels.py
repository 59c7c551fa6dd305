"""Levels that inline only what must be leave it to LLVM's always-inliner: its remarks are in the table too."""

from __future__ import annotations

from pathlib import Path

import pytest

from opencicc.llvm import helper
from tests.shell import opencicc

IR = """
target triple = "nvptx64-nvidia-cuda"
define internal i32 @must(i32 %x) alwaysinline {
  %y = mul i32 %x, 3
  ret i32 %y
}
define ptx_kernel void @k(ptr %p, i32 %n) {
  %a = call i32 @must(i32 %n)
  store i32 %a, ptr %p
  ret void
}
"""


@pytest.mark.parametrize("more", [[], ["-Rpass=inline"]])
@pytest.mark.parametrize("level", ["-O0", "-Ofast-compile=max", "-g"])
def test_the_table_shows_what_must_be_inlined(level: str, more: list[str], tmp_path: Path) -> None:
    source = tmp_path / "must.ll"
    source.write_text(IR)
    outcome = opencicc(str(source), "-arch=sm_90", level, *more, "-inline-info", "-o", str(tmp_path / "must.ptx"))
    assert outcome.code == 0, outcome.err
    if helper.load() is None:
        pytest.skip("libLLVM's remarks come through the native helper")
    assert outcome.err.splitlines()[-3:] == [
        "k: 1 of 1 calls inlined, 0 units",
        "  callee  inlined  model  charge  left  reason",
        "  must    yes      -      0       -     always inline attribute",
    ]
