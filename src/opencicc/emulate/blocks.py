"""CodeBlock: straight-line code of a function, and how it ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from opencicc.emulate.layout import Place
from opencicc.machine.ir import Guard, Instr

if TYPE_CHECKING:
    from opencicc.emulate.program import FunctionCode


@dataclass(eq=False)
class CodeBlock:
    """Straight-line code and how it ends. `targets` are positions in the function's list of blocks."""

    index: int
    owner: FunctionCode
    kind: str = "jump"
    instrs: list[tuple[Instr, dict[str, Place]]] = field(default_factory=list)
    end: Instr | None = None
    end_guard: Guard | None = None
    targets: list[int] = field(default_factory=list)
    names: dict[str, Place] = field(default_factory=dict)
    live_in: int = 0
    live_out: int = 0
    loads: tuple[int, ...] = ()
    stores: int = 0
    may_wait: bool = False
    lines: list[Instr] = field(default_factory=list)
    source: str = ""
    code: Callable[..., Any] | None = None  # set by `compiled.compile_block`, with loads, stores, lines and source

    @property
    def instructions(self) -> list[Instr]:
        found = [instr for instr, _ in self.instrs]
        return found if self.end is None else [*found, self.end]

    @property
    def size(self) -> int:
        return len(self.instrs) + (self.end is not None)

    @property
    def line(self) -> int:
        if self.end is not None:
            return self.end.line
        return self.instrs[0][0].line if self.instrs else self.owner.function.line
