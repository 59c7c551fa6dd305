"""Every planted miscompile was found within 500 kernels and reduced; the reduced kernels show it for good.

`python tests/fuzz/hunt.py` made the files in found/; docs/testing.md has the figures.
"""

from __future__ import annotations

import pytest

from opencicc.check import check
from opencicc.check.pipelines import BITWISE_OPTIONS, LEVELS
from opencicc.check.reduce import count_lines
from tests.fuzz.hunt import FOUND, MOST_KERNELS, REFERENCE, WITNESS, Find, hunt, read_find, reduced
from tests.fuzz.planted import PLANTED, Planted

MOST_LINES = 40
BY_NAME = {planted.name: planted for planted in PLANTED}
FINDS = [read_find(path) for path in sorted(FOUND.glob("*.ll"))]


def test_every_planted_miscompile_was_found() -> None:
    assert {find.name for find in FINDS} == set(BY_NAME)
    assert len(PLANTED) >= 12


@pytest.mark.parametrize("find", FINDS, ids=lambda find: find.name)
def test_the_reduced_kernel_is_small_and_was_found_soon(find: Find) -> None:
    assert find.kernels <= MOST_KERNELS
    assert count_lines(str(find.case.ir)) < MOST_LINES


@pytest.mark.parametrize("find", FINDS, ids=lambda find: find.name)
def test_the_mistake_shows_on_its_reduced_kernel(find: Find) -> None:
    report = check(find.case, (REFERENCE, BY_NAME[find.name], WITNESS))
    assert [run.pipeline for run in report.failures] == [find.name]


@pytest.mark.parametrize("find", FINDS, ids=lambda find: find.name)
def test_our_levels_agree_on_the_reduced_kernel(find: Find) -> None:
    report = check(find.case, (REFERENCE, *(level.with_options(BITWISE_OPTIONS) for level in LEVELS)))
    assert report.agrees, report.text


@pytest.mark.parametrize(
    "planted", [BY_NAME[name] for name in ("load-over-store", "narrowed-multiply")], ids=lambda p: p.name
)
def test_a_hunt_finds_and_reduces(planted: Planted) -> None:
    find = hunt(planted, 20)
    assert find is not None
    small = reduced(find, planted)
    assert count_lines(str(small.case.ir)) < MOST_LINES
    assert not check(small.case, (REFERENCE, planted)).agrees
