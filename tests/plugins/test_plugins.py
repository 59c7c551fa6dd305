"""Passes of other packages: found by entry point, placed by position, named when broken."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import opencicc
from opencicc.llvm.ir import Function
from opencicc.passes import registry
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.bodies import PLUGINS
from opencicc.pipeline import plugins

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLE = (ROOT / "examples" / "ir" / "tiled_matmul.ll").read_text()


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, EntryPoint]]:
    """Entry points as if packages had been installed; the example plugin is one of them."""
    monkeypatch.syspath_prepend(str(ROOT / "examples" / "plugin" / "src"))
    points = {"count-loads": EntryPoint("count-loads", "count_loads:PLUGIN", plugins.GROUP)}
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: list(points.values()))
    entered, known = registry._registry(), dict(registry._registry())
    yield points
    sys.modules.pop("count_loads", None)
    entered.clear()  # what was registered here is nobody else's
    entered.update(known)
    PLUGINS.clear()


def compile_with(names: str) -> opencicc.CompileResult:
    return opencicc.compile(EXAMPLE, arch="sm_90", options={"plugins": names, "Rpass-analysis": "."})


def test_the_example_plugin_runs_and_reports(installed: dict[str, EntryPoint]) -> None:
    result = compile_with("count-loads")
    remarks = [remark for remark in result.remarks if remark.pass_name == "count-loads"]
    assert [remark.function for remark in remarks] == ["tiled_matmul"]
    assert "from shared memory" in remarks[0].message
    assert not remarks[0].message.startswith("0 loads")


def test_a_plugin_that_was_not_asked_for_does_nothing(installed: dict[str, EntryPoint]) -> None:
    result = opencicc.compile(EXAMPLE, arch="sm_90", options={"Rpass-analysis": "."})
    assert not [remark for remark in result.remarks if remark.pass_name == "count-loads"]


def test_all_means_every_installed_plugin(installed: dict[str, EntryPoint]) -> None:
    assert any(remark.pass_name == "count-loads" for remark in compile_with("all").remarks)


def test_an_unknown_plugin_is_a_usage_error_with_a_suggestion(installed: dict[str, EntryPoint]) -> None:
    with pytest.raises(opencicc.UsageError, match="no plugin 'count-load'") as caught:
        compile_with("count-load")
    assert "did you mean 'count-loads'" in str(caught.value)


def test_a_plugin_that_fails_to_import_is_named(installed: dict[str, EntryPoint]) -> None:
    installed["broken"] = EntryPoint("broken", "no_such_module_at_all:PLUGIN", plugins.GROUP)
    with pytest.raises(opencicc.UsageError, match="plugin 'broken' can't be loaded") as caught:
        compile_with("broken")
    assert "no_such_module_at_all" in str(caught.value)


def test_an_entry_point_that_is_no_plugin_is_named(installed: dict[str, EntryPoint]) -> None:
    installed["odd"] = EntryPoint("odd", "os:getcwd", plugins.GROUP)
    with pytest.raises(opencicc.UsageError, match="plugin 'odd' is a builtin_function_or_method"):
        compile_with("odd")


def test_a_plugin_whose_pass_fails_is_named(installed: dict[str, EntryPoint], monkeypatch: pytest.MonkeyPatch) -> None:
    @function_pass("always-fails")
    def run(function: Function, ctx: PassContext) -> bool:
        raise ValueError("on purpose")

    module = type(sys)("failing_plugin")
    module.PLUGIN = plugins.Plugin(run)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "failing_plugin", module)
    installed["failing"] = EntryPoint("failing", "failing_plugin:PLUGIN", plugins.GROUP)
    with pytest.raises(opencicc.InternalError, match="pass always-fails failed: ValueError: on purpose"):
        compile_with("failing")


def test_a_plugin_may_not_take_the_name_of_a_known_pass(
    installed: dict[str, EntryPoint], monkeypatch: pytest.MonkeyPatch
) -> None:
    @function_pass("gvn")
    def run(function: Function, ctx: PassContext) -> bool:
        return False

    module = type(sys)("impostor")
    module.PLUGIN = plugins.Plugin(run)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "impostor", module)
    installed["impostor"] = EntryPoint("impostor", "impostor:PLUGIN", plugins.GROUP)
    with pytest.raises(opencicc.UsageError, match="brings a pass 'gvn', a name that is taken"):
        compile_with("impostor")
