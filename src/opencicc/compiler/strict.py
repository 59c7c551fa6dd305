"""--strict-nvvm: NVVM's rules on the linked module, before libdevice and any pass change it.

The slots that leave out the product's two verifiers leave out their layers here: no-nvvm-verify that of the module, no-irverify
that of functions and instructions.
"""

from __future__ import annotations

from opencicc.options.slots import BY_NAME
from opencicc.passes.nvvm_verify import NVVM_VERIFY_SHOW_INFO
from opencicc.passes.verify import find_violations, report

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.compiler.settings import Settings
    from opencicc.llvm.ir import Module
    from opencicc.trace import Trace

FIX = "correct the IR, or leave out --strict-nvvm: the default mode refuses only what ptxas would"


def check(module: Module, settings: Settings, trace: Trace) -> None:
    """All that is wrong in one error; what is only doubtful as warnings."""
    values = settings.values
    found = find_violations(
        module,
        settings.target.sm,
        with_module_layer=not values[BY_NAME["no-nvvm-verify"].option],
        with_function_layer=not values[BY_NAME["no-irverify"].option],
    )
    if values[NVVM_VERIFY_SHOW_INFO]:
        trace.diagnostics.append(("warning", report.describe(module)))
    trace.diagnostics += [("warning", str(violation)) for violation in found if violation.is_warning]
    report.refuse(found, FIX)
