"""check: compile one case with several pipelines, execute all, compare each with the first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from opencicc.check.case import Case, Outcome
from opencicc.check.compare import Difference, compare
from opencicc.check.pipelines import DEFAULT, DEFAULT_ARCH, Built, Compiler
from opencicc.errors import CompilerError


@dataclass(frozen=True, eq=False)
class Run:
    """One pipeline's PTX and what it did; `difference` is what makes it wrong."""

    pipeline: str
    built: Built | None
    outcomes: tuple[Outcome, ...]
    difference: Difference | None = None

    @property
    def outcome(self) -> Outcome:
        """That of the first order of warps."""
        return self.outcomes[0]


@dataclass(frozen=True, eq=False)
class Report:
    """All runs of a case. The first is the reference the others are compared with."""

    case: Case
    runs: tuple[Run, ...]

    @property
    def reference(self) -> Run:
        return self.runs[0]

    @property
    def is_compared(self) -> bool:
        """Whether the reference ran: if not, nothing can be said about the others."""
        return self.reference.difference is None

    @property
    def failures(self) -> tuple[Run, ...]:
        return tuple(run for run in self.runs if run.difference is not None)

    @property
    def agrees(self) -> bool:
        return not self.failures

    @property
    def text(self) -> str:
        lines = [f"{self.case.name}: kernel {self.case.kernel}, reference {self.reference.pipeline}"]
        for run in self.runs:
            lines.append(f"  {run.pipeline:14} {verdict(run, self.is_compared)}")
        return "\n".join(lines)


def verdict(run: Run, is_compared: bool) -> str:
    if run.difference is None:
        return "ok"
    if not is_compared:
        return f"NOT COMPARED, the reference fails: {run.difference.what}"
    return f"DIFFERENT: {run.difference.what} ({run.difference.wrong} wrong)"


def check(case: Case, pipelines: Sequence[Compiler] = DEFAULT, arch: str = DEFAULT_ARCH) -> Report:
    """Run the case through every pipeline; the first is the reference.

    A reference that does not compile or run is reported as a failure of its own, and nothing else is run: there is
    nothing to compare with.
    """
    first = run_one(case, pipelines[0], arch)
    broken = broken_reference(first, case)
    if broken:
        return Report(case, (replace(first, difference=broken),))
    return Report(case, (first, *compare_all(case, first.outcome, pipelines[1:], arch)))


def broken_reference(run: Run, case: Case) -> Difference | None:
    """Why nothing can be compared with this run, or None."""
    if run.outcome.error:
        return Difference(run.outcome.error)
    found = first_difference(run.outcome, run.outcomes[1:], case)
    return Difference(f"depends on the order of its warps: {found.what}") if found else None


def first_difference(reference: Outcome, others: Iterable[Outcome], case: Case) -> Difference | None:
    tolerances = case.array_tolerances
    differences = (compare(reference, other, tolerances) for other in others)
    return next((difference for difference in differences if difference is not None), None)


def compare_all(case: Case, reference: Outcome, pipelines: Iterable[Compiler], arch: str) -> list[Run]:
    known: dict[str, tuple[Outcome, ...]] = {}
    runs = (run_one(case, pipeline, arch, known) for pipeline in pipelines)
    return [replace(run, difference=first_difference(reference, run.outcomes, case)) for run in runs]


def run_one(case: Case, pipeline: Compiler, arch: str, known: dict[str, tuple[Outcome, ...]] | None = None) -> Run:
    """Compile and execute; `known` keeps outcomes by PTX text, because levels often agree to the byte."""
    try:
        built = pipeline.build(case.ir, arch)
    except CompilerError as error:
        return Run(pipeline.name, None, (Outcome(error=f"does not compile: {error}"),))
    if known is None:
        return Run(pipeline.name, built, case.execute_all(built.ptx))
    if built.ptx not in known:
        known[built.ptx] = case.execute_all(built.ptx)
    return Run(pipeline.name, built, known[built.ptx])
