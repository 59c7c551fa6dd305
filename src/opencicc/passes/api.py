"""How a pass is written: a function with a header that says all there is to know about it.

    @function_pass(
        "dead-barrier",
        "Remove barriers that follow another with no access between.",
        when="barriers",
        places=at(Place("closing", after="globaldce", why="after inlining a callee's barrier meets ours")),
        reads=(MAX_SCAN,),
        needs=(MemoryEffects,),
        preserves=("cfg",),
    )
    def run(function: Function, ctx: PassContext) -> bool:
        ...                       # True when the function was changed

`scripts/gen_passes.py` reads the headers of all files in this folder and writes the registry (generated.py); command
line, docs and pipelines read that. The runner keeps the header true: in strict mode (the tests) reading an option or
an analysis that the header does not name is an error, and so are a wrong result and a wrong `preserves`.
"""

from __future__ import annotations

from opencicc.errors import InternalError
from opencicc.passes.places import NOWHERE, Places
from opencicc.record import record, replace
from opencicc.trace import Remark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, TypeVar

    from typing_extensions import TypedDict, Unpack

    from opencicc.analysis.manager import Analysis, AnalysisManager
    from opencicc.link.settings import LinkSettings
    from opencicc.llvm.ir import Function, Instruction, Module
    from opencicc.llvm.native import TargetMachine
    from opencicc.options.option import Option
    from opencicc.options.values import OptionValues
    from opencicc.target import Target
    from opencicc.trace import Trace

    A = TypeVar("A", bound=Analysis)
    M = TypeVar("M")
    T = TypeVar("T", bound="bool | int | float | str | tuple[str, ...]")
    # What it looks at, and a context of its own kind; whether it changed that, or (on text) the new text.
    Body = Callable[[Any, Any], bool | str]
    # Asked before the pass is to run; what it says is in Pass.
    Ahead = Callable[[list[Function], "PassContext"], "dict[int, int] | None"]

    class Header(TypedDict, total=False):
        """The fields of Pass that a declaration may give by name."""

        kind: str
        params: tuple[str, ...]
        phase: int
        when: str
        has_first_look: bool
        ahead: Ahead
        guard: str
        places: Places
        origin: str
        is_read_only: bool
        reads: tuple[Option[Any], ...]
        slots: tuple[int, ...]
        needs: tuple[type[Analysis] | str, ...]
        preserves: tuple[str, ...]


NVIDIA_REGISTRY = "NVIDIA registry"  # the origin of passes that the product's own registry names


@record
class Pass:
    """A pass of ours: its header and its body."""

    name: str
    level: str  # what `body` gets: function, module, a function of PTX (machine), or the text of PTX
    body: Body
    help: str = ""
    kind: str = ""  # the level in pipeline text, where it is not `level`: cgscc, loop
    params: tuple[str, ...] = ()
    phase: int = 0  # 1 or 2 where its position does not decide (pipeline/run/split.py)
    when: str = ""  # what a module must have for it to do anything (pipeline/run/conditions.py): nothing costs less
    has_first_look: bool = False  # native/first_looks.cpp tells in which functions it may find something, if in any
    # Told the functions that there are: None where the pass has to run, nothing where its options leave it nothing to do, else by
    # function the prints of loops that it would leave alone (native/loop_fingerprint.cpp): with others it has to run.
    ahead: Ahead | None = None
    guard: str = ""  # the options that switch it, as pipeline/spec/guards.py writes them
    places: Places = NOWHERE
    origin: str = "pipeline"
    is_read_only: bool = False
    reads: tuple[Option[Any], ...] = ()
    slots: tuple[int, ...] = ()  # the slots that its body reads, by byte offset
    needs: tuple[type[Analysis] | str, ...] = ()  # a name where most runs do not come to ask for it: nothing to import
    preserves: tuple[str, ...] = ()


def function_pass(name: str, help: str = "", **header: Unpack[Header]) -> Callable[[Body], Pass]:
    """Declare a pass that looks at one function at a time and keeps nothing between them."""
    return lambda body: Pass(name, "function", body, help, **header)


def module_pass(name: str, help: str = "", **header: Unpack[Header]) -> Callable[[Body], Pass]:
    """Declare a pass that looks at the whole module."""
    return lambda body: Pass(name, "module", body, help, **header)


def machine_pass(name: str, help: str = "", **header: Unpack[Header]) -> Callable[[Body], Pass]:
    """Declare a pass that looks at one function of a PTX module; its context is a MachineContext."""
    return lambda body: Pass(name, "machine", body, help, **header)


def text_pass(name: str, help: str = "", **header: Unpack[Header]) -> Callable[[Body], Pass]:
    """Declare a machine pass that rewrites the text of PTX, which costs less than reading it; it gives back the text."""
    return lambda body: replace(Pass(name, "text", body, help, **header), kind="machine")


