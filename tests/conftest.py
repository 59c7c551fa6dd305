"""Turns each RUN line of tests/ir/*.ll and tests/machine/*.ptx into a test item.

    ; RUN: opencicc %s --emit=ll -o - | filecheck %s

Every line is a test of its own and uses lit's syntax (tests/lit.cfg.py lets plain lit run the same files). `%s` is the
file, `%S` its folder, `%t` a name for a temporary file; a backslash at the end continues on the next RUN line.
This file also puts tests/ on the import path, for support.py and shell.py.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.shell import MARKERS, environment, run_line, run_lines

# No test depends on how busy the machine is.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")

# A test compiles what it compiles: nothing comes from a cache that it does not name.
os.environ["OPENCICC_CACHE"] = "off"

FOLDERS = ("ir", "machine")
TESTS = Path(__file__).resolve().parent
# What our passes declare is checked, and the module verified after every step; `env` in a RUN line can switch it off.
STRICT = {"OPENCICC_STRICT_PASSES": "1", "OPENCICC_VERIFY_EACH": "1"}


def pytest_collect_file(parent: pytest.Collector, file_path: Path) -> pytest.Collector | None:
    if file_path.suffix not in MARKERS or file_path.parent not in [TESTS / folder for folder in FOLDERS]:
        return None
    return CheckedFile.from_parent(parent, path=file_path)


class CheckedFile(pytest.File):
    """A file with RUN lines."""

    def collect(self) -> Iterator[pytest.Item]:
        lines = run_lines(self.path)
        if not lines:
            raise self.CollectError(f"{self.path} has no RUN line")
        for number, line in lines:
            yield CheckedLine.from_parent(self, name=f"line {number}", line=line)


class CheckedLine(pytest.Item):
    """One RUN line."""

    def __init__(self, *, line: str, **rest: object) -> None:
        super().__init__(**rest)  # type: ignore[arg-type]
        self.line = line

    def runtest(self) -> None:
        factory = self.config._tmp_path_factory  # type: ignore[attr-defined] # the factory of tmp_path: items have no fixtures
        with environment(STRICT):
            outcome = run_line(self.line, self.path, factory.mktemp("run") / "t")
        if outcome.code:
            raise RunLineFailed(f"{self.line}\nexit code {outcome.code}\n{outcome.err}{outcome.out[:4000]}")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, RunLineFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, f"{self.path.name}: {self.line}"


class RunLineFailed(Exception):
    """A command of the line failed; the text has its words."""
