"""Rotary position embedding."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int, int, int]] = {"small": (8, 4, 2, 16), "full": (4096, 16, 4, 128)}
LOG_BASE = float(np.log(10000.0))


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    tokens, heads, key_heads, width = SIZES[scale]
    queries = rng.standard_normal((tokens, heads, width), np.float32)
    keys = rng.standard_normal((tokens, key_heads, width), np.float32)
    positions = rng.integers(0, 2048, tokens, np.int32)
    sizes = (np.int32(n) for n in (tokens, heads, key_heads, width))
    return [queries, keys, positions, *sizes, np.float32(LOG_BASE)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    positions = ks.array_arg(args, 2)
    results: list[ks.Expected] = []
    for vectors in (ks.array_arg(args, 0), ks.array_arg(args, 1)):
        half = vectors.shape[2] // 2
        angle = positions[:, None, None] * np.exp(-LOG_BASE * np.arange(half) / half)
        a, b = vectors[:, :, :half], vectors[:, :, half:]
        c, s = np.cos(angle), np.sin(angle)
        results.append(np.concatenate([a * c - b * s, a * s + b * c], axis=2))
    return results


CASE = ks.KernelCase(
    name="rotary_embed",
    styles=("neural networks", "trigonometry"),
    launches=ks.per_scale(lambda scale: ks.Launch((SIZES[scale][0], 1, 1), (256, 1, 1))),
    make_args=make_args,
    outputs=(0, 1),
    reference=reference,
    tolerances=(ks.Tolerance(atol=5e-3), ks.Tolerance(atol=5e-3)),
)
