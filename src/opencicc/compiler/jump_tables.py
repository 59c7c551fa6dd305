"""No jump tables: before code generation every function is told to search the cases of a switch by comparing.

A table costs a load of an address and an indirect branch, of which the threads of a warp take one target after the other
however few there are; compares are cheap and let near cases stay together. nvcc never writes one. Only code generation
is told: before it the same attribute would keep switches from becoming tables of values, which are worth having.
A function that states its own wish keeps it; `--jump-tables` leaves the choice to LLVM.
"""

from __future__ import annotations

from opencicc.llvm import edit
from opencicc.options import driver as options
from opencicc.options.option import REMARKS
from opencicc.trace import Remark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Function, Module
    from opencicc.options.values import OptionValues
    from opencicc.trace import Trace

ATTRIBUTE = "no-jump-tables"
LEAST_CASES = 4  # with fewer LLVM never makes a table
_REMARK_READERS = options.options_for(REMARKS)


def forbid(module: Module, values: OptionValues, trace: Trace) -> None:
    if values[options.JUMP_TABLES]:
        return
    is_told = any(values.is_set(option) for option in _REMARK_READERS)  # looking for switches takes time
    for function in module.definitions:
        if not function.has_attribute(ATTRIBUTE):
            edit.add_attribute(function, ATTRIBUTE, "true")
            for cases in large_switches(function) if is_told else ():
                said = f"a switch of {cases} cases becomes compares and branches"
                trace.remark(Remark("passed", ATTRIBUTE, "NoJumpTable", function.name, said))


def large_switches(function: Function) -> list[int]:
    """How many cases each switch has of which code generation could make a table."""
    ends = (block.terminator for block in function.blocks)
    counts = [len(end.successors) - 1 for end in ends if end.opcode == "switch"]  # one is the default
    return [count for count in counts if count >= LEAST_CASES]
