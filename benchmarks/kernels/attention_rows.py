"""Causal attention with an online softmax, one query row per thread."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

HEAD = 64
SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (2, 100), "full": (64, 1024)}  # heads, length


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    heads, length = SIZES[scale]
    inputs = [rng.standard_normal((heads, length, HEAD), np.float32) for _ in range(3)]
    return [*inputs, ks.unwritten((heads, length, HEAD), np.float32), np.int32(length), np.float32(HEAD**-0.5)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    queries, keys, values = (ks.array_arg(args, i) for i in range(3))
    heads, length, _ = queries.shape
    result = np.empty(queries.shape)
    hidden = np.triu(np.full((length, length), -np.inf), 1)
    for head in range(heads):
        scores = queries[head].astype(np.float64) @ keys[head].astype(np.float64).T * HEAD**-0.5 + hidden
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        result[head] = weights / weights.sum(axis=1, keepdims=True) @ values[head].astype(np.float64)
    return [result]


def launch(scale: ks.Scale) -> ks.Launch:
    heads, length = SIZES[scale]
    return ks.Launch((-(-length // 64), heads, 1), (64, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    heads, length = SIZES[scale]
    return ks.Bound(16 * heads * length * HEAD, 2 * heads * length * length * HEAD, "operations")


CASE = ks.KernelCase(
    name="attention_rows",
    styles=("softmax/layernorm/attention rows", "kernels above 64 registers"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(3,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-4, atol=2e-5),),
    bounds=ks.per_scale(bound),
)
