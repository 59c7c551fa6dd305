"""Mode: what decides the value of plain IR arithmetic, and the checks every step shares."""

from __future__ import annotations

from opencicc.link.evaluate.ieee import Bits, GiveUp
from opencicc.record import record


@record
class Mode:
    """What decides the value of plain IR arithmetic."""

    ftz: bool = False
    prec_div: bool = True


def known(bits: Bits) -> int:
    if bits is None:
        raise GiveUp("the bits of a computed NaN")
    return bits
