"""Inputs by content, outputs whole or not at all."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest

from opencicc.compiler.files import Input, check_is_ir, make_folder, read_input, write_output
from opencicc.errors import FileError, InputError

IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
FULL = Path("/dev/full")


def test_output_is_written_and_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "k.ptx"
    write_output(str(path), b"one")
    write_output(str(path), b"two")
    assert path.read_bytes() == b"two"
    assert os.listdir(tmp_path) == ["k.ptx"]


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "k.ptx"
    path.write_bytes(b"old")

    def no_space(source: str, target: str) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, "replace", no_space)
    with pytest.raises(FileError) as caught:
        write_output(str(path), b"new")
    assert caught.value.what == f"cannot write {path}: No space left on device"
    assert caught.value.fix == "free some space or write elsewhere"
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["k.ptx"]


def test_a_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(FileError) as caught:
        write_output(str(tmp_path / "no" / "k.ptx"), b"x")
    assert caught.value.what.endswith("k.ptx: No such file or directory")
    assert caught.value.fix == "check that the folder exists and is writable"
    assert caught.value.exit_code == 4


@pytest.mark.skipif(IS_ROOT, reason="root may write everywhere")
def test_a_folder_without_permission(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(FileError, match="Permission denied"):
        write_output(str(tmp_path / "k.ptx"), b"x")


def test_a_folder_as_output(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="Is a directory"):
        write_output(str(tmp_path), b"x")


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
def test_a_full_device() -> None:
    with pytest.raises(FileError) as caught:
        write_output(str(FULL), b"x")
    assert caught.value.what == "cannot write /dev/full: No space left on device"


def test_devices_are_written_in_place() -> None:
    write_output("/dev/null", b"x")
    assert not Path("/dev/null").is_file()


def test_a_symbolic_link_keeps_pointing(tmp_path: Path) -> None:
    real, link = tmp_path / "real.ptx", tmp_path / "link.ptx"
    real.write_bytes(b"old")
    link.symlink_to(real)
    write_output(str(link), b"new")
    assert real.read_bytes() == b"new"
    assert link.is_symlink()


def test_permissions_of_the_old_file_stay(tmp_path: Path) -> None:
    path = tmp_path / "k.ptx"
    path.write_bytes(b"old")
    path.chmod(0o640)
    write_output(str(path), b"new")
    assert path.stat().st_mode & 0o777 == 0o640


def test_standard_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    stdout = io.BytesIO()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"; ir\n\xff")))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(stdout))
    assert read_input("-") == Input("<stdin>", b"; ir\n\xff")
    write_output("-", b"ptx")
    assert stdout.getvalue() == b"ptx"


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("k.ll", "k"),
        ("a/b/k.bc", "k"),
        ("k.lnk.bc", "k"),
        ("k.opt.bc", "k"),
        ("k.v2.ll", "k.v2"),
        ("k", "k"),
        ("<stdin>", "stdin"),
    ],
)
def test_stems(name: str, stem: str) -> None:
    assert Input(name, b"").stem == stem


def test_missing_and_unreadable_inputs(tmp_path: Path) -> None:
    with pytest.raises(FileError) as caught:
        read_input("/nowhere/k.ll")
    assert caught.value.what == "cannot read /nowhere/k.ll: No such file or directory"
    assert caught.value.fix == "check the name; - reads standard input"
    with pytest.raises(FileError) as caught:
        read_input(str(tmp_path))
    assert caught.value.fix == "name a file, not a folder"


def test_what_may_be_ir() -> None:
    check_is_ir(Input("k.txt", b"; text is decided by content"))
    check_is_ir(Input("k.ll", b"BC\xc0\xde bitcode under any name"))
    check_is_ir(Input("k", b"\xde\xc0\x17\x0b wrapped"))
    for data in (b"", b" \n\t"):
        with pytest.raises(InputError, match="the input is empty"):
            check_is_ir(Input("k", data))
    with pytest.raises(InputError, match="neither bitcode nor text IR"):
        check_is_ir(Input("k", b"\x7fELF\0\0"))


def test_make_folder(tmp_path: Path) -> None:
    make_folder(str(tmp_path / "a" / "b"))
    make_folder(str(tmp_path / "a" / "b"))
    assert (tmp_path / "a" / "b").is_dir()
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(FileError, match="cannot write"):
        make_folder(str(tmp_path / "file" / "c"))
