"""A step of inverse kinematics."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

ARMS: dict[ks.Scale, int] = {"small": 150, "full": 150_000}
JOINTS, DAMPING = 7, 0.05


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    arms = ARMS[scale]
    twist = rng.choice([-np.pi / 2, np.pi / 2, 0.3], JOINTS)
    links = np.stack([rng.uniform(0, 0.3, JOINTS), rng.uniform(0, 0.4, JOINTS), np.sin(twist), np.cos(twist)], axis=1)
    angles, targets = rng.uniform(-np.pi, np.pi, (JOINTS, arms)), rng.uniform(-1, 1, (3, arms))
    outs = [ks.unwritten((JOINTS, arms), np.float64), ks.unwritten(arms, np.float64)]
    return [angles, targets, np.ascontiguousarray(links), np.int32(arms), np.float64(DAMPING), *outs]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    angles, targets, links = (ks.array_arg(args, k) for k in range(3))
    arms = angles.shape[1]
    rotation, place = np.tile(np.eye(3), (arms, 1, 1)), np.zeros((arms, 3))
    axes, origins = [], []
    for (length, offset, st, ct), angle in zip(links, angles, strict=True):
        axes.append(rotation[:, :, 2])
        origins.append(place)
        s, c, zero = np.sin(angle), np.cos(angle), 0 * angle
        rows = [c, -s * ct, s * st, s, c * ct, -c * st, zero, zero + st, zero + ct]
        step = np.stack([length * c, length * s, zero + offset], axis=1)
        place = place + (rotation @ step[:, :, None])[:, :, 0]
        rotation = rotation @ np.stack(rows, axis=1).reshape(-1, 3, 3)
    error = targets.T - place
    jacobian = np.stack([np.cross(a, place - o) for a, o in zip(axes, origins, strict=True)], axis=2)
    square = jacobian @ jacobian.transpose(0, 2, 1) + DAMPING**2 * np.eye(3)
    steps = jacobian.transpose(0, 2, 1) @ np.linalg.solve(square, error[:, :, None])
    return [steps[:, :, 0].T, np.linalg.norm(error, axis=1)]


CASE = ks.KernelCase(
    name="arm_jacobian",
    styles=("robotics", "double precision", "small matrices", "local arrays"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-ARMS[scale] // 128), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(5, 6),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-7, atol=1e-9), ks.Tolerance(rtol=1e-10)),
)
