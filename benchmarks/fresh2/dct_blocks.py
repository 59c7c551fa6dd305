"""The DCT of 8x8 blocks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (7, 5), "full": (500, 300)}  # blocks across and down


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    across, down = SIZES[scale]
    image = rng.integers(0, 256, (down * 8, across * 8 + 16), np.uint8)
    quantiser = (8 + 3 * np.add.outer(np.arange(8), np.arange(8))).astype(np.uint8)
    out = ks.unwritten((across * down, 8, 8), np.int16)
    return [image, np.int32(image.shape[1]), np.int32(across), np.int32(down), quantiser, out]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    image, across, down, quantiser = (
        ks.array_arg(args, 0),
        *(ks.int_arg(args, i) for i in (2, 3)),
        ks.array_arg(args, 4),
    )
    blocks = image[:, : across * 8].reshape(down, 8, across, 8).swapaxes(1, 2).reshape(-1, 8, 8) - 128.0
    k, n = np.indices((8, 8))
    basis = np.cos(np.pi * (2 * n + 1) * k / 16) * np.where(k == 0, np.sqrt(1 / 8), 0.5)
    return [basis @ blocks @ basis.T / quantiser]


CASE = ks.KernelCase(
    name="dct_blocks",
    styles=("codecs", "bytes"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-int(np.prod(SIZES[scale])) // 32), 1, 1), (8, 32, 1))),
    make_args=make_args,
    outputs=(5,),
    reference=reference,
    tolerances=(ks.Tolerance(atol=0.501),),
)
