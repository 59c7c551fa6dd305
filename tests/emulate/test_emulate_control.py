"""Branches, loops, calls, barriers, warp exchanges, fairness, limits."""

from __future__ import annotations

import numpy as np
import pytest

from opencicc.emulate import EmulationError, NotEmulatedError, launch
from opencicc.errors import UsageError
from tests.emulate.ptx_harness import HEAD, Array, run

RNG = np.random.default_rng(13)
STORE = "mad.wide.u32 %ad0, %i, 4, %p0; st.global.u32 [%ad0], %x;"
REGS = ".reg .b32 %x; .reg .b32 %y; .reg .b32 %z; .reg .pred %q; .reg .pred %r;"


def collatz(n: int) -> int:
    steps = 0
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


@pytest.mark.parametrize("blocks", [1, 3, 40])
def test_divergent_loops(blocks: int) -> None:
    """Every lane leaves the loop at its own time; some exit early."""
    out = np.full(64 * blocks, 999, np.uint32)
    run(
        f"""mov.u32 %y, %i; mov.u32 %x, 0; setp.eq.u32 %q, %i, 7; @%q exit;
        $loop: setp.le.u32 %q, %y, 1; @%q bra $done; and.b32 %z, %y, 1; setp.eq.u32 %r, %z, 0; @%r bra $even;
        mad.lo.u32 %y, %y, 3, 1; bra.uni $next;
        $even: shr.u32 %y, %y, 1;
        $next: add.u32 %x, %x, 1; bra.uni $loop;
        $done: {STORE}""",
        [out],
        threads=64,
        blocks=blocks,
        regs=REGS,
    )
    expected = [999 if n == 7 else collatz(n) for n in range(64 * blocks)]
    assert out.tolist() == expected


def test_branch_tables() -> None:
    out = np.zeros(64, np.uint32)
    run(
        f"""rem.u32 %y, %i, 3; T: .branchtargets $a, $b, $c; brx.idx %y, T;
        $a: mov.u32 %x, 10; bra $end;
        $b: mov.u32 %x, 20; bra $end;
        $c: mov.u32 %x, 30;
        $end: {STORE}""",
        [out],
        threads=64,
        regs=REGS,
    )
    assert (out == np.array([10, 20, 30])[np.arange(64) % 3]).all()


def test_guarded_stores_and_returns() -> None:
    out = np.zeros(64, np.uint32)
    run(
        """and.b32 %y, %i, 1; setp.eq.u32 %q, %y, 1; mad.wide.u32 %ad0, %i, 4, %p0; @%q st.global.u32 [%ad0], %i;
        setp.gt.u32 %r, %i, 40; @%r ret; @!%q st.global.u32 [%ad0], 5;""",
        [out],
        threads=64,
        regs=REGS,
    )
    lane = np.arange(64)
    assert (out == np.where(lane & 1, lane, np.where(lane > 40, 0, 5))).all()


CALLS = """.func (.param .b32 r) twice(.param .b32 a) { .reg .b32 %x; ld.param.b32 %x, [a]; add.u32 %x, %x, %x; st.param.b32 [r], %x; ret; }
.func (.param .b32 r) add100(.param .b32 a) { .reg .b32 %x; ld.param.b32 %x, [a]; add.u32 %x, %x, 100; st.param.b32 [r+0], %x; ret; }
.func (.param .align 8 .b8 r[16]) swap(.param .align 8 .b8 a[16]) { .reg .b64 %x<3>; ld.param.v2.b64 {%x1, %x2}, [a];
 st.param.b64 [r], %x2; st.param.b64 [r+8], %x1; ret; }
.func (.param .b32 r) factorial(.param .b32 n) { .reg .b32 %x; .reg .b32 %y; .reg .pred %p; ld.param.b32 %x, [n];
 setp.lt.u32 %p, %x, 2; @%p bra $one; sub.u32 %y, %x, 1;
 { .param .b32 a0; .param .b32 r0; st.param.b32 [a0], %y; call.uni (r0), factorial, (a0); ld.param.b32 %y, [r0]; }
 mul.lo.u32 %x, %x, %y; st.param.b32 [r], %x; ret;
 $one: st.param.b32 [r], 1; ret; }
"""


