"""`--check-semantics`: execute each kernel unoptimised and as compiled, on the CPU, and compare.

A difference stops the compile before anything is written. A kernel whose made-up data do not suit
it (a size that does not fit a pointer, say) is reported as not checked: --check-arg gives the data.
"""

from __future__ import annotations

import sys

from opencicc.errors import CompilerError, UsageError
from opencicc.files import Input
from opencicc.options import driver as options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from opencicc.driver import CompileResult
    from opencicc.options.values import OptionValues

ARITHMETIC = (options.FTZ, options.PREC_DIV, options.PREC_SQRT, options.FMA, options.FAST_MATH)


def check_all(inputs: list[Input], result: CompileResult, values: OptionValues) -> None:
    """Compare every kernel of the result; raises on the first that computes something else."""
    from opencicc.check.semantics import check_semantics

    if not result.ptx:
        raise UsageError("--check-semantics needs PTX", fix="leave out --stop-after and --emit=ll or bc")
    ir = linked_ir(inputs, values)
    flags = {option.name: values[option] for option in ARITHMETIC if values.is_set(option)}
    for kernel in result.kernels:
        report = check_semantics(
            ir,
            result.ptx,
            kernel.name,
            grid=values[options.CHECK_GRID],
            block=values[options.CHECK_BLOCK],
            args=given_arguments(values[options.CHECK_ARG]),
            arch=result.settings.target.name,
            options=flags,
        )
        if not report.is_compared:
            print(f"{kernel.name}: not checked, the data do not suit it; give them with --check-arg", file=sys.stderr)
            print(report.text, file=sys.stderr)
        elif not report.agrees:
            raise CompilerError(
                f"kernel {kernel.name} computes something else than it does unoptimised",
                at=f"--check-semantics, grid {values[options.CHECK_GRID]}, block {values[options.CHECK_BLOCK]}",
                fix="opencicc bisect finds the pass; please report it",
                detail=report.text,
            )
        else:
            print(f"{kernel.name}: same results as unoptimised", file=sys.stderr)


def linked_ir(inputs: list[Input], values: OptionValues) -> bytes:
    """The kernel as written: the one input, or all of them linked."""
    if len(inputs) == 1:
        return inputs[0].data
    from opencicc.api import run_compile

    return run_compile(inputs, values.with_values([(options.STOP_AFTER, "lnk", "--check-semantics")])).bitcode


def given_arguments(specs: tuple[str, ...]) -> list[Any] | None:
    """The arguments of --check-arg, in `opencicc run`'s spelling; None to make them up."""
    if not specs:
        return None
    import numpy as np

    from opencicc.emulate.specs import parse_argument

    rng = np.random.default_rng(0)
    return [parse_argument(spec, rng) for spec in specs]
