"""The part that travels: programs are run in turn, results compared, times put into a table and checked.

The programs are scripts that write what the recorder would write: no GPU is needed.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.corpus import __main__ as corpus
from benchmarks.corpus.gpu import outputs
from benchmarks.corpus.gpu import run as runner

SCRIPT = """#!/bin/sh
echo "sum {result}"
echo "took $$ ms"
echo '{{"kernels": {{"k": {{"launches": {launches}, "sum_ns": {sum_ns}, "shortest_ns": 1, "registers": 8}}}}}}' > $KERNEL_TIMES
exit {code}
"""


def add_program(out: Path, name: str, versions: dict[str, tuple[int, str, int]], launches: int = 10) -> None:
    """A program whose versions take that time, print that result and end with that code."""
    folder = out / "programs" / name
    folder.mkdir(parents=True)
    for version, (sum_ns, result, code) in versions.items():
        text = SCRIPT.format(result=result, launches=launches, sum_ns=sum_ns, code=code)
        (folder / version).write_text(text)
    kernels = {"k": {"regs": 8, "stack": 0, "spill": 0, "sass": 16}}
    built = {version: {"key": "", "seconds": 1.0, "kernels": kernels} for version in versions}
    (folder / "record.json").write_text(json.dumps({"arguments": [], "versions": built}))


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Of a run over five programs: a good one, a slower one, a wrong one, one that crashes, one that is too short."""
    out = tmp_path / "out"
    add_program(out, "good", {"nvcc": (100_000, "1.0", 0), "ours": (80_000, "1.0000001", 0), "old": (80_000, "1.0", 0)})
    add_program(out, "slower", {"nvcc": (100_000, "2", 0), "ours": (125_000, "2", 0), "old": (100_000, "2", 0)})
    add_program(out, "wrong", {"nvcc": (100_000, "3", 0), "ours": (100_000, "4", 0), "old": (100_000, "3", 0)})
    add_program(out, "crash", {"nvcc": (100_000, "3", 0), "ours": (100_000, "3", 7)})
    add_program(out, "short", {"nvcc": (100, "3", 0), "ours": (900, "3", 0)})
    monkeypatch.setattr(runner, "has_gpu", lambda: True)
    file = tmp_path / "results.json"
    assert runner.main(out, ["--out", str(file), "--repeat", "2"]) == 0
    return file


def test_table_and_remarks(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert corpus.main(["table", str(results)]) == 0
    said = capsys.readouterr().out
    rows = {line[:36].strip(): line[36:].split() for line in said.splitlines() if " / nvcc  " in line}
    assert rows["ours / nvcc"] == ["3", "1.000", "3", "1.000", "1", "1"]
    assert rows["old / nvcc"] == ["3", "0.928", "3", "0.928", "0", "1"]
    remarks = said[said.index("remarks") :]
    assert remarks.splitlines()[1:] == [
        "  ours         crash: exit code 7",
        "  ours         wrong: prints other results: 'sum 4' against 'sum 3'",
    ]


def test_check_by_time(results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["check", str(tmp_path / "out"), "--variant", "ours=x", "--variant", "old=y", "--times", str(results)]
    capsys.readouterr()
    assert corpus.main([*words, "--against", "ours -x"]) == 2
    assert "no kernel has both ours and ours_x: stage them" in capsys.readouterr().err
    renamed = results.read_text().replace('"old"', '"ours_x"')
    results.write_text(renamed)
    for record in (tmp_path / "out").glob("programs/*/record.json"):
        record.write_text(record.read_text().replace('"old"', '"ours_x"'))
    assert corpus.main([*words, "--against", "ours -x"]) == 1
    said = capsys.readouterr().out
    assert "3 of them timed" in said
    assert "1 worse:\n  slower: k: 1.250 of the time, 12.5 us against 10.0" in said
    assert corpus.main([*words, "--against", "ours -x", "--most", "1.3"]) == 0


def test_a_run_goes_on_where_it_stopped(results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(results.read_text())
    del found["good"]
    results.write_text(json.dumps(found))
    capsys.readouterr()
    assert runner.main(tmp_path / "out", ["--out", str(results), "--only", "good|wrong"]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if " s  " in line and "ours 0" in line]
    assert len(lines) == 1 and "good" in lines[0]
    assert runner.main(tmp_path / "out", ["--out", str(tmp_path / "none.json"), "--budget", "0"]) == 0
    assert "the same command again goes on from here" in capsys.readouterr().out


def test_a_slow_program_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add_program(tmp_path / "out", "endless", {"nvcc": (1, "", 0), "ours": (1, "", 0)})
    (tmp_path / "out" / "programs" / "endless" / "nvcc").write_text("#!/bin/sh\nexec sleep 60\n")
    monkeypatch.setattr(runner, "has_gpu", lambda: True)
    file = tmp_path / "results.json"
    assert runner.main(tmp_path / "out", ["--out", str(file), "--limit", "0.2"]) == 0
    assert json.loads(file.read_text()) == {"endless": {"slow": True}}


def test_outputs_are_compared_by_results_only() -> None:
    printed = ["sum 1.00001", "", "kernel time: 3", "12.5 GB/s"]
    assert outputs.results(printed) == ["sum 1.00001"]
    assert not outputs.difference(["sum 1.00001 of 3"], ["sum 1.00002 of 3"])
    assert outputs.difference(["sum 1.1"], ["sum 1.2"]) == "'sum 1.1' against 'sum 1.2'"
    assert outputs.difference(["a"], ["a", "b"]) == "1 lines against 2"
    assert outputs.complaints(["Test FAILED", "0 errors", "max error: 0.1", "PASS"]) == ["Test FAILED"]
