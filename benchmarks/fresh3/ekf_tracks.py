"""Tracks by an extended Kalman filter."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (120, 5), "full": (60_000, 8)}  # tracks, measurements
DT, ACCELERATION, RANGE, BEARING, GATE = 0.5, 0.2, 0.3, 0.02, 9.0


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    tracks, steps = SIZES[scale]
    turn, far = rng.uniform(-3, 3, tracks), rng.uniform(8, 30, tracks)
    true = np.stack([far * np.cos(turn), far * np.sin(turn), *rng.standard_normal((2, tracks))])
    states = true + 0.4 * rng.standard_normal(true.shape)
    measurements = np.zeros((steps, 2, tracks))
    for step in range(steps):
        true[:2] += DT * true[2:]
        measurements[step, 0] = np.hypot(true[0], true[1]) + RANGE * rng.standard_normal(tracks)
        measurements[step, 1] = np.arctan2(true[1], true[0]) + BEARING * rng.standard_normal(tracks)
    measurements[:, 0] += 8 * (rng.random((steps, tracks)) < 0.1)
    noise = ks.Struct(tuple(np.float64(value) for value in (ACCELERATION, RANGE, BEARING, GATE)))
    outs = [ks.unwritten((16, tracks), np.float64), ks.unwritten(tracks, np.int32)]
    return [measurements, np.int32(tracks), np.int32(steps), np.float64(DT), noise, states, *outs]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    measurements, x = ks.array_arg(args, 0), ks.array_arg(args, 5).T.copy()
    tracks = len(x)
    f = np.eye(4) + DT * np.eye(4, k=2)
    q = ACCELERATION * DT * np.kron([[DT**2 / 3, DT / 2], [DT / 2, 1]], np.eye(2))
    p = np.tile(np.diag([1, 1, 0.5, 0.5]), (tracks, 1, 1))
    rejected, zero = np.zeros(tracks, np.int32), np.zeros(tracks)
    for measured in measurements:
        x, p = x @ f.T, f @ p @ f.T + q
        r2 = (x[:, :2] ** 2).sum(axis=1)
        r = np.sqrt(r2)
        h = np.stack([x[:, 0] / r, x[:, 1] / r, zero, zero, -x[:, 1] / r2, x[:, 0] / r2, zero, zero], axis=1)
        h = h.reshape(-1, 2, 4)
        turn = (measured[1] - np.arctan2(x[:, 1], x[:, 0]) + np.pi) % (2 * np.pi) - np.pi
        innovation = np.stack([measured[0] - r, turn], axis=1)
        cross = p @ h.transpose(0, 2, 1)
        inverse = np.linalg.inv(h @ cross + np.diag([RANGE**2, BEARING**2]))
        is_wild = np.einsum("ti,tij,tj->t", innovation, inverse, innovation) > GATE
        rejected += is_wild
        gain = np.where(is_wild[:, None, None], 0, cross @ inverse)
        x = x + (gain @ innovation[:, :, None])[:, :, 0]
        p = p - gain @ cross.transpose(0, 2, 1)
    return [x.T, p.reshape(-1, 16).T, rejected]


CASE = ks.KernelCase(
    name="ekf_tracks",
    styles=("robotics", "double precision", "templates", "classes with operators", "loops with continues"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-SIZES[scale][0] // 128), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(5, 6, 7),
    reference=reference,
    tolerances=(
        ks.Tolerance(rtol=1e-7, atol=1e-8, wrong_fraction=1e-3),
        ks.Tolerance(rtol=1e-7, atol=1e-9, wrong_fraction=1e-3),
        ks.Tolerance(wrong_fraction=1e-3),
    ),
)
