"""Loading, checking and timing kernels, on a device without hardware."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from benchmarks import kernel_set as ks
from benchmarks.gpu import measure
from tests.benchmarks.fake_device import Code, FakeDevice


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    return [np.arange(8, dtype=np.int32), np.int32(5)]


LAUNCH = ks.Launch((1, 1, 1), (8, 1, 1))
CASE = ks.KernelCase(
    name="add_in_place",
    styles=(),
    launches={"small": LAUNCH, "full": LAUNCH},
    make_args=make_args,
    outputs=(0,),
    reference=lambda args: [ks.array_arg(args, 0) + ks.int_arg(args, 1)],
    tolerances=(ks.EXACT,),
    bounds={},
    stack_bytes=4096,
)


def adding(milliseconds: float, extra: int = 0) -> Code:
    def run(device: FakeDevice, parameters: Sequence[bytes]) -> float:
        memory = device.memory[int.from_bytes(parameters[0], "little")]
        values = np.frombuffer(bytes(memory), np.int32) + int.from_bytes(parameters[1], "little") + extra
        memory[:] = values.astype(np.int32).tobytes()
        return milliseconds

    return run


def run(code: dict[bytes, Code], images: dict[str, bytes]) -> tuple[FakeDevice, dict[str, Any], list[dict[str, Any]]]:
    device, events = FakeDevice(code), []  # type: ignore[var-annotated]
    args = CASE.arguments("small")
    outputs = measure.run_on_device(CASE, args, images, "small", device, events.append, repetitions=6)
    measure.check_outputs(CASE, outputs, CASE.reference(args), events.append)
    return device, {e["compiler"]: e for e in events if e["event"] == "checked"}, events


def test_right_and_wrong_results_are_told_apart() -> None:
    code = {b"good": adding(1.0), b"bad": adding(1.0, extra=1)}
    device, checked, _ = run(code, {"nvcc": b"good", "clang": b"bad"})
    assert checked["nvcc"]["agrees"] and not checked["clang"]["agrees"]
    assert checked["clang"]["verdicts"][0]["wrong"] == 8
    assert checked["clang"]["apart_from_first"][0]["wrong"] == 8
    assert device.stack_bytes == 4096


def test_every_launch_finds_the_data_it_needs() -> None:
    """The kernel changes its input: without restoring, the second compiler would be wrong."""
    _, checked, _ = run({b"a": adding(1.0), b"b": adding(1.0)}, {"nvcc": b"a", "clang": b"b"})
    assert all(event["agrees"] for event in checked.values())


def test_compilers_take_turns_and_the_first_is_measured_twice() -> None:
    device, _, events = run({b"a": adding(1.0), b"b": adding(3.0)}, {"nvcc": b"a", "clang": b"b"})
    timed = next(event for event in events if event["event"] == "timed")
    assert timed["times_us"] == {
        "nvcc": pytest.approx([1000.0] * 6),
        "clang": pytest.approx([3000.0] * 6),
        "nvcc (again)": pytest.approx([1000.0] * 6),
    }
    assert device.launched[2:8] == [b"a", b"b", b"a", b"b", b"a", b"a"]  # the second round starts one later


def test_code_that_does_not_load_is_refused_with_the_log() -> None:
    _, checked, events = run({b"a": adding(1.0)}, {"nvcc": b"a", "clang": b"broken"})
    refused = [event for event in events if event["event"] == "refused"]
    assert [event["compiler"] for event in refused] == ["clang"]
    assert "syntax error" in refused[0]["error"]
    assert list(checked) == ["nvcc"]


def test_who_runs_is_known_before_it_runs() -> None:
    _, _, events = run({b"a": adding(1.0), b"b": adding(1.0)}, {"nvcc": b"a", "clang": b"b"})
    told = [(event["event"], event["compiler"]) for event in events[:5]]
    assert told == [("begin", "nvcc"), ("end", "nvcc"), ("begin", "clang"), ("end", "clang"), ("begin", None)]


def test_slow_kernels_get_fewer_rounds() -> None:
    assert measure.rounds_for({"nvcc": 0.1, "clang": 0.1}, 15) == 15
    assert measure.rounds_for({"nvcc": 60.0, "clang": 60.0}, 15) == 8
    assert measure.rounds_for({"nvcc": 900.0}, 15) == 5
    assert measure.rounds_for({}, 15) == 15
