"""The kernel set as data: what a case promises, how arguments are packed, what counts as right."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks import kernel_set as ks

STYLES = (
    "tiled matrix products with register blocking",
    "convolutions",
    "stencils 2D/3D",
    "reductions and scans with shuffles",
    "sorting",
    "histogram",
    "sparse matrix-vector",
    "graph frontier",
    "n-body",
    "molecular forces",
    "lattice Boltzmann",
    "FFT stages",
    "FIR/IIR",
    "Monte Carlo with counter RNGs",
    "option pricing",
    "hashes",
    "block ciphers in software",
    "bit twiddling as in compression",
    "dynamic programming",
    "small dense solvers with local arrays",
    "ray/triangle and BVH traversal with many device functions",
    "an interpreter with a large switch",
    "templates and functors with struct arguments",
    "softmax/layernorm/attention rows",
    "quantised integer dot products",
    "double-precision special functions",
    "image filters",
    "atomics-heavy code",
    "code with generic pointers",
    "kernels above 64 registers",
    "recursion",
    "function pointers",
)


def test_every_style_has_a_kernel() -> None:
    cases = ks.load_all()
    assert len(cases) >= 40
    covered = {style for case in cases for style in case.styles}
    assert set(STYLES) - covered == set()


def test_every_source_has_a_case_and_every_case_a_source() -> None:
    declared = {path.stem for path in ks.KERNEL_FOLDER.glob("*.py")} - {"__init__"}
    assert declared == set(ks.names())


@pytest.mark.parametrize("name", ks.names())
def test_a_case_is_complete(name: str) -> None:
    case = ks.load(name)
    assert f"{case.entry}(" in case.source.read_text()
    assert len(case.tolerances) == len(case.outputs)
    assert case.launches["small"].threads <= 2048 < case.launches["full"].threads
    for bound in case.bounds.values():
        assert bound.bytes > 0 and bound.operations > 0


@pytest.mark.parametrize("name", ks.names())
def test_the_launch_data_is_always_the_same_and_a_kernel_that_does_nothing_is_wrong(name: str) -> None:
    case = ks.load(name)
    args, again = case.arguments("small"), case.arguments("small")
    for left, right in zip(ks.arrays_of(args), ks.arrays_of(again), strict=True):
        assert left.flags.c_contiguous
        assert left.tobytes() == right.tobytes()
    outputs = [ks.array_arg(args, position) for position in case.outputs]
    verdicts = ks.check(case, outputs, case.reference(args))
    assert not all(verdict.agrees for verdict in verdicts)


def test_arguments_are_packed_as_c_lays_them_out() -> None:
    array = np.zeros(4, np.float32)
    struct = ks.Struct((np.int32(1), array, np.uint8(2), np.float32(1.0)))
    packed = ks.pack_arguments([array, np.int16(-1), struct], lambda _: 0x1122)
    pointer = (0x1122).to_bytes(8, "little")
    inside = b"\1\0\0\0" + bytes(4) + pointer + b"\2" + bytes(3) + np.float32(1.0).tobytes()
    assert packed == [pointer, b"\xff\xff", inside]
    assert list(ks.arrays_of([array, np.int16(-1), struct]))[1] is array


def test_an_exact_comparison_finds_a_single_difference() -> None:
    expected = np.arange(10, dtype=np.uint64) + np.uint64(2**63)
    got = expected.copy()
    got[3] += np.uint64(1)
    verdict = ks.compare(got, expected, ks.EXACT)
    assert (verdict.agrees, verdict.wrong) == (False, 1)
    assert "element 3" in verdict.first_wrong
    assert ks.compare(expected, expected, ks.EXACT).agrees


def test_a_tolerance_allows_its_error_and_no_nan() -> None:
    expected = np.array([1.0, 100.0, np.inf, np.nan])
    near = np.array([1.001, 100.1, np.inf, np.nan])
    tolerance = ks.Tolerance(rtol=1.1e-3)
    assert ks.compare(near, expected, tolerance).agrees
    assert not ks.compare(near, expected, ks.Tolerance(rtol=0.9e-3)).agrees
    assert not ks.compare(np.array([np.nan, 100.0, np.inf, np.nan]), expected, tolerance).agrees
    assert not ks.compare(np.array([1.0, 100.0, -np.inf, np.nan]), expected, tolerance).agrees


def test_a_share_of_flipped_elements_may_be_wrong() -> None:
    expected = np.zeros(1000, np.int32)
    got = expected.copy()
    got[:2] = 7
    assert ks.compare(got, expected, ks.Tolerance(wrong_fraction=2e-3)).agrees
    assert not ks.compare(got, expected, ks.Tolerance(wrong_fraction=1e-3)).agrees


def test_a_result_of_another_size_is_wrong() -> None:
    assert not ks.compare(np.zeros(3), np.zeros(4), ks.Tolerance(atol=1.0)).agrees


def test_a_sample_has_both_ends() -> None:
    assert ks.sample_indices(5, 10).tolist() == [0, 1, 2, 3, 4]
    chosen = ks.sample_indices(1_000_000, 10)
    assert (chosen.size, chosen[0], chosen[-1]) == (10, 0, 999_999)


def test_unwritten_memory_shows() -> None:
    assert np.isnan(ks.unwritten((2, 3), np.float16)).all()
    assert ks.unwritten(3, np.uint16).tolist() == [0xA5A5] * 3
