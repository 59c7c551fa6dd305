"""The cache's folder: where it is by convention, its limit, who goes first, several writers, and `opencicc cache`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from opencicc.compiler import cache, cache_folder
from opencicc.compiler.api import option_values
from opencicc.compiler.files import Input
from opencicc.compiler.settings import resolve
from opencicc.errors import CompilerError
from opencicc.frontend import toolchain
from tests.shell import environment, opencicc
from tests.support import EXAMPLES

SAXPY = str(EXAMPLES / "saxpy.ll")
KILOBYTE = 1 << 10


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of our own, with the cache as a user has it."""
    monkeypatch.delenv("OPENCICC_CACHE")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def put(folder: Path, number: int, size: int, age_s: float) -> Path:
    """A result as the cache names them, used so long ago."""
    name = f"{number:064x}"
    path = folder / name[-2:] / name[2:]  # the last digits tell them apart
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"x" * size)
    os.utime(path, (time.time() - age_s,) * 2)
    return path


def test_the_usual_folder_follows_the_convention(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    with environment({"XDG_CACHE_HOME": "/somewhere", "HOME": "/home/me"}):
        assert cache_folder.default_folder() == "/somewhere/opencicc"
    with environment({"XDG_CACHE_HOME": "relative", "HOME": "/home/me"}):
        assert cache_folder.default_folder() == "/home/me/.cache/opencicc"
    monkeypatch.setattr(sys, "platform", "darwin")
    with environment({"XDG_CACHE_HOME": "", "HOME": "/Users/me"}):
        assert cache_folder.default_folder() == "/Users/me/Library/Caches/opencicc"


@pytest.mark.parametrize(("words", "is_kept"), [((), False), (("--cache=on",), True), (("--cache=off",), False)])
def test_of_ir_results_are_kept_where_asked_for(words: tuple[str, ...], is_kept: bool, home: Path) -> None:
    for expected in (False, is_kept):
        said = opencicc(SAXPY, "-arch=sm_90", "-v", *words, "-o", "-")
        assert said.code == 0, said.err
        assert ("result taken from the cache" in said.err) == expected
    assert (home / ".cache" / "opencicc").exists() == is_kept


def test_off_wins_over_a_folder_of_the_environment_and_a_named_folder_over_a_variable(home: Path, monkeypatch) -> None:
    monkeypatch.setenv("OPENCICC_CACHE_DIR", str(home / "named"))
    assert opencicc(SAXPY, "--cache=off", "-o", "-").code == 0
    assert not (home / "named").exists()
    monkeypatch.setenv("OPENCICC_CACHE", "off")
    assert opencicc(SAXPY, f"--cache-dir={home / 'here'}", "-o", "-").code == 0
    assert (home / "here").exists()


def test_a_home_that_can_not_be_written_is_no_reason_to_speak(home: Path) -> None:
    (home / "file").write_text("")
    with environment({"XDG_CACHE_HOME": str(home / "file")}):
        assert not cache_folder.may_write(cache_folder.default_folder())
        said = opencicc(SAXPY, "--cache=on", "-o", os.devnull)
    assert (said.code, said.err.startswith("warning: the result is not in the cache: cannot write ")) == (0, True)


def test_the_longest_unused_go_first(tmp_path: Path) -> None:
    old, middle, new = (put(tmp_path, number, 40 * KILOBYTE, 1000 - number) for number in range(3))
    headers = tmp_path / "headers-1.pch"
    headers.write_bytes(b"x" * 10 * KILOBYTE)
    cache_folder.mark_as_used(str(old))  # a hit: now it is the newest
    cache_folder.count_written(str(tmp_path), 0, 100 * KILOBYTE)
    # 130 KB are more than 100; down to 80 go the two that nobody used, and nothing more.
    assert [path.exists() for path in (old, middle, new, headers)] == [True, False, False, True]


def test_files_of_others_are_never_touched(tmp_path: Path) -> None:
    mine = [tmp_path / "notes.txt", tmp_path / "ab" / "notes.txt"]
    put(tmp_path, 0xAB, 10, 5)
    for path in mine:
        path.parent.mkdir(exist_ok=True)
        path.write_text("keep")
    cache_folder.shrink(str(tmp_path), 0)
    assert cache_folder.clear(str(tmp_path)) == (0, 0)
    assert [path.read_text() for path in mine] == ["keep", "keep"]
    assert cache_folder.entries(str(tmp_path)) == []


def test_temporary_files_of_the_dead_go_and_those_of_the_living_stay(tmp_path: Path) -> None:
    put(tmp_path, 1, 10, 5)
    dead, living = tmp_path / "01" / "a.1-2.tmp", tmp_path / "01" / "b.1-2.tmp"
    for path, age in ((dead, 2 * cache_folder.LEFT_BEHIND_S), (living, 1)):
        path.write_text("")
        os.utime(path, (time.time() - age,) * 2)
    cache_folder.shrink(str(tmp_path), 0)
    assert (dead.exists(), living.exists()) == (False, True)


def test_a_compile_keeps_to_the_limit(tmp_path: Path) -> None:
    for number in range(40):
        put(tmp_path, number, 50 * KILOBYTE, 10 + number)
    said = opencicc(SAXPY, f"--cache-dir={tmp_path}", "--cache-size=1", "-v", "-o", "-")
    assert said.code == 0, said.err
    every = cache_folder.entries(str(tmp_path))
    assert sum(entry.size for entry in every) <= cache_folder.MEGABYTE
    assert "result taken from the cache" in opencicc(SAXPY, f"--cache-dir={tmp_path}", "-v", "-o", "-").err


WRITER = """
import sys
from opencicc.compiler import cache_folder
from opencicc.compiler.files import make_folder, write_output
folder, first = sys.argv[1], int(sys.argv[2])
for number in range(first, first + 60):
    name = f"{number:064x}"
    part = f"{folder}/{name[-2:]}"
    make_folder(part)
    write_output(f"{part}/{name[2:]}", b"x" * 4096)
    cache_folder.count_written(folder, 4096, 100_000)
"""


def test_several_processes_write_and_remove_at_once(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WRITER, str(tmp_path)]
    runs = [subprocess.Popen([*command, str(1000 * run)], stderr=subprocess.PIPE) for run in range(4)]
    assert [run.communicate()[1] for run in runs] == [b""] * 4
    assert [run.returncode for run in runs] == [0] * 4
    # A megabyte was written. What one writes while another removes may be counted later: never as much again.
    assert sum(entry.size for entry in cache_folder.entries(str(tmp_path))) <= 2 * 100_000


def test_a_changed_compiler_is_another_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inputs, settings = [Input("k", b"")], resolve(option_values({"arch": "sm_90"}))
    (tmp_path / "pass.py").write_text("old")
    keys = []
    for text in ("old", "new one"):
        (tmp_path / "pass.py").write_text(text)
        monkeypatch.setattr(cache, "_PACKAGE", str(tmp_path))
        monkeypatch.setattr(cache, "_code_print", "")
        keys.append(cache.Cache("c").path_of(inputs, settings))
    assert keys[0] != keys[1]


def test_info_and_clear(home: Path) -> None:
    assert opencicc(SAXPY, "--cache=on", "-o", "-").code == 0
    info = opencicc("cache", "info")
    assert f"folder:   {home}/.cache/opencicc" in info.out
    facts = json.loads(opencicc("cache", "info", "--json").out)
    assert (facts["results"], facts["headers"], facts["limit_bytes"]) == (1, 0, 1 << 30)
    assert facts["result_bytes"] > 0
    cleared = opencicc("cache", "clear")
    assert cleared.out.startswith("removed 1 files, ") and cleared.code == 0
    assert json.loads(opencicc("cache", "info", "--json").out)["results"] == 0
    assert opencicc("cache", "shrink").code == 2


def has_front_end() -> bool:
    try:
        return bool(toolchain.find_clang() and toolchain.find_headers())
    except CompilerError:
        return False


@pytest.mark.skipif(not has_front_end(), reason="clang 22 or CUDA's headers are missing: see `opencicc doctor`")
def test_of_cuda_results_and_headers_are_kept_without_being_asked(home: Path) -> None:
    source = home / "k.cu"
    source.write_text("__global__ void k(int* p) { *p = 1; }\n")
    for is_hit in (False, True):
        said = opencicc(str(source), "-arch=sm_90", "-v", "-o", "-")
        assert said.code == 0, said.err
        assert ("result taken from the cache" in said.err) == is_hit
    facts = json.loads(opencicc("cache", "info", "--json").out)
    assert (facts["results"], facts["headers"]) == (1, 1)
    assert opencicc(str(source), "-arch=sm_90", "-v", "--cache=off", "-o", "-").err.count("taken from the cache") == 0
