"""`opencicc compare`: three pairs whose tables were counted by hand, verdicts, exit codes, JSON and the page."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

from opencicc.compare.judge import parse_tolerance
from opencicc.errors import UsageError
from opencicc.frontend import toolchain
from opencicc.tools import find_tool
from tests.shell import opencicc
from tests.support import EXAMPLES, find_ptxas

FOLDER = Path(__file__).parent
BEFORE, AFTER = str(FOLDER / "before.ptx"), str(FOLDER / "after.ptx")


@pytest.fixture(autouse=True)
def the_same_ptxas(monkeypatch: pytest.MonkeyPatch) -> None:
    """As everywhere in the tests the one of the wheel."""
    if find_ptxas() is not None:
        monkeypatch.setenv("OPENCICC_PTXAS", str(find_ptxas()))


def rows(text: str) -> dict[str, list[str]]:
    """The figures of a table by title: classes are indented further, so their titles do not clash."""
    found = re.findall(
        r"^  (  )?([a-z ()]+?)  +(\S+) +(\S+)(?: +([-+]\S+(?: %)?))?(?:  (better|worse))?$", text, re.MULTILINE
    )
    return {("class " if is_class else "") + title: row for is_class, title, *row in found}


# Counted by hand in the two files; what ptxas says is asked of ptxas itself below.
BY_HAND = {
    "instructions": ["23", "13", "-43.5 %", "better"],
    "class float": ["1", "2", "+100.0 %", ""],
    "class special": ["0", "1", "+1", ""],
    "class integer": ["4", "3", "-25.0 %", ""],
    "class compare": ["1", "0", "-100.0 %", ""],
    "class move": ["2", "1", "-50.0 %", ""],
    "class global": ["2", "2", "", ""],
    "class shared": ["2", "0", "-100.0 %", ""],
    "class parameter": ["6", "2", "-66.7 %", ""],
    "class synchronise": ["1", "1", "", ""],
    "class call": ["1", "0", "-100.0 %", ""],
    "class branch": ["3", "1", "-66.7 %", ""],
    "calls left": ["1", "0", "-100.0 %", "better"],
    "loops left": ["1", "0", "-100.0 %", ""],
}


def test_two_files_written_by_hand() -> None:
    said = opencicc("compare", BEFORE, AFTER)
    assert said.code == 0, said.err
    found = rows(said.out)
    assert {title: row for title, row in found.items() if title in BY_HAND} == BY_HAND
    assert "scale<float, 4>" in said.out and "only in B: another" in said.out
    assert all(len(line) <= 80 for line in said.out.splitlines())
    assert "\x1b" not in said.out


@pytest.mark.ptxas
def test_registers_and_memory_are_ptxas_own_figures() -> None:
    found = rows(opencicc("compare", BEFORE, AFTER).out)
    ptxas = find_ptxas()
    assert ptxas is not None
    said = subprocess.run([ptxas, "-arch=sm_90", "-v", BEFORE, "-o", os.devnull], capture_output=True, text=True)
    assert found["registers"][0] == re.findall(r"Used (\d+) registers", said.stderr)[-1]
    assert found["shared (bytes)"] == ["512", "0", "-100.0 %", "better"]
    assert found["occupancy (warps)"][:2] == ["64", "64"]  # 128 threads and few registers: all of them fit


def test_two_flag_sets_and_the_step_where_they_part() -> None:
    """A stops after the first pass, so B's second is where their ways part; the loop of 16 trips is gone in B."""
    common = ["opencicc --passes=sroa", "opencicc --passes=sroa,loop-unroll-full"]
    said = opencicc("compare", *common, str(EXAMPLES / "tiled_matmul.ll"), "-arch=sm_90")
    assert said.code == 0, said.err
    found = rows(said.out)
    assert found["loops left"][:2] == ["2", "1"]
    assert found["loops unrolled"][:2] == ["0", "1"]
    # One fma and two loads from shared memory in the loop's body, 16 of them without it.
    assert found["class float"][:2] == ["1", "16"]
    assert found["class shared"][0] == "4"
    assert re.search(r"first difference: A changes nothing more; B step \d: loop-unroll-full", said.out)


