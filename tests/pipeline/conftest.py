"""Passes for one test only, and a run of steps with a look at everything the runner recorded."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from opencicc.passes import registry
from opencicc.passes.api import Pass
from opencicc.passes.bodies import PLUGINS
from opencicc.pipeline.run import optimize

TESTS = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS), str(TESTS.parent)]  # support.py and shell.py; the benchmarks' modules


@pytest.fixture
def register() -> Iterator[Callable[[Pass], Pass]]:
    """register(pass) lets pipelines name a pass until the test ends."""
    registered: list[Pass] = []

    def add(run: Pass) -> Pass:
        registry.register_plugin(run, "A pass of a test.", "test")
        registered.append(run)
        return run

    yield add
    for run in registered:
        del PLUGINS[run.name]
        del registry._registry()[run.name]
    optimize._kept.clear()  # a kept pipeline may hold the pass
