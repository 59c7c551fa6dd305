"""Beams drawn into a map."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

# width, height, scans, beams
SIZES: dict[ks.Scale, tuple[int, int, int, int]] = {"small": (60, 50, 4, 90), "full": (1500, 1200, 400, 360)}
CELL, LONGEST = 0.1, 12.0


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    width, height, scans, beams = SIZES[scale]
    size = np.array([width, height]) * CELL
    origin = -size / 2
    poses = np.concatenate(
        [origin + size * rng.uniform(0.05, 0.95, (scans, 2)), rng.uniform(-3, 3, (scans, 1))], axis=1
    )
    ranges = rng.integers(0, int(min(size.min(), LONGEST * 1.1) * 1000), (scans, beams)).astype(np.uint16)
    angles = (np.float32(-1.5), np.float32(3.0 / beams), np.float32(LONGEST))
    values = (np.int32(width), np.int32(height), np.float32(CELL), *(np.float32(o) for o in origin))
    evidence = np.zeros((height, width), np.int32)
    return [poses.astype(np.float32), ranges, np.int32(scans), np.int32(beams), *angles, ks.Struct(values), evidence]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    poses, ranges = ks.array_arg(args, 0).astype(np.float64), ks.array_arg(args, 1) * 0.001
    height, width = ks.array_arg(args, 8).shape
    scans, beams = ranges.shape
    origin = -np.array([width, height]) * CELL / 2
    heading = poses[:, 2:] - 1.5 + np.arange(beams) * 3.0 / beams
    is_hit = ranges < LONGEST
    reach = np.minimum(ranges, LONGEST)
    ends = poses[:, None, :2] + reach[:, :, None] * np.stack([np.cos(heading), np.sin(heading)], axis=2)
    start = np.floor((poses[:, None, :2] - origin) / CELL).astype(int)
    stop = np.floor((ends - origin) / CELL).astype(int)
    used = np.flatnonzero((ranges >= 0.05).ravel())
    x, y = (np.broadcast_to(start[:, :, k], (scans, beams)).ravel()[used].copy() for k in range(2))
    x1, y1 = (stop[:, :, k].ravel()[used] for k in range(2))
    is_hit = is_hit.ravel()[used]
    dx, dy = np.abs(x1 - x), -np.abs(y1 - y)
    step_x, step_y, error = np.where(x < x1, 1, -1), np.where(y < y1, 1, -1), dx + dy
    evidence, is_live = np.zeros(width * height, np.int64), np.ones(x.size, bool)
    while True:
        is_inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
        is_moving = is_live & is_inside & ((x != x1) | (y != y1))
        is_live &= is_inside
        if not is_moving.any():
            break
        evidence -= 2 * np.bincount((y * width + x)[is_moving], minlength=evidence.size)
        twice = 2 * error
        go_x, go_y = is_moving & (twice >= dy), is_moving & (twice <= dx)
        error = error + dy * go_x + dx * go_y
        x, y = x + step_x * go_x, y + step_y * go_y
    ends_there = is_live & is_hit
    evidence += 9 * np.bincount((y1 * width + x1)[ends_there], minlength=evidence.size)
    return [evidence.astype(np.int32)]


def launch(scale: ks.Scale) -> ks.Launch:
    _, _, scans, beams = SIZES[scale]
    return ks.Launch((-(-scans * beams // 128), 1, 1), (128, 1, 1))


CASE = ks.KernelCase(
    name="occupancy_rays",
    styles=("robotics", "atomics", "loops of unknown length", "early exits"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(8,),
    reference=reference,
    tolerances=(ks.Tolerance(wrong_fraction=1e-2),),
)
