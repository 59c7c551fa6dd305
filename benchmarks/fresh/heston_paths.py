"""Paths of Heston's model with a generator of its own."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int, int]] = {
    "small": (300, 20, 2),
    "full": (300_000, 64, 132 * 6),
}  # paths, steps, blocks
SPOT, RATE, KAPPA, THETA, SIGMA, RHO, V0 = 100.0, 0.03, 1.5, 0.04, 0.5, -0.7, 0.04
STRIKE, BARRIER, YEARS = 95.0, 140.0, 1.0


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    paths, steps, _ = SIZES[scale]
    numbers = (SPOT, RATE, KAPPA, THETA, SIGMA, RHO, V0, STRIKE, BARRIER, YEARS)
    model = ks.Struct((*(np.float32(n) for n in numbers), np.int32(steps)))
    return [model, ks.unwritten(paths, np.float32), np.int32(paths)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    model = args[0]
    assert isinstance(model, ks.Struct)
    steps = int(np.asarray(model.fields[-1]))
    chosen = ks.sample_indices(ks.array_arg(args, 1).size, 20_000)
    x = chosen.astype(np.uint32) * np.uint32(747796405) + np.uint32(2891336453)
    state = [x]
    for _ in range(3):
        state.append(state[-1] * np.uint32(1664525) + np.uint32(1013904223))

    def uniform() -> ks.Array:
        t = state[0] ^ state[0] << np.uint32(11)
        state[:] = [*state[1:], state[3] ^ state[3] >> np.uint32(19) ^ t ^ t >> np.uint32(8)]
        return np.asarray(((state[3] >> np.uint32(8)).astype(np.float64) + 0.5) / 2**24)

    dt = YEARS / steps
    log_s, v, is_alive = np.full(chosen.size, np.log(SPOT)), np.full(chosen.size, V0), np.ones(chosen.size, bool)
    for _ in range(steps):
        r, turn = np.sqrt(-2 * np.log(uniform())), 2 * np.pi * uniform()
        first, other = r * np.cos(turn), r * np.sin(turn)
        positive = np.maximum(v, 0)
        second = RHO * first + np.sqrt(1 - RHO**2) * other
        log_s = log_s + (RATE - positive / 2) * dt + np.sqrt(positive * dt) * first
        v = v + KAPPA * (THETA - positive) * dt + SIGMA * np.sqrt(positive * dt) * second
        is_alive &= log_s <= np.log(BARRIER)
    gain = np.where(is_alive, np.maximum(np.exp(log_s) - STRIKE, 0), 0) * np.exp(-RATE * YEARS)
    return [ks.Sample(chosen, gain)]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((SIZES[scale][2], 1, 1), (256, 1, 1))


CASE = ks.KernelCase(
    name="heston_paths",
    styles=("finance", "random numbers"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(1,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=2e-3, atol=3e-2, wrong_fraction=2e-3),),
)
