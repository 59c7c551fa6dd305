"""Softmax cross entropy with label smoothing over half logits."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (3, 300), "full": (2048, 5000)}  # rows, classes
SMOOTHING, SCALE = 0.1, 64.0


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    rows, classes = SIZES[scale]
    logits = (2 * rng.standard_normal((rows, classes), np.float32)).astype(np.float16)
    labels = rng.integers(0, classes, rows, np.int32)
    losses, gradient = ks.unwritten(rows, np.float32), ks.unwritten((rows, classes), np.float16)
    return [logits, labels, losses, gradient, np.int32(classes), np.float32(SMOOTHING), np.float32(SCALE)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    logits, labels = ks.array_arg(args, 0).astype(np.float64), ks.array_arg(args, 1)
    rows, classes = logits.shape
    top = logits.max(axis=1, keepdims=True)
    log_sum = np.log(np.exp(logits - top).sum(axis=1, keepdims=True)) + top
    picked = logits[np.arange(rows), labels]
    smooth = log_sum[:, 0] - logits.mean(axis=1)
    loss = (1 - SMOOTHING) * (log_sum[:, 0] - picked) + SMOOTHING * smooth
    target = np.full(logits.shape, SMOOTHING / classes)
    target[np.arange(rows), labels] += 1 - SMOOTHING
    return [loss, (np.exp(logits - log_sum) - target) * SCALE]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((SIZES[scale][0], 1, 1), (256, 1, 1))


CASE = ks.KernelCase(
    name="softmax_xent",
    styles=("neural networks", "half precision"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(2, 3),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-4, atol=1e-4), ks.Tolerance(rtol=3e-3, atol=1e-4)),
)
