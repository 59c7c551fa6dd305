"""How long the optimizers alone take: unoptimised IR in memory to PTX, all in this process, CPU time.

opencicc      opencicc.compile
llvm          the same libLLVM's default<O3> and code generation, on the module that opencicc has linked
libnvvm       cicc's optimizer as a library, libdevice linked by itself
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

import opencicc
from benchmarks.compilers import level_for, link_only, stock_llvm
from benchmarks.libnvvm import LibNvvm
from opencicc.errors import CompilerError


def least_seconds(work: Callable[[], object], runs: int) -> float:
    """The least CPU time of several runs: whatever else the machine did only adds."""
    best = float("inf")
    for _ in range(runs):
        before = time.process_time()
        work()
        best = min(best, time.process_time() - before)
    return best


def optimizer_seconds(
    bitcode: bytes, arch: str, options: Mapping[str, object], libnvvm: LibNvvm | None, runs: int
) -> dict[str, float]:
    """Seconds by optimizer; one that does not take the module is left out."""
    seconds: dict[str, float] = {}
    try:
        level = level_for(options)
        seconds["opencicc"] = least_seconds(lambda: opencicc.compile(bitcode, arch, level, options), runs)
        linked = link_only(bitcode, arch)
        seconds["llvm"] = least_seconds(lambda: stock_llvm(linked, arch), runs)
    except CompilerError:
        pass  # the failure is in the kernel's own row
    if libnvvm is not None:
        module = libnvvm.prepare(bitcode)
        try:
            seconds["libnvvm"] = least_seconds(lambda: libnvvm.compile(module, arch), runs)
        except ValueError:
            pass
    return seconds
