"""One thing that NVVM's rules refuse or warn of: what, where, how it reads."""

from __future__ import annotations

from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Function, GlobalVariable, Instruction


@record
class Violation:
    """`place` names function and source line, `text` is the instruction or variable as it reads."""

    what: str
    place: str
    text: str = ""
    is_warning: bool = False

    def __str__(self) -> str:
        shown = f"\n  {self.text}" if self.text else ""
        return f"{self.place}: {self.what}{shown}"


def of_instruction(instruction: Instruction, what: str) -> Violation:
    location = f" at {instruction.location}" if instruction.location else ""
    return Violation(what, f"function @{instruction.parent.parent.name}{location}", instruction.text.strip())


def of_function(function: Function, what: str, *, is_warning: bool = False) -> Violation:
    location = f" at {function.location}" if function.location else ""
    return Violation(what, f"function @{function.name}{location}", is_warning=is_warning)


def of_variable(variable: GlobalVariable, what: str) -> Violation:
    return Violation(what, f"variable @{variable.name}", variable.text.strip())
