"""Decisions already taken: most loops are met by every invocation with the facts and parameters of an earlier one.

A decision is a pure function of both as long as the oracle was not asked, whose answers depend on the whole function.
"""

from __future__ import annotations

from opencicc.passes.unroll.decide import decide
from opencicc.record import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from opencicc.passes.unroll.model import Unroll
    from opencicc.passes.unroll.oracle import FunctionOracle
    from opencicc.passes.unroll.params import UnrollParams
    from opencicc.passes.unroll.site import LoopSite

    Known = dict[tuple[bytes, int, int], Unroll]

MAX_ENTRIES = 4096
_known: dict[UnrollParams, Known] = {}


def decisions_by(params: UnrollParams) -> Callable[[LoopSite, int, int, FunctionOracle], Unroll]:
    """`decide` for a loop with these parameters, given what the function is to grow by and the size of its nest."""
    if len(_known) > MAX_ENTRIES:
        _known.clear()
    known = _known.setdefault(params, {})

    def decided(site: LoopSite, growth: int, nest_size: int, oracle: FunctionOracle) -> Unroll:
        found = known.get((site.key, growth, nest_size)) if site.key else None
        if found is None:
            grown = site.facts.function_size + growth
            found = decide(replace(site.facts, function_size=grown, nest_size=nest_size), params, oracle)
            if site.key and not oracle.was_asked:
                if len(known) > MAX_ENTRIES:
                    known.clear()
                known[site.key, growth, nest_size] = found
        return found

    return decided
