"""The word of feature bits: passes read it, so it is apart from the table of slots that it stands in."""

from __future__ import annotations

from opencicc.options.option import Option

FEATURES = Option(
    "features",
    0,
    "Feature bits that passes read: 2 barrier optimization, 4 memory-space extensions. Tier 3 sets 6 unless given.",
    source="cicc v13.0 tier 3 handler",
    minimum=0,
)
