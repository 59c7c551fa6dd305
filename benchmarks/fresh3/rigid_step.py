"""Rigid boxes on a floor."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

COUNT: dict[ks.Scale, int] = {"small": 200, "full": 200_000}
GRAVITY, STIFFNESS, DAMPING, FRICTION, DT, STEPS = 9.81, 200.0, 3.0, 0.5, 0.01, 10


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    n = COUNT[scale]
    position = np.concatenate([rng.uniform(-5, 5, (n, 2)), rng.uniform(0.1, 1.2, (n, 1))], axis=1)
    quaternion = rng.standard_normal((n, 4))
    quaternion /= np.linalg.norm(quaternion, axis=1, keepdims=True)
    half, mass = rng.uniform(0.3, 0.8, (n, 3)), rng.uniform(1.0, 3.0, (n, 1))
    parts = [position, rng.standard_normal((n, 3)), 2 * rng.standard_normal((n, 3)), half, quaternion, mass]
    values = [np.float32(value) for value in (GRAVITY, STIFFNESS, DAMPING, FRICTION, DT)]
    world = ks.Struct((*values, np.int32(STEPS)))
    return [np.concatenate(parts, axis=1).astype(np.float32), np.int32(n), world]


def rotate(q: ks.Array, p: ks.Array) -> ks.Array:
    t = 2 * np.cross(q[:, 1:], p)
    return np.asarray(p + q[:, :1] * t + np.cross(q[:, 1:], t))


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    bodies = ks.array_arg(args, 0)
    chosen = ks.sample_indices(len(bodies), 10_000)
    bodies = bodies[chosen].astype(np.float64)
    position, velocity, spin, half = (bodies[:, 3 * k : 3 * k + 3].copy() for k in range(4))
    q, mass = bodies[:, 12:16].copy(), bodies[:, 16:]
    inertia = ((half**2).sum(axis=1, keepdims=True) - half**2) * mass / 3
    back = np.array([1, -1, -1, -1])
    for _ in range(STEPS):
        force, torque = np.zeros_like(position), np.zeros_like(position)
        force[:, 2] = -GRAVITY * mass[:, 0]
        for corner in range(8):
            arm = rotate(q, half * [1 if corner >> k & 1 else -1 for k in range(3)])
            depth = -(position[:, 2] + arm[:, 2])
            speed = velocity + np.cross(spin, arm)
            contact = -FRICTION * speed
            contact[:, 2] = np.maximum(STIFFNESS * depth - DAMPING * speed[:, 2], 0)
            contact[depth <= 0] = 0
            force += contact
            torque += np.cross(arm, contact)
        w = rotate(q * back, spin)
        w += (rotate(q * back, torque) - np.cross(w, inertia * w)) / inertia * DT
        spin = rotate(q, w)
        velocity += force * DT / mass
        position += velocity * DT
        rate = np.concatenate([-(spin * q[:, 1:]).sum(axis=1, keepdims=True), spin * q[:, :1]], axis=1)
        rate[:, 1:] += np.cross(spin, q[:, 1:])
        q += 0.5 * DT * rate
        q /= np.linalg.norm(q, axis=1, keepdims=True)
    values = np.concatenate([position, velocity, spin, half, q, mass], axis=1)
    return [ks.Sample((chosen[:, None] * 17 + np.arange(17)).ravel(), values.ravel())]


CASE = ks.KernelCase(
    name="rigid_step",
    styles=("rigid bodies", "classes with operators", "structures"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-COUNT[scale] // 128), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(0,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-3, atol=2e-3, wrong_fraction=1e-3),),
)
