"""TextContext: what every pass on PTX may ask, and where its remarks go. It loads nothing that reads PTX."""

from __future__ import annotations

from opencicc.passes.api import OptionReader
from opencicc.trace import Remark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.machine.ir import MachineFunction
    from opencicc.options.values import OptionValues
    from opencicc.passes.api import Pass
    from opencicc.ptx_text import Body
    from opencicc.target import Target
    from opencicc.trace import Trace


class TextContext(OptionReader):
    def __init__(
        self,
        running: Pass,
        values: OptionValues,
        target: Target,
        trace: Trace,
        is_strict: bool = False,
        bodies: list[Body] | None = None,
    ) -> None:
        super().__init__(running, values, is_strict)
        self.target = target
        self.bodies = bodies or []  # of the text, for passes on text
        self._trace = trace

    def remark(
        self,
        function: str | MachineFunction,
        message: str,
        *,
        kind: str = "passed",
        name: str = "",
        args: tuple[tuple[str, str], ...] = (),
    ) -> Remark:
        """Say what was done (passed), could not be done (missed) or is so (analysis), and why."""
        made = Remark(
            kind,
            self._running.name,
            name or kind.title(),
            function if isinstance(function, str) else function.name,
            message,
            "",
            args,
        )
        self._trace.remark(made)
        return made
