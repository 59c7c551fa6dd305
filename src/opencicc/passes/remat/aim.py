"""How many registers a function should need: the machine level's rule (target.register_target), and two knobs before it.

In this order: `remat-maxreg-ceiling`; 80 % of what is alive where `remat-for-occ` is 0; what `.maxnreg` and `.minnctapersm`
leave, less a margin, because ptxas takes more than is alive; the next step of occupancy. A step is only worth aiming at
from `nv-remat-least-cliff` on, and only where no more than `remat-for-occ` percent of it are alive: further up clones
don't reach it. Functions that others call have no target: what their callers can spare is not known here.
"""

from __future__ import annotations

from opencicc.record import record
from opencicc.target import RegisterAim, RegisterBounds, register_limit, register_target

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.target import Target

OTHERWISE = 80  # percent of what is alive


@record
class Wishes:
    """The knobs that decide the target."""

    ceiling: int = 0
    for_occupancy: int = 120  # percent
    default: int = 70
    least_cliff: int = 96
    share_of_limit: int = 75  # percent


def choose_aim(target: Target, bounds: RegisterBounds | None, alive: int, wishes: Wishes) -> RegisterAim:
    """The target of a function with so many registers alive; 0 for none. `bounds` is None for what is no kernel."""
    if wishes.ceiling:
        return _if_below(wishes.ceiling, alive, f"the ceiling is {wishes.ceiling}")
    if bounds is None:
        return RegisterAim(0, "only kernels have a target")
    if not wishes.for_occupancy:
        return _if_below(alive * OTHERWISE // 100, alive, f"{OTHERWISE} % of {alive} are wanted")
    limit = register_limit(target, bounds)
    if bounds.max_registers or bounds.min_blocks or alive > limit:
        needed = limit if alive > limit else 0
        return RegisterAim(needed * wishes.share_of_limit // 100, f"the limit is {limit}", needed)
    aim = register_target(target, bounds, alive, wishes.default, wishes.least_cliff)
    if not aim.registers:
        return RegisterAim(0, "no step of occupancy is worth it")
    if alive * 100 > aim.registers * wishes.for_occupancy:
        return RegisterAim(0, f"{aim.registers} registers, the next step, are too few for {alive} alive")
    return aim


def _if_below(wanted: int, alive: int, text: str) -> RegisterAim:
    return RegisterAim(wanted if 0 < wanted < alive else 0, text)
