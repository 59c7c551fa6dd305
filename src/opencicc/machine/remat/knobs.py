"""The values of nv-remat-block's knobs as one frozen object: what facts and decisions read."""

from __future__ import annotations

from opencicc.record import record

# The bits of nv-remat-block. cicc's own meaning of each is not known; these are ours, with its default (14) kept.
STAY_ALIVE = 1  # clones may read values that can't be computed again, whether or not they are alive there anyway
LIVE_OUT = 2  # values alive at the end of crowded blocks are candidates
SECOND_CHANCE = 4  # clones may read values that can't be computed again, where those are alive anyway
LOADS = 8  # loads of parameters and constants are candidates, with load-remat


@record
class Knobs:
    """Defaults are those of the options (passes/nv_remat_block.py)."""

    modes: int = LIVE_OUT | SECOND_CHANCE | LOADS
    max_times: int = 10
    single_cost: int = 10
    map_size_limit: int = 6
    max_cost: int = 100
    liveout_min_percentage: int = 70
    loop_cost_factor: int = 20
    load_cost: int = 10
    special_threshold: int = 20
    loads: bool = True
    checks_inside: bool = True  # peak at every point; else only what is alive at the start of blocks
    counts_values: bool = False  # every value counts one, whatever its width
    keeps_spaces: bool = False  # conversions between address spaces are not cloned
    chance_size_limit: int = 6  # the most instructions of a clone that reads values which stay alive
    skips_constants: bool = False  # what ptxas reads as an operand of the machine is no candidate
    most_leaves: int = 0  # the most values that a clone may read which stay alive; 0: any number
    is_limited: bool = False  # clones stand against spills
    counts_held: bool = False  # only what the machine holds counts as alive
    keeps_home: bool = False  # the block of a definition goes on reading it: clones stand in other blocks alone
    most_growth: int = 0  # percent of its instructions by which a function may grow; 0: any

    def has(self, mode: int) -> bool:
        return bool(self.modes & mode)
