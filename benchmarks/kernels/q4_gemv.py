"""Matrix times vector with four-bit weights."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

GROUP = 32
SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (14, 40), "full": (48_000, 400)}  # rows, groups in a row
GROUP_TYPE = np.dtype([("scale", np.float16), ("offset", np.float16), ("nibbles", np.uint32, GROUP // 8)])


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    rows, groups = SIZES[scale]
    weights = np.empty((rows, groups), GROUP_TYPE)
    weights["scale"] = rng.uniform(0.01, 0.02, (rows, groups))
    weights["offset"] = -8 * weights["scale"]
    weights["nibbles"] = rng.integers(0, 2**32, (rows, groups, GROUP // 8), np.uint32)
    x = rng.standard_normal(groups * GROUP).astype(np.float16)
    raw = weights.view(np.uint8).reshape(rows, -1)
    return [raw, x, ks.unwritten(rows, np.float32), np.int32(rows), np.int32(groups)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    weights, x = ks.array_arg(args, 0).view(GROUP_TYPE), ks.array_arg(args, 1).astype(np.float64)
    chosen = ks.sample_indices(len(weights), 2000)
    own = weights[chosen]
    nibbles = (own["nibbles"][..., None] >> np.arange(0, 32, 4, dtype=np.uint32) & np.uint32(15)).astype(np.float64)
    nibbles = nibbles.reshape(*own.shape, GROUP)
    matrix = own["scale"].astype(np.float64)[..., None] * nibbles + own["offset"].astype(np.float64)[..., None]
    return [ks.Sample(chosen, matrix.reshape(chosen.size, -1) @ x)]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-SIZES[scale][0] // 4), 1, 1), (128, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    rows, groups = SIZES[scale]
    return ks.Bound(20 * rows * groups, 6 * GROUP * rows * groups, "bytes")


CASE = ks.KernelCase(
    name="q4_gemv",
    styles=("quantised integer dot products",),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(2,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-4, atol=2e-3),),
    bounds=ks.per_scale(bound),
)
