"""The periodogram of uneven observations."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (140, 60), "full": (500, 20_000)}  # observations, frequencies
FIRST, STEP = 0.01, 0.0007


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count, frequencies = SIZES[scale]
    times = np.sort(rng.uniform(0, 400, count))
    values = (10 + np.sin(times * 0.7) + 0.5 * rng.standard_normal(count)).astype(np.float32)
    mean, variance = values.mean(dtype=np.float64), values.var(dtype=np.float64)
    scalars = (np.float64(mean), np.float64(variance), np.float64(FIRST), np.float64(STEP), np.int32(frequencies))
    return [times, values, np.int32(count), *scalars, ks.unwritten(frequencies, np.float64)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    times, values = ks.array_arg(args, 0), ks.array_arg(args, 1).astype(np.float64)
    chosen = ks.sample_indices(ks.array_arg(args, 8).size, 2000)
    omega = 2 * np.pi * (FIRST + chosen * STEP)[:, None]
    y = values - values.mean()
    tau = np.arctan2(np.sin(2 * omega * times).sum(axis=1), np.cos(2 * omega * times).sum(axis=1))[:, None] / (
        2 * omega
    )
    s, c = np.sin(omega * (times - tau)), np.cos(omega * (times - tau))
    both = (c @ y) ** 2 / (c * c).sum(axis=1) + (s @ y) ** 2 / (s * s).sum(axis=1)
    return [ks.Sample(chosen, both / (2 * values.var()))]


def bound(scale: ks.Scale) -> ks.Bound:
    count, frequencies = SIZES[scale]
    return ks.Bound(12 * count + 8 * frequencies, 90 * count * frequencies, "operations", "fp64")


CASE = ks.KernelCase(
    name="lomb_scargle",
    styles=("astronomy", "double precision", "trigonometry", "tiles in shared memory"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-SIZES[scale][1] // 64), 1, 1), (64, 1, 1))),
    make_args=make_args,
    outputs=(8,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-7, atol=1e-9),),
    bounds=ks.per_scale(bound),
)
