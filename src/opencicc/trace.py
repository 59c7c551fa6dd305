"""What ran, how long it took, what it decided and why: the record of one compile.

The trace file is JSON lines. The first line is `{"schema": "opencicc-trace", "version": 1, ...}`;
every further line has a `kind`:

    stage          name, start_us, duration_us: read, lnk, opt, llc, describe
    phase          the same, of a phase of the pass pipeline within opt
    part           the same, of a part of a module that was cut, with who compiled it in `data`
    pass           the same, with changed, and `data` of its own
    left-out       the same, a step that --pass-limit left out, with its number in `data`
    idle           the same, a step that stands in the pipeline and was not run here, with the reason in `data`
    remark         remark (passed, missed, analysis), pass, name, function, location, message, args
    diagnostic     severity (error, warning, note), message
    note           message: what the driver wants the reader to know
    text           lines: texts that `ir` rows refer to by number, in the order in which they come
    ir             step, function, runs: a function as a step left it
    source         file, text: what locations refer to
    ptx            text
    sass           function, lines: what ptxas made of it, or why there is none
    kernel         name, ptxas's figures, launch bounds, occupancy
    pressure       name, points, values: registers alive along the PTX
    names          names: mangled names as people write them

The kinds from `text` on are only there when they were asked for (--trace-all, --html).

A reader ignores kinds and keys it does not know; `version` is raised when a meaning changes. docs/trace.md has every key.
"""

from __future__ import annotations

import time

from opencicc.record import as_dict, record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    Fields = tuple[
        str, str, float, float, bool | None, dict[str, object]
    ]  # of a Span: start and end in seconds of the clock
    # Who writes remarks, the pass, and what they are about.
    Late = tuple[Callable[..., Sequence["Remark"]], str, tuple[object, ...]]

SCHEMA = "opencicc-trace"
SCHEMA_VERSION = 1
KINDS = (
    *("stage", "phase", "part", "pass", "left-out", "idle", "remark", "diagnostic", "note"),
    *("text", "ir", "source", "ptx", "sass", "kernel", "pressure", "names"),
)
LOOKED = "look:"  # llvm/native.py
LOOKED_AT_LOOPS = "look:loops@"  # for the unroller


@record
class Event:
    """A stage or a pass that ran."""

    kind: str
    name: str
    start_us: float
    duration_us: float
    changed: bool | None = None
    data: dict[str, object] | None = None


@record
class Remark:
    """One decision in words: `remark` is passed, missed or analysis, as in LLVM."""

    remark: str
    pass_name: str
    name: str
    function: str
    message: str
    location: str = ""
    args: tuple[tuple[str, str], ...] = ()


class Steps:
    """Native steps that ran together: an event each, which most compiles have no reader for.

    Among them may be first looks of passes of ours that found nothing, with a mark before the name: these did not run.
    """

    __slots__ = ("end_us", "facts", "names")

    def __init__(self, names: tuple[str, ...], facts: bytes, end_us: float) -> None:
        self.names = names
        self.facts = facts
        self.end_us = end_us

    def events(self) -> list[Event]:
        from struct import iter_unpack

        made = []
        for marked, (nanoseconds, runs, changes, skips) in zip(self.names, iter_unpack("4q", self.facts), strict=True):
            name = "loop-unroll" if marked.startswith(LOOKED_AT_LOOPS) else marked.removeprefix(LOOKED)
            duration_us = nanoseconds / 1000
            data: dict[str, object] = {"runs": runs, "changes": changes, "skips": skips}
            made.append(Event("pass", name, self.end_us - duration_us, duration_us, changes > 0, data))
        return made


