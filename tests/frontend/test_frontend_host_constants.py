"""Constants of the host stay on the host; what device code reads and what the host writes by name stay on the device."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.shell import opencicc
from tests.support import assemble

Lower = Callable[..., str]

SOURCE = """
extern const int lookup[];
const int lookup[200000] = {1, 2, 3};               // declared before: others may use it
namespace tables { extern const double weights[3] = {0.25, 0.5, 0.25}; }
struct Shape { static const int corners[4]; };
const int Shape::corners[4] = {3, 4, 5, 6};
inline constexpr int primes[] = {2, 3, 5, 7};
extern const int offsets[4] = {10, 20, 30, 40};     // device code reads it

int on_the_host(int i) { return lookup[i] + tables::weights[i] + Shape::corners[i] + primes[i]; }

__constant__ float coefficients[8];
static __constant__ int scratch = 5;
struct Settings { static __constant__ int depth; };
__constant__ int Settings::depth = 7;
__device__ int counter;

__global__ void k(int *p) { p[threadIdx.x] = offsets[threadIdx.x & 3] + coefficients[0] + scratch; }
"""


def compiled(lower: Lower, *words: str) -> str:
    """`lower` skips where clang or the headers are missing, and makes an empty folder the current one."""
    Path("kernel.cu").write_text(SOURCE)
    outcome = opencicc("kernel.cu", "-arch=sm_90", "-o", "-", *words)
    assert outcome.code == 0, outcome.err
    return outcome.out


def visible(ptx: str) -> set[str]:
    """Names of the variables that others see."""
    shown = re.findall(r"^\.(?:visible|weak) \.(?:const|global) .*? (\w+)(?:\[\d*\])?(?: =.*)?;$", ptx, re.MULTILINE)
    return set(shown)


@pytest.mark.parametrize("words", [("-O3",), ("-O0",), ("--device-c",)], ids=lambda words: words[0])
def test_host_only_constants_are_not_in_the_ptx(lower: Lower, words: tuple[str, ...]) -> None:
    ptx = compiled(lower, *words)
    for name in ("lookup", "weights", "corners", "primes"):
        assert name not in ptx
    assert visible(ptx) == {"coefficients", "_ZN8Settings5depthE", "counter"}
    # What device code reads is this module's own.
    assert re.search(r"^\.const .* offsets\[16\] = \{10, ", ptx, re.MULTILINE)
    assemble(ptx, "sm_90")


def test_the_marks_leave_no_trace(lower: Lower) -> None:
    text = lower(SOURCE)
    assert "annotation" not in text and "opencicc.constant" not in text


def test_annotations_of_the_user_do_no_harm(lower: Lower) -> None:
    text = lower('__attribute__((annotate("mine"))) __device__ int noted;\n__global__ void k() { noted = 1; }\n')
    assert "@noted" in text


def test_a_precompiled_header_makes_no_difference(lower: Lower, tmp_path: Path) -> None:
    assert compiled(lower, f"--cache-dir={tmp_path / 'cache'}") == compiled(lower)
