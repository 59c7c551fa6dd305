"""The pointwise part of an LSTM cell."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int, int]] = {
    "small": (5, 70, 2),
    "full": (2048, 1000, 132 * 8),
}  # batch, width, blocks


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    batch, width, _ = SIZES[scale]
    gates = rng.standard_normal((2, batch, 4, width), np.float32)
    bias, cell = rng.standard_normal((4, width), np.float32), rng.standard_normal((batch, width), np.float32)
    outputs = [ks.unwritten((batch, width), np.float32) for _ in range(2)]
    return [gates[0], gates[1], bias, cell, *outputs, np.int32(batch), np.int32(width)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    a, b, bias, cell = (ks.array_arg(args, i).astype(np.float64) for i in range(4))
    gates = a + b + bias
    into, keep, out = (1 / (1 + np.exp(-gates[:, g])) for g in (0, 1, 3))
    fresh = keep * cell + into * np.tanh(gates[:, 2])
    return [fresh, out * np.tanh(fresh)]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((SIZES[scale][2], 1, 1), (256, 1, 1))


CASE = ks.KernelCase(
    name="lstm_cell",
    styles=("neural networks",),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(4, 5),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-4, atol=1e-5),) * 2,
)