class Trace:
    """Collects events in order; appending is safe from several threads."""

    def __init__(self) -> None:
        self.origin = time.perf_counter()
        self._events: list[Event | Steps | Fields] = []  # as they came: most compiles have no reader for them
        self._remarks: list[Remark | Late] = []
        self._taken_back: set[int] = set()
        self.diagnostics: list[tuple[str, str]] = []
        self.notes: list[str] = []
        self.steps = 0  # of a watched run: how many were counted
        self.running_step = 0  # the one that runs now; 0 between steps and in a run that nobody watches
        self.rows: list[dict[str, object]] = []  # of the trace file as they are: texts, where they were asked for
        self.lines: object = None  # the numbers of the lines in those texts (pipeline/run/ir_record.py)
        self._steps_of: dict[int, int] = {}  # the step that made a remark, by its id
        self._llvm_remarks: list[tuple[int, int]] = []  # (step, LLVM's remarks by its end)
        self.aside: Callable[[], float] | None = None  # microseconds spent on what no span is charged for
        self.stored_times: dict[str, dict[str, float]] | None = None  # of a result that was kept, without its events

    def __getstate__(self) -> dict[str, object]:
        """For another process, which may not have loaded who writes late remarks."""
        return {**vars(self), "_remarks": self.remarks, "_taken_back": set()}

    def span(self, kind: str, name: str, **data: object) -> Span:
        return Span(self, kind, name, data)

    def add(self, kind: str, name: str, duration_us: float, *, changed: bool, data: dict[str, object]) -> None:
        """An event that was timed elsewhere and ended about now."""
        now_us = (time.perf_counter() - self.origin) * 1e6
        self._events.append(Event(kind, name, now_us - duration_us, duration_us, changed, data))

    def add_steps(self, names: tuple[str, ...], facts: bytes) -> None:
        """Native steps that ended about now; `facts` are nanoseconds, runs, changes and skips of each, 64 bits wide."""
        self._events.append(Steps(names, facts, (time.perf_counter() - self.origin) * 1e6))

    @property
    def events(self) -> list[Event]:
        """All of them; a list to append to."""
        if any(type(event) is not Event for event in self._events):
            self._events = [event for kept in self._events for event in _events_of(kept, self.origin)]
        return self._events  # type: ignore[return-value]

    @events.setter
    def events(self, events: list[Event]) -> None:
        self._events = [*events]

    @property
    def remarks(self) -> list[Remark]:
        """All of them, in a list that may be read."""
        if self._taken_back or any(type(remark) is tuple for remark in self._remarks):
            kept = [one for one in self._remarks if id(one) not in self._taken_back]
            self._remarks = [remark for one in kept for remark in _written(one)]
            self._taken_back = set()
        return self._remarks  # type: ignore[return-value]

    @remarks.setter
    def remarks(self, remarks: list[Remark]) -> None:
        self._remarks, self._taken_back = [*remarks], set()

    def has_remarks_of(self, pass_name: str) -> bool:
        """Has a pass said anything?"""
        return pass_name in [one.pass_name if isinstance(one, Remark) else one[1] for one in self._remarks]

    def remark(self, remark: Remark) -> None:
        self._remarks.append(remark)
        if self.running_step:
            self._steps_of[id(remark)] = self.running_step

    def remarks_later(self, write: Callable[..., Sequence[Remark]], pass_name: str, *about: object) -> None:
        """Remarks that `write(pass_name, *about)` makes when somebody reads them; what they are about must not change."""
        if self.running_step:
            for remark in write(pass_name, *about):
                self.remark(remark)
        else:
            self._remarks.append((write, pass_name, about))

    def end_step(self, llvm_remarks: int) -> None:
        """A watched step ended, by which LLVM had made so many remarks: they are collected after all steps."""
        self._llvm_remarks.append((self.running_step, llvm_remarks))
        self.running_step = 0

    def llvm_remark(self, remark: Remark, number: int) -> None:
        """LLVM's remark of this number."""
        self._remarks.append(remark)
        step = next((step for step, count in self._llvm_remarks if number < count), 0)
        if step:
            self._steps_of[id(remark)] = step

    def take_back(self, remarks: Iterable[Remark]) -> None:
        """Forget these very remarks, not equal ones; when they are read, because there may be many and often."""
        self._taken_back.update(map(id, remarks))

    def note(self, message: str) -> None:
        self.notes.append(message)

    def times(self, kind: str) -> dict[str, float]:
        """Microseconds by name, summed over all events of a kind."""
        if self.stored_times is not None:
            return self.stored_times.get(kind, {})
        sums: dict[str, float] = {}
        for event in self.events:
            if event.kind == kind:
                sums[event.name] = sums.get(event.name, 0.0) + event.duration_us
        return sums

    def json_lines(self, header: dict[str, object]) -> str:
        import json

        rows: list[dict[str, object]] = [{"schema": SCHEMA, "version": SCHEMA_VERSION, **header}]
        rows += [{k: v for k, v in as_dict(e).items() if v is not None} for e in self.events]
        rows += [self._remark_row(r) for r in self.remarks]
        rows += [{"kind": "diagnostic", "severity": s, "message": m} for s, m in self.diagnostics]
        rows += [{"kind": "note", "message": m} for m in self.notes]
        rows += self.rows
        return "".join(json.dumps(row) + "\n" for row in rows)

    def _remark_row(self, remark: Remark) -> dict[str, object]:
        row = as_dict(remark)
        row["kind"] = "remark"
        row["pass"] = row.pop("pass_name")
        row["args"] = dict(remark.args)
        step = self._steps_of.get(id(remark))
        return {**row, "step": step} if step else row


def _written(remark: Remark | Late) -> Sequence[Remark]:
    if isinstance(remark, Remark):
        return (remark,)
    write, pass_name, about = remark
    return write(pass_name, *about)


def _events_of(kept: Event | Steps | Fields, origin: float) -> list[Event]:
    if isinstance(kept, Steps):
        return kept.events()
    if isinstance(kept, Event):
        return [kept]
    kind, name, start, end, changed, data = kept
    return [Event(kind, name, (start - origin) * 1e6, (end - start) * 1e6, changed, data or None)]


class Span:
    """Times a `with` block; set `changed` and `data` inside."""

    __slots__ = ("aside_us", "changed", "data", "kind", "name", "start", "trace")

    def __init__(self, trace: Trace, kind: str, name: str, data: dict[str, object]) -> None:
        self.trace = trace
        self.kind = kind
        self.name = name
        self.data = data
        self.changed: bool | None = None
        self.start = 0.0
        self.aside_us = 0.0

    def __enter__(self) -> Span:
        if self.trace.aside is not None:
            self.aside_us = self.trace.aside()
        self.start = time.perf_counter()
        return self

    def __exit__(self, *_: object) -> None:
        end, record = time.perf_counter(), self.trace
        if record.aside is not None:
            end = max(end - (record.aside() - self.aside_us) / 1e6, self.start)
        record._events.append((self.kind, self.name, self.start, end, self.changed, self.data))
