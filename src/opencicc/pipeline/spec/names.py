"""Pipeline names: `nvopt<O3>` and its six siblings, the rule that selects one, and what excludes what."""

from __future__ import annotations

from enum import Enum

from opencicc.errors import UsageError, suggest


class Level(str, Enum):
    """What the optimizer is asked for: an O level, or a fast-compile level in its place."""

    O0 = "O0"
    O1 = "O1"
    O2 = "O2"
    O3 = "O3"
    OFCMAX = "Ofcmax"
    OFCMID = "Ofcmid"
    OFCMIN = "Ofcmin"

    @property
    def tier(self) -> int:
        """The incremental tier of an O level; fast-compile levels have none."""
        return int(self.value[1]) if self.value[1].isdigit() else 0

    @property
    def is_fast(self) -> bool:
        return self.value.startswith("Ofc")

    @property
    def pipeline_name(self) -> str:
        return f"nvopt<{self.value}>"


# The fast-compile integer of the options: 1 is "0" as the user wrote it and is reset to 0.
FAST_COMPILE = {"0": 0, "max": 2, "mid": 3, "min": 4}

CONFLICT = (
    "Cannot specify -O#/-Ofast-compile=<min,mid,max> and --passes=/--foo-pass, "
    "use -passes='default<O#>,other-pass' or -passes='default<Ofcmax>,other-pass'"
)


def select_pipeline(flags: tuple[bool, bool, bool], fast_compile: str = "") -> Level:
    """The product's selection: the O1, O2 and O3 flags in this order, then the fast-compile text, else O0."""
    for level, is_set in zip((Level.O1, Level.O2, Level.O3), flags, strict=True):
        if is_set:
            return level
    fast = {"max": Level.OFCMAX, "mid": Level.OFCMID, "min": Level.OFCMIN}
    return fast.get(fast_compile, Level.O0)


def choose_level(o_level: int, fast_compile: str = "0", at: str = "") -> Level:
    """The level of a command line: a fast-compile level other than 0 takes the place of the O level."""
    if fast_compile not in FAST_COMPILE:
        raise UsageError(
            "libnvvm : error: -Ofast-compile called with unsupported level, only supports 0, min, mid, or max",
            at=at,
            fix=suggest(fast_compile, FAST_COMPILE) or "leave it out for a normal compile",
        )
    if FAST_COMPILE[fast_compile]:
        return select_pipeline((False, False, False), fast_compile)
    return select_pipeline((o_level == 1, o_level == 2, o_level == 3))


def check_exclusive(has_level: bool, has_passes: bool, at: str = "") -> None:
    """A level and a pipeline text together are an error."""
    if has_level and has_passes:
        raise UsageError(CONFLICT, at=at)


def parse_level(text: str, at: str = "") -> Level:
    """`O3` or `Ofcmax`, as it stands inside nvopt<...> and default<...>."""
    try:
        return Level(text)
    except ValueError:
        known = [level.value for level in Level]
        raise UsageError(
            f"invalid optimization level '{text}'", at=at, fix=f"{suggest(text, known)}write one of {', '.join(known)}"
        ) from None
