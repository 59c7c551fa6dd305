"""Loads made again before their uses, instead of keeping what they gave: the same selection as for other values.

Of memory that nobody writes a load may be repeated anywhere; of other memory where no write can come between the load and
the place, calls and barriers included (loads.py).
"""

from __future__ import annotations

from opencicc.bitsets import unpack
from opencicc.llvm.opcodes import OPCODES
from opencicc.passes.remat.chains import Chain
from opencicc.passes.remat.cost import load_cost

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.passes.remat.facts import Candidate, Crowd
    from opencicc.passes.remat.survey import Survey

_LOAD = OPCODES["load"]


def load_candidates(survey: Survey, crowd: Crowd, at: dict[int, int]) -> list[Candidate]:
    """The loads among what is alive at the fullest places that could be repeated."""

    union, first = 0, survey.chains.first
    for values in crowd.alive.values():
        union |= values
    found = []
    for value in unpack(union):
        if value < first or survey.flat.opcodes[value - first] != _LOAD or not survey.chains.units(value):
            continue
        holding = [block for block, values in crowd.alive.items() if values >> value & 1]
        chain = chain_of(survey, value, holding, crowd)
        one = survey.with_chain(value, chain, holding, crowd, at) if chain else None
        if one is not None and all(
            survey.chains.loads.may_repeat_at(value - first, place.block, place.before) for place in one.places
        ):
            found.append(one)
    return found


def chain_of(survey: Survey, value: int, holding: list[int], crowd: Crowd) -> Chain | None:
    """The load, and its address where that is not alive anyway; None where the load must not be repeated at all."""
    flat, chains, first = survey.flat, survey.chains, survey.chains.first
    load = flat.instruction(value - first)
    if load.is_volatile or load.is_atomic:
        return None
    address = flat.operands_of(value - first)[0]
    is_fixed = chains.loads.is_constant(value - first)
    cost = load_cost(is_fixed=is_fixed, lli_factor=survey.knobs.lli_factor)
    source = survey.pressure.live.sources[address]
    common = survey.alive_in(holding, crowd)
    is_alive = bool(common >> source & 1)
    if not first <= address < chains.end or (is_alive and source == address):
        leaves = (address,) if address < chains.end else ()
        return Chain((value,), leaves, cost)
    before = chains.find(address, lambda each: bool(common >> each & 1))
    if before is None:
        return Chain((value,), (address,), cost)
    return Chain((*before.steps, value), before.leaves, before.cost + cost)
