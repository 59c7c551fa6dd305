"""Decisions already taken: most loops are met by every invocation with the facts and parameters of an earlier one.

A decision is a pure function of both as long as the oracle was not asked, whose answers depend on the whole function.
"""

from __future__ import annotations

from opencicc.passes.unroll.decide import decide
from opencicc.record import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.passes.unroll.model import Unroll
    from opencicc.passes.unroll.oracle import FunctionOracle
    from opencicc.passes.unroll.params import UnrollParams
    from opencicc.passes.unroll.site import LoopSite

    Known = dict[tuple[bytes, int, int], Unroll]

MAX_ENTRIES = 4096
_known: dict[UnrollParams, Known] = {}


class Decider:
    """Decides by one set of parameters, and knows what it decided; one serves all functions of a place."""

    def __init__(self, params: UnrollParams) -> None:
        if len(_known) > MAX_ENTRIES:
            _known.clear()
        self.params = params
        self._known = _known.setdefault(params, {})

    def decide(self, site: LoopSite, growth: int, nest_size: int, oracle: FunctionOracle) -> Unroll:
        """A loop in a function that is to grow by so much, whose nest has this size."""
        known, key = self._known, site.key
        found = known.get((key, growth, nest_size)) if key else None
        if found is None:
            grown = site.facts.function_size + growth
            found = decide(replace(site.facts, function_size=grown, nest_size=nest_size), self.params, oracle)
            if key and not oracle.was_asked:
                if len(known) > MAX_ENTRIES:
                    known.clear()
                known[key, growth, nest_size] = found
        return found
