"""check_semantics: execute a kernel as written and as compiled, on given or made-up data, and compare.

The library behind `--check-semantics`. The kernel "as written" is the same IR at -O0 with the same arithmetic flags.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from opencicc.check.arguments import make_arguments
from opencicc.check.case import Case, Dim
from opencicc.check.compare import BITWISE, Tolerance
from opencicc.check.differential import Report, check
from opencicc.check.pipelines import DEFAULT_ARCH, Built, Pipeline

# Contraction and the passes' own rounding: what a correct compile of ordinary code stays far below.
CONTRACTED = Tolerance(ulps=256)
ARITHMETIC = ("ftz", "prec-div", "prec-sqrt", "fma", "fast-math")


@dataclass(frozen=True)
class Finished:
    """PTX that is already there, as a compiler."""

    name: str
    ptx: str

    def build(self, ir: str | bytes, arch: str) -> Built:
        return Built(self.ptx)


def check_semantics(
    ir: str | bytes,
    ptx: str,
    kernel: str,
    *,
    grid: Dim = 2,
    block: Dim = 64,
    args: Sequence[Any] | None = None,
    arch: str = DEFAULT_ARCH,
    options: Mapping[str, object] | None = None,
    shared_bytes: int = 0,
    ulps: int | None = None,
    seed: int = 0,
) -> Report:
    """Compare `ptx`, made from `ir` with `options`, with the unoptimised kernel.

    Without `args`, data are made up from the kernel's parameters and what its pointers are used for. Integers must be
    equal; floats may differ by `ulps` (default: 256 where contraction is on, else none). The report's reference fails
    if the data do not suit the kernel: then the caller has to give them.
    """
    given = {name: value for name, value in (options or {}).items() if name in ARITHMETIC}
    if args is None:
        args = make_arguments(ir, kernel, count_threads(grid, block), seed)
    tolerance = Tolerance(ulps) if ulps is not None else default_tolerance(given)
    tolerances = {position: tolerance for position, arg in enumerate(args) if is_float_array(arg)}
    case = Case(kernel, ir, kernel, grid, block, tuple(args), shared_bytes, tolerances=tolerances)
    return check(case, (Pipeline("as written (-O0)", 0, given), Finished("as compiled", ptx)), arch)


def default_tolerance(options: Mapping[str, object]) -> Tolerance:
    is_contracted = bool(options.get("fma", True)) or bool(options.get("fast-math", False))
    return CONTRACTED if is_contracted else BITWISE


def count_threads(grid: Dim, block: Dim) -> int:
    return int(np.prod(grid)) * int(np.prod(block))


def is_float_array(arg: object) -> bool:
    return isinstance(arg, np.ndarray) and arg.dtype.kind == "f"
