"""Slot 83, `no-loop-reduce`: no loop strength reduction at all, code generation's own included."""

from __future__ import annotations

from opencicc.llvm.services import services
from opencicc.options.slots import BY_NAME
from opencicc.passes.loop_reduce import marks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Module
    from opencicc.options.values import OptionValues
    from opencicc.trace import Trace


def forbid(module: Module, values: OptionValues, trace: Trace) -> None:
    option = BY_NAME["no-loop-reduce"].option
    if not values[option]:
        return
    if not services().gates_codegen:
        said = f"option {option.name} is set ({values.origin(option)}), but code generation can't be told without the"
        trace.diagnostics.append(("warning", f"{said} native helper"))
    for function in module.definitions:
        marks.skip(function, marks.REDUCTION)
