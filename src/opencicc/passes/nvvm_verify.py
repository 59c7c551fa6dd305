"""Check NVVM's rules: triple, data layout, variables, kernels, functions, instructions, intrinsics.

    load atomic i32, ptr %p monotonic       error: the module breaks a rule of NVVM IR: atomic loads and stores are not supported

By name it applies all rules of passes/verify, as libNVVM's verifier does, and names every violation with function, instruction
and source line. `--strict-nvvm` applies the same rules to the module as it was given; there they belong, because IR between
passes has forms that NVVM IR has not. At the published places, some twelve in a tier, `kept` asks only what no pass may
break: that kernels can be launched and every access suits its memory; they run when `nvvm-verify-all` is set, since every
compile asks the same before its first pass (compiler/refusals.py).

Changes nothing. Upstream: none (`verify` knows LLVM's rules only).
"""

from __future__ import annotations

from opencicc.llvm import hopeless
from opencicc.llvm.ir import Module
from opencicc.options.option import Option
from opencicc.passes.api import NVIDIA_REGISTRY, PassContext, module_pass
from opencicc.passes.places import PUBLISHED
from opencicc.passes.verify import Violation, find_violations, report
from opencicc.passes.verify.kernel_rules import faults

NVVM_VERIFY_SHOW_INFO = Option(
    "nvvm-verify-show-info",
    False,
    "Say what the verifier looked at.",
    source="cicc v13.0 knob inventory",
)
NVVM_VERIFY_ALL = Option(
    "nvvm-verify-all",
    False,
    "Ask the rules that no pass may break at every published place too, not only before the first pass.",
    source="our choice: a compile asks them once",
)
KEPT = "kept"
FIX = "correct the IR; `opencicc opt --passes=nvvm-pretreat` takes away what device code has no use for"


@module_pass(
    "nvvm-verify",
    "Check the NVVM IR rules: triple, address spaces, intrinsics, kernels.",
    params=(KEPT,),
    guard="!600",
    places=PUBLISHED,
    origin=NVIDIA_REGISTRY,
    is_read_only=True,
    reads=(NVVM_VERIFY_SHOW_INFO,),
)
def run(module: Module, ctx: PassContext) -> bool:
    if ctx.option(NVVM_VERIFY_SHOW_INFO):
        ctx.warn(None, report.describe(module))
    if KEPT in ctx.params:
        report.refuse(find_kept_violations(module), "a pass broke this: `opencicc bisect` finds which")
        return False
    found = find_violations(module, ctx.target.sm)
    for violation in found:
        if violation.is_warning:
            ctx.warn(None, str(violation))
    report.refuse(found, FIX)
    return False


def find_kept_violations(module: Module) -> list[Violation]:
    """What no pass may bring about."""
    kernels = [function for function in module.definitions if function.is_kernel]
    layout = module.layout
    found = [Violation(what, f"function @{kernel.name}") for kernel in kernels for what, _ in faults(kernel, layout)]
    return found + find_bad_accesses(module)


def find_bad_accesses(module: Module) -> list[Violation]:
    bad = hopeless.find(module)
    return [Violation(f"{bad.kind} that PTX has not", bad.place, bad.text)] if bad is not None else []
