"""One result, however it is made: watched or not, with the native helper or without, strict or not."""

from __future__ import annotations

import pytest

import opencicc
from benchmarks.ir_modules import make_module
from opencicc.llvm import helper
from opencicc.options.slots import BY_OFFSET
from tests.support import load_examples

EXAMPLES = {example.path.stem: (example.text, f"sm_{max(example.least_sm, 75)}") for example in load_examples()}
MODULES = {
    f"{kernels} kernels of {size} instructions": (make_module(size, seed=size, kernels=kernels), "sm_90")
    for size, kernels in ((200, 1), (600, 3), (1500, 1))
}
INPUTS = {**EXAMPLES, **MODULES}
# Trip counts are LLVM's with the helper and our own, more careful ones without: unrolling may decide otherwise. And only with
# it can code generation be told how to sink.
WITHOUT_UNROLLING = {BY_OFFSET[1360].option.name: True, "careful-sink": False}
LEVELS = ({"opt-level": 3}, {"opt-level": 1}, {"Ofast-compile": "mid"})


def ptx_of(name: str, **options: object) -> str:
    text, arch = INPUTS[name]
    return opencicc.compile(
        text, arch=arch, options={key.replace("_", "-"): value for key, value in options.items()}
    ).ptx


@pytest.mark.parametrize("name", INPUTS)
def test_watching_changes_nothing(name: str) -> None:
    assert ptx_of(name, verify_each=True, strict_passes=True) == ptx_of(name)


@pytest.mark.parametrize("name", ["tiled_matmul", "recursion", "interpreter", *MODULES])
@pytest.mark.parametrize("level", LEVELS, ids=lambda level: "-".join(map(str, level.items())))
def test_watching_changes_nothing_at_other_levels(name: str, level: dict[str, object]) -> None:
    assert ptx_of(name, verify_each=True, **level) == ptx_of(name, **level)


@pytest.mark.parametrize("name", INPUTS)
def test_the_native_helper_changes_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if helper.load() is None:
        pytest.skip(helper.describe())
    with_helper = ptx_of(name, **WITHOUT_UNROLLING)
    monkeypatch.setenv(helper.SWITCH_VARIABLE, "0")
    assert helper.load() is None
    assert ptx_of(name, **WITHOUT_UNROLLING) == with_helper


@pytest.mark.parametrize("name", ["saxpy", *MODULES])
def test_the_generated_plans_run_what_the_assembler_makes(name: str) -> None:
    """A setting that changes nothing, such as a slot at its default, keeps the generated plans from being used."""
    assert ptx_of(name, slot_7=False) == ptx_of(name)


def test_what_the_link_verified_is_verified_again_in_strict_mode_only() -> None:
    if helper.load() is None:
        pytest.skip(helper.describe())  # native steps are not told apart then
    text, arch = INPUTS["saxpy"]
    for is_strict in (False, True):
        result = opencicc.compile(text, arch=arch, options={"strict-passes": is_strict})
        assert ("verify" in result.timings_us["pass"]) == is_strict
