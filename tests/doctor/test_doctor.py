"""`opencicc doctor` says what is there and what to do, and is satisfied once it is done; `--version` in short."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from opencicc import tools
from opencicc.frontend import toolchain
from opencicc.link import libdevice
from opencicc.llvm import library
from opencicc.report import gpu, installing
from tests.shell import opencicc
from tests.support import REPOSITORY

SOURCE = REPOSITORY / "src"


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A machine with nothing but libLLVM: no PATH, no toolkit, no wheels. The folder is where wheels would be put."""
    for name in [name for name in os.environ if name.startswith(("OPENCICC_", "CUDA_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    own = [entry for entry in sys.path if not (Path(entry) / "nvidia").is_dir()]
    monkeypatch.setattr(sys, "path", [str(tmp_path / "wheels"), *own])
    monkeypatch.setattr(tools, "TOOLKIT_FOLDER", "/nonexistent")
    monkeypatch.setattr(toolchain, "DEFAULT_TOOLKIT", "/nonexistent")
    monkeypatch.setattr(toolchain, "CLANG_FOLDERS", ())
    monkeypatch.setattr(libdevice, "_known_candidates", lambda: wheel_libdevice(tmp_path / "wheels"))
    monkeypatch.setattr(gpu, "SMI_PLACES", ())
    monkeypatch.setattr(gpu, "DRIVER_FOLDER", "/nonexistent")
    return tmp_path


def wheel_libdevice(folder: Path) -> list[str]:
    return [str(path) for path in folder.rglob(libdevice.FILE_NAME)]


def states() -> dict[str, str]:
    return {part["name"]: part["state"] for part in json.loads(opencicc("doctor", "--json").out)["parts"]}


def write_program(path: Path, said: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!{sys.executable}\nprint({said!r})\n")
    path.chmod(0o755)


def test_everything_missing_has_a_command(bare: Path) -> None:
    said = opencicc("doctor")
    assert said.code == 0  # IR compiles: libLLVM is there
    assert re.search(r"^ok +libLLVM +22\.", said.out, re.MULTILINE)
    pip = f"$ {sys.executable} -m pip install"
    for part, command in (
        ("libdevice", f"{pip} nvidia-nvvm"),
        ("ptxas", f"{pip} nvidia-cuda-nvcc"),
        ("nvdisasm", f"{pip} nvidia-cuda-nvdisasm"),
        ("CUDA headers", f"{pip} nvidia-cuda-runtime nvidia-cuda-crt nvidia-cuda-cccl"),
        ("clang", "clang-22"),
    ):
        assert re.search(rf"^missing +{part} ", said.out, re.MULTILINE), part
        assert command in said.out
    assert "a trial kernel compiled to PTX" in said.out
    assert opencicc("doctor", "--all").code == 1


def test_what_was_done_is_found(bare: Path) -> None:
    """The files that the commands bring, put where they bring them."""
    before = states()
    folder = bare / "wheels" / "nvidia" / "cu13"
    (folder / "nvvm" / "libdevice").mkdir(parents=True)
    (folder / "nvvm" / "libdevice" / libdevice.FILE_NAME).write_bytes(b"BC")
    for header, text in (
        ("cuda_runtime.h", ""),
        ("cuda.h", "#define CUDA_VERSION 13000\n"),
        ("crt/host_defines.h", ""),
    ):
        path = folder / "include" / header
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    for tool in ("ptxas", "nvdisasm"):
        write_program(folder / "bin" / tool, "Cuda compilation tools, release 13.0, V13.0.88")
    write_program(bare / "bin" / "clang-22", "clang version 22.1.8")
    toolchain._versions.clear()
    after = states()
    brought = {"libdevice", "CUDA headers", "ptxas", "nvdisasm", "clang"}
    assert {name for name in before if (before[name], after[name]) == ("missing", "found")} == brought
    line = opencicc("--version").out.splitlines()[3]
    assert line.startswith("found: libdevice, clang 22.1.8, CUDA headers 13.0, ptxas 13.0.88, nvdisasm 13.0.88")


def test_a_tool_that_does_not_start_is_unfit(bare: Path) -> None:
    write_program(bare / "bin" / "ptxas", "no version here")
    assert states()["ptxas"] == "unfit"
    said = opencicc("doctor")
    assert said.code == 1
    assert "ptxas wrote nothing, and said that all went well" in said.out


def test_an_old_clang_is_unfit(bare: Path) -> None:
    write_program(bare / "bin" / "clang", "clang version 17.0.6")
    toolchain._versions.clear()
    assert states()["clang"] == "unfit"
    assert "is clang 17" in opencicc("doctor").out
    toolchain._versions.clear()


def test_no_libllvm_is_said_with_a_command(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENCICC_LIBLLVM", "/nonexistent/libLLVM.so")
    monkeypatch.setattr(library, "_opened", None)
    said = opencicc("doctor")
    assert said.code == 1
    assert re.search(r"^missing +libLLVM +libLLVM 22 not found", said.out, re.MULTILINE)
    assert "without which nothing compiles" in said.out
    assert "trial" not in said.out
    assert any(command in said.out for command in installing.libllvm())
    version = opencicc("--version")
    assert (version.code, "libLLVM missing" in version.out) == (0, True)


@pytest.mark.parametrize(
    ("manager", "command"),
    [
        ("apt-get", "sudo apt-get install libllvm22"),
        ("dnf", "sudo dnf install llvm-libs"),
        ("brew", "brew install llvm@22"),
    ],
)
def test_the_command_is_that_of_the_package_manager(
    manager: str, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda name, path=None: f"/bin/{name}" if name == manager else None)
    assert installing.libllvm()[0] == command


def test_in_a_fresh_virtual_environment_with_nothing_on_the_path(tmp_path: Path) -> None:
    """Doctor needs no package but opencicc itself; missing libLLVM is an instruction, found it is satisfied."""
    folder = tmp_path / "fresh"
    venv.create(folder, with_pip=False, symlinks=True)
    (site,) = folder.glob("lib/python*/site-packages")
    (site / "opencicc.pth").write_text(str(SOURCE))
    command = [str(folder / "bin" / "python"), "-m", "opencicc", "doctor"]
    nothing = {"PATH": "", "HOME": str(tmp_path)}
    without = subprocess.run(
        command, env={**nothing, "OPENCICC_LIBLLVM": "/nonexistent"}, capture_output=True, text=True
    )
    assert (without.returncode, without.stderr) == (1, "")
    assert "libllvm22" in without.stdout
    named = os.environ.get("OPENCICC_LIBLLVM")
    done = {**nothing, **({"OPENCICC_LIBLLVM": named} if named else {})}
    satisfied = subprocess.run(command, env=done, capture_output=True, text=True)
    assert (satisfied.returncode, satisfied.stderr) == (0, "")
    assert "a trial kernel compiled to PTX" in satisfied.stdout