def test_calls_direct_indirect_and_in_divergent_code() -> None:
    out = np.zeros(64, np.uint32)
    run(
        f"""mov.u32 %x, %i; and.b32 %y, %i, 1; setp.eq.u32 %q, %y, 0; @%q bra $skip;
        {{ .param .b32 a0; .param .b32 r0; st.param.b32 [a0], %i; call (r0), twice, (a0); ld.param.b32 %x, [r0]; }}
        $skip: and.b32 %y, %i, 2; setp.eq.u32 %q, %y, 0; mov.b64 %f, twice; mov.b64 %g, add100; selp.b64 %f, %f, %g, %q;
        {{ .param .b32 a0; .param .b32 r0; st.param.b32 [a0], %x; P: .callprototype (.param .b32 _) _ (.param .b32 _);
        call (r0), %f, (a0), P; ld.param.b32 %x, [r0]; }}
        {STORE}""",
        [out],
        threads=64,
        head=CALLS,
        regs=REGS + ".reg .b64 %f; .reg .b64 %g;",
    )
    lane = np.arange(64)
    first = np.where(lane & 1, lane * 2, lane)
    assert (out == np.where(lane & 2, first + 100, first * 2)).all()


def test_struct_parameters_and_recursion() -> None:
    out = np.zeros(32, np.uint32)
    run(
        f"""cvt.u64.u32 %f, %i;
        {{ .param .align 8 .b8 a0[16]; .param .align 8 .b8 r0[16]; st.param.b64 [a0], %f; st.param.b64 [a0+8], 3;
        call (r0), swap, (a0); ld.param.v2.b64 {{%g, %f}}, [r0]; }}
        cvt.u32.u64 %y, %g; and.b32 %z, %i, 7; add.u32 %y, %y, %z;
        {{ .param .b32 a0; .param .b32 r0; st.param.b32 [a0], %y; call (r0), factorial, (a0); ld.param.b32 %x, [r0]; }}
        {STORE}""",
        [out],
        head=CALLS,
        regs=REGS + ".reg .b64 %f; .reg .b64 %g;",
    )
    factorials = [6, 24, 120, 720, 5040, 40320, 362880, 3628800]
    assert out.tolist() == [factorials[lane & 7] for lane in range(32)]


def test_endless_recursion_is_told() -> None:
    head = ".func again() { call again; ret; }\n"
    with pytest.raises(EmulationError, match="stack is full"):
        run("call again;", [np.zeros(1, np.uint32)], head=head)


