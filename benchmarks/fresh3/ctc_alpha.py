"""The forward pass of CTC."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

# sequences, steps, classes, longest label, threads
SIZES: dict[ks.Scale, tuple[int, int, int, int, int]] = {"small": (3, 20, 12, 7, 32), "full": (264, 160, 80, 40, 96)}
NEVER = -1e30


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    batch, steps, classes, longest, _ = SIZES[scale]
    raw = 2 * rng.standard_normal((steps, batch, classes))
    log_probs = (raw - np.log(np.exp(raw).sum(axis=2, keepdims=True))).astype(np.float32)
    labels = rng.integers(1, classes, (batch, longest)).astype(np.int32)
    labels[:, 3] = labels[:, 2]
    lengths = rng.integers(longest // 2, longest + 1, batch).astype(np.int32)
    used = np.maximum(rng.integers(steps * 3 // 4, steps + 1, batch), lengths + 2).astype(np.int32)
    outs = [ks.unwritten(batch, np.float32), ks.unwritten((batch, 2 * longest + 1), np.float32)]
    sizes = (np.int32(batch), np.int32(classes), np.int32(longest))
    return [log_probs, labels, used, lengths, *sizes, *outs]


def forward(log_probs: ks.Array, label: ks.Array, width: int) -> tuple[float, ks.Array]:
    states = np.zeros(2 * label.size + 1, int)
    states[1::2] = label
    may_skip = np.zeros(states.size, bool)
    may_skip[3::2] = label[1:] != label[:-1]
    alpha = np.full(states.size, -np.inf)
    alpha[:2] = log_probs[0, states[:2]]
    for frame in log_probs[1:]:
        one, two = (np.concatenate([np.full(k, -np.inf), alpha[:-k]]) for k in (1, 2))
        alpha = np.logaddexp(np.logaddexp(alpha, one), np.where(may_skip, two, -np.inf)) + frame[states]
    row = np.full(width, NEVER)
    row[: states.size] = np.maximum(alpha, NEVER)
    return -float(np.logaddexp(alpha[-1], alpha[-2])), row


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    log_probs, labels, used, lengths = (ks.array_arg(args, k) for k in range(4))
    width = 2 * labels.shape[1] + 1
    found = [
        forward(log_probs[: used[b], b].astype(np.float64), labels[b, : lengths[b]], width) for b in range(len(labels))
    ]
    return [np.array([loss for loss, _ in found]), np.stack([row for _, row in found])]


def launch(scale: ks.Scale) -> ks.Launch:
    threads = SIZES[scale][4]
    return ks.Launch((SIZES[scale][0], 1, 1), (threads, 1, 1), 8 * threads)


CASE = ks.KernelCase(
    name="ctc_alpha",
    styles=("neural networks", "dynamic programming", "barriers", "dynamic shared memory"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(7, 8),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-4, atol=1e-3), ks.Tolerance(rtol=1e-4, atol=1e-3)),
)
