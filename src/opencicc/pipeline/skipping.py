"""Leave passes out of a pipeline by name: what `--skip-passes` does, to see what a pass is worth.

Every step of the name goes, wherever it stands, with and without parameters; a manager that is empty then goes too.
What code generation needs (lowering, verification) goes as well if it is named: the person asked for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from opencicc.passes.registry import find_pass
from opencicc.pipeline.step import Step


def without_passes(steps: Iterable[Step], names: Sequence[str], at: str = "") -> tuple[Step, ...]:
    """The steps without those of these passes. A name that no pass has is refused; one that does not occur is not."""
    skipped = {find_pass(name, at).name for name in names}
    return tuple(kept for step in steps if (kept := _strip(step, skipped)) is not None)


def _strip(step: Step, skipped: set[str]) -> Step | None:
    if not step.is_manager:
        return None if step.name in skipped else step
    children = tuple(kept for child in step.children if (kept := _strip(child, skipped)) is not None)
    return replace(step, children=children) if children else None
