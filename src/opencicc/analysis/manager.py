"""AnalysisManager: facts about functions, computed on first use, dropped when a pass did not keep them.

It lives as long as one module's way through a pipeline, and so does what passes remember from place to place.

An analysis is a class with a `name` and a `compute`, in a file of its own; nothing else has to know of it
(CONTRIBUTING.md shows one). It asks the manager for the analyses that it is made of, and `manager.machine` for the target.
"""

from __future__ import annotations

from opencicc.errors import InternalError
from opencicc.llvm.ir import Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, Protocol, TypeVar

    from opencicc.llvm.native import TargetMachine

    class Analysis(Protocol):
        """A class of facts: `name`, and how to compute it. Equal facts compare equal (`@record` sees to it).

        A class may also have a `group`, such as "cfg" for facts that depend on blocks and edges only: a pass that
        preserves the group preserves all of them. `compute` may take numbers that its askers choose: facts with other
        numbers are other facts.
        """

        name: str

        @classmethod
        def compute(cls, *args: Any, **kwargs: Any) -> Any:
            """(function, manager, numbers) to an object of the class; spelled so that any numbers fit."""

    A = TypeVar("A", bound=Analysis)

    class Ask(Protocol):
        """`AnalysisManager.get`, or `PassContext.analysis` of a pass."""

        def __call__(self, analysis: type[A], function: Function, *words: int) -> A: ...

    M = TypeVar("M")
    Key = tuple[type[Analysis], int, tuple[int, ...]]


class AnalysisManager:
    """Results by analysis and function, for one module in one thread; `machine` is the target's, where there is one."""

    def __init__(self, machine: TargetMachine | None = None) -> None:
        self.machine = machine
        self._results: dict[Key, Analysis] = {}
        self._memories: dict[type, object] = {}

    def get(self, analysis: type[A], function: Function, *words: int) -> A:
        key = (analysis, function.ref, words)
        if key not in self._results:
            self._results[key] = analysis.compute(function, self, *words)
        return self._results[key]  # type: ignore[return-value]

    @property
    def is_empty(self) -> bool:
        return not self._results

    def memory(self, kind: type[M]) -> M:
        """What passes of this run remember in an object of this class, made on first use; nothing makes it stale."""
        found = self._memories.get(kind)
        if found is None:
            found = self._memories[kind] = kind()
        return found  # type: ignore[return-value]

    def has(self, analysis: type[Analysis], function: Function, *words: int) -> bool:
        """Is a result at hand that still holds?"""
        return (analysis, function.ref, words) in self._results

    def at_hand(self, name: str, function: Function) -> Any:
        """The result of the analysis of this name that still holds, if somebody has asked for one: for those who need not import it."""
        found = (
            one for (analysis, ref, _), one in self._results.items() if ref == function.ref and analysis.name == name
        )
        return next(found, None)

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
        for (analysis, ref, words), before in self._results.items():
            if ref == function.ref and is_preserved(analysis, preserved):
                if analysis.compute(function, AnalysisManager(self.machine), *words) != before:
                    raise InternalError(
                        f"analysis {analysis.name} was declared preserved and is not", at=f"@{function.name}"
                    )


def is_preserved(analysis: type[Analysis], preserved: tuple[str, ...]) -> bool:
    """Does a list of names and groups cover this analysis?"""
    return analysis.name in preserved or getattr(analysis, "group", "") in preserved
