"""PassInfo: what a pass says about itself, so that the parser, the runner, the docs and the checks need not ask."""

from __future__ import annotations

from enum import Enum, IntEnum

from opencicc.errors import UsageError, suggest
from opencicc.passes.places import NOWHERE, Places
from opencicc.record import record


class Kind(str, Enum):
    """The level a pass works on, which decides the manager it runs under."""

    MODULE = "module"
    CGSCC = "cgscc"
    FUNCTION = "function"
    LOOP = "loop"
    LOOP_MSSA = "loop-mssa"
    LOOPNEST = "loopnest"
    ANALYSIS = "analysis"
    MACHINE = "machine"

    @property
    def is_loop(self) -> bool:
        return self in (Kind.LOOP, Kind.LOOP_MSSA, Kind.LOOPNEST)

    @property
    def needs_module(self) -> bool:
        """Does it look beyond one function?"""
        return self in (Kind.MODULE, Kind.CGSCC)


class Status(str, Enum):
    """Whether a step of this pass does anything."""

    NATIVE = "native"  # libLLVM runs it
    BUILT = "built"  # our own body runs
    PROVIDED = "provided"  # the runner or libLLVM does it anyway; the step marks the place
    STAND_IN = "stand-in"  # an LLVM pass runs until our body is there
    NOT_BUILT = "not built"  # listed, does nothing
    UNIDENTIFIED = "unidentified"  # a factory that no source names; listed, does nothing
    REFUSED = "refused"  # known to libLLVM, never run


class Phase(IntEnum):
    """When a pass may run in a two-phase compile."""

    BY_POSITION = 0  # phase I up to the last whole-module step, phase II after it
    FIRST = 1
    SECOND = 2


@record
class PassInfo:
    """One pass of the registry. `module` holds our body, `native` the text that libLLVM gets."""

    name: str
    kind: Kind
    help: str
    status: Status
    params: tuple[str, ...] = ()
    module: str = ""
    native: str = ""
    reason: str = ""
    aliases: tuple[str, ...] = ()
    phase: Phase = Phase.BY_POSITION
    label: str = ""
    origin: str = "LLVM 22"
    is_read_only: bool = False
    when: str = ""  # pipeline/run/conditions.py: what a module must have for the pass to do anything
    guard: str = ""  # pipeline/spec/guards.py: the options that switch every step of this name
    places: Places = NOWHERE

    @property
    def is_active(self) -> bool:
        """Does a step of this pass do anything to the module?"""
        return self.status in (Status.NATIVE, Status.BUILT, Status.STAND_IN)

    @property
    def is_native(self) -> bool:
        return self.status in (Status.NATIVE, Status.STAND_IN)

    def check_param(self, word: str, at: str = "") -> None:
        """Refuse a parameter that this pass does not take."""
        if any(_matches(word, pattern) for pattern in self.params):
            return
        known = ", ".join(self.params)
        raise UsageError(
            f"invalid {self.label or self.name} pass parameter '{word}'",
            at=at,
            fix=f"{suggest(word, self.params)}it takes {known}" if known else f"{self.name} takes no parameters",
        )


def _matches(word: str, pattern: str) -> bool:
    if pattern.endswith("*"):
        return word.startswith(pattern[:-1]) and len(word) >= len(pattern)
    return word == pattern
