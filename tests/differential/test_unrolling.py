"""Random loop kernels: every level and random unrolling decisions compute what no optimization computes.

OPENCICC_UNROLL_SEEDS=1000 runs a thousand kernels instead of a few.
"""

from __future__ import annotations

import os

import pytest

from opencicc.check import check
from opencicc.check.generate import generate
from opencicc.check.pipelines import BITWISE_OPTIONS, O0, find_pipeline

SEEDS = int(os.environ.get("OPENCICC_UNROLL_SEEDS", "6"))
PIPELINES = [O0, *(find_pipeline(name) for name in ("O1", "O2", "O3", "only:sroa,loop-rotate,loop-unroll"))]


@pytest.mark.parametrize("mode", ["unroll", "barrier", "iv"])
@pytest.mark.parametrize("seed", range(SEEDS))
def test_results_stay(seed: int, mode: str) -> None:
    chosen = [*PIPELINES, find_pipeline(f"chaos:{seed}")]
    report = check(generate(seed, mode), [pipeline.with_options(BITWISE_OPTIONS) for pipeline in chosen])
    assert report.agrees, report.text
