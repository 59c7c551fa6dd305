"""LLVM's own passes on one function, leaving the rest of the module as it is.

For small clean-ups after an edit of ours, on verified IR and with fixed pipeline texts: such calls
need no crash recovery and cost about 5 us apart from the passes' own work.
"""

from __future__ import annotations

from opencicc.errors import InternalError
from opencicc.llvm.ir import Block, Function
from opencicc.llvm.library import load
from opencicc.llvm.recovery import LibraryFailure
from opencicc.llvm.services import services

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.services import PressureRow

NO_REMAINDER, REMAINDER_LOOP, STRAIGHT_REMAINDER = range(3)
_options: int = 0


def run_on_function(function: Function, passes: str, machine: int | None = None) -> None:
    """Run a fixed pipeline text; `machine` is the target machine's pointer, for passes that ask the target."""
    at = f"function {function.name}"
    try:
        services().run_on_function(function, passes, machine, _pass_options())
    except LibraryFailure as failure:
        raise InternalError(f"LLVM pass failed: {passes[:200]}", at=at, detail=failure.message) from None


def _pass_options() -> int:
    global _options
    _options = _options or load().LLVMCreatePassBuilderOptions()
    return _options


def changes_function(function: Function, passes: str, machine: int | None = None) -> bool:
    """The same, and whether anything changed: by the function's text, so for passes that run when they are named."""
    before = function.text
    run_on_function(function, passes, machine)
    return function.text != before


def try_on_a_copy(function: Function, machine: int, first: str, second: str) -> list[PressureRow] | None:
    """Registers that live values need after one fixed pipeline text and after another behind it; nothing changes.

    Only with the native helper.
    """
    try:
        return services().try_passes(function, machine, first, second)
    except LibraryFailure as failure:
        at = f"function {function.name}"
        raise InternalError(f"LLVM pass failed: {first}, {second}"[:200], at=at, detail=failure.message) from None


def unroll_loop(function: Function, machine: int, header: Block, count: int, remainder: int) -> bool:
    """LLVM's unroller on one loop, convergent operations or not; a straight remainder is copies instead of a loop.

    The caller knows a convergent loop's trip count to be uniform, or without a remainder that it never runs more than
    `count` trips. Only with the native helper, which is also the only one to know that.
    """
    at = f"function {function.name}"
    try:
        return services().unroll_loop(function, machine, header.ref, count, remainder)
    except LibraryFailure as failure:
        raise InternalError("LLVM's unroller failed", at=at, detail=failure.message) from None


def peel_loop(function: Function, machine: int, latch: Block, count: int, is_last: bool) -> bool:
    """Take the first trips, or the last ones, out of the loop with this only latch; only with the native helper."""
    at = f"function {function.name}"
    try:
        return services().peel_loop(function, machine, latch.ref, count, is_last)
    except LibraryFailure as failure:
        raise InternalError("LLVM's peeling failed", at=at, detail=failure.message) from None


def unswitch_loops(function: Function, machine: int, few_trips: int, shared_budget: int, in_searches: bool) -> bool:
    """Move tests that stay the same out of loops of more trips; only with the native helper."""
    at = f"function {function.name}"
    try:
        return services().unswitch_loops(function, machine, few_trips, shared_budget, in_searches)
    except LibraryFailure as failure:
        raise InternalError("LLVM's unswitching failed", at=at, detail=failure.message) from None


def thread_jumps(function: Function) -> bool:
    """LLVM's jump threading, as for a target whose branches do not diverge; did it change anything?"""
    try:
        return services().thread_jumps(function, _pass_options())
    except LibraryFailure as failure:
        raise InternalError(
            "LLVM's jump threading failed", at=f"function {function.name}", detail=failure.message
        ) from None


def place_remainders(is_behind: bool) -> None:
    """Say where LLVM's unroller puts remainder loops: behind the loop, or in front of it. True of the whole process.

    Without the native helper the option can be given once only, so it stays what it was first.
    """
    services().place_remainders(is_behind)
