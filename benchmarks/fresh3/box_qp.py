"""Quadratic programs with bounds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (300, 2), "full": (150_000, 132 * 4)}  # problems, blocks
N = 8


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    problems, _ = SIZES[scale]
    root = rng.standard_normal((problems, N, N), np.float32)
    hessians = root @ root.transpose(0, 2, 1) + 6 * np.eye(N, dtype=np.float32)
    gradients = 6 * rng.standard_normal((N, problems), np.float32)
    lower = rng.uniform(-1.0, -0.2, (N, problems)).astype(np.float32)
    upper = rng.uniform(0.2, 1.0, (N, problems)).astype(np.float32)
    planes = np.ascontiguousarray(hessians.transpose(1, 2, 0).astype(np.float32))
    settings = ks.Struct((np.int32(60), np.float32(1e-5), np.float32(1.1)))
    outs = [ks.unwritten((N, problems), np.float32), ks.unwritten(problems, np.uint8)]
    return [planes, gradients, lower, upper, np.int32(problems), settings, *outs]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    problems = ks.int_arg(args, 4)
    chosen = ks.sample_indices(problems, 10_000)
    h, g, lower, upper = (ks.array_arg(args, k)[..., chosen].astype(np.float64) for k in range(4))
    x = np.zeros_like(g)
    for _ in range(100):
        for i in range(N):
            residual = g[i] + (h[i] * x).sum(axis=0)
            x[i] = np.clip(x[i] - 1.1 * residual / h[i, i], lower[i], upper[i])
    active = (((x == lower) | (x == upper)) << np.arange(N)[:, None]).sum(axis=0).astype(np.uint8)
    return [ks.Sample((np.arange(N)[:, None] * problems + chosen).ravel(), x.ravel()), ks.Sample(chosen, active)]


CASE = ks.KernelCase(
    name="box_qp",
    styles=("optimization", "local arrays", "loops with breaks", "grid-stride loops"),
    launches=ks.per_scale(lambda scale: ks.Launch((SIZES[scale][1], 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(6, 7),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-3, atol=5e-4, wrong_fraction=1e-3), ks.Tolerance(wrong_fraction=3e-3)),
)