def test_printf(capsys: pytest.CaptureFixture[str]) -> None:
    head = (
        ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n.global .align 1 .b8 text[] = {37, 100, 32, 37, 46, 50, 102, 32, 37, "
        "115, 32, 37, 120, 32, 37, 108, 108, 100, 32, 37, 37, 10, 0};\n.global .align 1 .b8 word[3] = {104, 105, 0};\n"
    )
    result = run(
        """st.local.u32 [args], %i; mov.b64 %f, 0d3FF8000000000000; st.local.b64 [args+8], %f; mov.b64 %f, word; st.local.b64 [args+16], %f;
        st.local.u32 [args+24], 255; mov.b64 %f, -5; st.local.b64 [args+32], %f;
        mov.b64 %f, text; mov.b64 %g, args; cvta.local.u64 %g, %g;
        { .param .b64 a0; .param .b64 a1; .param .b32 r0; st.param.b64 [a0], %f; st.param.b64 [a1], %g; call (r0), vprintf, (a0, a1); }""",
        [np.zeros(1, np.uint32)],
        threads=2,
        head=head,
        regs=".reg .b64 %f; .reg .b64 %g; .local .align 8 .b8 args[40];",
    )
    assert result.output == "0 1.50 hi ff -5 %\n1 1.50 hi ff -5 %\n"
    assert capsys.readouterr().out == ""


def test_barrier_with_early_exits_counts_live_threads() -> None:
    out = np.zeros(96, np.uint32)
    run(f"setp.ge.u32 %q, %t2, 70; @%q exit; mov.u32 %x, 3; bar.sync 0; {STORE}", [out], threads=96, regs=REGS)
    assert (out == np.where(np.arange(96) < 70, 3, 0)).all()


def test_partial_barriers_order_producers_and_consumers() -> None:
    """The first warp consumes what the second writes after it has arrived at barrier 1."""
    out = np.zeros(64, np.uint32)
    run(
        f"""setp.lt.u32 %q, %t2, 32; shl.b32 %y, %t2, 2; mov.u32 %z, tile; add.u32 %y, %y, %z; mov.u32 %x, 1; @%q bra $consume;
        mul.lo.u32 %z, %t2, 10; st.shared.u32 [%y], %z; bar.arrive 1, 64; bra.uni $end;
        $consume: bar.sync 1, 64; ld.shared.u32 %x, [%y+128];
        $end: {STORE}""",
        [out],
        threads=64,
        regs=REGS + ".shared .align 4 .b8 tile[256];",
    )
    assert (out == np.where(np.arange(64) < 32, (np.arange(64) + 32) * 10, 1)).all()


def test_barrier_reductions() -> None:
    for operation, expected in (("popc.u32 %x", 30), ("and.pred %r", 0), ("or.pred %r", 1)):
        out = np.zeros(96, np.uint32)
        tail = "" if "popc" in operation else "selp.b32 %x, 1, 0, %r;"
        run(f"setp.lt.u32 %q, %t2, 30; bar.red.{operation}, 0, %q; {tail} {STORE}", [out], threads=96, regs=REGS)
        assert (out == expected).all(), operation


def test_a_deadlock_is_told_with_everyone_who_waits() -> None:
    with pytest.raises(EmulationError, match="deadlock") as caught:
        run(
            "setp.lt.u32 %q, %t2, 32; @%q bra $a; bar.sync 1;\n bra $end;\n$a: bar.sync 2; $end:",
            [np.zeros(1, np.uint32)],
            64,
            regs=REGS,
        )
    assert "32 threads wait at 'bar.sync'" in caught.value.detail and "block (0, 0, 0)" in caught.value.at


def test_an_endless_loop_is_stopped() -> None:
    with pytest.raises(EmulationError, match="did not end within 10000 instructions"):
        run("$x: bra $x;", [np.zeros(1, np.uint32)], instruction_limit=10_000)


def warp_values(n: int = 64) -> Array:
    return RNG.integers(0, 1000, n).astype(np.uint32)


def exchange(code: str, values: Array, **options: object) -> Array:
    out = values.copy()
    run(
        f"mad.wide.u32 %ad0, %i, 4, %p0; ld.global.u32 %y, [%ad0]; {code} st.global.u32 [%ad0], %x;",
        [out],
        len(values),
        regs=REGS,
    )
    return out


def test_shuffles() -> None:
    v = warp_values()
    rows, lane = v.reshape(-1, 32), np.arange(32)
    down = np.where(lane + 3 < 32, np.take(rows, np.minimum(lane + 3, 31), axis=1), rows)
    assert (exchange("shfl.sync.down.b32 %x, %y, 3, 31, -1;", v).reshape(-1, 32) == down).all()
    up = np.where(lane >= 5, np.take(rows, np.maximum(lane - 5, 0), axis=1), rows)
    assert (exchange("shfl.sync.up.b32 %x, %y, 5, 0, -1;", v).reshape(-1, 32) == up).all()
    assert (exchange("shfl.sync.bfly.b32 %x, %y, 6, 31, -1;", v).reshape(-1, 32) == rows[:, lane ^ 6]).all()
    # Segments of 8 lanes: the clamp value holds the segment mask.
    segment = exchange("shfl.sync.idx.b32 %x, %y, 2, 0x181f, -1;", v).reshape(-1, 32)
    assert (segment == rows[:, lane & ~7 | 2]).all()
    in_range = exchange("shfl.sync.down.b32 %x|%q, %y, 4, 31, -1; selp.u32 %x, 1, 0, %q;", v).reshape(-1, 32)
    assert (in_range == (lane + 4 <= 31)).all()


def test_votes_matches_and_reductions() -> None:
    v = warp_values(96)
    rows = v.reshape(-1, 32)
    bits = 1 << np.arange(32, dtype=np.uint64)
    ballot = ((rows & 1) * bits).sum(1).astype(np.uint32)
    got = exchange("and.b32 %z, %y, 1; setp.ne.u32 %q, %z, 0; vote.sync.ballot.b32 %x, %q, -1;", v).reshape(-1, 32)
    assert (got == ballot[:, None]).all()
    got = exchange("setp.lt.u32 %q, %y, 5000; vote.sync.all.pred %r, %q, -1; selp.u32 %x, 1, 0, %r;", v)
    assert (got == 1).all()
    got = exchange("and.b32 %z, %y, 3; match.any.sync.b32 %x, %z, -1;", v).reshape(-1, 32)
    same = (rows[:, :, None] & 3) == (rows[:, None, :] & 3)
    assert (got == (same * bits).sum(2)).all()
    got = exchange("match.all.sync.b32 %x|%q, 7, -1;", v)
    assert (got == 0xFFFFFFFF).all()
    for name, function in (
        ("add.u32", np.add),
        ("max.u32", np.maximum),
        ("min.s32", np.minimum),
        ("xor.b32", np.bitwise_xor),
    ):
        got = exchange(f"redux.sync.{name} %x, %y, -1;", v).reshape(-1, 32)
        assert (got == function.reduce(rows, axis=1)[:, None]).all()
    got = exchange("elect.sync %x|%q, -1; selp.u32 %z, 100, 0, %q; add.u32 %x, %x, %z;", v).reshape(-1, 32)
    assert got[:, 0].tolist() == [100] * 3 and (got[:, 1:] == 0).all()


def test_exchanges_in_divergent_code_use_the_member_mask() -> None:
    v = np.arange(64, dtype=np.uint32)
    got = exchange(
        """and.b32 %z, %i, 31; setp.lt.u32 %q, %z, 16; @%q bra $low;
        redux.sync.add.u32 %x, %y, 0xffff0000; bra.uni $end;
        $low: redux.sync.add.u32 %x, %y, 0x0000ffff;
        $end: bar.warp.sync -1; activemask.b32 %z; popc.b32 %z, %z; add.u32 %x, %x, %z;""",
        v,
    )
    expected = v.reshape(-1, 16).sum(1).repeat(16) + 32
    assert (got == expected).all()


def test_shuffle_waits_for_lanes_that_come_later() -> None:
    """Half of the lanes take a detour first; the shuffle must still see all of them."""
    v = np.arange(32, dtype=np.uint32)
    got = exchange(
        """and.b32 %z, %i, 1; setp.eq.u32 %q, %z, 0; @%q bra $go; add.u32 %y, %y, 100; add.u32 %y, %y, 0;
        $go: shfl.sync.bfly.b32 %x, %y, 1, 31, -1;""",
        v,
    )
    partner = v ^ 1
    assert (got == np.where(partner & 1, partner + 100, partner)).all()


@pytest.mark.parametrize("blocks", [1, 4])
def test_a_spin_lock_ends(blocks: int) -> None:
    """The classic loop: a lane spins until it owns the lock, also against lanes of its own warp."""
    memory = np.zeros(2, np.uint32)
    run(
        """$try: atom.global.cas.b32 %x, [%p0], 0, 1; setp.ne.u32 %q, %x, 0; @%q bra $try;
        ld.volatile.global.u32 %y, [%p0+4]; add.u32 %y, %y, 1; st.volatile.global.u32 [%p0+4], %y; membar.gl;
        atom.global.exch.b32 %x, [%p0], 0;""",
        [memory],
        threads=64,
        blocks=blocks,
        regs=REGS,
    )
    assert memory.tolist() == [0, 64 * blocks]


@pytest.mark.parametrize("lanes", [32, 4096])
def test_blocks_may_wait_for_each_other(lanes: int) -> None:
    """Each block waits for the one before it, and the first for the last one's flag too."""
    flags, out = np.zeros(6, np.uint32), np.zeros(6, np.uint32)
    run(
        """mov.u32 %z, %t0; setp.eq.u32 %q, %z, 0; mad.wide.u32 %ad0, %z, 4, %p0; mad.wide.u32 %ad1, %z, 4, %p1;
        @%q ld.global.u32 %y, [%p0]; @%q bra $first;
        $wait: ld.acquire.gpu.global.u32 %y, [%ad0+-4]; setp.eq.u32 %q, %y, 0; @%q bra $wait;
        ld.global.u32 %x, [%ad1+-4]; add.u32 %x, %x, 1; bra.uni $store;
        $first: mov.u32 %x, 1;
        $store: st.global.u32 [%ad1], %x; st.release.gpu.global.u32 [%ad0], 1;
        $end: ld.relaxed.gpu.global.u32 %y, [%p0+20]; setp.eq.u32 %q, %y, 0; @%q bra $end;""",
        [flags, out],
        threads=32,
        blocks=6,
        regs=REGS,
        lanes_at_once=lanes,
    )
    assert (out == np.arange(1, 7)).all()


def test_special_registers() -> None:
    names = [
        "tid.x",
        "tid.y",
        "tid.z",
        "ctaid.x",
        "ctaid.y",
        "ntid.y",
        "nctaid.x",
        "laneid",
        "warpid",
        "lanemask_lt",
        "lanemask_ge",
    ]
    grid, block = (2, 3), (4, 3, 5)
    n = 60 * 6
    for name in names:
        out = np.zeros(n, np.uint32)
        ptx = (
            f"{HEAD}.visible .entry k(.param .u64 p) {{ .reg .b32 %r<9>; .reg .b64 %a; ld.param.u64 %a, [p]; mov.u32 %r1, %tid.x; mov.u32 %r2, %tid.y;"
            "mov.u32 %r3, %tid.z; mad.lo.u32 %r3, %r3, 3, %r2; mad.lo.u32 %r3, %r3, 4, %r1; mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ctaid.y;"
            "mad.lo.u32 %r2, %r2, 2, %r1; mad.lo.u32 %r3, %r2, 60, %r3; mad.wide.u32 %a, %r3, 4, %a;"
            f"mov.u32 %r4, %{name}; st.global.u32 [%a], %r4; ret; }}"
        )
        launch(ptx, "k", grid, block, [out])
        thread, number = np.arange(n) % 60, np.arange(n) // 60
        lane = thread % 32
        expected = {
            "tid.x": thread % 4, "tid.y": thread // 4 % 3, "tid.z": thread // 12, "ctaid.x": number % 2, "ctaid.y": number // 2,
            "ntid.y": 3, "nctaid.x": 2, "laneid": lane, "warpid": thread // 32, "lanemask_lt": (1 << lane) - 1,
            "lanemask_ge": (0xFFFFFFFF << lane) & 0xFFFFFFFF,
        }[name]  # fmt: skip
        assert (out == expected).all(), name


@pytest.mark.parametrize(
    "code",
    [
        "wgmma.fence.sync.aligned;",
        "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%x}, [%y];",
        "tex.1d.v4.s32.s32 {%x, %x, %x, %x}, [t, {%x}];",
        "mbarrier.init.shared.b64 [%y], 1;",
        "cp.async.bulk.commit_group;",
        "frobnicate.b32 %x, %y;",
        "add.u32 %x;",
        "shfl.sync.b32 %x, %y, 1, 31, -1;",
        "mov.u32 %x, nowhere;",
    ],
)
def test_what_is_not_emulated_is_named(code: str) -> None:
    opcode = code.split()[0].rstrip(";")
    with pytest.raises(NotEmulatedError) as caught:
        run(f"mov.b32 %x, 0; mov.b32 %y, 0;\n{code}", [np.zeros(1, np.uint32)], regs=REGS)
    assert f"'{opcode}' is not emulated" in caught.value.what and "kernel k, line" in caught.value.at


def test_wrong_launches_are_usage_errors() -> None:
    ptx = f"{HEAD}.visible .entry k(.param .u64 p, .param .u32 n) .maxntid 64, 1, 1 {{ ret; }}"
    out = np.zeros(1, np.uint32)
    for args, message in (
        ([out], "takes 2 arguments, 1 given"),
        ([out, np.float64(1)], "has 8 bytes, the parameter 4"),
    ):
        with pytest.raises(UsageError, match=message):
            launch(ptx, "k", 1, 32, args)
    with pytest.raises(UsageError, match="no kernel 'kk'"):
        launch(ptx, "kk", 1, 32, [out, 1])
    with pytest.raises(UsageError, match="too many"):
        launch(ptx, "k", 1, 65, [out, 1])
    with pytest.raises(UsageError, match="the grid must be"):
        launch(ptx, "k", 0, 32, [out, 1])


def test_waiting_through_plain_loads_ends() -> None:
    """Blocks wait for the last block's flag in a loop without any hint that it waits."""
    flags = np.zeros(3, np.uint32)
    run(
        """setp.eq.u32 %q, %t0, 2; @%q st.global.u32 [%p0], 1;
        $wait: ld.global.u32 %x, [%p0]; setp.eq.u32 %q, %x, 0; @%q bra $wait; mad.wide.u32 %ad0, %t0, 4, %p0; st.global.u32 [%ad0], 9;""",
        [flags],
        threads=32,
        blocks=3,
        regs=REGS,
        lanes_at_once=32,
    )
    assert flags.tolist() == [9, 9, 9]


def test_calls_that_do_not_fit_are_told() -> None:
    with pytest.raises(EmulationError, match="'twice' takes 1 arguments, the call has 0"):
        run("{ .param .b32 r0; call (r0), twice; }", [np.zeros(1, np.uint32)], head=CALLS)
    with pytest.raises(NotEmulatedError, match="'%x', which is no .param variable"):
        run(
            "mov.u32 %x, 0; { .param .b32 r0; call (r0), twice, (%x); }",
            [np.zeros(1, np.uint32)],
            head=CALLS,
            regs=REGS,
        )
    with pytest.raises(EmulationError, match="call to 'missing', which has no body here"):
        run("call missing;", [np.zeros(1, np.uint32)], head=".extern .func missing();")
