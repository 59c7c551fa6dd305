"""A pass from outside opencicc: say how many loads each function has, and of what.

    pip install examples/plugin
    opencicc kernel.ll --plugins=count-loads -Rpass-analysis=count-loads -o kernel.ptx

`position` 1 puts it behind the tiers whose threshold is below 1 (the default): it sees optimised IR.
"""

from __future__ import annotations

from opencicc.llvm.ir import Function
from opencicc.passes.api import PassContext, function_pass
from opencicc.pipeline.plugins import Plugin


@function_pass("count-loads")
def run(function: Function, ctx: PassContext) -> bool:
    loads = [i for i in function.instructions if i.opcode == "load"]
    shared = sum(1 for load in loads if load.operands[0].type.address_space == 3)
    ctx.remark(function, f"{len(loads)} loads, {shared} from shared memory", kind="analysis", name="Loads")
    return False


PLUGIN = Plugin(run, position=1, help="Report how many loads each function has.")
