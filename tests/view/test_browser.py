"""Pages in a real browser show what the trace says, follow links both ways, and ask for nothing from outside."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from opencicc.view.pack import pack
from tests.shell import opencicc
from tests.support import EXAMPLES, REPOSITORY
from tests.view.pages import Compiled, open_page

# Small ones, because everything is done with each; the modules are there where clang is not.
MODULES = ("tiled_matmul.ll", "debug_info.ll")
CUDA = (
    *("cholesky_small", "row_interactions", "nbody_tiled", "spmv_csr", "histogram_shared"),
    *("stencil2d_heat", "scan_tiles", "softmax_rows", "chacha20", "reduce_shuffle"),
)
KERNELS = (*MODULES, *CUDA)
Shown = Callable[[str], Compiled]


@pytest.fixture(params=KERNELS)
def kernel(request: pytest.FixtureRequest, shown: Shown) -> Compiled:
    return shown(request.param)


def versions_of(trace: dict[str, Any], step: int) -> list[dict[str, Any]]:
    return [row for row in trace["ir"] if row["step"] == step]


def lines_of(trace: dict[str, Any], row: dict[str, Any]) -> list[str]:
    texts = [trace["texts"][first + i] for first, length in row["runs"] for i in range(length)]
    return [text.split("\x1f")[0] for text in texts]


def test_the_summary_has_the_figures_of_each_kernel(kernel: Compiled) -> None:
    kernel.go("summary")
    assert kernel.texts(".kernel-card dd")[0::8] == [str(row["instructions"]) for row in kernel.trace["kernels"]]
    registers = [str(row["ptxas"]["registers"]) for row in kernel.trace["kernels"] if "ptxas" in row]
    assert kernel.texts(".kernel-card dd")[2::8] == registers or not registers


def test_every_step_is_a_bar_of_the_strip(kernel: Compiled) -> None:
    kernel.go("pipeline")
    steps = [row for row in kernel.trace["events"] if row["kind"] in ("pass", "left-out", "idle")]
    bars = kernel.page.locator(".bar")
    assert bars.count() == len(steps)
    changed = kernel.page.locator(".bar.shrank, .bar.grew, .bar.changed")
    assert changed.count() == sum(bool(row.get("changed")) for row in steps)
    left_out = kernel.page.locator(".bar.left-out")
    assert left_out.count() == sum(row["kind"] != "pass" for row in steps)
    for index in (0, left_out.count() - 1) if left_out.count() else ():
        reasons = {row["data"].get("reason", "") for row in steps if row["kind"] != "pass"}
        assert any(reason in left_out.nth(index).get_attribute("title") for reason in reasons)


def test_clicking_through_the_steps_shows_what_each_did(kernel: Compiled) -> None:
    kernel.go("pipeline")
    steps = [row for row in kernel.trace["events"] if row["kind"] in ("pass", "left-out", "idle")]
    changed = [(index, row) for index, row in enumerate(steps) if row.get("changed")]
    for index, row in changed[:: max(len(changed) // 6, 1)]:
        kernel.page.locator(f'.bar[data-step="{index}"]').click()
        kernel.settle()
        assert row["name"] in kernel.text(".detail h2")
        versions = [one for one in versions_of(kernel.trace, row["data"]["step"]) if one["function"] and one["runs"]]
        if not versions:
            continue
        names = [kernel.trace["names"].get(one["function"], [one["function"]])[0] for one in versions]
        shown_one = versions[names.index(kernel.text(".figure-name dd"))]
        before = [one for one in kernel.trace["ir"] if one["function"] == shown_one["function"]]
        at = before.index(shown_one)
        for key in ("instructions", "blocks", "registers"):
            was = before[at - 1].get(key, 0) if at else 0
            assert kernel.text(f'[data-figure="{key}"] dd').startswith(f"{was} → {shown_one[key]}")


def test_a_diff_has_every_line_that_came(shown: Shown) -> None:
    """Of the step that changed most: whatever is in one version alone is marked, and nothing else."""
    kernel = shown(KERNELS[0])
    trace = kernel.trace
    rows = [row for row in trace["ir"] if row["function"] == trace["kernels"][0]["name"] and "language" not in row]
    row, before = next((b, a) for a, b in pairwise(rows) if a["runs"] != b["runs"])
    index = next(i for i, e in enumerate(all_steps(trace)) if (e.get("data") or {}).get("step") == row["step"])
    kernel.go(f"pipeline/{index}/ir%3A{row['function']}")
    found = kernel.page.evaluate(
        """([before, after]) => diffRows(before, after).map(row => [row.a, row.b, row.kind])""",
        [lines_of(trace, before), lines_of(trace, row)],
    )
    old, new = lines_of(trace, before), lines_of(trace, row)
    assert [a for a, _, _ in found if a >= 0] == list(range(len(old)))
    assert [b for _, b, _ in found if b >= 0] == list(range(len(new)))
    assert all(old[a] == new[b] for a, b, kind in found if kind == "same")
    assert all(old[a] != new[b] for a, b, kind in found if kind == "edit")
    kinds = {kind for _, _, kind in found}
    assert kinds - {"same"}
    assert kernel.page.locator(".diff-row.edit, .diff-row.add, .diff-row.del").count()


def all_steps(trace: dict[str, Any]) -> list[dict[str, Any]]:
    return [row for row in trace["events"] if row["kind"] in ("pass", "left-out", "idle")]


def test_links_go_both_ways(kernel: Compiled) -> None:
    """From a line of PTX to its source, and from there back: the same line lights up."""
    name = kernel.trace["kernels"][0]["name"]
    span = kernel.page.evaluate("name => ptxSpan(name)", name)
    keys = kernel.page.evaluate("() => model.ptx.keys")
    linked = [at for at in range(span["first"], span["last"]) if keys[at].startswith("0:")]
    if not linked:
        pytest.skip("no instruction of this module comes from a file that is there")
    at = linked[len(linked) // 2]
    kernel.go(f"code/ptx/{name}/{at + 1}")
    line = keys[at].split(":")[1]
    assert kernel.texts(".pane-source .row.current .line-number") == [line]
    assert kernel.texts(".pane-source .row.lit .line-number") == [line]
    assert kernel.page.locator(".pane-ir .row.lit").count() or f"{line} of" in kernel.text(".status")
    kernel.page.locator(".pane-source .row.current").click()
    kernel.page.wait_for_function("() => location.hash.startsWith('#code/source/0/')")
    kernel.settle()
    lit = kernel.texts(".pane-ptx .row.lit .line-number")
    assert lit and all(keys[int(number) - 1] == keys[at] for number in lit)
    assert f"line {line} of" in kernel.text(".status")
    sass = next((row for row in kernel.trace["sass"] if row.get("function") == name), None)
    if sass is not None:  # nvdisasm may be missing
        offsets = [offset for offset, _, file, number in sass["lines"] if number == int(line) and file.endswith(".cu")]
        assert set(kernel.texts(".pane-sass .row.lit .line-number")) <= set(offsets)
        assert bool(offsets) == bool(kernel.page.locator(".pane-sass .row.lit").count())


def test_pointing_at_a_line_lights_up_the_others(shown: Shown) -> None:
    kernel = shown("debug_info.ll")
    kernel.go("code/source/0/1")
    first = kernel.page.locator(".pane-ir .row.linked").first
    first.hover()
    assert "lit" in first.get_attribute("class")


def test_the_curve_peaks_where_the_trace_says(kernel: Compiled) -> None:
    row = kernel.trace["pressure"][0]
    kernel.go(f"registers/{row['name']}")
    line, registers = row["points"][row["peak"]]
    assert registers == max(units for _, units in row["points"])
    assert f"peak {registers} at PTX line {line}" in kernel.page.locator(".chart svg").inner_html()
    assert kernel.text(".registers .row.current .line-number") == str(line)
    alive = [value for value in row["values"] if any(a <= row["peak"] <= b for a, b in value["ranges"])]
    assert sum(value["units"] for value in alive) == registers
    assert f"{len(alive)} value" in kernel.text(".values h2")
    names = {value["register"] for value in alive}
    assert set(kernel.texts(".value-name")) <= names


def test_decisions_stand_on_their_lines(kernel: Compiled) -> None:
    placed = [one for one in kernel.trace["decisions"] if one["line"] and one["about"] in ("loop", "call")]
    if not placed:
        pytest.skip("no loop and no call of this kernel has a place in the source")
    kernel.go("decisions")
    shown_rows = kernel.page.evaluate(
        "() => groupedDecisions().filter(g => g.source === 0).map(g => [g.line, g.remark.message, g.id])"
    )
    own = {(one["line"], kernel.trace["remarks"][one["remark"]]["message"]) for one in kernel.trace["decisions"]}
    assert {(line, message) for line, message, _ in shown_rows} <= own
    if shown_rows:
        kernel.go(f"decisions/{shown_rows[0][2]}")
        assert kernel.page.locator(".decision-row.current").count() == 1
        assert f":{shown_rows[0][0]}" in kernel.text(".detail .place")


def test_search_finds_and_leads_there(kernel: Compiled) -> None:
    kernel.go("summary")
    kernel.page.keyboard.press("/")
    kernel.page.keyboard.type("sroa")
    kernel.page.locator("#search a").first.click()
    kernel.page.wait_for_function("() => location.hash.startsWith('#pipeline/')")
    kernel.settle()
    assert "sroa" in kernel.text(".detail h2")
    kernel.page.keyboard.press("/")
    kernel.page.keyboard.type("ld.param")
    kernel.page.keyboard.press("Enter")
    kernel.page.wait_for_function("() => location.hash.startsWith('#code/ptx/')")
    kernel.settle()
    assert kernel.text(".pane-ptx .row.current code").strip().startswith("ld.param")


def test_keys_move_through_views_and_steps(shown: Shown) -> None:
    kernel = shown(KERNELS[0])
    kernel.go("summary")
    kernel.page.locator("main").focus()
    kernel.page.keyboard.press("2")
    kernel.settle()
    assert kernel.text("#tabs [aria-current]") == "Pipeline"
    first = kernel.text(".detail h2")
    kernel.page.keyboard.press("j")
    kernel.settle()
    assert kernel.text(".detail h2") != first
    kernel.page.keyboard.press("k")
    kernel.settle()
    assert kernel.text(".detail h2") == first
    theme = kernel.page.locator("html").get_attribute("data-theme")
    kernel.page.keyboard.press("t")
    assert kernel.page.locator("html").get_attribute("data-theme") != theme
    kernel.page.keyboard.press("t")
    kernel.page.keyboard.press("?")
    assert kernel.page.locator("#help[open]").count() == 1
    kernel.page.keyboard.press("Escape")


def test_names_are_demangled(shown: Shown) -> None:
    kernel = shown("rust_style.ll")
    mangled, (short, whole) = next(iter(kernel.trace["names"].items()))
    assert kernel.page.evaluate("name => [shortName(name), wholeName(name)]", mangled) == [short, whole]
    assert "_Z" not in short


def test_a_compile_without_ptx_says_so(browser: Any, tmp_path: Path) -> None:
    page_path = tmp_path / "opt.html"
    saxpy = str(EXAMPLES / "saxpy.ll")
    assert opencicc("opt", saxpy, "--passes=instcombine", f"--html={page_path}", "-o", str(tmp_path / "o.ll")).code == 0
    one = Compiled("saxpy", page_path, {}, [], [])
    one.page = open_page(browser, one)
    one.go("registers")
    assert "stopped before PTX" in one.text("main")
    one.go("code")
    assert "the compile made none" in one.text(".pane-ptx")
    assert one.errors == []
    one.page.close()


def test_machine_passes_show_their_ptx(browser: Any, tmp_path: Path) -> None:
    """nv-remat-block on the PTX of its own tests: a step with registers before and after."""
    source, page_path = REPOSITORY / "tests" / "machine" / "inputs" / "remat.ptx", tmp_path / "m.html"
    trace = tmp_path / "m.trace"
    assert opencicc("view", str(source), f"--trace={trace}", "-o", str(page_path)).code == 0
    one = Compiled("remat", page_path, pack(trace.read_text()), [], [])
    row = next(row for row in one.trace["ir"] if row["step"])
    before = next(other for other in one.trace["ir"] if other["function"] == row["function"])
    assert row["registers"] < before["registers"]
    one.page = open_page(browser, one)
    index = next(i for i, e in enumerate(all_steps(one.trace)) if e["name"] == "nv-remat-block")
    one.go(f"pipeline/{index}/ptx%3A{row['function']}")
    assert one.text('[data-figure="registers"] dd').startswith(f"{before['registers']} → {row['registers']}")
    assert one.page.locator(".diff-row.add, .diff-row.del, .diff-row.edit").count()
    one.page.close()


def test_the_console_is_silent_and_nothing_is_fetched(kernel: Compiled) -> None:
    """Last: all of the above have happened on the same page."""
    assert kernel.errors == []
    assert [url for url in kernel.requests if not url.startswith(("file:", "data:", "blob:"))] == []
    assert kernel.requests[0] == kernel.html.as_uri()
