"""Random modules with calls: every inlining model, budget and random decision computes what -O0 does."""

from __future__ import annotations

import pytest

from opencicc.check.differential import check
from opencicc.check.generate import generate
from opencicc.check.pipelines import BITWISE_OPTIONS, O0, Pipeline, chaos

MODELS = (
    Pipeline("model A", 3),
    Pipeline("model B", 3, {"inline-model": "B"}),
    Pipeline("model C", 3, {"inline-model": "C"}),
    Pipeline("trained", 3, {"inline-model": "C", "enable-ml-inliner": "release"}),
    Pipeline("everything", 3, {"nv-inline-all": True}),
    Pipeline("small budget", 3, {"inline-budget": 100}),
    Pipeline("nothing", 3, {"disable-inlining": True, "disable-inlined-alloca-merging": True}),
)


@pytest.mark.parametrize("mode", ["inline", "struct"])
@pytest.mark.parametrize("seed", range(600, 606))
def test_all_decisions_compute_the_same(seed: int, mode: str) -> None:
    pipelines = [pipeline.with_options(BITWISE_OPTIONS) for pipeline in (O0, *MODELS, chaos(seed))]
    report = check(generate(seed, mode), pipelines)
    assert report.agrees, report.text
