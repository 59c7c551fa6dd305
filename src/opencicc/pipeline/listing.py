"""A pipeline as a table for people: phase, step, status, where it comes from and why it is in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from opencicc.pipeline.step import Step

PHASES = {0: "-", 1: "I", 2: "II"}


def listing(steps: Sequence[Step]) -> str:
    """One line a step; the golden listings of the test suite are this text."""
    return "".join(f"{_line(number, step)}\n" for number, step in enumerate(steps, 1))


def _line(number: int, step: Step) -> str:
    guard = f"  [{step.guard}]" if step.guard.terms else ""
    return f"{number:4} {PHASES[step.phase]:<3}{step.text:<48} {step.status.value:<12} {step.where}{guard}".rstrip()


def inactive(steps: Iterable[Step]) -> list[Step]:
    """The steps that do nothing because their pass is not built or not identified."""
    return [leaf for step in steps for leaf in step.leaves if leaf.info is not None and not leaf.info.is_active]
