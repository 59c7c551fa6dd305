"""What the native helper's calls cost: a safe call, a pass under recovery, a snapshot, loops.

    .venv/bin/python benchmarks/native_helper.py

The figures in native/recovery.cpp and in llvm/snapshot.py come from here.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from opencicc.llvm import helper, library, snapshot
from opencicc.llvm.ir import Context
from opencicc.llvm.plain_services import PlainServices

REPEATS = 5
KERNEL = Path(__file__).resolve().parent.parent / "examples" / "ir" / "tiled_matmul.ll"


def microseconds(work: Callable[[], object], rounds: int) -> float:
    """The best of several averages: the machine's noise only ever adds."""
    best = float("inf")
    for _ in range(REPEATS):
        start = time.perf_counter()
        for _ in range(rounds):
            work()
        best = min(best, (time.perf_counter() - start) / rounds)
    return best * 1e6


def main() -> None:
    native, lib = helper.load(), library.load()
    if native is None:
        raise SystemExit(helper.describe())
    with Context() as context:
        module = context.parse(KERNEL.read_bytes(), KERNEL.name)
        function = module.definitions[0]
        instructions = function.count_instructions()
        options = lib.LLVMCreatePassBuilderOptions()
        nothing = helper.address_of(lib.LLVMDisposeMessage)
        rows = [
            ("safe call in a thread of its own", microseconds(lambda: native.ocx_safe_call(nothing, None), 1000)),
            (
                "empty pass under recovery",
                microseconds(lambda: native.ocx_safe_run_passes(module.ref, b"no-op-module", None, options), 1000),
            ),
            (
                "empty pass, plain",
                microseconds(lambda: lib.LLVMRunPasses(module.ref, b"no-op-module", None, options), 1000),
            ),
            (f"snapshot, native ({instructions} instructions)", microseconds(lambda: snapshot.snapshot(function), 500)),
            (
                f"snapshot, plain ({instructions} instructions)",
                microseconds(lambda: snapshot.take(function, PlainServices()), 50),
            ),
            ("loops with trip counts", microseconds(lambda: native.loops(function.ref), 200)),
        ]
    for name, cost in rows:
        print(f"{name:45} {cost:8.1f} us")


if __name__ == "__main__":
    main()
