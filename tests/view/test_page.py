"""The page file: made of the trace alone, whole by itself, and refused in words where the trace is no good."""

from __future__ import annotations

import base64
import json
import re
import zlib
from pathlib import Path
from typing import Any

import pytest

from opencicc.view.page import HOME, SCRIPTS
from tests.shell import opencicc
from tests.support import EXAMPLES

MATMUL = str(EXAMPLES / "tiled_matmul.ll")


def data_of(page: Path) -> dict[str, Any]:
    packed = re.search(r'<script id="trace"[^>]*>([^<]*)</script>', page.read_text())
    assert packed
    return json.loads(zlib.decompress(base64.b64decode(packed[1])))


def test_view_of_a_trace_is_the_view_of_the_compile(tmp_path: Path) -> None:
    page, again, trace = tmp_path / "k.html", tmp_path / "again.html", tmp_path / "k.trace"
    assert opencicc("view", MATMUL, "-arch=sm_90", f"--trace={trace}", "-o", str(page)).code == 0
    assert opencicc("view", str(trace), "-o", str(again)).code == 0
    assert again.read_bytes() == page.read_bytes()


def test_without_o_the_page_is_called_after_the_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert opencicc("view", str(EXAMPLES / "saxpy.ll"), "-arch=sm_90").code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["saxpy.html"]


def test_html_leaves_the_output_as_it_is(tmp_path: Path) -> None:
    plain = opencicc(MATMUL, "-arch=sm_90", "-o", "-")
    page = tmp_path / "k.html"
    watched = opencicc(MATMUL, "-arch=sm_90", f"--html={page}", "-o", "-")
    assert watched.out == plain.out
    data = data_of(page)
    assert data["ptx"] == plain.out
    assert data["kernels"][0]["name"] == "tiled_matmul"


def test_the_page_needs_nothing_else(tmp_path: Path) -> None:
    page = tmp_path / "k.html"
    opencicc("view", MATMUL, "-arch=sm_90", "-o", str(page))
    text = re.sub(r'(<script id="trace"[^>]*>)[^<]*', r"\1", page.read_text())
    assert set(re.findall(r"\bhttps?://[^\"'\s)]+", text)) == {"http://www.w3.org/2000/svg"}  # a name, not an address
    assert not re.search(r"<(?:script|img|iframe)[^>]*\ssrc=|@import|url\(|\bfetch\(|XMLHttpRequest", text)
    assert re.findall(r"<link[^>]*href=\"([^\"]*)", text) == ["data:,"]


def test_every_script_is_in_the_page() -> None:
    assert sorted(SCRIPTS) == sorted(path.name for path in HOME.glob("*.js"))


def test_source_that_ends_a_script_does_no_harm(tmp_path: Path) -> None:
    module, page = tmp_path / "k.ll", tmp_path / "k.html"
    module.write_text("; </script><script>alert(1)</script>\n" + (EXAMPLES / "saxpy.ll").read_text())
    assert opencicc("view", str(module), "-arch=sm_90", "-o", str(page)).code == 0
    assert "alert(1)" not in page.read_text()
    assert "alert(1)" in data_of(page)["sources"][0]["text"]


def test_ptx_can_be_looked_at(tmp_path: Path) -> None:
    ptx, page = tmp_path / "k.ptx", tmp_path / "k.html"
    opencicc(MATMUL, "-arch=sm_80", "-o", str(ptx))
    assert opencicc("view", str(ptx), "-o", str(page)).code == 0
    data = data_of(page)
    assert data["header"]["target"] == "sm_80"
    assert data["pressure"][0]["points"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"schema": "opencicc-trace", "version": 1}\n{"kind": "pa', "this line of the trace is not JSON"),
        ('{"schema": "opencicc-trace", "version": 9}\n', "the trace has version 9, known here is 1"),
    ],
)
def test_a_bad_trace_is_refused_in_words(tmp_path: Path, text: str, said: str) -> None:
    trace = tmp_path / "k.trace"
    trace.write_text(text)
    done = opencicc("view", str(trace), "-o", str(tmp_path / "k.html"))
    assert done.code and said in done.err and not (tmp_path / "k.html").exists()


def test_a_trace_without_texts_makes_a_page_too(tmp_path: Path) -> None:
    trace, page = tmp_path / "k.trace", tmp_path / "k.html"
    opencicc(MATMUL, "-arch=sm_90", f"--trace={trace}", "-o", str(tmp_path / "k.ptx"))
    assert opencicc("view", str(trace), "-o", str(page)).code == 0
    assert data_of(page)["ir"] == []


def test_view_wants_a_file() -> None:
    done = opencicc("view")
    assert done.code == 2 and "view needs a file" in done.err
