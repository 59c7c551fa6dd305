"""A surface by tetrahedra."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int, int]] = {"small": (18, 11, 6), "full": (161, 160, 160)}
SPACING = 0.1
TETS = ((0, 1, 3, 7), (0, 3, 2, 7), (0, 2, 6, 7), (0, 6, 4, 7), (0, 4, 5, 7), (0, 5, 1, 7))


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    nx, ny, nz = SIZES[scale]
    z, y, x = np.mgrid[:nz, :ny, :nx] / 6.0
    field = np.sin(x) * np.cos(y) + np.sin(y) * np.cos(z) + np.sin(z) * np.cos(x) + 0.05 * rng.standard_normal(x.shape)
    cubes = (nz - 1, ny - 1, nx - 1)
    outs = [ks.unwritten(cubes, np.uint8), ks.unwritten(cubes, np.float32)]
    sizes = [np.int32(n) for n in (nx, ny, nz)]
    return [field.astype(np.float32), *sizes, np.float32(SPACING), *outs]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    field = ks.array_arg(args, 0).astype(np.float64)
    nz, ny, nx = field.shape
    layers = ks.sample_indices(nz - 1, 10)
    values = []
    for c in range(8):
        slab = field[layers + (c >> 2)]
        values.append(slab[:, (c >> 1 & 1) : ny - 1 + (c >> 1 & 1), (c & 1) : nx - 1 + (c & 1)].ravel())
    places = np.array([(c & 1, c >> 1 & 1, c >> 2) for c in range(8)]) * SPACING
    counts, areas = np.zeros(values[0].size, np.uint8), np.zeros(values[0].size)

    def crossing(rows: ks.Array, a: int, b: int) -> ks.Array:
        t = values[a][rows] / (values[a][rows] - values[b][rows])
        return np.asarray(places[a] + t[:, None] * (places[b] - places[a]))

    def area(p: ks.Array, q: ks.Array, r: ks.Array) -> ks.Array:
        return np.asarray(np.linalg.norm(np.cross(q - p, r - p), axis=1) / 2)

    for tet in TETS:
        inside = np.stack([values[c] < 0 for c in tet])
        for pattern in range(1, 15):
            low = [tet[i] for i in range(4) if pattern >> i & 1]
            high = [tet[i] for i in range(4) if not pattern >> i & 1]
            rows = np.flatnonzero((inside == [[bool(pattern >> i & 1)] for i in range(4)]).all(axis=0))
            if len(low) == 2:
                ends = ((low[0], high[0]), (low[0], high[1]), (low[1], high[1]), (low[1], high[0]))
                p, q, r, s = (crossing(rows, *end) for end in ends)
                areas[rows] += area(p, q, r) + area(p, r, s)
                counts[rows] += 2
            else:
                one, three = (low[0], high) if len(low) == 1 else (high[0], low)
                areas[rows] += area(*(crossing(rows, one, other) for other in three))
                counts[rows] += 1
    cubes = (ny - 1) * (nx - 1)
    at = (layers[:, None] * cubes + np.arange(cubes)).ravel()
    return [ks.Sample(at, counts), ks.Sample(at, areas)]


def launch(scale: ks.Scale) -> ks.Launch:
    nx, ny, nz = SIZES[scale]
    return ks.Launch((-(-(nx - 1) // 32), -(-(ny - 1) // 4), nz - 1), (32, 4, 1))


CASE = ks.KernelCase(
    name="marching_tets",
    styles=("computational geometry", "local arrays", "constant memory", "3D indexing"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(5, 6),
    reference=reference,
    tolerances=(ks.EXACT, ks.Tolerance(rtol=2e-3, atol=1e-6)),
)
