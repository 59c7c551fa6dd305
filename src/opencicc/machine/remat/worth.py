"""Whether the clones of a function are worth it: how crowded it was before them, and how crowded it is now.

Against spills, what the machine holds (held.py) decides, at every point against the limit itself. Clones help where they
bring points below it. Where they only stand at points that stay crowded, they are more instructions with more temporaries
there, and ptxas spills something else.
"""

from __future__ import annotations

from opencicc.machine.remat.survey import Survey

MORE_POINTS = 0.005  # share by which crowded points may become more: clones at places that stay crowded
FEWER_POINTS = 0.01  # share by which they have to become fewer, where clones stand in the blocks of their definitions
SOME_RELIEF = 18  # percent that are enough in other blocks where each instruction more saves a lot:
UNITS_A_CLONE = 60  # registers beyond the limit, summed over all points, for one instruction


def why_taken_back(start: Survey, end: Survey, needed: int, added: int, least_relief: int) -> str:
    """Why a change is not worth it, or nothing. `added`: instructions more; `least_relief`: percent of what is too much."""
    if start.knobs.is_limited:
        return why_spilled(start, end, needed, added, least_relief)
    excess = start.total_excess(needed)
    relieved = percent(excess - end.total_excess(needed), excess)
    return "" if relieved >= least_relief else helps_little(relieved)


def why_spilled(start: Survey, end: Survey, limit: int, added: int, least_relief: int) -> str:
    """The same under a register limit."""
    if not least_relief:
        return ""
    excess = start.points.beyond(limit)
    gone = excess - end.points.beyond(limit)
    relieved = percent(gone, excess)
    crowded, left = start.points.points_beyond(limit), end.points.points_beyond(limit)
    is_much = relieved >= least_relief
    saves = least_relief < 100 and gone >= UNITS_A_CLONE * added
    if start.knobs.keeps_home:
        is_no_fuller = least_relief < 100 and left <= crowded * (1 + MORE_POINTS)
        is_worth_it = is_much or is_no_fuller or (saves and relieved >= SOME_RELIEF)
    else:
        is_worth_it = (is_much or saves) and left <= crowded * (1 - FEWER_POINTS)
    return "" if is_worth_it else helps_little(relieved)


def percent(part: int, whole: int) -> int:
    return 100 * part // max(whole, 1)


def helps_little(relieved: int) -> str:
    return f"{relieved} % of what is too much can go, which helps little"
