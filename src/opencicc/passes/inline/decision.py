"""What the models see and what they answer: frozen facts about functions and call sites, frozen decisions."""

from __future__ import annotations

from opencicc.passes.inline.types import VOID, TypeDesc
from opencicc.record import once, record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Numbers(Protocol):
        def lines(self) -> tuple[str, ...]: ...


# Another definition may take the place of these at link time; a body that may be replaced must not be copied.
INTERPOSABLE = ("weak", "linkonce", "common", "extern_weak", "appending")
OPTNONE = "the callee is optnone"


@record
class FunctionFacts:
    """A function's body in numbers. Sizes are of this function alone, before anything is inlined into it."""

    name: str
    linkage: str = "internal"
    visibility: str = "default"
    is_kernel: bool = False
    is_declaration: bool = False
    is_intrinsic: bool = False
    is_noinline: bool = False
    is_optnone: bool = False
    is_alwaysinline: bool = False
    has_hint: bool = False
    is_cold: bool = False
    is_optsize: bool = False
    is_minsize: bool = False
    obstacle: str = ""  # why its body can't be copied into a caller
    instructions: int = 0  # all of them
    code: int = 0  # those that cost something, calls of functions apart
    calls: int = 0  # of functions, through pointers too
    indirect_calls: int = 0
    blocks: int = 0
    switches: int = 0
    switch_cases: int = 0
    max_cases: int = 0
    loop_depth: int = 0
    local_bytes: int = 0
    has_gpu_operations: bool = False
    accesses: tuple[tuple[int, int], ...] = ()  # loads and stores through each argument

    @once
    def refusal(self) -> str:
        """Why no call of this function can be inlined, wherever it stands, or nothing: in the order of the published inliner."""
        if self.is_intrinsic:
            return "the callee is an intrinsic"
        if self.obstacle:
            return f"the callee's body can't be copied: {self.obstacle}"
        if self.linkage in INTERPOSABLE:
            return f"{self.linkage} linkage: another definition may replace the callee"
        if self.is_declaration:
            return "the callee has no body here"
        if self.visibility == "protected":
            return "the callee has protected visibility"
        if self.is_noinline:
            return "noinline"
        return OPTNONE if self.is_optnone else ""


@record
class Argument:
    """One argument: its type at the call, the callee's, and whether its memory is a copy made for the call."""

    actual: TypeDesc
    formal: TypeDesc
    is_copied: bool = False
    is_constant: bool = False


@record
class Site:
    """One call site. `number` counts the caller's calls in program order."""

    caller: str
    callee: FunctionFacts
    number: int
    arguments: tuple[Argument, ...] = ()
    result: TypeDesc = VOID
    is_forced: bool = False  # alwaysinline at the call
    is_forbidden: bool = False  # noinline at the call
    is_recursive: bool = False  # caller and callee can reach each other
    is_last_use: bool = False  # nothing else refers to the callee, and nobody outside can
    mismatch: str = ""  # why caller and callee can't share a body: their attributes contradict
    block_depth: int = 0  # loops around the call

    @once
    def is_open(self) -> bool:
        """Is there nothing about callee and call that has to be asked before the call is weighed?"""
        callee = self.callee
        has_question = callee.refusal or callee.accesses or self.mismatch or self.is_recursive
        return not (has_question or callee.is_alwaysinline or self.is_forced or self.is_forbidden)


@record
class Decision:
    """Inline or not, what it costs and why."""

    site: Site
    should_inline: bool
    reason: str
    model: str
    charge: int = 0
    limit: int = 0
    left: int = 0
    numbers: tuple[str, ...] | Numbers = ()  # on the way, in order: as lines, or what makes them for who reads them
    is_must: bool = False  # inlined or left whatever it costs

    @property
    def checks(self) -> tuple[str, ...]:
        """The questions on the way, in order."""
        return self.numbers if isinstance(self.numbers, tuple) else self.numbers.lines()
