"""Warps one after the other: right kernels do not notice, and a missing barrier shows."""

from __future__ import annotations

import numpy as np
import pytest

from opencicc.emulate import launch
from opencicc.errors import UsageError

EXCHANGE = """
.version 8.0
.target sm_75
.address_size 64
.visible .entry exchange(.param .u64 out)
{
    .shared .align 4 .b8 slots[256];
    .reg .b32 %r<8>;
    .reg .b64 %rd<4>;
    mov.u32 %r1, %tid.x;
    shl.b32 %r2, %r1, 2;
    mov.u32 %r3, slots;
    add.u32 %r4, %r3, %r2;
    st.shared.u32 [%r4], %r1;
    BARRIER
    xor.b32 %r5, %r2, 128;
    add.u32 %r6, %r3, %r5;
    ld.shared.u32 %r7, [%r6];
    ld.param.u64 %rd1, [out];
    mul.wide.u32 %rd2, %r1, 4;
    add.u64 %rd3, %rd1, %rd2;
    st.global.u32 [%rd3], %r7;
    ret;
}
"""
WITH, WITHOUT = EXCHANGE.replace("BARRIER", "bar.sync 0;"), EXCHANGE.replace("BARRIER", "")


@pytest.mark.parametrize("order", ["", "forward", "backward"])
def test_a_right_kernel_gives_the_same_in_every_order(order: str) -> None:
    out = np.zeros(64, np.uint32)
    result = launch(WITH, "exchange", 1, 64, [out], warp_order=order)
    assert np.array_equal(out, np.arange(64) ^ 32)
    assert not result.has_undefined


@pytest.mark.parametrize(("order", "first"), [("forward", 0), ("backward", 32)])
def test_a_missing_barrier_shows_in_the_warp_that_goes_first(order: str, first: int) -> None:
    undefined = launch(WITHOUT, "exchange", 1, 64, [np.zeros(64, np.uint32)], warp_order=order).undefined[0]
    assert undefined is not None
    assert undefined[first : first + 32].all()
    assert undefined.sum() == 32


def test_an_unknown_order_is_refused() -> None:
    with pytest.raises(UsageError, match="unknown warp order 'sideways'"):
        launch(WITH, "exchange", 1, 64, [np.zeros(64, np.uint32)], warp_order="sideways")
