"""Random kernels as a hypothesis strategy: a failing test is repeated by its seed, and hypothesis keeps the failures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencicc.check.case import Case
from opencicc.check.generate import EVERY_MODE, generate

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

LARGEST_SEED = 1 << 32


def kernels(mode: str = "") -> SearchStrategy[Case]:
    """Cases of one mode, or of all modes."""
    from hypothesis import strategies

    seeds = strategies.integers(0, LARGEST_SEED)
    modes = strategies.just(mode) if mode else strategies.sampled_from(EVERY_MODE)
    return strategies.builds(generate, seeds, modes)
