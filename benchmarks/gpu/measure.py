"""One kernel from several compilers on one device: every result kept for checking, launches timed in turn."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from benchmarks.gpu.driver import Device, DriverError, Kernel
from benchmarks.kernel_set import (
    Argument,
    Array,
    Expected,
    KernelCase,
    Scale,
    arrays_of,
    check,
    compare,
    pack_arguments,
)

# Written between launches, so that no launch finds its data in a cache another launch filled: several times the L2.
FLUSH_BYTES = 256 << 20
REPETITIONS = 15
# One kernel's timed launches together take about this long at most.
BUDGET_MS = 1500.0
AGAIN = " (again)"

Report = Callable[[dict[str, Any]], None]


@dataclass
class Buffers:
    """The launch data on the device; outputs also in a pristine copy, because a launch may change what it reads."""

    device: Device
    case: KernelCase
    args: Sequence[Argument]
    addresses: dict[int, int] = field(default_factory=dict)
    pristine: dict[int, int] = field(default_factory=dict)
    flush: int = 0

    def upload(self) -> None:
        for array in arrays_of(self.args):
            self.addresses[id(array)] = self.device.allocate(array.nbytes)
            self.device.upload(self.addresses[id(array)], np.ascontiguousarray(array))
        for array in self.outputs():
            self.pristine[id(array)] = self.device.allocate(array.nbytes)
            self.device.copy(self.pristine[id(array)], self.addresses[id(array)], array.nbytes)
        self.flush = self.device.allocate(FLUSH_BYTES)

    def outputs(self) -> list[Array]:
        chosen = (self.args[position] for position in self.case.outputs)
        return [arg for arg in chosen if isinstance(arg, np.ndarray)]

    def parameters(self) -> list[bytes]:
        return pack_arguments(self.args, lambda array: self.addresses[id(array)])

    def restore(self) -> None:
        for array in self.outputs():
            self.device.copy(self.addresses[id(array)], self.pristine[id(array)], array.nbytes)

    def download(self) -> list[Array]:
        results = []
        for array in self.outputs():
            result = np.empty_like(array, order="C")
            self.device.download(self.addresses[id(array)], result)
            results.append(result)
        return results


def launch_once(buffers: Buffers, kernel: Kernel, scale: Scale) -> tuple[int, int]:
    """Restored data, cold caches, then one launch between two events."""
    device = buffers.device
    buffers.restore()
    device.fill(buffers.flush, FLUSH_BYTES)
    start = device.mark()
    device.launch(kernel, buffers.case.launches[scale], buffers.parameters())
    return start, device.mark()


def run_first(
    buffers: Buffers, images: Mapping[str, bytes], scale: Scale, report: Report
) -> tuple[dict[str, Kernel], dict[str, list[Array]], dict[str, float]]:
    """Loads and launches each compiler's code once. `report` hears of each before it runs: a fault ends the process."""
    kernels, outputs, times = {}, {}, {}
    launch = buffers.case.launches[scale]
    for compiler, image in images.items():
        report({"event": "begin", "compiler": compiler})
        try:
            kernel = buffers.device.load(image, buffers.case.entry, launch.shared_bytes)
        except DriverError as error:
            report({"event": "refused", "compiler": compiler, "error": str(error)})
            continue
        start, end = launch_once(buffers, kernel, scale)
        buffers.device.synchronize()
        times[compiler] = buffers.device.milliseconds(start, end)
        outputs[compiler], kernels[compiler] = buffers.download(), kernel
        facts = {"registers": kernel.registers, "local_bytes": kernel.local_bytes}
        report({"event": "end", "compiler": compiler, **facts})
    return kernels, outputs, times


def rounds_for(times: Mapping[str, float], repetitions: int) -> int:
    """Fewer rounds for slow kernels, but at least five."""
    per_round = sum(times.values()) + max(times.values(), default=0.0) + 0.2 * (len(times) + 1)
    return max(5, min(repetitions, int(BUDGET_MS / per_round)))


def time_in_turn(buffers: Buffers, kernels: Mapping[str, Kernel], scale: Scale, rounds: int) -> dict[str, list[float]]:
    """Microseconds of every launch. All compilers take turns, the first one twice, and each round starts with another."""
    contestants = list(kernels.items())
    if contestants:
        contestants.append((contestants[0][0] + AGAIN, contestants[0][1]))
    marks: dict[str, list[tuple[int, int]]] = {name: [] for name, _ in contestants}
    for turn in range(rounds):
        for place in range(len(contestants)):
            name, kernel = contestants[(turn + place) % len(contestants)]
            marks[name].append(launch_once(buffers, kernel, scale))
    buffers.device.synchronize()
    return {name: [1000 * buffers.device.milliseconds(*pair) for pair in pairs] for name, pairs in marks.items()}


def run_on_device(
    case: KernelCase,
    args: Sequence[Argument],
    images: Mapping[str, bytes],
    scale: Scale,
    device: Device,
    report: Report,
    repetitions: int = REPETITIONS,
) -> dict[str, list[Array]]:
    """The part that needs the GPU: outputs per compiler; times go to `report`."""
    if case.stack_bytes:
        device.set_stack_bytes(case.stack_bytes)
    buffers = Buffers(device, case, args)
    buffers.upload()
    kernels, outputs, first_times = run_first(buffers, images, scale, report)
    report({"event": "begin", "compiler": None})
    times = time_in_turn(buffers, kernels, scale, rounds_for(first_times, repetitions))
    report({"event": "timed", "gpu": device.name(), "times_us": times})
    return outputs


def check_outputs(
    case: KernelCase, outputs: Mapping[str, list[Array]], expected: Sequence[Expected] | None, report: Report
) -> None:
    """Every compiler against the reference, where there is one, and in full against the first compiler."""
    first: list[Array] | None = None
    for compiler, results in outputs.items():
        verdicts = check(case, results, expected) if expected is not None else []
        viewed = case.view(list(results))
        first = viewed if first is None else first
        pairs = zip(viewed, first, case.tolerances, strict=True)
        apart = [compare(mine, other, tolerance) for mine, other, tolerance in pairs]
        report(
            {
                "event": "checked",
                "compiler": compiler,
                "agrees": all(verdict.agrees for verdict in verdicts) and all(verdict.agrees for verdict in apart),
                "verdicts": [vars(verdict) for verdict in verdicts],
                "apart_from_first": [vars(verdict) for verdict in apart],
            }
        )


def median(values: Sequence[float]) -> float:
    return float(statistics.median(values))
