"""What libdevice costs a compile: lazy linking against linking the whole library and against libNVVM.

    python benchmarks/link_cost.py

The kernel calls three functions (sinf, powf, erff). The first rows time the LNK stage's own work,
warm, in this process; the last ones what the three calls add to a whole compile at -O0 by opencicc
and by libNVVM, to which libdevice is added lazily. All ways are measured in turn in one run, and
medians are shown with their ratio to the first row of their group.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import opencicc
from opencicc.link.libdevice import find_library, link_builtins
from opencicc.link.linker import link_modules
from opencicc.link.reflect import resolve
from opencicc.link.settings import LinkSettings
from opencicc.llvm import edit_module, helper
from opencicc.llvm.ir import Context, Module
from opencicc.llvm.services import services
from opencicc.target import parse_target
from opencicc.trace import Trace

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "scripts"))

from compare_libdevice import HEADER, LibNvvm, find_libnvvm, nvvm_text

ROUNDS = 41
GOAL_MS = 3.0
ARCH = "sm_120"  # the first whose libNVVM dialect takes opaque pointers
FUNCTIONS = ("__nv_sinf", "__nv_powf", "__nv_erff")


def kernel(calls: bool) -> str:
    """A kernel that calls the three functions, or adds instead."""
    if calls:
        lines = [
            "%a = call float @__nv_sinf(float %v)",
            "%b = call float @__nv_powf(float %a, float %v)",
            "%c = call float @__nv_erff(float %b)",
        ]
    else:
        lines = ["%a = fadd float %v, 1.0", "%b = fadd float %a, %v", "%c = fadd float %b, 2.0"]
    declarations = (
        "declare float @__nv_sinf(float)\ndeclare float @__nv_powf(float, float)\ndeclare float @__nv_erff(float)\n"
    )
    body = "\n  ".join(["%v = load float, ptr %p", *lines, "store float %c, ptr %p", "ret void"])
    return f"{HEADER}{declarations if calls else ''}define ptx_kernel void @k(ptr %p) {{\n  {body}\n}}\n"


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1e3


def lazy_row(text: bytes, *, with_reflect: bool) -> float:
    """Milliseconds to pull three functions out of the library, and to answer their queries."""
    settings, target = LinkSettings(), parse_target(ARCH)
    with Context() as context:
        module = link_modules(context, [("kernel", text)], settings, Trace())

        def work() -> None:
            link_builtins(module, settings, Trace())
            if with_reflect:
                resolve(module, target, settings)

        return timed(work)


def whole_row(text: bytes) -> float:
    """Milliseconds to parse the whole library and link all of it."""
    settings = LinkSettings()
    with Context() as context:
        module = link_modules(context, [("kernel", text)], settings, Trace())
        return timed(lambda: link_everything(module))


def link_everything(module: Module) -> None:
    library = module.context.parse(find_library().head(1 << 30), "libdevice")
    edit_module.set_target_like(library, module)
    services().link(module.context.ref, module.ref, library.release())


def compile_row(calls: bool) -> float:
    text = kernel(calls)
    return timed(lambda: opencicc.compile(text, arch=ARCH, opt_level=0))


def nvvm_row(nvvm: LibNvvm, calls: bool) -> float:
    text = kernel(calls)
    return timed(lambda: nvvm.compile_with(nvvm_text(text), [f"-arch={ARCH.replace('sm_', 'compute_')}", "-opt=0"]))


def measure(rows: dict[str, Callable[[], float]]) -> dict[str, float]:
    """The median of each row; every round measures each once, so that noise meets all alike.

    Before each measurement the row runs once unmeasured: otherwise the first row pays for the
    caches that the last one, a whole foreign compile, has left cold.
    """
    times: dict[str, list[float]] = {name: [] for name in rows}
    for _ in range(ROUNDS):
        for name, row in rows.items():
            row()
            times[name].append(row())
    return {name: statistics.median(values[2:]) for name, values in times.items()}


def main() -> int:
    text = kernel(True).encode()
    rows: dict[str, Callable[[], float]] = {
        "lazy: three functions": lambda: lazy_row(text, with_reflect=False),
        "lazy: three functions, reflect answered": lambda: lazy_row(text, with_reflect=True),
        "whole library parsed and linked": lambda: whole_row(text),
        "opencicc, no libdevice": lambda: compile_row(False),
        "opencicc, three functions": lambda: compile_row(True),
    }
    nvvm = find_libnvvm()
    if nvvm is not None:
        rows["libNVVM, no libdevice"] = lambda: nvvm_row(nvvm, False)
        rows["libNVVM, three functions"] = lambda: nvvm_row(nvvm, True)
    found = measure(rows)
    print(helper.describe())
    base = found["lazy: three functions"]
    for name in list(rows)[:3]:
        print(f"{name:42} {found[name]:7.2f} ms {found[name] / base:6.1f} x")
    added = found["opencicc, three functions"] - found["opencicc, no libdevice"]
    print(f"{'added to a compile at -O0: opencicc':42} {added:7.2f} ms {1:6.1f} x")
    if nvvm is not None:
        theirs = found["libNVVM, three functions"] - found["libNVVM, no libdevice"]
        print(f"{'added to a compile at -O0: libNVVM':42} {theirs:7.2f} ms {theirs / added:6.1f} x")
        for name in list(rows)[3:]:
            print(f"  whole compile: {name:25} {found[name]:9.2f} ms")
    else:
        print("libNVVM is not installed: `pip install nvidia-nvvm` brings it")
    warm = found["lazy: three functions, reflect answered"]
    print(f"goal: at most {GOAL_MS} ms for three functions: {'met' if warm <= GOAL_MS else 'missed'} ({warm:.2f} ms)")
    return 0 if warm <= GOAL_MS else 1


if __name__ == "__main__":
    sys.exit(main())
