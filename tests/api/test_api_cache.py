"""The on-disk cache: hits, keys, damage, and several processes at once."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import opencicc
from opencicc.compiler.api import option_values
from opencicc.compiler.cache import Cache
from opencicc.compiler.cache_folder import LEDGER
from opencicc.compiler.files import Input
from opencicc.compiler.settings import resolve
from tests.shell import opencicc as command
from tests.support import EXAMPLES

SAXPY = (EXAMPLES / "saxpy.ll").read_text()


def compile_cached(folder: Path, **arguments: object) -> opencicc.CompileResult:
    return opencicc.compile(SAXPY, **{"arch": "sm_90", "cache_dir": str(folder), **arguments})  # type: ignore[arg-type]


def entries(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*")) if path.is_file() and path.name != LEDGER]


def test_the_second_time_is_a_hit_with_the_same_result(tmp_path: Path) -> None:
    first, second = compile_cached(tmp_path), compile_cached(tmp_path)
    assert (first.was_cached, second.was_cached) == (False, True)
    assert (second.ptx, second.kernels, second.warnings) == (first.ptx, first.kernels, first.warnings)
    assert any("taken from the cache" in note for note in second.trace.notes)
    assert len(entries(tmp_path)) == 1


def test_nothing_is_cached_unless_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert not opencicc.compile(SAXPY, arch="sm_90").was_cached
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    "change",
    [
        {"arch": "sm_80"},
        {"opt_level": 2},
        {"options": {"ftz": True}},
        {"options": {"do-licm": False}},
        {"options": {"ptx-version": "8.0"}},
        {"options": {"stop-after": "opt"}},
        {"options": {"maxreg": 32}},
        {"name": "other.ll"},
        {"link": ['target triple = "nvptx64-nvidia-cuda"\ndefine void @more() {\n  ret void\n}\n']},
    ],
    ids=str,
)
def test_whatever_changes_the_result_changes_the_key(change: dict[str, object], tmp_path: Path) -> None:
    compile_cached(tmp_path)
    assert not compile_cached(tmp_path, **change).was_cached
    assert len(entries(tmp_path)) == 2


def test_another_input_is_another_entry(tmp_path: Path) -> None:
    compile_cached(tmp_path)
    assert not opencicc.compile(SAXPY + "; more\n", arch="sm_90", cache_dir=str(tmp_path)).was_cached


def test_the_same_thing_said_otherwise_is_a_hit(tmp_path: Path) -> None:
    compile_cached(tmp_path, arch="sm_90")
    assert compile_cached(tmp_path, isolate=False, options={"v": True, "json": False, "summary": "off"}).was_cached


def test_remarks_are_not_lost_through_the_cache(tmp_path: Path) -> None:
    """A result made without remarks can't serve who wants to read them."""
    source = (EXAMPLES / "tiled_matmul.ll").read_text()
    wanted = {"Rpass": ".*", "Rpass-missed": ".*", "Rpass-analysis": ".*"}
    folder = str(tmp_path)
    opencicc.compile(source, arch="sm_90", cache_dir=folder)
    first = opencicc.compile(source, arch="sm_90", cache_dir=folder, options=wanted)
    second = opencicc.compile(source, arch="sm_90", cache_dir=folder, options=wanted)
    assert (first.was_cached, second.was_cached) == (False, True)
    assert first.remarks and second.remarks == first.remarks


def test_libdevice_is_part_of_the_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inputs, settings = [Input("k", SAXPY.encode())], resolve(option_values({"arch": "sm_90"}))
    library = tmp_path / "libdevice.bc"
    monkeypatch.setenv("OPENCICC_LIBDEVICE", str(library))
    paths = set()
    for content in (None, b"one", b"two!"):
        if content is not None:
            library.write_bytes(content)
        paths.add(Cache("c").path_of(inputs, settings))
    assert len(paths) == 3


def test_the_compilers_version_is_part_of_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    inputs, settings = [Input("k", SAXPY.encode())], resolve(option_values({"arch": "sm_90"}))
    before = Cache("c").path_of(inputs, settings)
    monkeypatch.setattr("opencicc.compiler.cache.__version__", "9.9.9")
    after = Cache("c").path_of(inputs, settings)
    monkeypatch.setattr("opencicc.llvm.library.version_text", lambda: "22.9.9")
    assert len({before, after, Cache("c").path_of(inputs, settings)}) == 3


