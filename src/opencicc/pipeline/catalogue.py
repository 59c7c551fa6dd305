"""The one catalogue of everything settable in the optimizer: slots, toggles, pass knobs and the assembler's own."""

from __future__ import annotations

from functools import lru_cache

from opencicc.options.catalogue import Catalogue, make_catalogue
from opencicc.options.option import Option
from opencicc.passes.knobs import all_knobs
from opencicc.pipeline.dumps import DUMP_KNOBS

FEATURES = Option(
    "features",
    0,
    "Feature bits that passes read: 2 barrier optimization, 4 memory-space extensions. Tier 3 sets 6 unless given.",
    source="cicc v13.0 tier 3 handler",
    minimum=0,
)


@lru_cache(maxsize=1)
def catalogue() -> Catalogue:
    return make_catalogue((FEATURES, *DUMP_KNOBS, *all_knobs()))
