"""Toggles that slots follow: three disable slots mirror an enable toggle unless they are set themselves.

The slot map labels slots 61, 87 and 115 "do-licm", "do-ip-msp" and "do-remat", inverted. So `-do-licm=0` has to
reach both the enable slot 143 and the disable slot 61, or licm would stay in the language paths.
"""

from __future__ import annotations

from opencicc.options.option import Option

DO_IP_MSP = Option(
    "do-ip-msp",
    True,
    "Propagate memory spaces across calls; 0 also takes memory-space-opt out of the language paths.",
    source="cicc v13.0 IPMSP page; OptiX output forces 0",
)
DO_REMAT = Option(
    "do-remat",
    3,
    "Rematerialise at IR level: 0 off, 1 conservative, 2 normal, 3 full.",
    source="cicc v13.0 rematerialization page",
    minimum=0,
    maximum=3,
)

TOGGLES = (DO_IP_MSP, DO_REMAT)
