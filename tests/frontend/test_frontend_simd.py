"""__vadd2 to __vsubus4 against a scalar reference, lane by lane, through the emulator."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from opencicc.cli.main import main
from opencicc.emulate import launch
from opencicc.errors import ToolError
from opencicc.frontend import toolchain
from tests.support import assemble

Lanes = np.ndarray
Reference = Callable[..., Lanes]


def clamp(values: Lanes, bits: int, is_signed: bool) -> Lanes:
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if is_signed else (0, (1 << bits) - 1)
    return np.clip(values, low, high)


# name: (operands are signed, what it computes in wide integers); results wrap to the lane's width
UNARY: dict[str, Reference] = {
    "abs": lambda a, bits: np.abs(a),
    "absss": lambda a, bits: clamp(np.abs(a), bits, True),
    "neg": lambda a, bits: -a,
    "negss": lambda a, bits: clamp(-a, bits, True),
}
BINARY: dict[str, tuple[bool, Reference]] = {
    "absdiffs": (True, lambda a, b, bits: np.abs(a - b)),
    "absdiffu": (False, lambda a, b, bits: np.abs(a - b)),
    "add": (False, lambda a, b, bits: a + b),
    "addss": (True, lambda a, b, bits: clamp(a + b, bits, True)),
    "addus": (False, lambda a, b, bits: clamp(a + b, bits, False)),
    "avgs": (True, lambda a, b, bits: (a + b + (a + b >= 0)) >> 1),
    "avgu": (False, lambda a, b, bits: (a + b + 1) >> 1),
    "haddu": (False, lambda a, b, bits: (a + b) >> 1),
    "maxs": (True, lambda a, b, bits: np.maximum(a, b)),
    "maxu": (False, lambda a, b, bits: np.maximum(a, b)),
    "mins": (True, lambda a, b, bits: np.minimum(a, b)),
    "minu": (False, lambda a, b, bits: np.minimum(a, b)),
    "sub": (False, lambda a, b, bits: a - b),
    "subss": (True, lambda a, b, bits: clamp(a - b, bits, True)),
    "subus": (False, lambda a, b, bits: clamp(a - b, bits, False)),
}
SUMS = {"sads": True, "sadu": False}
ORDERS: dict[str, tuple[bool, Callable[[Lanes, Lanes], Lanes]]] = {
    "eq": (False, np.equal), "ne": (False, np.not_equal),
    "ges": (True, np.greater_equal), "geu": (False, np.greater_equal),
    "gts": (True, np.greater), "gtu": (False, np.greater),
    "les": (True, np.less_equal), "leu": (False, np.less_equal),
    "lts": (True, np.less), "ltu": (False, np.less),
}  # fmt: skip
TWO_OPERANDS = [*BINARY, *SUMS, *(kind + order for kind in ("cmp", "set") for order in ORDERS)]
KERNEL = """
extern "C" __global__ void {name}(const unsigned* a, const unsigned* b, unsigned* r, unsigned n) {{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) r[i] = __v{name}({arguments});
}}
"""


def source() -> str:
    kernels = [KERNEL.format(name=f"{name}{count}", arguments="a[i]") for name in UNARY for count in (2, 4)]
    return "".join(
        [
            *kernels,
            *(KERNEL.format(name=f"{n}{count}", arguments="a[i], b[i]") for n in TWO_OPERANDS for count in (2, 4)),
        ]
    )


def split(words: Lanes, count: int, is_signed: bool) -> Lanes:
    """The lanes of each word as wide integers."""
    bits = 32 // count
    lanes = (words[:, None].astype(np.int64) >> (np.arange(count) * bits)) & ((1 << bits) - 1)
    return np.where(lanes >> (bits - 1), lanes - (1 << bits), lanes) if is_signed else lanes


def join(lanes: Lanes) -> Lanes:
    count = lanes.shape[1]
    bits = 32 // count
    return ((lanes & ((1 << bits) - 1)) << (np.arange(count) * bits)).sum(axis=1).astype(np.uint32)


def expected(name: str, count: int, a: Lanes, b: Lanes) -> Lanes:
    bits = 32 // count
    if name in UNARY:
        return join(UNARY[name](split(a, count, True), bits))
    if name in BINARY:
        is_signed, compute = BINARY[name]
        return join(compute(split(a, count, is_signed), split(b, count, is_signed), bits))
    if name in SUMS:
        difference = split(a, count, SUMS[name]) - split(b, count, SUMS[name])
        return np.abs(difference).sum(axis=1).astype(np.uint32)
    is_signed, compare = ORDERS[name[3:]]
    holds = compare(split(a, count, is_signed), split(b, count, is_signed)).astype(np.int64)
    return join(-holds if name.startswith("cmp") else holds)


def operands(count: int) -> tuple[Lanes, Lanes]:
    """Every pair of bytes, or pairs of halves around every edge; each lane sees them beside other neighbours."""
    if count == 4:
        left, right = (grid.ravel() for grid in np.meshgrid(np.arange(256), np.arange(256)))
    else:
        near = np.arange(-3, 4)
        edges = np.unique(np.concatenate([near, 0x80 + near, 0xFF + near, 0x7FFF + near, 0x8000 + near]) & 0xFFFF)
        spread = np.random.default_rng(7).integers(0, 1 << 16, 100)
        left, right = (grid.ravel() for grid in np.meshgrid(*[np.concatenate([edges, spread])] * 2))
    order = np.random.default_rng(11)
    shuffled = [order.permutation(len(left)) for _ in range(count)]
    return tuple(join(np.stack([side[places] for places in shuffled], axis=1)) for side in (left, right))  # type: ignore[return-value]


@pytest.fixture(scope="module", params=["sm_80", "sm_90"])
def ptx(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    try:
        toolchain.find_clang("")
        toolchain.find_headers("")
    except ToolError as error:
        pytest.skip(f"CUDA C++ can't be compiled here: {error.what}")
    folder: Path = tmp_path_factory.mktemp("simd")
    (folder / "simd.cu").write_text(source())
    assert main([str(folder / "simd.cu"), f"-arch={request.param}", "-o", str(folder / "simd.ptx")]) == 0
    text = (folder / "simd.ptx").read_text()
    assemble(text, request.param)
    return text


@pytest.mark.parametrize("count", [2, 4])
def test_every_function_agrees_with_the_scalar_one(ptx: str, count: int) -> None:
    a, b = operands(count)
    for name in (*UNARY, *TWO_OPERANDS):
        result = np.zeros(len(a), np.uint32)
        launch(ptx, f"{name}{count}", -(-len(a) // 1024), 1024, [a, b, result, np.uint32(len(a))])
        wrong = np.flatnonzero(result != expected(name, count, a, b))
        assert not len(wrong), f"__v{name}{count}({a[wrong[0]]:#010x}, {b[wrong[0]]:#010x}) is {result[wrong[0]]:#010x}"


def test_no_video_instruction_but_the_one_that_gpus_have(ptx: str) -> None:
    words = {line.split()[0] for line in ptx.splitlines() if line.strip().startswith("v")}
    assert words == {"vabsdiff4.u32.u32.u32", "vabsdiff4.u32.u32.u32.add"}
