"""Model C's advisor modes: the log, the trained network, and what a bad model file does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import opencicc
from opencicc.errors import InputError
from opencicc.llvm.ir import Context
from opencicc.passes.inline.ml.features import NAMES, block_depths
from opencicc.passes.inline.ml.network import SHIPPED, VERSION, Network, load_network, squash

IR = """
target triple = "nvptx64-nvidia-cuda"
define internal i32 @leaf(i32 %x) {
  %y = mul i32 %x, 3
  ret i32 %y
}
define internal i32 @mid(i32 %x) {
  %a = call i32 @leaf(i32 %x)
  %b = call i32 @leaf(i32 %a)
  ret i32 %b
}
define ptx_kernel void @k(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a = call i32 @mid(i32 %i)
  store i32 %a, ptr %p
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
"""


def answering(bias: float) -> dict[str, object]:
    """A network that gives the same answer to everything."""
    count = len(NAMES)
    return {
        "version": VERSION,
        "features": list(NAMES),
        "means": [0.0] * count,
        "scales": [1.0] * count,
        "hidden": [[0.0] * (count + 1)],
        "output": [0.0, bias],
    }


def optimized(**options: object) -> str:
    chosen = {
        "passes": "inline",
        "inline-model": "C",
        "stop-after": "opt",
        **{k.replace("_", "-"): v for k, v in options.items()},
    }
    return text_of(opencicc.compile(IR, "sm_90", None, chosen).bitcode)


def text_of(bitcode: bytes) -> str:
    with Context() as context:
        return context.parse(bitcode).text()


@pytest.mark.parametrize(("bias", "has_calls"), [(1.0, False), (-1.0, True)])
def test_the_trained_model_decides(bias: float, has_calls: bool, tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    path.write_text(json.dumps(answering(bias)))
    text = optimized(enable_ml_inliner="release", inline_model_file=str(path))
    assert ("call i32" in text) == has_calls


def test_the_shipped_model_loads_and_inlines_a_leaf() -> None:
    assert load_network() is not None
    assert "@leaf(" not in optimized(enable_ml_inliner="release")


def test_the_pass_of_the_release_advisor_uses_the_model() -> None:
    chosen = {"passes": "inliner-ml-advisor-release", "stop-after": "opt"}
    result = opencicc.compile(IR, "sm_90", None, chosen)
    assert "@leaf(" not in text_of(result.bitcode)
    assert any("trained model" in remark.message for remark in result.remarks)


def test_the_development_advisor_logs_features_and_decides_by_cost(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    text = optimized(enable_ml_inliner="development", inline_training_log=str(log))
    assert text == optimized()
    rows = [json.loads(line) for line in log.read_text().splitlines()]
    assert [(row["caller"], row["callee"]) for row in rows] == [("mid", "leaf"), ("mid", "leaf"), ("k", "mid")]
    assert all(row["inlined"] for row in rows)
    last = rows[-1]
    assert set(NAMES) <= set(last)
    assert last["loop_depth"] == 1
    assert last["caller_is_kernel"] == 1
    assert last["callee_instructions"] == 3  # two multiplications came in


@pytest.mark.parametrize("text", ["", "{}", '{"version": 0}', json.dumps(answering(0.0) | {"features": []}), "[]"])
def test_a_bad_model_file_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    path.write_text(text)
    with pytest.raises(InputError):
        optimized(enable_ml_inliner="release", inline_model_file=str(path))


def test_a_missing_model_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read"):
        optimized(enable_ml_inliner="release", inline_model_file=str(tmp_path / "none"))


def test_the_network_is_what_numpy_computes() -> None:
    numpy = pytest.importorskip("numpy")
    document = json.loads(SHIPPED.read_text())
    features = [float(3 * index - 7) for index in range(len(NAMES))]
    inputs = (numpy.array([squash(x) for x in features]) - document["means"]) / document["scales"]
    hidden = numpy.tanh(numpy.array(document["hidden"]) @ numpy.append(inputs, 1.0))
    expected = 1 / (1 + numpy.exp(-numpy.array(document["output"]) @ numpy.append(hidden, 1.0)))
    assert Network(document).probability(features) == pytest.approx(expected)


def test_depths_count_the_loops_around_a_block() -> None:
    # 0 -> 1 -> 2 -> 3 -> 4, with 3 -> 1 and 2 -> 2
    edges = [(0, 1), (1, 2), (2, 2), (2, 3), (3, 1), (3, 4)]
    assert block_depths(edges, 5) == [0, 1, 2, 1, 0]
