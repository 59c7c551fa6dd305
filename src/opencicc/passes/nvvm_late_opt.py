"""The NVVM peepholes once more at the end of tier 3, and what they left dead.

The sources have the name, the tier and the slot (17, byte 360). Of the peephole pass they say that it runs once more
late at -O3, and no other step of tier 3 is there for it: this is it. By now loops are unrolled and functions
inlined, so that votes and approximations have constant arguments that nvvm-peephole-optimizer could not see, and
instcombine, which would clean up behind it, does not come again.

Leaves alone modules that declare none of the intrinsics that it knows something about (casts and conversions are LLVM's work by
then), and what nvvm-peephole-optimizer leaves alone; `enable-nvvm-peephole=0` switches both.
"""

from __future__ import annotations

from opencicc.llvm.function_passes import run_on_function
from opencicc.llvm.ir import Function
from opencicc.llvm.snapshot import Snapshot
from opencicc.options.driver import FP_FOLD_DISABLE
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.nvvm_peephole_optimizer import ENABLE_NVVM_PEEPHOLE, rewrite
from opencicc.passes.places import PUBLISHED


@function_pass(
    "nvvm-late-opt",
    "The NVVM peepholes once more, and dead code.",
    when="peepholes",
    has_first_look=True,
    guard="!360 enable-nvvm-peephole",
    places=PUBLISHED,
    reads=(ENABLE_NVVM_PEEPHOLE, FP_FOLD_DISABLE),
    needs=(Snapshot, "flow", "loops"),
)
def run(function: Function, ctx: PassContext) -> bool:
    if not rewrite(function, ctx):
        return False
    run_on_function(function, "instsimplify,dce")
    return True
