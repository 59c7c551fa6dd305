"""Modules as other languages' compilers write them: they compile at every level, and ptxas takes the PTX."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import opencicc
from opencicc import tools

MODULES = sorted(Path(__file__).parent.glob("*.ll"))
HEADER = re.compile(r"^; (KERNEL|PTX): (.*)$", re.MULTILINE)


@pytest.mark.parametrize("level", [0, 1, 2, 3])
@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_a_module_of_another_language(path, level):
    text = path.read_text()
    wanted = HEADER.findall(text)
    for arch in ("sm_80", "sm_90"):
        result = opencicc.compile(text, arch=arch, opt_level=level, name=path.name)
        assert [kernel.name for kernel in result.kernels] == [name for key, name in wanted if key == "KERNEL"]
        if level and arch == "sm_90":
            for pattern in (value for key, value in wanted if key == "PTX"):
                assert re.search(pattern, result.ptx), pattern
        if tools.find_tool("ptxas") is not None:
            tools.measure(result.ptx, arch)


def test_orders_and_scopes_of_atomics_are_kept():
    text = """
define ptx_kernel void @k(ptr addrspace(1) %p, ptr addrspace(3) %s, i32 %v) {
  %a = atomicrmw add ptr addrspace(1) %p, i32 %v monotonic
  %b = atomicrmw xor ptr addrspace(1) %p, i32 %a syncscope("device") acq_rel
  %c = atomicrmw xchg ptr addrspace(3) %s, i32 %b acquire
  %d = atomicrmw max ptr addrspace(1) %p, i32 %c syncscope("block") release
  %e = atomicrmw and ptr addrspace(1) %p, i32 %d seq_cst
  store i32 %e, ptr addrspace(1) %p
  ret void
}
"""

    def operations(policy: str) -> list[str]:
        ptx = opencicc.compile(text, arch="sm_90", options={"atomic-order": policy}).ptx
        return re.findall(r"\b((?:atom|fence)\.[\w.]+)", ptx)

    assert operations("kept") == [
        "atom.sys.add.s32",
        "fence.release.gpu",
        "atom.global.xor.b32",
        "fence.acquire.gpu",
        "atom.shared.exch.b32",
        "fence.acquire.sys",
        "fence.release.cta",
        "atom.global.max.s32",
        "fence.sc.sys",
        "atom.sys.and.b32",
        "fence.acquire.sys",
    ]
    relaxed = [
        "atom.global.add.u32",
        "atom.global.xor.b32",
        "atom.shared.exch.b32",
        "atom.global.max.s32",
        "atom.global.and.b32",
    ]
    assert operations("relaxed") == operations("auto") == relaxed
