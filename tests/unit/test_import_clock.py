"""--time-passes charges nobody for imports: a clock that only imports advance says so."""

from __future__ import annotations

import builtins
import threading
from pathlib import Path

import pytest

from opencicc.compiler import import_clock
from opencicc.compiler.import_clock import ImportClock
from opencicc.trace import Trace


class FakeTime:
    """Stands still unless it is told to go on."""

    now = 0.0

    def perf_counter(self) -> float:
        return self.now


@pytest.fixture
def clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeTime:
    fake = FakeTime()
    monkeypatch.setattr(import_clock, "time", fake)
    monkeypatch.setattr("opencicc.trace.time", fake)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(builtins, "fake_time", fake, raising=False)
    (tmp_path / "slow_inner_module.py").write_text("import builtins\nbuiltins.fake_time.now += 2\n")
    (tmp_path / "slow_outer_module.py").write_text(
        "import builtins\nbuiltins.fake_time.now += 1\nimport slow_inner_module\n"
    )
    return fake


@pytest.fixture(autouse=True)
def forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    for name in ("slow_outer_module", "slow_inner_module"):
        monkeypatch.delitem(sys.modules, name, raising=False)


def test_a_span_is_its_own_work_alone(clock: FakeTime) -> None:
    trace = Trace()
    with ImportClock() as imports:
        trace.aside = imports.now_us
        with trace.span("pass", "licm"):
            clock.now += 5
            __import__("slow_outer_module")
    assert trace.events[0].duration_us == pytest.approx(5e6)
    assert imports.spent_us == pytest.approx(3e6)  # what an import imports is counted once


def test_without_the_clock_imports_are_charged(clock: FakeTime) -> None:
    trace = Trace()
    with trace.span("pass", "licm"):
        __import__("slow_outer_module")
    assert trace.events[0].duration_us == pytest.approx(3e6)


def test_the_hook_goes_with_the_last_clock_and_other_threads_are_left_alone(clock: FakeTime) -> None:
    plain = builtins.__import__
    with ImportClock() as outer:
        with ImportClock() as inner:
            assert builtins.__import__ is not plain
        thread = threading.Thread(target=__import__, args=("slow_outer_module",))
        thread.start()
        thread.join()
        assert builtins.__import__ is not plain
    assert builtins.__import__ is plain
    assert (outer.spent_us, inner.spent_us) == (0, 0)
