"""Orbital elements to positions and velocities, in double."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

COUNTS: dict[ks.Scale, int] = {"small": 200, "full": 300_000}
MU, TIME = 1.0, 12.5


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count = COUNTS[scale]
    elements = rng.uniform((0.5, 0.0, 0, 0, 0, 0), (4.0, 0.7, np.pi, 2 * np.pi, 2 * np.pi, 2 * np.pi), (count, 6))
    outputs = [ks.unwritten((count, 3), np.float64) for _ in range(2)]
    return [elements, *outputs, np.int32(count), np.float64(MU), np.float64(TIME)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    axis, e, tilt, node, periapsis, anomaly = ks.array_arg(args, 0).T
    motion = np.sqrt(MU / axis**3)
    mean = np.fmod(anomaly + motion * TIME, 2 * np.pi)
    x = mean.copy()
    for _ in range(12):
        x -= (x - e * np.sin(x) - mean) / (1 - e * np.cos(x))
    root, rate = np.sqrt(1 - e * e), motion / (1 - e * np.cos(x))
    flat = np.stack([axis * (np.cos(x) - e), axis * root * np.sin(x)])
    speed = np.stack([-axis * np.sin(x) * rate, axis * root * np.cos(x) * rate])
    (so, co), (si, ci), (sw, cw) = ((np.sin(a), np.cos(a)) for a in (node, tilt, periapsis))
    turn = np.array(
        [
            [co * cw - so * sw * ci, -co * sw - so * cw * ci],
            [so * cw + co * sw * ci, -so * sw + co * cw * ci],
            [sw * si, cw * si],
        ]
    )
    return [np.einsum("ijn,jn->ni", turn, flat), np.einsum("ijn,jn->ni", turn, speed)]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-COUNTS[scale] // 128), 1, 1), (128, 1, 1))


CASE = ks.KernelCase(
    name="kepler_orbits",
    styles=("astronomy", "double precision"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(1, 2),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-8, atol=1e-8),) * 2,
)
