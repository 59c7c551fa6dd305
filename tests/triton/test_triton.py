"""opencicc.triton: kernels compile through it and ptxas takes them; caches, options, other hooks and the way back."""

from __future__ import annotations

import re

import pytest

# A module of it, because this folder would do for the package.
knobs = pytest.importorskip("triton.knobs", reason="the extra opencicc[triton] is not installed")

import opencicc.triton  # noqa: E402
from opencicc.errors import CompilerError, UsageError  # noqa: E402
from opencicc.triton import stage  # noqa: E402
from tests.triton.cases import CASES, compile_case  # noqa: E402

ADD = CASES[0]
# What these kernels are about; Triton's own step has the same.
EXPECTED = {
    "matmul-f16": "wgmma.mma_async",
    "matmul-tf32": "wgmma.mma_async|mma.sync",
    "attention": "wgmma.mma_async",
    "atomics": r"atom\.global\.gpu\.relaxed\.add|red\.global\.gpu\.relaxed",
    "take-turns": r"atom\.global\.gpu\.acq_rel\.cas|atom\.acq_rel\.gpu\.global\.cas|atom\.global\.acq_rel\.gpu\.cas",
    "sort": r"shfl\.sync",
}


SLOW = ("sort", "attention")  # Triton's own passes take their time
NAMED = [pytest.param(case, id=case.name, marks=[pytest.mark.slow] * (case.name in SLOW)) for case in CASES]


@pytest.mark.parametrize("case", NAMED)
def test_a_kernel_goes_through_opencicc_and_ptxas(case):
    opencicc.triton.enable()
    kernel = compile_case(case)
    ptx = kernel.asm["ptx"]
    assert kernel.asm["cubin"][:4] == b"\x7fELF"
    assert kernel.metadata.name == case.kernel.__name__
    assert ".target sm_90a\n" in ptx  # and no debug mark, which would cost speed
    assert ".loc\t" in ptx
    assert re.search(EXPECTED.get(case.name, ""), ptx)


@pytest.mark.parametrize("capability", [80, 89, 100, 120])
def test_other_architectures(capability):
    opencicc.triton.enable()
    ptx = compile_case(ADD, capability).asm["ptx"]
    suffix = "a" if capability >= 90 else ""
    assert f".target sm_{capability}{suffix}\n" in ptx


def test_disable_brings_triton_s_own_step_back_and_the_cache_keeps_both_apart():
    own = compile_case(ADD)
    opencicc.triton.enable()
    assert opencicc.triton.is_enabled()
    ours = compile_case(ADD)
    opencicc.triton.disable()
    again = compile_case(ADD)
    assert own.metadata.hash == again.metadata.hash != ours.metadata.hash
    assert own.asm["ptx"] == again.asm["ptx"] != ours.asm["ptx"]
    assert knobs.runtime.add_stages_inspection_hook is None


OPTION_SETS: tuple[dict[str, object], ...] = ({}, {"ftz": True}, {"ftz": False}, {"opt-level": 1})


def test_every_option_counts_in_the_cache_s_key():
    keys = {stage.cache_key(options) for options in OPTION_SETS}
    assert len(keys) == 4
    assert stage.Stage({"ftz": True}, False).key == stage.Stage({"ftz": 1}, False).key


def test_options_reach_the_compile():
    opencicc.triton.enable({"ptx-version": "8.0", "maxreg": 40})
    ptx = compile_case(ADD).asm["ptx"]
    assert ".maxnreg 40" in ptx and ".version 8.0\n" in ptx


def test_a_misspelt_option_is_an_error_at_once():
    with pytest.raises(UsageError, match="unknown option 'maxregs'"):
        opencicc.triton.enable({"maxregs": 40})
    assert not opencicc.triton.is_enabled()


def test_triton_s_own_options_are_minded(monkeypatch):
    opencicc.triton.enable()
    fused = compile_case(ADD).asm["ptx"]
    monkeypatch.setattr(knobs.compilation, "disable_line_info", True)
    case = type(ADD)(**{**vars(ADD), "options": {"enable_fp_fusion": False}})
    apart = compile_case(case).asm["ptx"]
    assert "fma.rn" in fused and "fma.rn" not in apart
    assert ".loc\t" not in apart


def test_another_hook_is_called_first_and_stays_in_the_key():
    seen = []

    def theirs(backend=None, stages=None, options=None, language=None, capability=None):
        if backend is None:
            return "theirs", "theirs"
        seen.append(sorted(stages))

    knobs.runtime.add_stages_inspection_hook = theirs
    try:
        opencicc.triton.enable()
        key, digest = knobs.runtime.add_stages_inspection_hook()
        assert key.startswith("theirs-opencicc-") and digest.startswith("theirs")
        compile_case(ADD)
        assert seen == [["cubin", "llir", "ptx", "ttgir", "ttir"]]
        opencicc.triton.disable()
        assert knobs.runtime.add_stages_inspection_hook is theirs
    finally:
        knobs.runtime.add_stages_inspection_hook = None


def break_our_step(monkeypatch):
    def refuse(*_, **__):
        raise CompilerError("no luck")

    monkeypatch.setattr(stage, "compile", refuse)


def test_what_we_cannot_compile_is_an_error(monkeypatch):
    break_our_step(monkeypatch)
    opencicc.triton.enable()
    with pytest.raises(CompilerError, match="no luck"):
        compile_case(ADD)


def test_fallback_hands_it_to_triton_s_own_step(monkeypatch, recwarn):
    own = compile_case(ADD).asm["ptx"]
    break_our_step(monkeypatch)
    warned = []
    monkeypatch.setattr("warnings.warn", lambda text, **_: warned.append(text))
    opencicc.triton.enable(fallback=True)
    assert compile_case(ADD).asm["ptx"] == own
    assert warned == ["opencicc could not compile a kernel, Triton does: no luck"]


def test_without_the_hook_an_old_triton_is_named(monkeypatch):
    import triton

    monkeypatch.setattr(triton, "__version__", "3.1.0")
    monkeypatch.setattr(triton, "knobs", type("old", (), {"runtime": object()}))
    with pytest.raises(opencicc.UnsupportedError, match="Triton 3.1.0 has no hook"):
        opencicc.triton.enable()
