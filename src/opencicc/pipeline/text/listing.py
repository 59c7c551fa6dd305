"""A pipeline as a table for people: phase, step, status, where it comes from and why it is in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from opencicc.pipeline.step import Step

PHASES = {0: "-", 1: "I", 2: "II"}


def listing(steps: Sequence[Step], is_golden: bool = False) -> str:
    """One line a step.

    Golden listings leave numbers and status out: a step more should change one line, and a pass that gets its body none.
    """
    return "".join(f"{_line(number, step, is_golden)}\n" for number, step in enumerate(steps, 1))


def _line(number: int, step: Step, is_golden: bool) -> str:
    guard = f"  [{step.guard}]" if step.guard.terms else ""
    count, status = ("", "") if is_golden else (f"{number:4} ", f"{step.status.value:<12} ")
    return f"{count}{PHASES[step.phase]:<3}{step.text:<48} {status}{step.where}{guard}".rstrip()


def inactive(steps: Iterable[Step]) -> list[Step]:
    """The steps that do nothing because their pass is not built or not identified."""
    return [leaf for step in steps for leaf in step.leaves if leaf.info is not None and not leaf.info.is_active]
