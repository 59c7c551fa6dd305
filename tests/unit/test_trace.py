"""The trace file: JSON lines with a schema line first, as trace.py documents."""

from __future__ import annotations

import json
import pickle

from opencicc.trace import Event, Remark, Trace


def filled() -> Trace:
    trace = Trace()
    with trace.span("stage", "opt") as stage:
        with trace.span("pass", "sroa", runs=2) as span:
            span.changed = True
        with trace.span("pass", "gvn"):
            pass
        stage.data["functions"] = 3
    trace.remark(Remark("missed", "inline", "NoDefinition", "k", "f not inlined", "k.cu:4:2", (("Callee", "f"),)))
    trace.diagnostics.append(("warning", "odd"))
    trace.note("hello")
    return trace


def rows() -> list[dict[str, object]]:
    return [json.loads(line) for line in filled().json_lines({"target": "sm_90"}).splitlines()]


def test_the_first_line_names_the_schema() -> None:
    assert rows()[0] == {"schema": "opencicc-trace", "version": 1, "target": "sm_90"}


def test_every_further_line_has_a_known_kind() -> None:
    assert [row["kind"] for row in rows()[1:]] == ["pass", "pass", "stage", "remark", "diagnostic", "note"]


def test_events_tell_time_change_and_data() -> None:
    sroa, gvn, stage = rows()[1:4]
    assert (sroa["name"], sroa["changed"], sroa["data"]) == ("sroa", True, {"runs": 2})
    assert set(gvn) == {"kind", "name", "start_us", "duration_us"}
    assert stage["data"] == {"functions": 3}
    assert stage["start_us"] <= sroa["start_us"]  # type: ignore[operator]
    assert stage["duration_us"] >= sroa["duration_us"] >= 0  # type: ignore[operator]


def test_a_remark_has_its_fields() -> None:
    assert rows()[4] == {
        "kind": "remark",
        "remark": "missed",
        "pass": "inline",
        "name": "NoDefinition",
        "function": "k",
        "message": "f not inlined",
        "location": "k.cu:4:2",
        "args": {"Callee": "f"},
    }


def test_times_are_summed_by_name() -> None:
    trace = Trace()
    trace.events += [Event("pass", "gvn", 0, 2), Event("pass", "gvn", 5, 3), Event("stage", "opt", 0, 9)]
    assert trace.times("pass") == {"gvn": 5}
    assert trace.times("stage") == {"opt": 9}


def test_a_span_that_fails_is_still_in_the_trace() -> None:
    trace = Trace()
    try:
        with trace.span("pass", "bad"):
            raise ValueError
    except ValueError:
        pass
    assert [event.name for event in trace.events] == ["bad"]


def written(pass_name: str, what: str) -> Remark:
    return Remark("passed", pass_name, "Done", "k", what)


def test_late_remarks_are_written_when_they_are_read_and_stay_in_order() -> None:
    trace, asked = Trace(), []

    def write(pass_name: str, *texts: str) -> list[Remark]:
        asked.extend(texts)
        return [written(pass_name, what) for what in texts]

    first, gone = written("other", "first"), written("other", "gone")
    trace.remark(first)
    trace.remarks_later(write, "inline", "second", "another")
    trace.remark(gone)
    trace.remarks_later(write, "inline", "third")
    trace.take_back([gone])
    assert trace.has_remarks_of("inline") and not trace.has_remarks_of("remat")
    assert not asked
    assert [remark.message for remark in trace.remarks] == ["first", "second", "another", "third"]
    assert trace.remarks[1] == written("inline", "second")
    assert asked == ["second", "another", "third"]


def test_a_watched_step_writes_its_remarks_at_once() -> None:
    trace = Trace()
    trace.running_step = 7
    trace.remarks_later(lambda *words: [written(*words)], "inline", "seen")
    trace.end_step(0)
    (row,) = [json.loads(line) for line in trace.json_lines({}).splitlines() if '"remark"' in line]
    assert (row["message"], row["step"]) == ("seen", 7)


def test_late_remarks_travel_to_other_processes_as_remarks() -> None:
    trace = Trace()
    trace.remarks_later(lambda pass_name: [written(pass_name, "local")], "inline")  # which can't be pickled
    assert pickle.loads(pickle.dumps(trace)).remarks == [written("inline", "local")]
