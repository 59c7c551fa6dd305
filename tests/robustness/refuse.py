"""Refuses the same inputs again and again in this one process, and prints as JSON how much memory each kind took.

    python tests/robustness/refuse.py ROUNDS [WARM_UP]

Run by test_memory.py as a process of its own: what other tests left in pytest's would blur the figures.
"""

from __future__ import annotations

import json
import os
import sys

import opencicc
from opencicc.llvm.ir import Context

TRIPLE = 'target triple = "nvptx64-nvidia-cuda"\n'


def kernel(body: str, more: str = "") -> str:
    return f"{TRIPLE}{more}define ptx_kernel void @k(ptr %p, double %a) {{\n{body}  ret void\n}}\n"


def cut_bitcode() -> bytes:
    with Context() as context:
        return context.parse(kernel("").encode(), "kernel").bitcode()[:-200]


KINDS: dict[str, str | bytes] = {
    "syntax error": kernel("  %x = add i32 1 2\n"),
    "invalid IR": kernel("  br label %e\ns:\n  %x = add i32 1, 2\n  br label %e\ne:\n  store i32 %x, ptr %p\n"),
    "cut bitcode": cut_bitcode(),
    "another target": kernel("").replace("nvptx64-nvidia-cuda", "x86_64-linux"),
    "another release": kernel("") + "!nvvmir.version = !{!0}\n!0 = !{i32 7, i32 9}\n",
    "thread-local": kernel("", "@t = thread_local global i32 0\n"),
    "unknown intrinsic": kernel("  call void @llvm.nvvm.nonsense()\n", "declare void @llvm.nvvm.nonsense()\n"),
    "foreign intrinsic": kernel("  %v = call i64 @llvm.x86.rdtsc()\n  store volatile i64 %v, ptr %p\n"),
    "scalable vector": kernel("  store <vscale x 4 x i32> zeroinitializer, ptr %p\n"),
    "deopt bundle": kernel('  call void @g() [ "deopt"(i32 1) ]\n', "declare void @g()\n"),
    "cannot select": kernel("  call void @llvm.set.rounding(i32 1)\n"),
    "initialised shared variable": kernel(
        "  %v = load volatile i32, ptr addrspace(3) @s\n  store i32 %v, ptr %p\n", "@s = addrspace(3) global i32 42\n"
    ),
    "bad inline assembly": kernel('  call void asm sideeffect "bogus $9", "r"(i32 0)\n'),
    "library call": kernel("  %x = load fp128, ptr %p\n  %y = fmul fp128 %x, %x\n  store fp128 %y, ptr %p\n"),
}


def resident_kilobytes() -> int:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * (os.sysconf("SC_PAGESIZE") // 1024)


def refuse(source: str | bytes, rounds: int) -> None:
    for _ in range(rounds):
        try:
            opencicc.compile(source, arch="sm_90", opt_level=3)
        except opencicc.CompilerError:
            continue
        raise AssertionError("this was to be refused")


def main() -> None:
    rounds, warm_up = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 10
    grown: dict[str, int] = {}
    for name, source in KINDS.items():
        refuse(source, warm_up)
        before = resident_kilobytes()
        refuse(source, rounds)
        grown[name] = resident_kilobytes() - before
    print(json.dumps(grown))


if __name__ == "__main__":
    main()
