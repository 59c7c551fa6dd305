"""Compile phases: which steps run on the whole module first, which afterwards function by function.

Phase I is everything up to the last step that looks beyond one function; phase II is the rest. A pass that declares
phase II (rematerialisation, sinking2, branch-dist, strength reduction, late unrolling) waits for it wherever it
stands. Every step has one phase, so none runs twice. Steps that only read follow their position and do not hold the
others back. A module of one function is compiled without phases: all steps in order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from opencicc.passes.registry import Phase
from opencicc.pipeline.step import Step


def declared_phase(step: Step) -> Phase:
    if step.info is not None and step.info.phase is not Phase.BY_POSITION:
        return step.info.phase
    if step.name == "loop-unroll" and "late" in step.params:
        return Phase.SECOND
    return Phase.BY_POSITION


def _looks_beyond_function(step: Step) -> bool:
    if step.is_read_only or declared_phase(step) is Phase.SECOND:
        return False
    return any(leaf.kind.needs_module for leaf in step.leaves)


def assign_phases(steps: Sequence[Step]) -> tuple[Step, ...]:
    """The same steps, each with its phase."""
    last_whole = max((index for index, step in enumerate(steps) if _looks_beyond_function(step)), default=-1)

    def phase_of(index: int, step: Step) -> int:
        declared = declared_phase(step)
        if declared is not Phase.BY_POSITION:
            return int(declared)
        return 1 if index <= last_whole else 2

    return tuple(replace(step, phase=phase_of(index, step)) for index, step in enumerate(steps))
