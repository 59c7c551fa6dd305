"""Gravity by walking a tree."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (300, 3), "full": (40_000, 5)}  # bodies, levels below the root
THETA, SOFTENING = 0.8, 0.02
NODE = np.dtype([("centre", "f4", 4), ("side", "f4"), ("first", "i4"), ("children", "i4"), ("_", "i4")])


def morton(cell: ks.Array, bits: int) -> ks.Array:
    key = np.zeros(len(cell), np.int64)
    for bit in range(bits):
        for axis in range(3):
            key |= (cell[:, axis] >> bit & 1) << (3 * bit + axis)
    return key


def build(bodies: ks.Array, depth: int) -> tuple[ks.Array, ks.Array]:
    """Bodies in the order of their cells, and the tree's nodes level by level."""
    key = morton((bodies[:, :3] * 2**depth).astype(np.int64).clip(0, 2**depth - 1), depth)
    order = np.argsort(key, kind="stable")
    bodies, key = np.ascontiguousarray(bodies[order]), key[order]
    levels = []
    for level in range(depth + 1):
        _, first, counts = np.unique(key >> 3 * (depth - level), return_index=True, return_counts=True)
        nodes = np.zeros(first.size, NODE)
        mass = np.add.reduceat(bodies[:, 3].astype(np.float64), first)
        for axis in range(3):
            moment = bodies[:, axis].astype(np.float64) * bodies[:, 3]
            nodes["centre"][:, axis] = np.add.reduceat(moment, first) / mass
        nodes["centre"][:, 3] = mass
        nodes["side"] = 0.5**level
        levels.append((nodes, first, counts))
    base = 0
    for level, (nodes, first, counts) in enumerate(levels):
        base += nodes.size
        if level == depth:
            nodes["first"], nodes["children"] = first, -counts
            continue
        below = levels[level + 1][1]
        start = np.searchsorted(below, first)
        nodes["first"] = base + start
        nodes["children"] = np.searchsorted(below, first + counts) - start
    return bodies, np.concatenate([nodes for nodes, _, _ in levels])


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count, depth = SIZES[scale]
    place = np.clip(0.5 + 0.17 * rng.standard_normal((count, 3)), 0.0, 0.999)
    bodies = np.concatenate([place, rng.uniform(0.5, 1.5, (count, 1)) / count], axis=1).astype(np.float32)
    bodies, nodes = build(bodies, depth)
    raw = np.frombuffer(nodes.tobytes(), np.uint8).copy()
    sizes = (np.float32(THETA), np.float32(SOFTENING))
    return [bodies, np.int32(count), raw, *sizes, ks.unwritten((count, 3), np.float32)]


def pull(apart: ks.Array, mass: ks.Array) -> ks.Array:
    return np.asarray((mass / ((apart**2).sum(axis=1) + SOFTENING**2) ** 1.5) @ apart)


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    bodies, nodes = ks.array_arg(args, 0).astype(np.float64), ks.array_arg(args, 2).view(NODE)
    chosen = ks.sample_indices(len(bodies), 150)
    result = np.zeros((chosen.size, 3))
    for row, i in enumerate(chosen):
        front = np.array([0])
        while front.size:
            node = nodes[front]
            apart = node["centre"][:, :3].astype(np.float64) - bodies[i, :3]
            is_leaf = node["children"] < 0
            is_far = ~is_leaf & (node["side"].astype(np.float64) ** 2 < THETA**2 * (apart**2).sum(axis=1))
            result[row] += pull(apart[is_far], node["centre"][is_far, 3].astype(np.float64))
            for first, count in zip(node["first"][is_leaf], -node["children"][is_leaf], strict=True):
                others = (
                    np.delete(bodies[first : first + count], i - first, axis=0)
                    if first <= i < first + count
                    else (bodies[first : first + count])
                )
                result[row] += pull(others[:, :3] - bodies[i, :3], others[:, 3])
            opened = node[~is_leaf & ~is_far]
            children = [np.arange(f, f + c) for f, c in zip(opened["first"], opened["children"], strict=True)]
            front = np.concatenate(children) if children else np.zeros(0, int)
    return [ks.Sample((chosen[:, None] * 3 + np.arange(3)).ravel(), result.ravel())]


CASE = ks.KernelCase(
    name="barnes_hut_walk",
    styles=("astronomy", "tree walks", "local stacks"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-SIZES[scale][0] // 128), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(5,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-3, atol=1e-3, wrong_fraction=1e-2),),
)
