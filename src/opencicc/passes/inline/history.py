"""How calls came into their callers: LLVM's inline history, which ends inlining through a recursion.

A call that came in with an inlined body remembers the functions of the whole path. One of them is never
inlined again further down that path, and going on through the recursion of a callee makes every
further step dearer. Imports no LLVM.
"""

from __future__ import annotations

from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence


@record
class Origin:
    """The functions whose inlined bodies led to a call, and the factor that its cost got on the way."""

    path: frozenset[str] = frozenset()
    factor: int = 1


WRITTEN = Origin()  # a call that stood in its caller from the beginning


@record
class Body:
    """A body that was inlined: its function, how its call had come in, and what it calls."""

    name: str
    origin: Origin
    calls: Collection[str] = ()
    has_pointers: bool = False  # calls through pointers may have become calls of anything


def origin_of(callee: str, bodies: Sequence[Body], factors: Mapping[str, int]) -> Origin:
    """The origin of a new call of `callee`, which one of these bodies brought in at a factor.

    Which of them did is not known where several could have: then all of them count. That refuses more
    than LLVM only where the callee can reach itself again.
    """
    likely = [body for body in bodies if callee in body.calls]
    likely = likely or [body for body in bodies if body.has_pointers] or list(bodies)
    path = frozenset(name for body in likely for name in (body.name, *body.origin.path))
    return Origin(path, max((body.origin.factor * factors[body.name] for body in likely), default=1))