class OptionReader:
    """Reads options for a pass; in strict mode only those that its header names."""

    def __init__(self, running: Pass, values: OptionValues, is_strict: bool) -> None:
        self._running = running
        self._values = values
        self._is_strict = is_strict

    def option(self, option: Option[T]) -> T:
        if self._is_strict:
            self._check_read(option)
        return self._values[option]

    def slot(self, offset: int) -> Any:
        """The value of a slot of the published struct, by its byte offset."""
        if self._is_strict and offset not in self._running.slots:
            raise InternalError(
                f"pass {self._running.name} reads slot {offset}, which its header does not name",
                fix=f"add it to slots=(...) of {self._running.name}",
            )
        from opencicc.options.slots import BY_OFFSET, read

        return read(self._values, BY_OFFSET[offset])

    def is_given(self, option: Option[Any]) -> bool:
        """Did somebody set it? A value that equals the default counts too."""
        if self._is_strict:
            self._check_read(option)
        return self._values.is_set(option)

    def kept(self, make: Callable[[OptionReader], M]) -> M:
        """What `make` works out of options alone: once for values that serve several compiles, because they don't change."""
        found = self._values.made.get(make)
        if found is None:
            found = self._values.made[make] = make(self)
        return found  # type: ignore[return-value]

    def settings_of(self, options: tuple[Option[Any], ...]) -> tuple[tuple[str, object], ...]:
        """What somebody set of these, which the header names: what is made of them alone may be kept by it."""
        names = {option.name for option in options}
        return tuple((name, setting.value) for name, setting in self._values.settings.items() if name in names)

    def _check_read(self, option: Option[Any]) -> None:
        if option not in self._running.reads:
            raise InternalError(
                f"pass {self._running.name} reads option {option.name}, which its header does not name",
                fix=f"add it to reads=(...) of {self._running.name}",
            )


class PassContext(OptionReader):
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
        super().__init__(running, values, is_strict)
        self.module = module
        self.link_settings = link_settings
        self.target = target
        self.machine = machine
        self.params = params
        self._analyses = analyses
        self._trace = trace
        self._function: Function | None = None
        self._function_name = ""

    @property
    def is_strict(self) -> bool:
        """Is a pass to check what it takes for granted?"""
        return self._is_strict

    def enter(self, function: Function) -> None:
        """What a pass over functions is run on next: all that it changes, and makes remarks of, is in this one."""
        self._function, self._function_name = function, ""

    def analysis(self, analysis: type[A], function: Function, *words: int) -> A:
        needs = self._running.needs
        if self._is_strict and analysis not in needs and analysis.name not in needs:
            raise InternalError(
                f"pass {self._running.name} uses analysis {analysis.name}, which its header does not name",
                fix=f"add it to needs=(...) of {self._running.name}",
            )
        return self._analyses.get(analysis, function, *words)

    def edited(self, function: Function, preserved: tuple[str, ...] = ()) -> None:
        """For a pass that asks again after edits of its own: of this function only `preserved` still holds."""
        self._analyses.keep_only(function, preserved)

    def memory(self, kind: type[M]) -> M:
        """What passes remember during one compile, in an object of this class: for later places of the same pass."""
        return self._analyses.memory(kind)

    def remark(
        self,
        place: Instruction | Function,
        message: str,
        *,
        kind: str = "passed",
        name: str = "",
        args: tuple[tuple[str, str], ...] = (),
        location: str = "",
        function: str = "",
    ) -> Remark:
        """Say what was done (passed), could not be done (missed) or is so (analysis), and why.

        Who knows the name of the function that the place is in may say it: asking for it costs as much as the rest.
        """
        function, found = (function, place.location) if function else self._where(place)
        made = Remark(kind, self._running.name, name or kind.title(), function, message, location or found, args)
        self._trace.remark(made)
        return made

    def remarks_later(self, write: Callable[..., Sequence[Remark]], *about: object) -> None:
        """The same for many remarks that few will read: `write(pass_name, *about)` makes them when somebody does."""
        self._trace.remarks_later(write, self._running.name, *about)

    def show(self, text: str) -> None:
        """Plain text on the error stream, for dump knobs and printing passes; people who ask for it read it as it comes."""
        import sys

        print(text, file=sys.stderr)

    def warn(self, place: Instruction | Function | None, message: str) -> None:
        """Tell the user of something in the program that can't be right, with its place; each text once a compile."""
        function, location = self._where(place) if place is not None else ("", "")
        where = location or (f"function {function}" if function else "")
        said = ("warning", f"{where}: {message}" if where else message)
        if said not in self._trace.diagnostics:
            self._trace.diagnostics.append(said)

    def take_back(self, remarks: list[Remark]) -> None:
        """These remarks of earlier runs are no longer true, or are said anew."""
        if remarks:
            self._trace.take_back(remarks)

    def _where(self, place: Instruction | Function) -> tuple[str, str]:
        """The name of the function that a place is in, and its location."""
        from opencicc.llvm.ir import Instruction

        if not isinstance(place, Instruction):
            return place.name, ""
        if self._function is None:
            return place.parent.parent.name, place.location
        if not self._function_name:
            self._function_name = self._function.name
        return self._function_name, place.location
