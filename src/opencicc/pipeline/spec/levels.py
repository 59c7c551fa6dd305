"""What a level and a language set in the options, with the level as origin; what the user set stays."""

from __future__ import annotations

from typing import Any

from opencicc.options import registry
from opencicc.options.features import FEATURES
from opencicc.options.option import Option
from opencicc.options.slots import BY_NAME
from opencicc.options.values import OptionValues
from opencicc.pipeline.spec.names import Level

# Which tiers an O level runs besides tier 0. Two sources read the tiers as cumulative (1, 1+2, 1+2+3); the spec has
# one tier per level, which fits its flags: each -O flag is a switch of its own.
EXCLUSIVE_TIERS = {1: (1,), 2: (2,), 3: (3,)}
CUMULATIVE_TIERS = {1: (1,), 2: (1, 2), 3: (1, 2, 3)}
TIERS_OF_LEVEL = EXCLUSIVE_TIERS

ESCALATED_FEATURES = 6  # binary 110: barrier optimization and memory-space extensions
CODEGEN_LEVELS = {Level.O0: 0, Level.O1: 1, Level.O2: 2, Level.O3: 3, Level.OFCMAX: 1, Level.OFCMID: 2, Level.OFCMIN: 2}
OFF_AT_OFCMAX = ("lsa-opt", "memory-space-opt")
FAST_PATHS = {Level.OFCMID: "mid", Level.OFCMIN: "min"}


def effective_options(options: OptionValues, level: Level, language: str = "") -> OptionValues:
    """The options that a compile at this level runs with: passes read these, so the runner needs them too."""
    origin = f"level {level.value}"
    wanted: list[tuple[Option[Any], object, str]] = [
        (BY_NAME["codegen-opt-level"].option, CODEGEN_LEVELS[level], origin),
        (BY_NAME["language"].option, FAST_PATHS.get(level, ""), origin),
    ]
    if level is Level.OFCMAX:  # the shortest compile has no rematerialisation, on IR or on PTX
        wanted.append((BY_NAME["no-rematerialization"].option, True, origin))
    if level.tier:
        wanted += [(BY_NAME[f"tier-{tier}"].option, True, origin) for tier in (0, *TIERS_OF_LEVEL[level.tier])]
    values = options.with_values([change for change in wanted if not options.is_set(change[0])])
    values = values.with_values(_forced(values, level, language, origin))
    if values[BY_NAME["tier-3"].option] and not values[FEATURES]:
        values = values.with_values([(FEATURES, ESCALATED_FEATURES, "tier 3")])
    return values


def _forced(values: OptionValues, level: Level, language: str, origin: str) -> list[tuple[Option[Any], object, str]]:
    """What nobody can override: the language asked for by the caller, and what fast-compile max switches off."""
    forced: list[tuple[Option[Any], object, str]] = []
    if language:
        forced.append((BY_NAME["language"].option, language, "language argument"))
    if level is Level.OFCMAX:
        forced += [(registry.find(name), False, origin) for name in OFF_AT_OFCMAX]
    return forced
