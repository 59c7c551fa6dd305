"""`opencicc batch`: every module of a folder, failures named and survived, an interrupted run taken up again."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

import opencicc
from opencicc.batch.executors import Cluster
from opencicc.batch.item import Item, compile_item
from opencicc.compiler import worker
from opencicc.compiler.files import Input
from tests.shell import opencicc as command
from tests.support import EXAMPLES

SAXPY = (EXAMPLES / "saxpy.ll").read_text()


@pytest.fixture(autouse=True)
def no_workers_left() -> Iterator[None]:
    yield
    worker.close_idle_workers()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two good modules, one in a folder of its own with the same name, and a broken one."""
    place = tmp_path / "in"
    (place / "more").mkdir(parents=True)
    (place / "a.ll").write_text(SAXPY)
    (place / "b.ll").write_text(SAXPY.replace("@saxpy", "@other"))
    (place / "more" / "a.ll").write_text(SAXPY.replace("@saxpy", "@third"))
    (place / "broken.ll").write_text("this is no IR")
    (place / "notes.txt").write_text("not a module")
    return place


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_folder(folder: Path, tmp_path: Path, jobs: str) -> None:
    out = tmp_path / "out"
    done = command(
        "batch", str(folder), "-o", str(out), f"--jobs={jobs}", "--json", str(tmp_path / "rows.json"), "-arch=sm_80"
    )
    assert done.code == 1
    assert "4 modules, 3 kernels" in done.out and "1 failed" in done.out and "broken.ll: " in done.out
    assert sorted(path.name for path in out.glob("*.ptx")) == ["a.ptx", "b.ptx", "more.a.ptx"]
    assert (out / "a.ptx").read_text() == opencicc.compile(SAXPY, arch="sm_80").ptx
    rows = json.loads((tmp_path / "rows.json").read_text())
    assert [bool(row["error"]) for row in rows] == ["broken" in row["input"] for row in rows]
    assert {name for row in rows for name in row["kernels"]} == {"saxpy", "other", "third"}


def test_goes_on_where_it_stopped(folder: Path, tmp_path: Path) -> None:
    words = "batch", str(folder), "-o", str(tmp_path / "out"), "--jobs=1"
    assert "0 were up to date" in command(*words).out
    assert "3 were up to date" in command(*words).out  # the broken one is tried again
    (folder / "a.ll").write_text(SAXPY.replace("@saxpy", "@changed"))
    (tmp_path / "out" / "b.ptx").unlink()
    assert "1 were up to date" in command(*words).out
    assert "0 were up to date" in command(*words, "-O1").out
    assert "0 were up to date" in command(*words, "-O1", "--again").out


def test_a_line_that_was_cut_off_is_no_obstacle(folder: Path, tmp_path: Path) -> None:
    words = "batch", str(folder / "a.ll"), "-o", str(tmp_path / "out")
    assert command(*words).code == 0
    with (tmp_path / "out" / "batch.jsonl").open("a") as file:
        file.write('{"input": "b')
    assert "1 were up to date" in command(*words).out


def test_a_list_and_the_shared_cache(folder: Path, tmp_path: Path) -> None:
    (folder / "list.txt").write_text("# modules\na.ll\n\nmore/a.ll\n")
    words = "batch", str(folder / "list.txt"), f"--cache-dir={tmp_path / 'cache'}", "--jobs=2"
    assert "2 modules, 2 kernels" in command(*words, "-o", str(tmp_path / "one")).out
    assert "2 came from the cache" in command(*words, "-o", str(tmp_path / "two")).out


def test_a_failure_leaves_no_old_output(folder: Path, tmp_path: Path) -> None:
    words = "batch", str(folder / "a.ll"), "-o", str(tmp_path / "out")
    command(*words)
    (folder / "a.ll").write_text("broken")
    assert command(*words).code == 1
    assert not (tmp_path / "out" / "a.ptx").exists()


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (("batch", "-o", "x"), "Missing input"),
        (("batch", ".", "--jobs=0"), "0 is an unsupported value for option: jobs"),
        (("batch", ".", "--jobs"), "Missing operand to --jobs option"),
    ],
)
def test_words_that_make_no_sense(
    words: tuple[str, ...], what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "k.ll").write_text(SAXPY)
    done = command(*words)
    assert done.code == 2
    assert what in done.err


def test_an_empty_folder_is_said_to_be_empty(tmp_path: Path) -> None:
    done = command("batch", str(tmp_path), "-o", str(tmp_path / "out"))
    assert done.code == 2
    assert "no module in" in done.err


# --- a cluster ---


@pytest.fixture(scope="module")
def cluster() -> Iterator[object]:
    distributed = pytest.importorskip("distributed", reason="Dask is not installed: pip install 'opencicc[dask]'")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as started:
        yield started


@pytest.mark.filterwarnings("ignore")
def test_on_a_cluster(cluster, folder: Path, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    out = tmp_path / "out"
    done = command("batch", str(folder), "-o", str(out), f"--scheduler={cluster.scheduler_address}", "-arch=sm_90")
    assert done.code == 1
    assert "4 modules, 3 kernels" in done.out
    assert (out / "a.ptx").read_text() == opencicc.compile(SAXPY, arch="sm_90").ptx


def die_once(item: Item, mark: str) -> object:
    """Ends the worker that takes it first."""
    if not os.path.exists(mark):
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return compile_item(item)


@pytest.mark.filterwarnings("ignore")
def test_a_lost_worker_costs_a_retry(cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    import functools

    monkeypatch.setattr(
        "opencicc.batch.executors.compile_item", functools.partial(die_once, mark=str(tmp_path / "died"))
    )
    values = opencicc.option_values({"arch": "sm_90"})
    items = [Item(number, Input(f"k{number}.ll", SAXPY.encode()), values) for number in range(4)]
    done = list(Cluster(cluster.scheduler_address).run(items))
    assert (tmp_path / "died").exists()
    assert sorted(one.number for one in done) == [0, 1, 2, 3]
    assert not any(one.error for one in done)


def test_no_scheduler_at_that_address() -> None:
    pytest.importorskip("distributed", reason="Dask is not installed: pip install 'opencicc[dask]'")
    with pytest.raises(opencicc.UsageError, match="no scheduler answers at 127.0.0.1:1"):
        Cluster("127.0.0.1:1")
