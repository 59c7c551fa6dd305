"""How a pass is written: a function with a header that says what it reads, needs and preserves.

    @function_pass("dead-barrier", reads=(MAX_SCAN,), needs=(MemoryEffects,), preserves=("cfg",))
    def run(function: Function, ctx: PassContext) -> bool:
        ...                       # True when the function was changed

The runner keeps the header true: in strict mode (the tests) reading an option or an analysis that
the header does not name is an error, and so are a wrong result and a wrong `preserves`.
"""

from __future__ import annotations

from opencicc.errors import InternalError
from opencicc.record import record
from opencicc.trace import Remark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    from opencicc.analysis.manager import Analysis, AnalysisManager
    from opencicc.link.settings import LinkSettings
    from opencicc.llvm.ir import Function, Instruction, Module
    from opencicc.llvm.native import TargetMachine
    from opencicc.options.option import Option
    from opencicc.options.values import OptionValues
    from opencicc.target import Target
    from opencicc.trace import Trace

    A = TypeVar("A", bound=Analysis)
    T = TypeVar("T", bound="bool | int | float | str | tuple[str, ...]")
    Body = Callable[[Any, "PassContext"], bool]


@record
class Pass:
    """A pass of ours: its header and its body."""

    name: str
    level: str  # function or module
    body: Body
    reads: tuple[Option[Any], ...] = ()
    needs: tuple[type[Analysis], ...] = ()
    preserves: tuple[str, ...] = ()


def function_pass(
    name: str,
    *,
    reads: tuple[Option[Any], ...] = (),
    needs: tuple[type[Analysis], ...] = (),
    preserves: tuple[str, ...] = (),
) -> Callable[[Body], Pass]:
    """Declare a pass that looks at one function at a time and keeps nothing between them."""
    return lambda body: Pass(name, "function", body, reads, needs, preserves)


def module_pass(
    name: str,
    *,
    reads: tuple[Option[Any], ...] = (),
    needs: tuple[type[Analysis], ...] = (),
    preserves: tuple[str, ...] = (),
) -> Callable[[Body], Pass]:
    """Declare a pass that looks at the whole module."""
    return lambda body: Pass(name, "module", body, reads, needs, preserves)


class PassContext:
    """What a pass may ask: options, analyses, the target; and where its remarks go."""

    def __init__(
        self,
        running: Pass,
        module: Module,
        values: OptionValues,
        target: Target,
        analyses: AnalysisManager,
        trace: Trace,
        machine: TargetMachine,
        link_settings: LinkSettings,
        params: tuple[str, ...] = (),
        is_strict: bool = False,
    ) -> None:
        self.module = module
        self.link_settings = link_settings
        self.target = target
        self.machine = machine
        self.params = params
        self._running = running
        self._values = values
        self._analyses = analyses
        self._trace = trace
        self._is_strict = is_strict

    def option(self, option: Option[T]) -> T:
        if self._is_strict and option not in self._running.reads:
            raise InternalError(
                f"pass {self._running.name} reads option {option.name}, which its header does not name",
                fix=f"add it to reads=(...) of {self._running.name}",
            )
        return self._values[option]

    def analysis(self, analysis: type[A], function: Function) -> A:
        if self._is_strict and analysis not in self._running.needs:
            raise InternalError(
                f"pass {self._running.name} uses analysis {analysis.name}, which its header does not name",
                fix=f"add it to needs=(...) of {self._running.name}",
            )
        return self._analyses.get(analysis, function)

    def remark(
        self,
        place: Instruction | Function,
        message: str,
        *,
        kind: str = "passed",
        name: str = "",
        args: tuple[tuple[str, str], ...] = (),
    ) -> None:
        """Say what was done (passed), could not be done (missed) or is so (analysis), and why."""
        function, location = _where(place)
        self._trace.remark(Remark(kind, self._running.name, name or kind.title(), function, message, location, args))


def _where(place: Instruction | Function) -> tuple[str, str]:
    from opencicc.llvm.ir import Instruction

    if isinstance(place, Instruction):
        return place.parent.parent.name, place.location
    return place.name, ""