ADD = """
__global__ void add(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
"""
# One addition; i*4 and three addresses and the index; one test; three conversions to global addresses; three special
# registers read; two loads, a store; four parameters; the branch and the return.
ADD_BY_HAND = {
    "float": 1,
    "integer": 5,
    "compare": 1,
    "convert": 3,
    "move": 3,
    "global": 3,
    "parameter": 4,
    "branch": 2,
}


def has_cuda() -> bool:
    try:
        return bool(toolchain.find_clang() and toolchain.find_headers())
    except Exception:
        return False


@pytest.mark.skipif(
    not has_cuda(), reason="clang 22 or CUDA's headers are missing: `opencicc doctor` says how to get them"
)
@pytest.mark.parametrize("peer", ["nvcc", "clang"])
def test_another_compiler_beside_opencicc(peer: str, tmp_path: Path) -> None:
    if peer == "nvcc" and find_tool("nvcc") is None:
        pytest.skip("nvcc is not installed")
    (tmp_path / "add.cu").write_text(ADD)
    said = opencicc("compare", peer, str(tmp_path / "add.cu"), "-arch=sm_90", "--json")
    assert said.code == 0, said.err
    ((kernel,),) = (one["kernels"] for one in json.loads(said.out))
    assert kernel["name"] == "_Z3addPKfS0_Pfi"
    assert {name: row["a"] for name, row in kernel["classes"].items()} == ADD_BY_HAND
    assert kernel["figures"]["instructions"]["a"] == sum(ADD_BY_HAND.values()) == 22
    assert kernel["figures"]["unrolled"]["a"] is None  # only opencicc tells


def test_another_opencicc_is_run_as_a_program(tmp_path: Path) -> None:
    """As a build of another commit would be: anything called opencicc that takes our words."""
    program = tmp_path / "opencicc"
    program.write_text(
        f'#!/bin/sh\necho "$*" > {tmp_path}/words\nwhile [ "$1" != -o ]; do shift; done\ncp {BEFORE} "$2"\n'
    )
    program.chmod(0o755)
    source = str(EXAMPLES / "saxpy.ll")
    said = opencicc("compare", f"{program} -O2", "opencicc", source, "-arch=sm_90", "--json")
    assert said.code == 0, said.err
    ((kernel,),) = (one["kernels"] for one in json.loads(said.out))
    assert kernel["figures"]["instructions"]["a"] == 23
    assert (tmp_path / "words").read_text().startswith(f"{source} -arch=sm_90 -O2 -o ")


def test_folders_are_compared_file_by_file(tmp_path: Path) -> None:
    for name, source in (("old", BEFORE), ("new", AFTER)):
        (tmp_path / name).mkdir()
        shutil.copy(source, tmp_path / name / "scale.ptx")
        shutil.copy(BEFORE, tmp_path / name / "same.ptx")
    said = opencicc("compare", str(tmp_path / "old"), str(tmp_path / "new"), "--json")
    assert [(one["title"], len(one["kernels"])) for one in json.loads(said.out)] == [("same.ptx", 1), ("scale.ptx", 1)]


def test_a_file_that_the_second_folder_lacks_is_said(tmp_path: Path) -> None:
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
        shutil.copy(BEFORE, tmp_path / name / "same.ptx")
    shutil.copy(AFTER, tmp_path / "old" / "gone.ptx")
    words = ("compare", str(tmp_path / "old"), str(tmp_path / "new"))
    assert [(said.code, said.err) for said in (opencicc(*words), opencicc(*words, "--tolerance=5"))] == [
        (0, f"gone.ptx is missing in {tmp_path}/new\n"),
        (1, f"worse: gone.ptx is missing in {tmp_path}/new\n"),
    ]


