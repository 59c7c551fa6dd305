"""Advisors that look at features: one writes them down, one lets the trained network decide."""

from __future__ import annotations

import json

from opencicc.errors import FileError
from opencicc.llvm.opcodes import OPCODES
from opencicc.llvm.scan import calls_of
from opencicc.llvm.snapshot import snapshot
from opencicc.passes.inline.ml.features import NAMES, block_depths, features
from opencicc.passes.inline.ml.network import load_network

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.snapshot import Snapshot
    from opencicc.passes.inline.decision import FunctionFacts, Site
    from opencicc.passes.inline.facts import ModuleFacts
    from opencicc.passes.inline.model_b import InlineCost

_TERMINATORS = tuple(OPCODES[name] for name in ("br", "switch"))


class FeatureReader:
    """Features of call sites, with the loops that facts alone do not tell."""

    def __init__(self, facts: ModuleFacts) -> None:
        self.facts = facts
        self._shots: dict[str, tuple[FunctionFacts, Snapshot]] = {}

    def flat(self, name: str) -> Snapshot:
        """A function's snapshot, as long as its facts are the same."""
        facts = self.facts.functions[name]
        if name not in self._shots or self._shots[name][0] is not facts:
            self._shots[name] = facts, snapshot(self.facts.function(name))
        return self._shots[name][1]

    def read(self, site: Site, cost: InlineCost) -> list[float]:
        callee = self.facts.function(site.callee.name)
        flat = self.flat(site.caller)
        call = self.facts.call(site).ref
        block = flat.parents[flat.values.index(call) - flat.first_instruction]
        depth = block_depths(_edges(flat), flat.blocks)[block]
        loops = len({to for source, to in _edges(self.flat(site.callee.name)) if to <= source})
        return features(site, self.facts.functions[site.caller], cost, calls_of(callee)[1], depth, loops)


def _edges(flat: Snapshot) -> list[tuple[int, int]]:
    """The control flow edges by block number."""
    found = []
    for block in range(flat.blocks):
        last = flat.block_starts[block + 1] - 1
        if flat.opcodes[last] in _TERMINATORS:
            targets = [operand - flat.arguments for operand in flat.operands_of(last)]
            found += [(block, target) for target in targets if 0 <= target < flat.blocks]
    return found


class Logger:
    """The development advisor: follows the cost, and appends a line for each decision."""

    def __init__(self, facts: ModuleFacts, path: str) -> None:
        self.reader = FeatureReader(facts)
        self.path = path

    def __call__(self, site: Site, cost: InlineCost, fits: bool) -> bool | None:
        row = dict(zip(NAMES, self.reader.read(site, cost), strict=True))
        line = {"caller": site.caller, "callee": site.callee.name, "site": site.number, "inlined": fits, **row}
        if self.path:
            try:
                with open(self.path, "a") as file:
                    file.write(json.dumps(line) + "\n")
            except OSError as error:
                raise FileError(f"cannot write the training log: {error.strerror}", at=self.path) from None
        return None


class Trained:
    """The release advisor: the network decides."""

    def __init__(self, facts: ModuleFacts, path: str) -> None:
        self.reader = FeatureReader(facts)
        self.network = load_network(path)

    def __call__(self, site: Site, cost: InlineCost, fits: bool) -> bool | None:
        return self.network.probability(self.reader.read(site, cost)) > 0.5
