"""Places: where a pass stands in the default pipelines, said by the pass itself.

    places=PUBLISHED                                             where the published tables name it
    places=(Place("closing", after="globaldce", why="..."),)     in one of our own lists (pipeline/spec/wrappers.py)
    places=by_name_only("it only prints")                        nowhere: `--passes=NAME` runs it

An anchor is the text of a step that the list has exactly once, or a pass that is placed there itself.
"""

from __future__ import annotations

from opencicc.record import record


@record
class Place:
    """One place in a list of ours: next to the step `before` or `after`, with these parameters."""

    list: str
    before: str = ""
    after: str = ""
    params: str = ""
    why: str = ""

    def __post_init__(self) -> None:
        if bool(self.before) == bool(self.after):
            raise ValueError(f"a place in '{self.list}' is either before or after another step")

    @property
    def anchor(self) -> str:
        return self.before or self.after


@record
class Places:
    """Where a pass stands: in the published tables, at places of ours, or, with a reason, nowhere."""

    ours: tuple[Place, ...] = ()
    is_published: bool = False
    reason: str = ""


PUBLISHED = Places(is_published=True)
NOWHERE = Places()  # what plugins have: their entry point says the position


def by_name_only(reason: str) -> Places:
    """No default place: only pipeline text runs it."""
    return Places(reason=reason)


def at(*places: Place, is_published: bool = False) -> Places:
    """Places in lists of ours, besides those of the published tables where it is in them too."""
    return Places(places, is_published)


def read_place(text: str, why: str) -> Place:
    """A place as tables write it: `closing after globaldce`."""
    name, side, anchor = text.split(" ", 2)
    return Place(name, before=anchor, why=why) if side == "before" else Place(name, after=anchor, why=why)