@pytest.mark.parametrize("damage", ["truncated", "one bit", "empty", "other file", "unreadable"])
def test_a_damaged_entry_is_noticed_and_made_again(damage: str, tmp_path: Path) -> None:
    good = compile_cached(tmp_path)
    (entry,) = entries(tmp_path)
    data = bytearray(entry.read_bytes())
    if damage == "truncated":
        entry.write_bytes(data[: len(data) // 2])
    elif damage == "one bit":
        data[len(data) // 2] ^= 1
        entry.write_bytes(data)
    elif damage == "empty":
        entry.write_bytes(b"")
    elif damage == "other file":
        entry.write_bytes(b"not ours " * 100)
    else:
        entry.unlink()
        entry.mkdir()
    if damage == "unreadable":
        (warning,) = (again := compile_cached(tmp_path)).warnings
        assert (again.was_cached, again.ptx) == (False, good.ptx)
        assert warning.startswith("the result is not in the cache: cannot write ")
        assert warning.endswith("Is a directory")
        return
    again = compile_cached(tmp_path)
    assert (again.was_cached, again.ptx) == (False, good.ptx)
    assert compile_cached(tmp_path).was_cached


def test_errors_are_not_cached(tmp_path: Path) -> None:
    for _ in range(2):
        with pytest.raises(opencicc.InputError):
            opencicc.compile("nonsense", cache_dir=str(tmp_path))
    assert entries(tmp_path) == []


def test_many_threads_share_one_folder(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(lambda _: compile_cached(tmp_path), range(24)))
    assert len({result.ptx for result in results}) == 1
    assert [path.suffix for path in entries(tmp_path)] == [""]
    assert compile_cached(tmp_path).was_cached


def test_several_processes_race_for_one_entry(tmp_path: Path) -> None:
    path, cache = EXAMPLES / "saxpy.ll", tmp_path / "cache"
    code = "import sys; from opencicc.cli.main import main; sys.exit(main(sys.argv[1:]))"
    words = [str(path), "-arch=sm_90", f"--cache-dir={cache}", "-o", "-"]
    runs = [subprocess.Popen([sys.executable, "-c", code, *words], stdout=subprocess.PIPE) for _ in range(6)]
    outputs = {run.communicate()[0] for run in runs}
    assert [run.returncode for run in runs] == [0] * 6
    assert outputs == {command(str(path), "-arch=sm_90", "-o", "-").stdout}
    assert len(entries(cache)) == 1


def test_the_command_line_says_when_a_result_was_cached(tmp_path: Path) -> None:
    words = (str(EXAMPLES / "saxpy.ll"), "-o", "-", "-v", f"--cache-dir={tmp_path}")
    assert "result taken from the cache" not in command(*words).err
    assert "result taken from the cache" in command(*words).err


@pytest.mark.parametrize("word", ["--trace=t.jsonl", "--time-passes", "--print-after=sroa", "--print-changed"])
def test_what_needs_a_real_run_gets_one(word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = (str(EXAMPLES / "saxpy.ll"), "-o", "-", "--cache-dir=cache")
    assert command(*words).code == 0
    outcome = command(*words, word, "-v")
    assert outcome.code == 0, outcome.err
    assert "result taken from the cache" not in outcome.err


def test_kept_files_need_a_real_run(tmp_path: Path) -> None:
    words = (str(EXAMPLES / "saxpy.ll"), "-o", "-", f"--cache-dir={tmp_path / 'cache'}")
    assert command(*words).code == 0
    assert command(*words, f"--keep-dir={tmp_path / 'kept'}").code == 0
    assert sorted(os.listdir(tmp_path / "kept")) == ["saxpy.lnk.bc", "saxpy.mach.ptx", "saxpy.opt.bc", "saxpy.ptx"]


def test_a_cache_that_cannot_be_written_costs_a_warning(tmp_path: Path) -> None:
    """A file stands where the folder should be: no permission of any user helps."""
    (tmp_path / "cache").write_text("not a folder")
    source, output = tmp_path / "saxpy.ll", tmp_path / "saxpy.ptx"
    source.write_text(SAXPY)
    done = command(str(source), "-arch=sm_90", f"--cache-dir={tmp_path / 'cache'}", "-o", str(output))
    (warning,) = done.err.splitlines()
    assert done.code == 0
    assert warning.startswith("warning: the result is not in the cache: cannot write ")
    assert output.read_text() == command(str(source), "-arch=sm_90", "-o", "-").out
    strict = command(str(source), "-Werror", f"--cache-dir={tmp_path / 'cache'}", "-o", str(output))
    assert strict.err.startswith("error: warning treated as error: the result is not in the cache: cannot write ")
    assert strict.code == 9


def test_an_unwritable_cache_stands_in_the_way_of_no_headers(tmp_path: Path) -> None:
    from opencicc.frontend import header_cache

    compiler = tmp_path / "clang"
    compiler.write_text("#!/bin/sh\necho precompiled\n")
    compiler.chmod(0o755)
    (tmp_path / "cache").write_text("not a folder")
    assert header_cache.precompile(str(tmp_path / "cache"), str(compiler), ["-x", "cuda"]) == ""
    kept = header_cache.precompile(str(tmp_path / "good"), str(compiler), ["-x", "cuda"])
    assert Path(kept).read_text() == "precompiled\n"
