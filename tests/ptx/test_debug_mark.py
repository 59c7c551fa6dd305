"""ptxas optimises PTX that says `debug` less: only -g may say so, whatever the producer of the IR wrote."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import opencicc as public
from opencicc.compiler import debug_info
from tests.shell import opencicc
from tests.support import EXAMPLES, assemble

SAMPLES = (
    EXAMPLES / "debug_info.ll",  # clang, full
    *sorted((Path(__file__).parent / "debug").glob("*.ll")),  # Triton, Numba, nvcc's dialect
)
UNITS = ("NoDebug", "FullDebug", "LineTablesOnly", "DebugDirectivesOnly")
CASES = [(path, unit) for path in SAMPLES for unit in UNITS]


def source(path: Path, unit: str) -> str:
    return re.sub(r"emissionKind: \w+", f"emissionKind: {unit}", path.read_text())


def ptx_of(text: str, *words: str) -> str:
    outcome = opencicc("-", "-arch=sm_90", "-o", "-", *words, stdin=text.encode())
    assert outcome.code == 0, outcome.err
    return outcome.out


def code(ptx: str) -> list[str]:
    return [line for line in ptx.splitlines() if not re.match(r"\s*\.(loc|file)\s", line)]


@pytest.mark.parametrize(("path", "unit"), CASES, ids=lambda value: getattr(value, "stem", value))
def test_without_g_nothing_of_it_is_left(path: Path, unit: str) -> None:
    ptx = ptx_of(source(path, unit))
    assert re.search(r"^\.target sm_90$", ptx, re.MULTILINE)
    assert ".section" not in ptx and ".loc" not in ptx and ".file" not in ptx
    assemble(ptx, "sm_90")


@pytest.mark.parametrize(("path", "unit"), CASES, ids=lambda value: getattr(value, "stem", value))
def test_lineinfo_keeps_debug_info_and_changes_no_code(path: Path, unit: str) -> None:
    text = source(path, unit)
    ptx = ptx_of(text, "-lineinfo")
    assert re.search(r"^\.target sm_90$", ptx, re.MULTILINE)
    assert ".section" not in ptx
    assert (".loc" in ptx, ".file" in ptx) == (unit != "NoDebug",) * 2
    assert code(ptx) == code(ptx_of(text))
    assemble(ptx, "sm_90", "-lineinfo")


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_g_keeps_all(path: Path) -> None:
    ptx = ptx_of(source(path, "FullDebug"), "-g")
    assert re.search(r"^\.target sm_90, debug$", ptx, re.MULTILINE)
    assert ".section\t.debug_info" in ptx and ".loc" in ptx
    assemble(ptx, "sm_90", "-g")


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_g_and_a_unit_that_has_lines_only(path: Path) -> None:
    """libLLVM crashes on the variables of such a unit."""
    ptx = ptx_of(source(path, "LineTablesOnly"), "-g")
    assert ".section\t.debug_info" in ptx and ".loc" in ptx
    assemble(ptx, "sm_90", "-g")


def test_debug_information_changes_no_code() -> None:
    """What the passes see of it makes no difference to what they do."""
    for path in SAMPLES:
        plain = re.sub(r", !dbg !\d+| !dbg !\d+|^!llvm.dbg.cu.*$", "", path.read_text(), flags=re.MULTILINE)
        plain = re.sub(r"^.*@\"?llvm\.dbg\..*$|^.*#dbg_.*$", "", plain, flags=re.MULTILINE)
        assert ptx_of(plain) == ptx_of(path.read_text()), path.name


def test_the_api_is_no_other_door() -> None:
    text = source(SAMPLES[0], "FullDebug")
    assert not debug_info.says_debug(public.compile(text, "sm_90").ptx)
    assert debug_info.says_debug(public.compile(text, "sm_90", options={"g": True}).ptx)


def test_the_summary_warns_when_the_ptx_says_debug() -> None:
    words = (str(SAMPLES[0]), "-arch=sm_90", "-o", "-", "--summary=on")
    assert debug_info.WARNING in opencicc(*words, "-g").err
    assert debug_info.WARNING not in opencicc(*words, "-lineinfo").err


def test_the_report_warns_when_the_ptx_says_debug(tmp_path: Path) -> None:
    path = str(SAMPLES[0])
    assert debug_info.WARNING in opencicc("report", path, "-arch=sm_90", "-g").err
    assert debug_info.WARNING not in opencicc("report", path, "-arch=sm_90").err
    (tmp_path / "k.ptx").write_text(ptx_of(Path(path).read_text(), "-g"))
    outcome = opencicc("report", str(tmp_path / "k.ptx"), "-arch=sm_90")
    assert outcome.code == 0 and debug_info.WARNING in outcome.err


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (".target sm_90, debug", True),
        ("  .target sm_90a,debug // x", True),
        (".target sm_90", False),
        (".target sm_90 // debug", False),
    ],
)
def test_the_target_line_is_what_counts(line: str, says: bool) -> None:
    assert debug_info.says_debug(f"// debug\n.version 9.0\n{line}\n// .target sm_90, debug\n") is says


def test_two_modules_with_debug_information_are_one_text_for_ptxas(tmp_path: Path) -> None:
    """Two units: libLLVM begins the sections of names and types once for each, and ptxas dies of the second."""
    text = source(EXAMPLES / "debug_info.ll", "FullDebug")
    kernel = re.search(r"ptx_kernel void @(\w+)", text)
    assert kernel
    paths = []
    for number in range(2):
        path = tmp_path / f"{number}.ll"
        path.write_text(text.replace(f"@{kernel[1]}(", f"@{kernel[1]}{number}("))
        paths.append(str(path))
    ptx = tmp_path / "both.ptx"
    outcome = opencicc(*paths, "-g", "-arch=sm_90", "-o", str(ptx))
    assert outcome.code == 0, outcome.err
    assert ptx.read_text().count(".section\t.debug_pubnames") == 1
    assert ptx.read_text().count("$L__pubNames_end") == 4  # begin and end of two units
    assemble(ptx.read_text(), "sm_90")
