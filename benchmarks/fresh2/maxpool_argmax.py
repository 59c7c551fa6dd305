"""Max pooling with places."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

# planes, height, width, blocks
SIZES: dict[ks.Scale, tuple[int, int, int, int]] = {"small": (3, 15, 20, 4), "full": (512, 112, 112, 132 * 8)}
KERNEL, STRIDE, PAD = 3, 2, 1


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    planes, height, width, _ = SIZES[scale]
    out = [(n + 2 * PAD - KERNEL) // STRIDE + 1 for n in (height, width)]
    image = rng.standard_normal((planes, height, width), np.float32)
    results = [ks.unwritten((planes, *out), kind) for kind in (np.float32, np.int32)]
    numbers = (planes, height, width, *out, KERNEL, STRIDE, PAD)
    return [image, *results, *(np.int32(n) for n in numbers)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    image, shape = ks.array_arg(args, 0), ks.array_arg(args, 1).shape
    width = image.shape[2]
    padded = np.pad(image, ((0, 0), (PAD, PAD + 1), (PAD, PAD + 1)), constant_values=-np.inf)
    best, where = np.full(shape, -np.inf, np.float32), np.zeros(shape, np.int32)
    oy, ox = np.indices(shape[1:]) * STRIDE
    for dy in range(KERNEL):
        for dx in range(KERNEL):
            part = padded[:, dy : dy + STRIDE * shape[1] : STRIDE, dx : dx + STRIDE * shape[2] : STRIDE]
            part = part[:, : shape[1], : shape[2]]
            is_better = part > best
            best = np.where(is_better, part, best)
            where = np.where(is_better, (oy + dy - PAD) * width + ox + dx - PAD, where).astype(np.int32)
    return [best, where]


CASE = ks.KernelCase(
    name="maxpool_argmax",
    styles=("neural networks", "64-bit sizes"),
    launches=ks.per_scale(lambda scale: ks.Launch((SIZES[scale][3], 1, 1), (256, 1, 1))),
    make_args=make_args,
    outputs=(1, 2),
    reference=reference,
    tolerances=(ks.EXACT, ks.EXACT),
)
