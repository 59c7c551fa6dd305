"""AnalysisManager: facts about functions, computed on first use, dropped when a pass did not keep them."""

from __future__ import annotations

from opencicc.errors import InternalError
from opencicc.llvm.ir import Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol, TypeVar

    class Analysis(Protocol):
        """A class of facts: `name`, and how to compute it. Equal facts compare equal."""

        name: str

        @classmethod
        def compute(cls, function: Function, manager: AnalysisManager) -> Analysis: ...

    A = TypeVar("A", bound=Analysis)


class AnalysisManager:
    """Results by analysis and function, for one module in one thread."""

    def __init__(self) -> None:
        self._results: dict[tuple[str, int], object] = {}

    def get(self, analysis: type[A], function: Function) -> A:
        key = (analysis.name, function.ref)
        if key not in self._results:
            self._results[key] = analysis.compute(function, self)
        return self._results[key]  # type: ignore[return-value]

    def cached(self, function: Function) -> dict[str, object]:
        return {name: result for (name, ref), result in self._results.items() if ref == function.ref}

    def keep_only(self, function: Function, preserved: tuple[str, ...]) -> None:
        """After a pass changed a function: only what it declared to preserve is still true."""
        for key in [k for k in self._results if k[1] == function.ref and k[0] not in preserved]:
            del self._results[key]

    def drop_all(self) -> None:
        """After a native pass, or one that changed the module: nothing of ours is known to hold."""
        self._results.clear()

    def check_preserved(self, function: Function, preserved: tuple[str, ...], analyses: dict[str, type[A]]) -> None:
        """In test mode: recompute what a pass claims to have preserved and compare."""
        for name in preserved:
            before = self._results.get((name, function.ref))
            if before is not None and name in analyses:
                after = analyses[name].compute(function, AnalysisManager())
                if after != before:
                    raise InternalError(f"analysis {name} was declared preserved and is not", at=f"@{function.name}")
