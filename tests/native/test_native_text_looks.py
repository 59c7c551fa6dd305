"""Looks at the text of PTX: wide-indices finds the same natively, and repeat-comparisons never less than it does without."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from opencicc.llvm.helper import NativeHelper
from opencicc.passes import repeat_comparisons, wide_indices
from opencicc.passes.register_places import RegisterPlaces
from opencicc.ptx_text import function_bodies
from tests.native.test_native_sums import FILES, LINES

INPUTS = Path(__file__).parents[1] / "machine" / "inputs"
FILES = [*FILES, INPUTS / "wide-indices.ptx", INPUTS / "repeat-comparisons.ptx"]
INDICES = (
    "\tcvt.s64.s32 \t%rd{0}, %r{1};", "\tcvt.u64.u32 \t%rd{0}, %r{1};", "\tshl.b64 \t%rd{0}, %rd{1}, {4};",
    "\tmul.lo.s64 \t%rd{0}, %rd{1}, {4};", "\tmul.lo.s64 \t%rd{0}, %rd{1}, %rd{2};", "\tadd.s64 \t%rd{0}, %rd{1}, %rd{2};",
    "\tld.param.b64 \t%rd{0}, [f_param_{1}];", "\tcvta.to.global.u64 \t%rd{0}, %rd{1};", "\tmov.b64 \t%rd{0}, f_param_3;",
    "\tld.param.b64 \t%rd{0}, [%rd{1}+8];",
)  # fmt: skip
BOUNDS = (
    "\tsetp.lt.s32 \t%p{0}, %r{1}, %r{2};", "\t@%p{0} bra \t$L{1};", "$L{0}:", "\tselp.b32 \t%r{1}, %r{2}, 7, %p{0};",
    "\tadd.s32 \t%r{1}, %r{2}, 16;", "\tmov.u32 \t%r{1}, %tid.x;",
)  # fmt: skip


def products(text: str, takes_uniform_bases: bool) -> list[tuple[int, int, bool]]:
    found = wide_indices.find_products(text, takes_uniform_bases)
    return sorted((index.start, product.start, is_idle) for index, product, is_idle in found)


def native_products(native: NativeHelper, text: str, takes_uniform_bases: bool) -> list[tuple[int, int, bool]]:
    rows = native.scaled_indices(text.encode(), takes_uniform_bases)
    return sorted(zip(rows[::3], rows[1::3], map(bool, rows[2::3]), strict=True))


def most_kept(text: str) -> int:
    """By the closer look, which asks more of a comparison."""
    loops = repeat_comparisons.loops_of(text)
    if not loops:
        return 0
    places = RegisterPlaces(text)
    starts = repeat_comparisons.starts_of(places)
    made = [number for number, line in places.lines.items() if repeat_comparisons.is_comparison(places, line)]
    return max(
        sum(repeat_comparisons.kept_through(loop, loops, number, places, starts) is not None for number in made)
        for loop in loops
    )


def random_text(seed: int, own: tuple[str, ...]) -> str:
    rng = random.Random(seed)
    lines = ["\t.reg .b64 \t%rd<9>;"]
    for _ in range(rng.randrange(4, 40)):
        line = rng.choice(own if rng.randrange(4) else LINES)
        lines.append(line.format(*(rng.randrange(12) for _ in range(4)), rng.choice((2, 4, 8, 3)), *range(40, 44)))
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_compiler_output(native: NativeHelper, path: Path) -> None:
    ptx = path.read_text()
    for start, _, closing in function_bodies(ptx):
        text = ptx[start:closing]
        for takes_uniform_bases in (False, True):
            assert native_products(native, text, takes_uniform_bases) == products(text, takes_uniform_bases)
        assert native.ocx_most_kept_comparisons(text.encode(), len(text)) >= most_kept(text)


def test_random_indices(native: NativeHelper) -> None:
    few = many = idle = 0
    for seed in range(1500):
        text = random_text(seed, INDICES)
        found, with_uniform = products(text, False), products(text, True)
        assert native_products(native, text, False) == found, seed
        assert native_products(native, text, True) == with_uniform, seed
        few, many, idle = few + len(found), many + len(with_uniform), idle + sum(row[-1] for row in found)
    assert 0 < few < many
    assert 0 < idle < few


def test_random_bounds(native: NativeHelper) -> None:
    kept = exact = 0
    for seed in range(800):
        text = random_text(seed, BOUNDS)
        most, found = native.ocx_most_kept_comparisons(text.encode(), len(text)), most_kept(text)
        assert most >= found, seed
        kept, exact = kept + (found > 0), exact + (most == found)
    assert kept > 10
    assert exact > 400
