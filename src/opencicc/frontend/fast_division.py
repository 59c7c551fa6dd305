"""-use_fast_math makes a program's single-precision x/y approximate: div.approx, as nvcc's front end does.

    %q = fdiv contract float %x, %y    =>    %q = fdiv contract afn float %x, %y

Only the program's own divisions, so it happens before libdevice is linked: a division inside one of its
functions is left to -prec-div=0, which means div.full.
"""

from __future__ import annotations

from opencicc.llvm import arithmetic, edit
from opencicc.llvm.ir import Module
from opencicc.llvm.opcodes import FAST_MATH


def approximate_divisions(module: Module) -> int:
    """Allow every single-precision division to be approximate; how many there are."""
    divisions = [i for function in module.definitions for i in function.instructions if arithmetic.is_float_division(i)]
    for division in divisions:
        edit.add_fast_math(division, FAST_MATH["afn"])
    return len(divisions)