@pytest.mark.parametrize(
    ("tolerance", "code"), [("", 0), ("--tolerance=0", 1), ("--tolerance=calls=1000", 1), ("--tolerance=1e9", 1)]
)
def test_worse_than_the_tolerance_is_an_exit_code(tolerance: str, code: int) -> None:
    said = opencicc("compare", AFTER, BEFORE, *filter(None, [tolerance]))
    assert said.code == code
    assert ("worse: scale<float, 4>: instructions 13 -> 23" in said.err) == (
        tolerance in ("--tolerance=0", "--tolerance=calls=1000")
    )
    assert ("worse: another is missing in B" in said.err) == bool(code)


@pytest.mark.parametrize(("percent", "is_beyond"), [("43", True), ("77", False)])
def test_a_tolerance_is_of_the_first_side(percent: str, is_beyond: bool) -> None:
    """13 -> 23 instructions are 76.9 percent more."""
    said = opencicc("compare", AFTER, BEFORE, f"--tolerance=instructions={percent}")
    assert ("instructions 13 -> 23" in said.err) == is_beyond


def test_better_is_never_beyond_a_tolerance() -> None:
    """Everything is better but for registers, of which there are few."""
    said = opencicc("compare", BEFORE, AFTER, "--tolerance=0")
    assert re.fullmatch(r"worse: scale<float, 4>: registers \d+ -> \d+ \(0 % allowed\)\n", said.err), said.err


def test_names_can_be_whole_or_mangled() -> None:
    assert "void scale<float, 4>(float const*, float*)" in opencicc("compare", BEFORE, AFTER, "--names=whole").out
    assert "_Z5scaleIfLi4EEvPKT_PS0_" in opencicc("compare", BEFORE, AFTER, "--names=mangled").out


class Cells(HTMLParser):
    """The texts of a page's table cells, and everything it would load from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.cells: list[str] = []
        self.loads: list[str] = []
        self.is_inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.loads += [value or "" for name, value in attrs if name in ("src", "href")]
        self.is_inside = tag in ("td", "th", "caption")
        if self.is_inside:
            self.cells.append("")

    def handle_endtag(self, tag: str) -> None:
        self.is_inside = False

    def handle_data(self, data: str) -> None:
        if self.is_inside:
            self.cells[-1] += data


def test_the_page_shows_the_same_and_loads_nothing(tmp_path: Path) -> None:
    path = tmp_path / "compare.html"
    assert opencicc("compare", BEFORE, AFTER, f"--html={path}").code == 0
    page = Cells()
    page.feed(path.read_text())
    assert page.loads == []
    assert "scale<float, 4>" in page.cells
    at = page.cells.index("instructions")
    assert page.cells[at : at + 5] == ["instructions", "23", "13", "-43.5 %", "better"]
    assert "beyond the tolerance" not in path.read_text()
    assert opencicc("compare", AFTER, BEFORE, f"--html={path}", "--tolerance=5").code == 1
    assert "worse, beyond the tolerance" in path.read_text()


@pytest.mark.parametrize(
    ("words", "what"),
    [
        ([BEFORE], "compare needs two files, or compilers and a file"),
        (["nvcc", "clang", "opencicc", BEFORE], "compare needs two files, or compilers and a file"),
        (["nvcc", str(EXAMPLES / "saxpy.ll")], "nvcc reads CUDA C++, not "),
        ([BEFORE, AFTER, "--tolerance=speed=5"], "'speed' is no figure that can be worse"),
        ([BEFORE, AFTER, "--tolerance=much"], "'much' is no number of percent"),
    ],
)
def test_what_can_not_be_compared_is_said(words: list[str], what: str) -> None:
    said = opencicc("compare", *words)
    assert said.code == 2
    assert said.err.startswith(f"error: {what}")


def test_tolerances_are_read() -> None:
    assert parse_tolerance("3,registers=5")["registers"] == 5
    assert parse_tolerance("3,registers=5")["instructions"] == 3
    assert parse_tolerance("spill-stores=7")["spill_stores"] == 7
    with pytest.raises(UsageError):
        parse_tolerance("registers=")
