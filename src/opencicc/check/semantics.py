"""check_semantics: execute a kernel as written and as compiled, on given or made-up data, and compare.

The library behind `--check-semantics`. The kernel "as written" is the same IR at -O0 with the same arithmetic flags.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from opencicc.check.arguments import UnmadeError, fill_arguments
from opencicc.check.case import Case, Dim
from opencicc.check.compare import BITWISE, Tolerance
from opencicc.check.differential import Report, check
from opencicc.check.parameters import KernelFacts, read_kernel
from opencicc.check.pipelines import DEFAULT_ARCH, Built, Pipeline
from opencicc.check.rounding import are_near
from opencicc.check.search import Attempt, Plan, search, sizings, summarize
from opencicc.check.shapes import LaunchShape, candidate_shapes
from opencicc.emulate.launch import as_dim3
from opencicc.machine import parse

# Contraction and the passes' own rounding: what a correct compile of ordinary code stays far below.
CONTRACTED = Tolerance(ulps=256)
ARITHMETIC = ("ftz", "prec-div", "prec-sqrt", "fma", "fast-math")
EXACT: Mapping[str, object] = {"fma": False, "fast-math": False}
AS_WRITTEN, AS_COMPILED = "as written (-O0)", "as compiled"


@dataclass(frozen=True)
class Finished:
    """PTX that is already there, as a compiler."""

    name: str
    ptx: str

    def build(self, ir: str | bytes, arch: str) -> Built:
        return Built(self.ptx)


@dataclass(frozen=True, eq=False)
class Verdict:
    """What could be said about one kernel: with which launch it was compared, or what was tried in vain."""

    kernel: str
    attempts: tuple[Attempt, ...] = ()
    report: Report | None = None
    why_not: str = ""
    agrees_exactly: bool = False

    @property
    def is_compared(self) -> bool:
        return self.report is not None

    @property
    def agrees(self) -> bool:
        return self.report is not None and (self.report.agrees or self.differs_by_rounding)

    @property
    def differs_by_rounding(self) -> bool:
        """Near each other as compiled, and the same bit by bit without contraction."""
        if self.report is None or self.report.agrees or not self.agrees_exactly:
            return False
        reference, (*_, compiled) = self.report.reference.outcome, self.report.runs
        return all(are_near(reference, outcome) for outcome in compiled.outcomes)

    @property
    def launch(self) -> str:
        """The launch and arguments that were compared."""
        return self.attempts[-1].text if self.report else ""

    @property
    def text(self) -> str:
        if self.report is None:
            return f"{self.kernel}: NOT COMPARED\n{self.why_not}"
        note = "\n  without contraction (-fma=0) the results agree bit by bit" if self.agrees_exactly else ""
        return f"{self.report.text}\n  {self.launch}{note}"


def check_semantics(
    ir: str | bytes,
    ptx: str,
    kernel: str,
    *,
    grid: Dim | None = None,
    block: Dim | None = None,
    args: Sequence[Any] | None = None,
    arch: str = DEFAULT_ARCH,
    options: Mapping[str, object] | None = None,
    shared_bytes: int | None = None,
    ulps: int | None = None,
    seed: int = 0,
    rebuild_exactly: Callable[[], str] | None = None,
) -> Verdict:
    """Compare `ptx`, made from `ir` with `options`, with the unoptimised kernel.

    What is not given is made up: launches from launch bounds, shared arrays and the dimensions asked for, data from
    the parameters and what pointers are used for; several are tried until one suits the kernel. Integers must be equal;
    floats may differ by `ulps` (default: 256 where contraction is on, else none). `rebuild_exactly` compiles once more
    without contraction: where results then agree bit by bit and are near each other with it, rounding made the difference.
    """
    given = {name: value for name, value in (options or {}).items() if name in ARITHMETIC}
    try:
        written = Pipeline(AS_WRITTEN, 0, given).build(ir, arch).ptx
        facts = read_kernel(ir, kernel)
        attempts = search(
            Case(kernel, ir, kernel, 1, 1, ()),
            written,
            list(plans(facts, args, find_shapes(written, kernel, facts, grid, block, shared_bytes), seed)),
        )
    except UnmadeError as error:
        return Verdict(kernel, why_not=str(error))
    if attempts[-1].why_not:
        return Verdict(kernel, tuple(attempts), why_not=summarize(attempts))
    found, tolerance = attempts[-1], Tolerance(ulps) if ulps is not None else default_tolerance(given)
    compilers = (Finished(AS_WRITTEN, written), Finished(AS_COMPILED, ptx))
    report = check(as_case(ir, kernel, found, tolerance), compilers, arch)
    if report.agrees or rebuild_exactly is None or tolerance == BITWISE:
        return Verdict(kernel, tuple(attempts), report)
    exactly = (Pipeline(AS_WRITTEN, 0, {**given, **EXACT}), Finished(AS_COMPILED, rebuild_exactly()))
    second = check(as_case(ir, kernel, found, BITWISE), exactly, arch)
    return Verdict(kernel, tuple(attempts), report, agrees_exactly=second.agrees)


def find_shapes(
    written: str, kernel: str, facts: KernelFacts, grid: Dim | None, block: Dim | None, shared_bytes: int | None
) -> list[LaunchShape]:
    module = parse(written)
    function = module.function(kernel)
    assert function is not None  # read_kernel found its definition, and -O0 keeps it
    return candidate_shapes(
        module,
        function,
        facts.shared_shapes,
        shared_bytes,
        None if grid is None else as_dim3(grid, "grid"),
        None if block is None else as_dim3(block, "block"),
    )


def plans(facts: KernelFacts, args: Sequence[Any] | None, shapes: list[LaunchShape], seed: int) -> Iterator[Plan]:
    """Launches with their data: every shape with the most telling data first, then with the next."""
    if args is not None:
        yield from (Plan(shape, lambda: list(args)) for shape in shapes)
        return
    for sized in zip(*(sizings(shape) for shape in shapes), strict=True):
        for shape, sizing in zip(shapes, sized, strict=True):
            yield Plan(shape, partial(fill_arguments, facts, sizing, seed), sizing.length)


def as_case(ir: str | bytes, kernel: str, found: Attempt, tolerance: Tolerance) -> Case:
    tolerances = {position: tolerance for position, arg in enumerate(found.args) if has_floats(arg)}
    shape = found.shape
    return Case(
        kernel,
        ir,
        kernel,
        shape.grid,
        shape.block,
        found.args,
        shape.shared_bytes,
        tolerances=tolerances,
        warp_orders=found.warp_orders,
    )


def default_tolerance(options: Mapping[str, object]) -> Tolerance:
    is_contracted = bool(options.get("fma", True)) or bool(options.get("fast-math", False))
    return CONTRACTED if is_contracted else BITWISE


def has_floats(arg: object) -> bool:
    parts = arg if isinstance(arg, tuple) else (arg,)
    return any(isinstance(part, np.ndarray) and part.dtype.kind == "f" for part in parts)
