"""AnalysisManager: facts about functions, computed on first use, dropped when a pass did not keep them.

It lives as long as one module's way through a pipeline, and so does what passes remember from place to place.
"""

from __future__ import annotations

from opencicc.errors import InternalError
from opencicc.llvm.ir import Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Protocol, TypeVar

    class Analysis(Protocol):
        """A class of facts: `name`, and how to compute it. Equal facts compare equal.

        A class may also have a `group`, such as "cfg" for facts that depend on blocks and edges only: a pass that
        preserves the group preserves all of them.
        """

        name: str

        @classmethod
        def compute(cls, function: Function, manager: AnalysisManager) -> Analysis: ...

    A = TypeVar("A", bound=Analysis)
    M = TypeVar("M")


class AnalysisManager:
    """Results by analysis and function, for one module in one thread."""

    def __init__(self) -> None:
        self._results: dict[tuple[type[Analysis], int], Analysis] = {}
        self._memories: dict[type, object] = {}

    def get(self, analysis: type[A], function: Function) -> A:
        key = (analysis, function.ref)
        if key not in self._results:
            self._results[key] = analysis.compute(function, self)
        return self._results[key]  # type: ignore[return-value]

    def memory(self, kind: type[M]) -> M:
        """What passes of this run remember in an object of this class, made on first use; nothing makes it stale."""
        found = self._memories.get(kind)
        if found is None:
            found = self._memories[kind] = kind()
        return found  # type: ignore[return-value]

    def has(self, analysis: type[Analysis], function: Function) -> bool:
        """Is a result at hand that still holds?"""
        return (analysis, function.ref) in self._results

    def keep_only(self, function: Function, preserved: tuple[str, ...]) -> None:
        """After a pass changed a function: only what it declared to preserve is still true."""
        for key in [k for k in self._results if k[1] == function.ref and not is_preserved(k[0], preserved)]:
            del self._results[key]

    def keep_only_of(self, functions: Iterable[Function], preserved: tuple[str, ...]) -> None:
        """After a pass changed a module: of these functions what it declared to preserve, of others nothing."""
        refs = {function.ref for function in functions}
        for key in [k for k in self._results if k[1] not in refs or not is_preserved(k[0], preserved)]:
            del self._results[key]

    def drop_all(self) -> None:
        """After a native pass: nothing of ours is known to hold."""
        self._results.clear()

    def check_preserved(self, function: Function, preserved: tuple[str, ...]) -> None:
        """In strict mode: recompute what a pass claims to have preserved and compare."""
        for (analysis, ref), before in self._results.items():
            if ref == function.ref and is_preserved(analysis, preserved):
                if analysis.compute(function, AnalysisManager()) != before:
                    raise InternalError(
                        f"analysis {analysis.name} was declared preserved and is not", at=f"@{function.name}"
                    )


def is_preserved(analysis: type[Analysis], preserved: tuple[str, ...]) -> bool:
    """Does a list of names and groups cover this analysis?"""
    return analysis.name in preserved or getattr(analysis, "group", "") in preserved
