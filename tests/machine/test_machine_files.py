"""PTX of every compiler at hand prints back byte for byte, and with every register renamed gives the same SASS."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import opencicc
from benchmarks import compilers, kernel_set
from opencicc import tools
from opencicc.errors import CompilerError, ToolError
from opencicc.machine import parse, print_module
from opencicc.machine.check import check_module
from opencicc.machine.edits import rename_registers
from tests.support import EXAMPLES, load_example

DATA = sorted((Path(__file__).parent / "data").glob("*.ptx"))
LEVELS = ("0", "1", "3", "min", "mid", "max")
EXAMPLE_FILES = sorted(EXAMPLES.glob("*.ll"))
PEERS = {
    "nvcc": compilers.Nvcc,
    "clang": compilers.StockClang,
    "ours": compilers.OpenCicc,
    "llvm": compilers.LlvmDefault,
}


def example_ptx(path: Path, level: str) -> str:
    example = load_example(path)
    options: dict[str, object] = {"Ofast-compile": level} if level.isalpha() else {}
    options.update({"generate-line-info": True} if level == "3" else {})
    for name in example.options:
        key, _, value = name.lstrip("-").partition("=")
        options[key] = value or True
    number = int(level) if level.isdigit() else None
    return opencicc.compile(example.text, f"sm_{max(example.least_sm, 90)}", number, options).ptx


def check_round_trip(text: str) -> None:
    module = parse(text)
    check_module(module)
    assert print_module(module) == text


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("path", EXAMPLE_FILES, ids=lambda path: path.stem)
def test_our_ptx_of_the_examples_prints_back(path: Path, level: str) -> None:
    try:
        check_round_trip(example_ptx(path, level))
    except CompilerError as error:
        pytest.skip(f"does not compile so: {error.what}")


@pytest.mark.slow
@pytest.mark.parametrize("compiler", PEERS)
@pytest.mark.parametrize("name", kernel_set.names())
def test_ptx_of_every_compiler_prints_back(name: str, compiler: str) -> None:
    check_round_trip(kernel_ptx(name, compiler))


def kernel_ptx(name: str, compiler: str) -> str:
    try:
        return PEERS[compiler]().compile(kernel_set.load(name), "sm_90").ptx  # type: ignore[attr-defined]
    except compilers.CompileFailure as failure:
        pytest.skip(str(failure))


def renamed(text: str) -> str:
    module = parse(text)
    for function in module.functions:
        if not function.is_declaration:
            rename_registers(function, "%again_")
    check_module(module)
    return print_module(module)


def sass_of(text: str) -> str:
    try:
        module = parse(text)
        cubin, _ = tools.assemble(text, module.setting(".target").split(",")[0])
        return "".join(code_sections(tools.disassemble(cubin)))
    except ToolError as error:
        pytest.skip(f"no SASS of it here: {error.what}")


def code_sections(listing: str) -> list[str]:
    """The sections with instructions: tables of line numbers speak of lines of the PTX."""
    return [section for section in listing.split(".section")[1:] if section.lstrip().startswith(".text")]


def check_same_sass(text: str) -> None:
    other = renamed(text)
    assert other != text and "%again_" in other
    assert sass_of(text) and sass_of(other) == sass_of(text)


@pytest.mark.parametrize("path", [p for p in DATA if "debug" not in p.stem], ids=lambda path: path.stem)
def test_renaming_every_register_gives_the_same_sass(path: Path) -> None:
    check_same_sass(path.read_text())


@pytest.mark.slow
@pytest.mark.parametrize("compiler", ["nvcc", "ours"])
@pytest.mark.parametrize("name", ["saxpy", "ray_triangle", "jacobi_eigen", "warp_scan", "radix_sort_block"])
def test_renaming_every_register_of_a_kernel_gives_the_same_sass(name: str, compiler: str) -> None:
    if name not in kernel_set.names():
        pytest.skip("no such kernel")
    check_same_sass(kernel_ptx(name, compiler))


def test_ptxas_is_the_judge() -> None:
    """The comparison can fail: another constant is other SASS."""
    text = (Path(__file__).parent / "data" / "triton_add_scaled_sm90.ptx").read_text()
    try:
        assert sass_of(text) != sass_of(text.replace("0f40200000", "0f40300000"))
    except (subprocess.SubprocessError, ToolError):
        pytest.skip("ptxas or nvdisasm is not here")
