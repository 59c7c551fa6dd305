"""NVVM's rules for a module, as libNVVM's verifier applies them: what each finds is a Violation, and all are found.

    find_violations(module)              every rule: `--strict-nvvm`, and whoever offers libNVVM's interface
    module_rules, function_rules         the layers: the module and its variables; functions, instructions, intrinsics

The verdicts are those of libNVVM 13.4 for its current dialect (tests/native/test_nvvm_verdicts.py asks the library itself).
Rules that descriptions of the product have and the library does not act on are warnings: narrow integers without sign or zero
extension, `inreg` and `nest`, launch bounds of clusters. The default mode of a compile refuses only what ptxas would
(compiler/refusals.py); these rules are about NVVM IR itself and are meant for the module as it was given, before any pass.
"""

from __future__ import annotations

from opencicc.passes.verify.violation import Violation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Module

__all__ = ["Violation", "find_violations"]


def find_violations(
    module: Module, sm: int, *, with_module_layer: bool = True, with_function_layer: bool = True
) -> list[Violation]:
    """Errors and warnings in the order of the module; nothing stops at the first."""
    from opencicc.passes.verify import function_rules, module_rules

    found: list[Violation] = []
    if with_module_layer:
        found += module_rules.check(module)
    if with_function_layer:
        for function in module.functions:
            found += function_rules.check(function, sm)
    return found
