"""The programs of docs/embed.md: the one that compiles is run, those that load need packages and a GPU and are read."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from opencicc import tools

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "embed.md"
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)


def program(word: str) -> str:
    (found,) = [text for text in PROGRAMS if word in text]
    return found


@pytest.mark.skipif(tools.find_tool("ptxas") is None, reason="needs ptxas")
def test_the_program_that_compiles_cuda(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    exec(program("SOURCE = "), {})
    registers, spilled, warps = map(int, capsys.readouterr().out.split())
    assert registers and warps and not spilled
    assert Path("scale.cubin").read_bytes()[:4] == b"\x7fELF"
    assert ".entry scale(" in Path("scale.ptx").read_text()


@pytest.mark.parametrize("package", ["cupy", "cuda.core"])
def test_the_programs_that_load_use_what_the_packages_have(package):
    tree = ast.parse(program(package))
    module = pytest.importorskip(package, reason=f"{package} is not installed", exc_type=ImportError)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == package:
            assert all(hasattr(module, alias.name) for alias in node.names)
    if package == "cuda.core":
        assert hasattr(module.ObjectCode, "from_cubin") and hasattr(module.ObjectCode, "get_kernel")
