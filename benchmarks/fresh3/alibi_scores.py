"""Attention scores with a bias by distance."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

# samples, heads, length, how far back
SIZES: dict[ks.Scale, tuple[int, int, int, int]] = {"small": (1, 2, 30, 20), "full": (2, 8, 1000, 800)}
DEPTH, SCALE, LEAST = 64, 0.125, -60_000.0


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    samples, heads, length, back = SIZES[scale]
    pair = [rng.standard_normal((samples, heads, length, DEPTH), np.float32).astype(np.float16) for _ in range(2)]
    valid = rng.integers(length // 2, length + 1, samples).astype(np.int32)
    shape = ks.Struct((np.int32(heads), np.int32(length), np.int32(back)))
    return [*pair, valid, shape, np.float32(SCALE), ks.unwritten((samples, heads, length, length), np.float16)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    queries, keys, valid = (ks.array_arg(args, k) for k in range(3))
    samples, heads, length, _ = queries.shape
    shape = args[3]
    assert isinstance(shape, ks.Struct)
    back = int(np.asarray(shape.fields[2]))
    rows = ks.sample_indices(length, 64)
    q, k = queries[:, :, rows].astype(np.float32), keys.astype(np.float32)
    apart = rows[:, None] - np.arange(length)
    slope = 2.0 ** (-8 * (np.arange(heads) + 1) / heads)
    scores = q @ k.transpose(0, 1, 3, 2) * SCALE - slope[:, None, None] * apart
    hidden = (apart < 0) | (apart > back) | (np.arange(length) >= valid[:, None, None, None])
    scores = np.where(hidden, np.float16(LEAST), scores)
    at = np.arange(samples * heads * length * length).reshape(samples, heads, length, length)[:, :, rows]
    return [ks.Sample(at.ravel(), scores.ravel())]


def launch(scale: ks.Scale) -> ks.Launch:
    samples, heads, length, _ = SIZES[scale]
    return ks.Launch((-(-length // 16), -(-length // 16), samples * heads), (16, 16, 1))


CASE = ks.KernelCase(
    name="alibi_scores",
    styles=("neural networks", "half precision", "tiles in shared memory", "early exits"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(5,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=2e-3, atol=3e-3),),
)
