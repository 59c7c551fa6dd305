"""Transform, filter and reduce through nested functors in a struct argument."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (4, 5000), "full": (132 * 8, 40_000_000)}  # blocks, elements
STEEPNESS, SCALE, OFFSET, WEIGHTS = 1.5, 2.0, -0.25, (0.5, -0.25, 1.0)
LOW, HIGH = 0.25, 0.75


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    blocks, count = SIZES[scale]
    numbers = (STEEPNESS, SCALE, OFFSET, *WEIGHTS, LOW, HIGH)
    plan = ks.Struct((*(np.float32(number) for number in numbers), np.int32(count)))
    inputs = [rng.standard_normal(count, np.float32) for _ in range(3)]
    results = [ks.unwritten(blocks, kind) for kind in (np.float64, np.float64, np.int32)]
    return [plan, *inputs, ks.unwritten(count, np.float32), *results]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    a, b, c = (ks.array_arg(args, i) for i in (1, 2, 3))
    blocks = ks.array_arg(args, 5).size
    blended = WEIGHTS[0] * a.astype(np.float64) + WEIGHTS[1] * b + WEIGHTS[2] * c
    mapped = 1 / (1 + np.exp(-STEEPNESS * (SCALE * blended + OFFSET)))
    kept = np.where((mapped >= LOW) & (mapped < HIGH), mapped, 0)
    # Element i belongs to block i / 256 modulo the number of blocks.
    rows = np.arange(0, a.size, 256)
    block = np.arange(rows.size) % blocks
    parts = (np.add.reduceat(values, rows) for values in (kept, kept**2, kept != 0))
    sums, squares, counts = (np.bincount(block, part, minlength=blocks) for part in parts)
    return [mapped, sums, squares, counts]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((SIZES[scale][0], 1, 1), (256, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    count = SIZES[scale][1]
    return ks.Bound(16 * count, 25 * count, "bytes")


CASE = ks.KernelCase(
    name="functor_transform",
    styles=("templates and functors with struct arguments",),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(4, 5, 6, 7),
    reference=reference,
    # Rounding may move an element across the filter's edge: a few counts out of each block's share.
    tolerances=(
        ks.Tolerance(rtol=1e-5, atol=1e-6),
        ks.Tolerance(rtol=1e-5, atol=2.0),
        ks.Tolerance(rtol=1e-5, atol=2.0),
        ks.Tolerance(atol=3.0),
    ),
    bounds=ks.per_scale(bound),
)
