"""The largest of every row."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (5, 600), "full": (4000, 4096)}  # rows, columns
K = 4


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    rows, columns = SIZES[scale]
    scores = rng.standard_normal((rows, columns), np.float32)
    sizes = (np.int32(rows), np.int32(columns), np.int32(K))
    return [scores, *sizes, ks.unwritten((rows, K), np.float32), ks.unwritten((rows, K), np.int32)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    scores = ks.array_arg(args, 0)
    some = np.argpartition(-scores, K, axis=1)[:, : K + 1]
    keys = np.take_along_axis(scores, some, axis=1)
    order = np.lexsort((some, -keys), axis=1)[:, :K]
    places = np.take_along_axis(some, order, axis=1)
    return [np.take_along_axis(scores, places, axis=1), places.astype(np.int32)]


CASE = ks.KernelCase(
    name="topk_rows",
    styles=("neural networks", "selection"),
    launches=ks.per_scale(lambda scale: ks.Launch((SIZES[scale][0], 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(4, 5),
    reference=reference,
    tolerances=(ks.EXACT, ks.Tolerance(wrong_fraction=1e-3)),
)
