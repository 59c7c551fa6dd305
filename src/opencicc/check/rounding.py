"""Whether two results differ by no more than rounding explains: near each other, measured by the largest result.

Contraction keeps bits of a product that are otherwise lost, and where nearly equal numbers are subtracted, those are all
that is left: then even many ulps mean nothing, while the distance stays small beside the numbers that went in.
"""

from __future__ import annotations

import numpy as np

from opencicc.check.case import Outcome
from opencicc.check.compare import Array

# Our choice: some thousand roundings of a float of so many bytes.
NEAR = {2: 2.0**-6, 4: 2.0**-12, 8: 2.0**-40}
MOST_STEPS = 1  # between integers, which may be rounded floats


def are_near(reference: Outcome, other: Outcome) -> bool:
    """Whether every array is near; an outcome that failed or printed something else never is."""
    if other.error or reference.output != other.output:
        return False
    pairs = zip(reference.arrays, other.arrays, reference.undefined, strict=True)
    return all(is_near(want, got, undefined) for want, got, undefined in pairs)


def is_near(want: Array, got: Array, undefined: Array | None) -> bool:
    if undefined is not None:
        want, got = want[~undefined], got[~undefined]
    differs = want != got
    if want.dtype.kind == "f":
        differs &= ~(np.isnan(want) & np.isnan(got))
    if not differs.any():
        return True
    with np.errstate(all="ignore"):
        apart = np.abs(want[differs].astype(np.float64) - got[differs].astype(np.float64))
        if want.dtype.kind != "f":
            return bool((apart <= MOST_STEPS).all())
        finite = np.abs(want[np.isfinite(want)].astype(np.float64))
        scale = max(1.0, float(finite.max(initial=0.0)))
        return bool((apart <= NEAR[want.dtype.itemsize] * scale).all())  # false for NaN and infinity
