"""Neutrons through a wall."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

HISTORIES: dict[ks.Scale, int] = {"small": 400, "full": 400_000}
LAYERS = ((1.0, 0.8, 0.9), (1.8, 2.5, 0.95), (2.5, 0.4, 0.5), (4.0, 1.2, 0.9))
SEED = 0x123456789ABCDEF


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    histories = HISTORIES[scale]
    layers = np.array(LAYERS, np.float32)
    outs = [ks.unwritten(histories, np.uint8), ks.unwritten(histories, np.uint16), np.zeros(4, np.uint32)]
    return [layers, np.int32(len(layers)), np.uint64(SEED), np.int32(histories), *outs]


class Xoshiro:
    """The kernel's generator for many histories at once; only the chosen ones move on."""

    def __init__(self, seeds: ks.Array) -> None:
        self.state = []
        for k in range(1, 5):
            z = seeds + np.uint64(k * 0x9E3779B97F4A7C15 & 2**64 - 1)
            z = (z ^ z >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
            z = (z ^ z >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
            self.state.append((z >> np.uint64(32)).astype(np.uint32))

    def uniform(self, who: ks.Array) -> ks.Array:
        a, b, c, d = (word[who] for word in self.state)
        result, t = a + d, b << np.uint32(9)
        c, d = c ^ a, d ^ b
        b, a = b ^ c, a ^ d
        c, d = c ^ t, d << np.uint32(11) | d >> np.uint32(21)
        for word, new in zip(self.state, (a, b, c, d), strict=True):
            word[who] = new
        return np.asarray((result >> np.uint32(8)) * np.float32(2.0**-24))


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    chosen = ks.sample_indices(ks.int_arg(args, 3), 20_000)
    random = Xoshiro(np.uint64(SEED) + chosen.astype(np.uint64))
    ends, total, share = np.array(LAYERS).T
    starts = np.concatenate([[0], ends[:-1]])
    x, direction, layer = np.zeros(chosen.size), np.ones(chosen.size), np.zeros(chosen.size, int)
    fate, hits = np.full(chosen.size, 3, np.uint8), np.zeros(chosen.size, np.uint16)
    live = np.arange(chosen.size)
    for _ in range(200):
        paths = -np.log(1.0 - random.uniform(live).astype(np.float64))
        flying = np.arange(live.size)
        while flying.size:
            who = live[flying]
            is_right = direction[who] > 0
            border = np.where(is_right, ends[layer[who]], starts[layer[who]])
            room = (border - x[who]) / direction[who] * total[layer[who]]
            stops = paths[flying] < room
            x[who] = np.where(stops, x[who] + direction[who] * paths[flying] / total[layer[who]], border)
            paths[flying] -= room
            layer[who] += np.where(stops, 0, np.where(is_right, 1, -1))
            flying = flying[~stops & (layer[who] >= 0) & (layer[who] < len(LAYERS))]
        is_out = (layer[live] < 0) | (layer[live] >= len(LAYERS))
        fate[live[is_out]] = layer[live[is_out]] > 0
        live = live[~is_out]
        hits[live] += 1
        is_absorbed = random.uniform(live) >= share[layer[live]].astype(np.float32)
        fate[live[is_absorbed]] = 2
        live = live[~is_absorbed]
        direction[live] = 2.0 * random.uniform(live).astype(np.float64) - 1.0
        direction[live[np.abs(direction[live]) < 1e-3]] = 1e-3
    return [ks.Sample(chosen, fate), ks.Sample(chosen, hits)]


CASE = ks.KernelCase(
    name="neutron_slab",
    styles=("nuclear physics", "random numbers", "classes", "loops of unknown length"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-HISTORIES[scale] // 128), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(4, 5),
    reference=reference,
    tolerances=(ks.Tolerance(wrong_fraction=3e-3), ks.Tolerance(wrong_fraction=3e-3)),
)
