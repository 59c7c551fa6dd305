"""What can go wrong while a kernel runs, and how it is told: kernel, PTX line, block and thread."""

from __future__ import annotations

from opencicc.emulate.numeric.arrays import Array
from opencicc.errors import CompilerError


class EmulationError(CompilerError):
    """The kernel did something a GPU would fault on, or something that is not emulated."""

    instructions_issued = 0  # until then


class NotEmulatedError(EmulationError):
    """An instruction that exists in PTX but not in this emulator."""


# What Python raises where PTX is not what the code that reads or runs it relies on: never seen outside the emulator.
SLIPS = (
    ArithmeticError, AssertionError, AttributeError, LookupError, MemoryError, NameError, RecursionError, StopIteration,
    SyntaxError, TypeError, ValueError,
)  # fmt: skip
SLIP_FIX = "ptxas says whether the PTX is valid; if it is, please report this with the PTX"


def slip_text(error: BaseException) -> str:
    """'this PTX can't be executed as it is written (KeyError: 'retval0')'."""
    reason = str(error).splitlines()[0] if str(error) else ""
    return f"this PTX can't be executed as it is written ({type(error).__name__}{': ' if reason else ''}{reason})"


class Fault(Exception):
    """Raised by an instruction; the scheduler adds line, block and thread and raises EmulationError.

    `lane` is the position of the first faulty lane in the arrays the instruction was given.
    """

    def __init__(self, what: str, lane: int = 0, fix: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.lane = lane
        self.fix = fix


def undefined_fault(what: str, mask: Array) -> Fault:
    """An undefined value (a register never written) reached a place where it matters."""
    lane = int(mask.argmax()) if mask.shape[0] > 1 else 0
    return Fault(f"an undefined value reaches {what}", lane, fix="a register or memory is read before it is written")
