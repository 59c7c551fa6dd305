"""Finding clang and CUDA's headers: what is taken first, and what is said when something is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from opencicc.errors import ToolError, UnsupportedError
from opencicc.frontend import toolchain


@pytest.fixture(autouse=True)
def bare_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without clang and CUDA: nothing on PATH, no variables, no wheels."""
    empty = tmp_path / "empty"
    empty.mkdir()
    for variable in ("OPENCICC_CLANG", "CUDA_HOME", "CUDA_PATH"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("PATH", str(empty))
    monkeypatch.setattr("sys.path", [str(empty)])
    monkeypatch.setattr(toolchain, "CLANG_FOLDERS", ())
    monkeypatch.setattr(toolchain, "DEFAULT_TOOLKIT", str(empty))


def make_program(path: Path, says: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\necho '{says}'\n")
    path.chmod(0o755)
    return path


def make_headers(folder: Path, version: int = 13000, crt: bool = True) -> Path:
    (folder / "crt").mkdir(parents=True)
    (folder / "cuda_runtime.h").touch()
    (folder / "cuda.h").write_text(f"/* the driver */\n#define CUDA_VERSION {version}\n")
    if crt:
        (folder / "crt" / "host_defines.h").touch()
    return folder


def test_no_clang_names_the_package() -> None:
    with pytest.raises(ToolError, match="clang not found") as raised:
        toolchain.find_clang()
    assert "package clang-22" in raised.value.fix and "--clang" in raised.value.fix


def test_named_clang_that_is_not_there() -> None:
    with pytest.raises(ToolError, match="clang not found: /opt/none/clang"):
        toolchain.find_clang("/opt/none/clang")


def test_old_clang_is_named_with_its_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = make_program(tmp_path / "bin" / "clang", "Debian clang version 19.1.7 (3)")
    monkeypatch.setenv("PATH", str(old.parent))
    with pytest.raises(ToolError, match=f"clang 22 or newer is needed: {old} is clang 19"):
        toolchain.find_clang()


def test_what_is_no_clang_is_said_to_be_none(tmp_path: Path) -> None:
    other = make_program(tmp_path / "bin" / "gcc", "gcc (GCC) 14.2.0")
    with pytest.raises(ToolError, match="is no clang"):
        toolchain.find_clang(str(other))


def test_clang_that_fits_libllvm_comes_before_a_newer_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_program(tmp_path / "bin" / "clang-23", "clang version 23.0.0")
    fitting = make_program(tmp_path / "bin" / "clang-22", "clang version 22.1.8")
    monkeypatch.setenv("PATH", str(fitting.parent))
    assert toolchain.find_clang() == str(fitting)


def test_variable_names_clang_and_the_option_wins_over_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = make_program(tmp_path / "a" / "clang", "clang version 22.1.0")
    second = make_program(tmp_path / "b" / "clang", "clang version 23.1.0")
    monkeypatch.setenv("OPENCICC_CLANG", str(first))
    assert toolchain.find_clang() == str(first)
    assert toolchain.find_clang(str(second)) == str(second)


def test_no_headers_names_the_packages() -> None:
    with pytest.raises(ToolError, match="CUDA headers not found") as raised:
        toolchain.find_headers()
    assert "pip install nvidia-cuda-runtime nvidia-cuda-crt nvidia-cuda-cccl" in raised.value.fix


def test_named_toolkit_without_headers(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match="no CUDA headers in"):
        toolchain.find_headers(str(tmp_path))


def test_headers_without_the_crt_package(tmp_path: Path) -> None:
    make_headers(tmp_path / "include", crt=False)
    with pytest.raises(ToolError, match="crt/host_defines.h is missing") as raised:
        toolchain.find_headers(str(tmp_path))
    assert "nvidia-cuda-crt" in raised.value.fix


def test_headers_of_an_old_cuda(tmp_path: Path) -> None:
    make_headers(tmp_path / "include", version=11080)
    with pytest.raises(UnsupportedError, match=r"CUDA 11\.8 headers are too old: 12\.0 or newer"):
        toolchain.find_headers(str(tmp_path))


def test_headers_without_a_version(tmp_path: Path) -> None:
    (make_headers(tmp_path / "include") / "cuda.h").write_text("")
    with pytest.raises(ToolError, match="names no CUDA_VERSION"):
        toolchain.find_headers(str(tmp_path))


def test_toolkit_is_found_by_variable_before_wheels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    toolkit = make_headers(tmp_path / "toolkit" / "include", version=13010)
    make_headers(tmp_path / "site" / "nvidia" / "cu13" / "include", version=13040)
    monkeypatch.setattr("sys.path", [str(tmp_path / "site")])
    assert toolchain.find_headers().version_text == "13.4"
    monkeypatch.setenv("CUDA_HOME", str(toolkit.parent))
    assert toolchain.find_headers().folders == (str(toolkit),)


def test_wheels_of_cuda_12_are_put_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nvidia = tmp_path / "site" / "nvidia"
    runtime = make_headers(nvidia / "cuda_runtime" / "include", version=12090, crt=False)
    crt = make_headers(nvidia / "cuda_nvcc" / "include")
    monkeypatch.setattr("sys.path", [str(tmp_path / "site")])
    assert toolchain.find_headers() == toolchain.CudaHeaders((str(runtime), str(crt)), 12090)


def test_cccl_folder_of_cuda_13_is_added(tmp_path: Path) -> None:
    folder = make_headers(tmp_path / "include")
    (folder / "cccl").mkdir()
    assert toolchain.find_headers(str(tmp_path)).folders == (str(folder), str(folder / "cccl"))
