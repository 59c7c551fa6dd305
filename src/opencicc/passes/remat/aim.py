"""How many registers a function should need: the machine level's rule (target.register_target), and two knobs before it.

In this order: `remat-maxreg-ceiling`; 80 % of what is alive where `remat-for-occ` is 0; what `.maxnreg` and `.minnctapersm`
leave; the next step of occupancy. A step is only worth aiming at from `nv-remat-least-cliff` on, and only where no more
than `remat-for-occ` percent of it are alive: further up clones don't reach it. Functions that others call have no target:
what their callers can spare is not known here.

Measured with ptxas 13.0 (docs/rematerialization.md): where three and a half times as many are alive as the limit allows, clones move
spills about and save none; and splitting a value's life inside a block, whose order is not yet ptxas's, pays only under
a limit, and not far above it.
"""

from __future__ import annotations

from opencicc.record import record
from opencicc.target import RegisterBounds, register_limit, register_target

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.target import Target

OTHERWISE = 80  # percent of what is alive
HOPELESS, NO_SPLITS = 350, 270  # percent of a limit that are alive


@record
class Aim:
    """The registers to aim at, 0 for nothing; in words why; whether lives are split inside blocks; was it asked for?"""

    registers: int
    text: str = ""
    splits: bool = True
    is_asked: bool = False  # by a knob: then no estimate is in the way


@record
class Wishes:
    """The knobs that decide the target."""

    ceiling: int = 0
    for_occupancy: int = 120  # percent
    default: int = 0
    least_cliff: int = 96


def choose_aim(target: Target, bounds: RegisterBounds | None, alive: int, wishes: Wishes) -> Aim:
    """The target of a function with so many registers alive. `bounds` is None for what is no kernel."""
    if wishes.ceiling:
        return _if_below(wishes.ceiling, alive, f"the ceiling is {wishes.ceiling}")
    if bounds is None:
        return Aim(0, "only kernels have a target")
    if not wishes.for_occupancy:
        return _if_below(alive * OTHERWISE // 100, alive, f"{OTHERWISE} % of {alive} are wanted")
    limit = register_limit(target, bounds)
    if bounds.max_registers or bounds.min_blocks or alive > limit:
        return _below_limit(limit, alive)
    found = register_target(target, bounds, alive, wishes.default, wishes.least_cliff)
    if not found.registers:
        return Aim(0, "no step of occupancy is worth it")
    if alive * 100 > found.registers * wishes.for_occupancy:
        return Aim(0, f"{found.registers} registers, the next step, are too few")
    return Aim(found.registers, found.text, splits=False)


def _below_limit(limit: int, alive: int) -> Aim:
    if alive <= limit:
        return Aim(0, f"the limit is {limit}")
    if alive * 100 > limit * HOPELESS:
        return Aim(0, f"the limit is {limit}, which no clones reach")
    return Aim(limit, f"the limit is {limit}", splits=alive * 100 <= limit * NO_SPLITS)


def _if_below(wanted: int, alive: int, text: str) -> Aim:
    return Aim(wanted if 0 < wanted < alive else 0, text, is_asked=True)
