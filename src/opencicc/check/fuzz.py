"""One round of fuzzing: the kernel of a seed through every pipeline, and what came of it.

Kernels of the smooth mode are compiled with contraction and compared within ulps; all others without, bit by bit. Every
round also runs a few pipelines of one pass each and one of random decisions, chosen by the seed, so that many rounds
cover all of them.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from opencicc.check.case import Case
from opencicc.check.coverage import Coverage, measure
from opencicc.check.differential import Report, check
from opencicc.check.generate import generate
from opencicc.check.pipelines import (
    BITWISE_OPTIONS,
    DEFAULT,
    DEFAULT_ARCH,
    O0,
    PATHS,
    TURNED,
    Pipeline,
    chaos,
    find_pipeline,
    only_pass,
    runnable_passes,
)

SINGLE_PASSES_A_ROUND = 2


@dataclass(frozen=True)
class Settings:
    """What all rounds of a run share. Without `pipelines`, every round takes the usual ones."""

    mode: str = ""
    pipelines: tuple[str, ...] = ()
    arch: str = DEFAULT_ARCH
    seconds_at_most: float = 120


@dataclass(frozen=True)
class Failure:
    pipeline: str
    what: str


@dataclass
class Round:
    """The outcome of one seed."""

    seed: int
    name: str
    failures: tuple[Failure, ...] = ()
    runs: int = 0
    seconds: float = 0.0
    coverage: Coverage = field(default_factory=Coverage)


def pipelines_of(case: Case, seed: int, settings: Settings) -> tuple[Pipeline, ...]:
    """The reference first. A smooth kernel's reference is not contracted, everything else of it is."""
    if settings.pipelines:
        chosen = [find_pipeline(name) for name in settings.pipelines]
    else:
        chosen = [*DEFAULT[1:], *PATHS, TURNED, chaos(seed), *single_passes(seed)]
    reference = O0.with_options(BITWISE_OPTIONS)
    if case.tolerances:
        return reference, O0, *chosen
    return reference, *(pipeline.with_options(BITWISE_OPTIONS) for pipeline in chosen)


def single_passes(seed: int) -> list[Pipeline]:
    """A few passes alone, the next ones for the next seed."""
    names: Sequence[str] = runnable_passes()
    first = seed * SINGLE_PASSES_A_ROUND
    return [only_pass(names[(first + i) % len(names)]) for i in range(SINGLE_PASSES_A_ROUND)]


def run_round(seed: int, settings: Settings) -> Round:
    """Generate, compile, execute, compare. A round that takes too long ends its process: libLLVM can't be interrupted."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, settings.seconds_at_most)
    started = time.perf_counter()
    case = generate(seed, settings.mode)
    report = check(case, pipelines_of(case, seed, settings), settings.arch)
    signal.setitimer(signal.ITIMER_REAL, 0)
    return Round(seed, case.name, failures_of(report), len(report.runs), time.perf_counter() - started, measure(report))


def failures_of(report: Report) -> tuple[Failure, ...]:
    return tuple(Failure(run.pipeline, run.difference.what) for run in report.failures if run.difference)
