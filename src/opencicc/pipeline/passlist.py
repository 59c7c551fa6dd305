"""PassList: the ordered list that steps are added to, with the product's AddPass rules.

A step object added twice is in the list once; the second call only sets its flags. Equal steps from two factory calls
are two entries: identity counts, not equality. Bit 0 of the flags says function pass, bit 1 barrier: every step
before has to be complete on the whole module before this one starts.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from opencicc.pipeline.step import BARRIER_FLAG, FUNCTION_FLAG, Step


@dataclass
class PassList:
    """Steps in order, and the flags of each by identity."""

    steps: list[Step] = field(default_factory=list)
    flags: dict[int, int] = field(default_factory=dict)

    def add(self, step: Step, flags: int = FUNCTION_FLAG, is_barrier: bool = False) -> None:
        if id(step) not in self.flags:
            self.steps.append(step)
        self.flags[id(step)] = flags | (BARRIER_FLAG if is_barrier else 0)

    def mark_barrier(self, step: Step) -> None:
        """What the codegen dispatch does to a step that a codegen step depends on."""
        self.flags[id(step)] |= BARRIER_FLAG

    def finished(self) -> tuple[Step, ...]:
        """The steps, each with its flags."""
        return tuple(replace(step, flags=self.flags[id(step)]) for step in self.steps)
