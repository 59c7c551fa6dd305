"""What a remark decided, in which numbers, and which knob would change it.

Remarks say what happened; a reader who tunes wants to know what to turn. The table names for each family of passes a knob
and a value that lets the other decision win; `tests/view/test_decisions.py` checks that each knob exists and acts.
"""

from __future__ import annotations

import re
import shlex

from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    Row = dict[str, object]


@record
class Knob:
    """`-opt "-name=value"`, what it does, and what can be written into the source for one place instead."""

    name: str
    value: str
    effect: str
    in_source: str = ""


@record
class Family:
    """Remarks of passes whose names match: what they are about, and the knob after a yes and after a no."""

    passes: str
    about: str
    after_yes: Knob | None = None
    after_no: Knob | None = None


KEEP_CALLS = Knob("disable-inlining", "1", "inline only what must be inlined", "__noinline__ on the callee")
INLINE_ALL = Knob("nv-inline-all", "1", "inline every call that can be inlined", "__forceinline__ on the callee")
KEEP_LOOPS = Knob("unroll-count", "1", "unroll no loop", "#pragma unroll 1 before the loop")
UNROLL_MORE = Knob("unroll-threshold", "2000", "let an unrolled loop be larger", "#pragma unroll before the loop")
KEEP_VALUES = Knob("nv-remat-aim", "255", "keep values instead of computing them again")
FEWER_REGISTERS = Knob(
    "nv-remat-aim", "64", "compute values again to get down to so many registers", "__launch_bounds__"
)
KEEP_PLACES = Knob("do-licm", "0", "leave loop-invariant code where it is")

FAMILIES = (
    Family(r"inline|nv-inline|nv-early-inliner|always-inline", "call", KEEP_CALLS, INLINE_ALL),
    Family(r"loop-unroll|unroll", "loop", KEEP_LOOPS, UNROLL_MORE),
    Family(r"loop-|licm|indvars|lsr|nv-loop", "loop code", KEEP_PLACES, None),
    Family(r"remat", "registers", KEEP_VALUES, FEWER_REGISTERS),
    Family(r"gvn|memcpy|dse|early-cse|sroa", "memory", None, None),
    Family(r"barrier|sync", "barrier", None, None),
)
# Counts and sizes: facts about code, not decisions.
NOT_DECISIONS = ("size-info", "asm-printer", "stack-frame-layout", "prologepilog")
HIDDEN_NUMBERS = ("Callee", "Caller", "Site", "Reason", "Checks", "String")
_PLACE = re.compile(r"^(.*):(\d+):(\d+)$")


def decisions_of(remarks: Sequence[Row], command: Sequence[str]) -> list[Row]:
    """One row for each remark that tells of a choice, in order; `remark` is its number."""
    found = []
    for number, remark in enumerate(remarks):
        if remark["pass"] in NOT_DECISIONS or remark["remark"] == "analysis":
            continue
        family = family_of(str(remark["pass"]))
        place = _PLACE.match(str(remark["location"]))
        is_done = remark["remark"] == "passed"
        knob = (family.after_yes if is_done else family.after_no) if family else None
        row: Row = {
            "remark": number,
            "about": family.about if family else "code",
            "is_done": is_done,
            "file": place[1] if place else "",
            "line": int(place[2]) if place else 0,
            "column": int(place[3]) if place else 0,
            "numbers": numbers_of(remark),
        }
        if knob is not None:
            row |= {"knob": knob.name, "effect": knob.effect, "in_source": knob.in_source}
            row["command"] = command_with(command, knob)
        found.append(row)
    return found


def family_of(pass_name: str) -> Family | None:
    return next((family for family in FAMILIES if re.search(rf"^(?:{family.passes})|{family.passes}", pass_name)), None)


def numbers_of(remark: Row) -> list[list[str]]:
    args = remark.get("args")
    if not isinstance(args, dict):
        return []
    return [[str(key), str(value)] for key, value in args.items() if key not in HIDDEN_NUMBERS and str(value)]


def command_with(command: Sequence[str], knob: Knob) -> str:
    """The compile again with the knob turned, as a page of its own."""
    words = [word for word in command if word != "view"]
    return shlex.join(["opencicc", "view", *words, "-opt", f"-{knob.name}={knob.value}", "-o", "try.html"])
