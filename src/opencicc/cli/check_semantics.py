"""`--check-semantics`: execute each kernel unoptimised and as compiled, on the CPU, and compare.

A difference stops the compile before anything is written (exit code 9). A kernel that no launch and no data we could
think of suit is told as not compared, with what was tried; the output is written and the exit code is its own.
"""

from __future__ import annotations

import sys

from opencicc.compiler.files import Input
from opencicc.errors import CompilerError, UsageError
from opencicc.options import driver as options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from opencicc.check.semantics import Verdict
    from opencicc.compiler.driver import CompileResult
    from opencicc.options.option import Option
    from opencicc.options.values import OptionValues

ARITHMETIC = (options.FTZ, options.PREC_DIV, options.PREC_SQRT, options.FMA, options.FAST_MATH)
NOT_COMPARED = 77  # what test programs return for "skipped"; libNVVM's codes, our others, end at 10


def check_all(inputs: list[Input], result: CompileResult, values: OptionValues) -> int:
    """Compare every kernel of the result: 0, or NOT_COMPARED; raises on the first that computes something else."""
    from opencicc.check.semantics import check_semantics

    if not result.ptx:
        raise UsageError("--check-semantics needs PTX", fix="leave out --stop-after and --emit=ll or bc")
    ir = linked_ir(inputs, values)
    flags = {option.name: values[option] for option in ARITHMETIC if values.is_set(option)}
    compared = 0
    for kernel in result.kernels:
        verdict = check_semantics(
            ir,
            result.ptx,
            kernel.name,
            grid=given_shape(values, options.CHECK_GRID),
            block=given_shape(values, options.CHECK_BLOCK),
            args=given_arguments(values[options.CHECK_ARG]),
            arch=result.settings.target.name,
            options=flags,
            shared_bytes=values[options.CHECK_SHARED] if values[options.CHECK_SHARED] >= 0 else None,
            rebuild_exactly=lambda: compile_exactly(inputs, values),
        )
        if verdict.is_compared and not verdict.agrees:
            raise CompilerError(
                f"kernel {kernel.name} computes something else than it does unoptimised",
                at=f"--check-semantics, {verdict.launch}",
                fix="opencicc bisect finds the pass; please report it",
                detail=verdict.text,
            )
        compared += verdict.is_compared
        print(as_text(verdict), file=sys.stderr)
    if not result.kernels:
        print("no kernel here: nothing was compared", file=sys.stderr)
    return 0 if compared and compared == len(result.kernels) else NOT_COMPARED


def as_text(verdict: Verdict) -> str:
    if verdict.is_compared:
        rounding = ", rounding apart (bit for bit with -fma=0)" if verdict.differs_by_rounding else ""
        return f"{verdict.kernel}: same results as unoptimised{rounding}, with {verdict.launch}"
    lines = "\n".join(f"  | {line}" for line in verdict.why_not.splitlines())
    flags = "--check-block, --check-grid, --check-shared and --check-arg"
    return f"{verdict.kernel}: not compared\n{lines}\n  fix: give a launch and data that suit it: {flags}"


def linked_ir(inputs: list[Input], values: OptionValues) -> bytes:
    """The kernel as written: the one input, or all of them linked."""
    if len(inputs) == 1:
        return inputs[0].data
    from opencicc.compiler.api import run_compile

    return run_compile(inputs, values.with_values([(options.STOP_AFTER, "lnk", "--check-semantics")])).bitcode


def compile_exactly(inputs: list[Input], values: OptionValues) -> str:
    """The PTX of the same compile without contraction and fast-math."""
    from opencicc.compiler.api import run_compile

    origin = "--check-semantics"
    changes = [(options.FMA, False, origin), (options.FAST_MATH, False, origin)]
    return run_compile(inputs, values.with_values(changes)).ptx


def given_shape(values: OptionValues, option: Option[str]) -> list[int] | None:
    """One to three extents; None to make them up."""
    if not values[option]:
        return None
    from opencicc.cli.run import parse_shape

    return parse_shape(values[option], f"--{option.name}")


def given_arguments(specs: tuple[str, ...]) -> list[Any] | None:
    """The arguments of --check-arg, in `opencicc run`'s spelling; None to make them up."""
    if not specs:
        return None
    import numpy as np

    from opencicc.emulate.argument_text import parse_argument

    rng = np.random.default_rng(0)
    return [parse_argument(spec, rng) for spec in specs]
