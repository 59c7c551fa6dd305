"""NVIDIA's tools: where they are looked for, and what their failure says."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from opencicc import tools
from opencicc.errors import ToolError
from tests.support import find_ptxas

PTX = ".version 7.8\n.target sm_80\n.address_size 64\n.visible .entry k()\n{\n\tret;\n}\n"


@pytest.fixture
def ptxas(monkeypatch: pytest.MonkeyPatch) -> str:
    found = find_ptxas()
    if found is None:
        pytest.skip("ptxas is not installed: `pip install nvidia-cuda-nvcc` brings it")
    monkeypatch.setenv("OPENCICC_PTXAS", str(found))
    return str(found)


def test_a_named_tool_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENCICC_PTXAS", "/somewhere/ptxas")
    assert tools.find_tool("ptxas") == "/somewhere/ptxas"


def test_path_comes_next(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "nvdisasm").write_text("#!/bin/sh\n")
    (tmp_path / "nvdisasm").chmod(0o755)
    monkeypatch.delenv("OPENCICC_NVDISASM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path) + os.pathsep + os.environ["PATH"])
    assert tools.find_tool("nvdisasm") == str(tmp_path / "nvdisasm")


def test_a_missing_tool_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tools, "find_tool", lambda name: None)
    with pytest.raises(ToolError) as caught:
        tools.assemble(PTX, "sm_80")
    assert caught.value.what == "ptxas not found"
    assert caught.value.fix == ("install the CUDA toolkit or `pip install nvidia-cuda-nvcc`, or set OPENCICC_PTXAS")


def test_a_tool_that_does_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENCICC_PTXAS", "/nowhere/ptxas")
    with pytest.raises(ToolError) as caught:
        tools.assemble(PTX, "sm_80")
    assert caught.value.what == "ptxas could not be started: No such file or directory"
    assert caught.value.at.startswith("/nowhere/ptxas -v -arch=sm_80 ")


def test_ptxas_measures(ptxas: str) -> None:
    cubin, (kernel,) = tools.assemble(PTX, "sm_80")
    assert cubin.startswith(b"\x7fELF")
    assert (kernel.name, kernel.spill_load_bytes, kernel.stack_bytes) == ("k", 0, 0)
    assert kernel.registers > 0


def test_only_what_calls_other_modules_is_measured_as_relocatable(ptxas: str, monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[tuple[str, ...]] = []
    plain = tools.ptxas_command

    def noted(path: str, arch: str, cubin: str, extra: tuple[str, ...] = ()) -> list[str]:
        commands.append(extra)
        return plain(path, arch, cubin, extra)

    monkeypatch.setattr(tools, "ptxas_command", noted)
    assert tools.measure(PTX, "sm_80")[0].name == "k"
    assert commands == [()]
    calling = PTX.replace(".visible .entry", ".extern .func other();\n.visible .entry").replace(
        "ret;", "call other;\nret;"
    )
    assert tools.measure(calling, "sm_80")[0].name == "k"
    assert commands[-1] == ("-c",)


def test_a_failing_ptxas_shows_its_exact_command_and_words(ptxas: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.ptx"
    path.write_text(PTX.replace("ret;", "nonsense;"))
    with pytest.raises(ToolError) as caught:
        tools.assemble("", "sm_80", str(path))
    assert caught.value.what.startswith("ptxas failed with exit code ")
    assert caught.value.at.startswith(f"the command was: {ptxas} -v -arch=sm_80 {path} -o ")
    assert "nonsense" in caught.value.detail


def test_a_failing_ptxas_keeps_its_input(ptxas: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(ToolError) as caught:
        tools.assemble(PTX.replace("ret;", "nonsense;"), "sm_80")
    (kept,) = tmp_path.glob("*/kernel.ptx")
    assert kept.read_text() == PTX.replace("ret;", "nonsense;")
    assert caught.value.fix == f"run the command again to see it; its input is kept as {kept}"
    again = subprocess.run(caught.value.at.removeprefix("the command was: ").split(), capture_output=True, text=True)
    assert again.stdout + again.stderr == caught.value.detail


def test_nothing_is_left_after_success_or_without_a_tool(
    ptxas: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    tools.assemble(PTX, "sm_80")
    monkeypatch.setenv("OPENCICC_PTXAS", "/nowhere/ptxas")
    with pytest.raises(ToolError):
        tools.assemble(PTX, "sm_80")
    assert os.listdir(tmp_path) == []
