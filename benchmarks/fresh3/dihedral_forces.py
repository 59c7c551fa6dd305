"""Forces of torsions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (150, 250), "full": (250_000, 500_000)}  # atoms, torsions


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    atoms, count = SIZES[scale]
    steps = rng.standard_normal((atoms, 3))
    steps /= np.linalg.norm(steps, axis=1, keepdims=True)
    positions = (1.3 * (steps + 0.5 * np.roll(steps, 1, axis=0))).cumsum(axis=0) % 40.0
    first = rng.integers(0, atoms - 4, count)
    torsions = np.zeros((count, 8), np.int32)
    torsions[:, :4] = first[:, None] + np.arange(4)
    torsions[:, 4] = rng.integers(0, 3, count)
    torsions[:, 5] = rng.uniform(0.5, 3.0, count).astype(np.float32).view(np.int32)
    torsions[:, 6] = rng.uniform(-3.0, 3.0, count).astype(np.float32).view(np.int32)
    torsions[:, 7] = rng.integers(1, 5, count)
    outs = [np.zeros((atoms, 3), np.float32), ks.unwritten(count, np.float32)]
    return [positions.astype(np.float32), torsions, np.int32(count), *outs]


def energy_and_slope(torsions: ks.Array, phi: ks.Array) -> tuple[ks.Array, ks.Array]:
    kind, n = torsions[:, 4], torsions[:, 7]
    strength, phase = (torsions[:, k].copy().view(np.float32).astype(np.float64) for k in (5, 6))
    angle = n * phi - phase
    d = (phi - phase + np.pi) % (2 * np.pi) - np.pi
    series, slope = np.zeros(phi.size), np.zeros(phi.size)
    for k in range(1, 5):
        part = strength * 0.5 ** (k - 1) * (k <= n)
        series += part * (1 - np.cos(k * phi))
        slope += part * k * np.sin(k * phi)
    energies = [strength * (1 + np.cos(angle)), strength * d * d, series]
    return np.choose(kind, energies), np.choose(kind, [-strength * n * np.sin(angle), 2 * strength * d, slope])


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    positions, torsions = ks.array_arg(args, 0).astype(np.float64), ks.array_arg(args, 1)
    p = [positions[torsions[:, k]] for k in range(4)]
    b1, b2, b3 = p[1] - p[0], p[2] - p[1], p[3] - p[2]
    m, n, length = np.cross(b1, b2), np.cross(b2, b3), np.linalg.norm(b2, axis=1)
    m2, n2 = (m * m).sum(axis=1), (n * n).sum(axis=1)
    phi = np.arctan2((b1 * n).sum(axis=1) * length, (m * n).sum(axis=1))
    energy, slope = energy_and_slope(torsions, phi)
    is_straight = (m2 < 1e-6) | (n2 < 1e-6)
    energy[is_straight], slope[is_straight] = 0, 0
    f0, f3 = (slope * length / m2)[:, None] * m, (-slope * length / n2)[:, None] * n
    along = [((b * b2).sum(axis=1) / length**2)[:, None] for b in (b1, b3)]
    s = along[1] * f3 - along[0] * f0
    forces = np.zeros(positions.shape)
    for k, force in enumerate((f0, s - f0, -s - f3, f3)):
        for axis in range(3):
            forces[:, axis] += np.bincount(torsions[:, k], force[:, axis], len(forces))
    return [forces, energy]


CASE = ks.KernelCase(
    name="dihedral_forces",
    styles=("molecular dynamics", "atomics", "switch", "structures"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-SIZES[scale][1] // 128), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(3, 4),
    reference=reference,
    tolerances=(
        ks.Tolerance(rtol=2e-3, atol=1e-2, wrong_fraction=5e-3),
        ks.Tolerance(rtol=2e-3, atol=2e-3, wrong_fraction=5e-3),
    ),
)
