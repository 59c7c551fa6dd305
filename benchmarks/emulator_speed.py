"""How many lane-instructions a second the emulator executes on one core.

    python benchmarks/emulator_speed.py

Straight-line float code is the goal of at least 20 million a second with 256-thread blocks; the other
rows show what memory, divergence, shared memory and double-precision fma cost.
"""

from __future__ import annotations

import numpy as np

from opencicc.emulate import LaunchResult, launch
from opencicc.emulate.launch import LANES_AT_ONCE

HEAD = """.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 x, .param .u64 y)
{
.reg .pred %p<9>; .reg .b32 %r<40>; .reg .f32 %f<40>; .reg .f64 %fd<40>; .reg .b64 %rd<20>;
.shared .align 4 .b8 tile[1024];
mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x; mad.lo.s32 %r4, %r1, %r2, %r3;
ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [y]; mul.wide.s32 %rd3, %r4, 4;
add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3;
ld.global.f32 %f1, [%rd4]; ld.global.f32 %f2, [%rd5]; mov.f32 %f3, %f1; mov.f32 %f4, %f2;
cvt.f64.f32 %fd1, %f1; cvt.f64.f32 %fd2, %f2; mov.b32 %r5, 0;
"""
TAIL = "st.global.f32 [%rd5], %f4; ret; }\n"

ADD_MUL = "add.f32 %f3, %f3, %f1; mul.f32 %f4, %f4, %f2; sub.f32 %f3, %f3, %f4; add.f32 %f4, %f4, %f1;\n" * 50
FMA = "fma.rn.f32 %f3, %f3, %f1, %f2; fma.rn.f32 %f4, %f4, %f2, %f1;\n" * 100
FMA64 = "fma.rn.f64 %fd1, %fd1, %fd2, %fd2;\n" * 100
INTEGER = "add.s32 %r5, %r5, %r4; xor.b32 %r6, %r5, %r3; shl.b32 %r5, %r6, 1; mad.lo.s32 %r5, %r5, %r3, %r6;\n" * 50
LOAD = "ld.global.f32 %f3, [%rd4]; add.f32 %f4, %f4, %f3; st.global.f32 [%rd4], %f4;\n" * 60
SHARED = (
    "shl.b32 %r8, %r3, 2; mov.u32 %r9, tile; add.s32 %r9, %r9, %r8;\n"
    + "st.shared.f32 [%r9], %f4; bar.sync 0; ld.shared.f32 %f5, [%r9]; add.f32 %f4, %f4, %f5;\n" * 50
)
LOOP = """mov.b32 %r5, 0;
$loop: and.b32 %r6, %r4, %r5; setp.eq.s32 %p1, %r6, 0; @%p1 bra $even;
fma.rn.f32 %f4, %f4, %f1, %f2; bra.uni $next;
$even: add.f32 %f4, %f4, %f2;
$next: add.s32 %r5, %r5, 1; setp.lt.s32 %p2, %r5, 200; @%p2 bra $loop;
"""
KERNELS = {
    "float add, sub, mul": ADD_MUL,
    "float fma": FMA,
    "double fma": FMA64,
    "integer": INTEGER,
    "global load, store": LOAD,
    "shared memory, barrier": SHARED,
    "divergent loop": LOOP,
}


def measure(body: str, blocks: int, threads: int, lanes_at_once: int = LANES_AT_ONCE) -> LaunchResult:
    ptx = HEAD + body + TAIL
    n = blocks * threads
    best: LaunchResult | None = None
    for _ in range(4):  # the first run also decodes
        x, y = np.linspace(0.5, 1.5, n, dtype=np.float32), np.ones(n, np.float32)
        result = launch(ptx, "k", blocks, threads, [x, y], lanes_at_once=lanes_at_once)
        if best is None or result.seconds < best.seconds:
            best = result
    assert best is not None
    return best


def main() -> None:
    print(f"{'million lane-instructions a second':36} {'1 block':>10} {'128 blocks':>10}")
    for name, body in KERNELS.items():
        rates = [measure(body, blocks, 256) for blocks in (1, 128)]
        figures = [f"{r.lane_instructions / r.seconds / 1e6:10.1f}" for r in rates]
        print(f"{name:36} {figures[0]} {figures[1]}")


if __name__ == "__main__":
    main()
