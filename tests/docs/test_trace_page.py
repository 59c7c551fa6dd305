"""docs/trace.md and trace.py name every kind of event that the code makes, and the page every key of a real trace."""

from __future__ import annotations

import json
import re
from pathlib import Path

from opencicc import trace
from tests.shell import opencicc
from tests.support import EXAMPLES, REPOSITORY

PAGE = (REPOSITORY / "docs" / "trace.md").read_text()
MAKERS = re.compile(r'(?:\.span\(|trace\.add\(|Event\(|"kind": |\["kind"\] = )"([a-z-]+)"')
# Two functions, one of them called: phases, passes and remarks; an old debug version: a diagnostic.
MODULE = """target triple = "nvptx64-nvidia-cuda"
define i32 @twice(i32 %x) {
  %y = add i32 %x, %x
  ret i32 %y
}
define ptx_kernel void @k(ptr %p) {
  %v = load i32, ptr %p
  %w = call i32 @twice(i32 %v)
  store i32 %w, ptr %p
  ret void
}
!llvm.dbg.cu = !{}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"Debug Info Version", i32 1}
"""


def documented() -> dict[str, set[str]]:
    """The table's rows: kind, or 'header', to the words in code style."""
    rows = re.findall(r"^\| (?:`kind: ([a-z-]+)`|(header)) \| (.*) \|$", PAGE, re.MULTILINE)
    return {kind or header: set(re.findall(r"`([a-z_]+)`", text)) for kind, header, text in rows}


def keys_in(value: object) -> set[str]:
    """The keys of objects inside a value, but for names of functions and what ptxas and remarks say."""
    if isinstance(value, list):
        return {key for one in value for key in keys_in(one)}
    if not isinstance(value, dict):
        return set()
    return {key for name, one in value.items() for key in (name, *keys_in(one))}


def test_every_kind_that_the_code_makes_is_known() -> None:
    sources = (REPOSITORY / "src" / "opencicc").rglob("*.py")
    made = {kind for path in sources if path.parent.name != "machine" for kind in MAKERS.findall(path.read_text())}
    assert made == set(trace.KINDS)


def test_the_page_and_the_module_list_every_kind() -> None:
    assert set(documented()) == {"header", *trace.KINDS}
    listed = re.findall(r"^    ([a-z-]+)  ", trace.__doc__ or "", re.MULTILINE)
    assert listed == list(trace.KINDS)


def test_the_page_lists_every_key_of_a_real_trace(tmp_path: Path) -> None:
    (tmp_path / "k.ll").write_text(MODULE)
    path = tmp_path / "trace.json"
    seen = set()
    parts = [str(REPOSITORY / "tests" / "concurrent" / "mixed.ll"), "-force-concurrent"]
    everything = [str(EXAMPLES / "tiled_matmul.ll"), "--trace-all"]
    for words in ([str(tmp_path / "k.ll"), "--pass-limit=9"], everything, parts):
        opencicc(
            *words, "-arch=sm_90", f"--trace={path}", "--remarks=" + str(tmp_path / "r"), "-o", str(tmp_path / "o")
        )
        for row in map(json.loads, path.read_text().splitlines()):
            kind = row.pop("kind", "header")
            seen.add(kind)
            assert set(row) <= documented()[kind], row
            for key in ("data", "occupancy", "values"):
                assert all(f"`{inside}`" in PAGE for inside in keys_in(row.get(key))), row
    assert seen == {"header", *trace.KINDS}
