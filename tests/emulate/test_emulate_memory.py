"""Address spaces, widths, vectors, atomics, module variables and the faults of memory."""

from __future__ import annotations

import numpy as np
import pytest

from opencicc.emulate import EmulationError, Pointer, launch
from tests.emulate.ptx_harness import Array, evaluate, kernel, run

RNG = np.random.default_rng(11)


@pytest.mark.parametrize(("type", "dtype"), [("u8", "u1"), ("s8", "i1"), ("u16", "u2"), ("s16", "i2"), ("u32", "u4")])
def test_loads_extend_by_their_type(type: str, dtype: str) -> None:
    data = RNG.integers(0, 256, 32 * 4, np.uint8)
    out = np.zeros(32, np.int64)
    width = int(dtype[1])
    run(
        f"mad.wide.u32 %ad0, %i, {width}, %p0; ld.global.{type} %x, [%ad0]; mad.wide.u32 %ad1, %i, 8, %p1; st.global.b64 [%ad1], %x;",
        [data, out],
        regs=".reg .b64 %x;",
    )
    assert (out == data.view(dtype)[:32].astype(np.int64)).all()


def test_narrow_stores_keep_neighbours() -> None:
    data = np.full(64, 0xAA, np.uint8)
    run("mad.wide.u32 %ad0, %i, 2, %p0; mov.b32 %x, 0x1234; st.global.u8 [%ad0], %x;", [data], regs=".reg .b32 %x;")
    assert (data[::2] == 0x34).all() and (data[1::2] == 0xAA).all()


@pytest.mark.parametrize("count", [2, 4])
def test_vector_loads_and_stores(count: int) -> None:
    source = RNG.integers(0, 2**32, 32 * count, np.uint32)
    target = np.zeros_like(source)
    names = ", ".join(f"%x{n}" for n in range(count))
    reverse = ", ".join(f"%x{n}" for n in reversed(range(count)))
    run(
        f"mad.wide.u32 %ad0, %i, {4 * count}, %p0; mad.wide.u32 %ad1, %i, {4 * count}, %p1;"
        f"ld.global.v{count}.b32 {{{names}}}, [%ad0]; st.global.v{count}.b32 [%ad1], {{{reverse}}};",
        [source, target],
        regs=".reg .b32 %x<4>;",
    )
    assert (target.reshape(-1, count) == source.reshape(-1, count)[:, ::-1]).all()


def test_shared_memory_is_separate_for_each_block() -> None:
    out = np.zeros(128, np.uint32)
    run(
        "mov.u32 %s, buffer; shl.b32 %x, %t2, 2; add.s32 %s, %s, %x; st.shared.u32 [%s], %i; bar.sync 0;"
        "xor.b32 %x, %x, 4; mov.u32 %s, buffer; add.s32 %s, %s, %x; ld.shared.u32 %x, [%s];"
        "mad.wide.u32 %ad0, %i, 4, %p0; st.global.u32 [%ad0], %x;",
        [out],
        threads=32,
        blocks=4,
        regs=".reg .b32 %s; .reg .b32 %x; .shared .align 4 .b8 buffer[128];",
    )
    assert (out == np.arange(128) ^ 1).all()


def test_generic_addresses_reach_every_space() -> None:
    """Even lanes read global memory, odd ones shared or local memory, through one instruction."""
    data, out = np.arange(100, 132, dtype=np.uint32), np.zeros(32, np.uint32)
    run(
        """mad.wide.u32 %g, %i, 4, %p0; cvta.global.u64 %g, %g;
        mov.u32 %x, 7; st.shared.u32 [tile], %x; mov.u64 %s, tile; cvta.shared.u64 %s, %s;
        add.u32 %x, %i, 1000; st.local.u32 [slot], %x; mov.u64 %l, slot; cvta.local.u64 %l, %l;
        rem.u32 %x, %i, 3; setp.eq.u32 %q, %x, 0; selp.b64 %a, %g, %s, %q; setp.eq.u32 %q, %x, 1; selp.b64 %a, %l, %a, %q;
        ld.u32 %x, [%a]; mad.wide.u32 %ad1, %i, 4, %p1; st.global.u32 [%ad1], %x;""",
        [data, out],
        regs=".reg .b64 %g; .reg .b64 %s; .reg .b64 %l; .reg .b64 %a; .reg .b32 %x; .reg .pred %q;"
        ".shared .align 4 .b8 tile[4]; .local .align 4 .b8 slot[4];",
    )
    lane = np.arange(32)
    assert (out == np.select([lane % 3 == 0, lane % 3 == 1], [data, lane + 1000], 7)).all()


def test_isspacep_tells_spaces_apart() -> None:
    out = np.zeros(3, np.uint32)
    run(
        """mov.u64 %s, tile; cvta.shared.u64 %s, %s; isspacep.shared %q, %s; selp.b32 %x, 1, 0, %q; st.global.u32 [%p0], %x;
        isspacep.global %q, %p0; selp.b32 %x, 1, 0, %q; st.global.u32 [%p0+4], %x;
        isspacep.local %q, %s; selp.b32 %x, 1, 0, %q; st.global.u32 [%p0+8], %x;""",
        [out],
        regs=".reg .b64 %s; .reg .b32 %x; .reg .pred %q; .shared .align 4 .b8 tile[4];",
    )
    assert out.tolist() == [1, 1, 0]


def test_module_variables_have_their_initial_values() -> None:
    out = np.zeros(6, np.uint64)
    head = (
        ".global .align 4 .u32 numbers[3] = {7, 0x10, -1};\n.const .align 8 .f64 pi = 0d400921FB54442D18;\n"
        ".global .align 8 .u64 pointer = generic(numbers)+4;\n.global .align 8 .u64 plain[1] = {numbers};\n"
        ".global .align 1 .b8 spread[8] = {0xFF(numbers), 0xFF00(numbers), 0xFF0000(numbers), 0xFF000000(numbers), "
        "0xFF00000000(numbers), 0xFF0000000000(numbers), 0xFF000000000000(numbers), 0xFF00000000000000(numbers)};\n"
    )
    run(
        """ld.global.u32 %x, [numbers+8]; cvt.u64.u32 %y, %x; st.global.u64 [%p0], %y; ld.const.b64 %y, [pi]; st.global.u64 [%p0+8], %y;
        ld.global.u64 %y, [pointer]; ld.u32 %x, [%y]; cvt.u64.u32 %y, %x; st.global.u64 [%p0+16], %y;
        mov.u64 %z, spread; mov.b64 %w, 0; add.s64 %z, %z, 8;
        ld.global.u64 %y, [plain]; ld.global.u32 %x, [%y]; cvt.u64.u32 %y, %x; st.global.u64 [%p0+24], %y;
        ld.global.u8 %x, [spread+1]; cvt.u64.u32 %y, %x; st.global.u64 [%p0+32], %y;
        mov.u64 %z, numbers; shr.u64 %z, %z, 8; and.b64 %z, %z, 255; st.global.u64 [%p0+40], %z;""",
        [out],
        threads=1,
        head=head,
        regs=".reg .b32 %x; .reg .b64 %y; .reg .b64 %z; .reg .b64 %w;",
    )
    assert out[:4].tolist() == [0xFFFFFFFF, 0x400921FB54442D18, 0x10, 7]
    assert out[4] == out[5]


def atomic(
    operation: str, type: str, start: Array, values: Array, cells: Array, result: bool = True
) -> tuple[Array, Array]:
    """Each lane applies the operation to cell `cells[lane]`; returns memory after and the old values."""
    bits = values.dtype.itemsize * 8
    memory, old, n = start.copy(), np.zeros(len(values), values.dtype), len(values)
    target = "%old, " if result else ""
    name = "atom" if result else "red"
    run(
        f"mad.wide.u32 %ad1, %i, {bits // 8}, %p1; ld.global.b{bits} %v, [%ad1]; mad.wide.u32 %ad2, %i, 4, %p2; ld.global.u32 %x, [%ad2];"
        f"mad.wide.u32 %ad0, %x, {bits // 8}, %p0; {name}.global.{operation}.{type} {target}[%ad0], %v;"
        + (f"mad.wide.u32 %ad3, %i, {bits // 8}, %p3; st.global.b{bits} [%ad3], %old;" if result else ""),
        [memory, values, cells.astype(np.uint32), old],
        threads=n,
        regs=f".reg .b{bits} %v; .reg .b{bits} %old; .reg .b32 %x;",
    )
    return memory, old


def serial(function: object, start: Array, values: Array, cells: Array) -> tuple[Array, Array]:
    memory, old = start.copy(), np.zeros_like(values)
    for lane, cell in enumerate(cells.tolist()):
        old[lane] = memory[cell]
        memory[cell] = function(memory[cell], values[lane])  # type: ignore[operator]
    return memory, old


CASES = {
    "add.u32": lambda a, b: a + b,
    "add.u64": lambda a, b: a + b,
    "min.s32": min,
    "max.u32": max,
    "and.b32": lambda a, b: a & b,
    "or.b64": lambda a, b: a | b,
    "xor.b32": lambda a, b: a ^ b,
    "exch.b32": lambda a, b: b,
    "inc.u32": lambda a, b: a * 0 if a >= b else a + type(a)(1),
    "dec.u32": lambda a, b: b if a == 0 or a > b else a - type(a)(1),
    "add.f32": lambda a, b: a + b,
    "add.f64": lambda a, b: a + b,
}
DTYPES = {
    "u32": np.uint32,
    "s32": np.int32,
    "b32": np.uint32,
    "u64": np.uint64,
    "b64": np.uint64,
    "f32": np.float32,
    "f64": np.float64,
}


@pytest.mark.parametrize("spread", [1, 3, 100, 256])
@pytest.mark.parametrize("name", CASES)
def test_atomics_act_one_lane_after_the_other(name: str, spread: int) -> None:
    operation, type = name.split(".")
    dtype = DTYPES[type]
    cells = np.arange(256) if spread == 256 else RNG.integers(0, spread, 256)
    if type[0] == "f":
        start, values = RNG.standard_normal(256).astype(dtype), RNG.standard_normal(256).astype(dtype)
    else:
        start, values = RNG.integers(0, 50, 256).astype(dtype), RNG.integers(0, 60, 256).astype(dtype)
    with np.errstate(all="ignore"):
        expected = serial(CASES[name], start, values, cells)
    got = atomic(operation, type, start, values, cells)
    assert (got[0] == expected[0]).all() and (got[1] == expected[1]).all()
    if operation != "exch":
        assert (atomic(operation, type, start, values, cells, result=False)[0] == expected[0]).all()


def test_atomic_packed_halves() -> None:
    values = RNG.standard_normal(128).astype(np.float16)
    memory, _ = atomic("add.noftz", "f16x2", np.zeros(1, np.uint32), values.view(np.uint32), np.zeros(64, np.int64))
    expected = np.zeros(2, np.float16)
    for pair in values.reshape(-1, 2):
        expected = expected + pair
    assert (memory.view(np.float16) == expected).all()


def test_compare_and_swap_hands_on_the_value() -> None:
    """Lane n swaps n for n + 1: in lane order every one succeeds."""
    memory, old = np.zeros(1, np.uint32), np.zeros(64, np.uint32)
    run(
        "add.u32 %x, %i, 1; atom.global.cas.b32 %y, [%p0], %i, %x; mad.wide.u32 %ad1, %i, 4, %p1; st.global.u32 [%ad1], %y;",
        [memory, old],
        threads=64,
        regs=".reg .b32 %x; .reg .b32 %y;",
    )
    assert memory[0] == 64 and (old == np.arange(64)).all()


def test_asynchronous_copies_are_done_at_once() -> None:
    source, out = np.arange(128, dtype=np.uint32), np.zeros(32, np.uint32)
    run(
        """mad.wide.u32 %g, %i, 16, %p0; shl.b32 %s, %t2, 4; mov.u32 %x, tile; add.s32 %s, %s, %x;
        cp.async.cg.shared.global [%s], [%g], 16; cp.async.ca.shared.global [%s], [%g], 4, 0; cp.async.commit_group; cp.async.wait_group 0;
        ld.shared.u32 %x, [%s+8]; ld.shared.u32 %y, [%s]; add.u32 %x, %x, %y; mad.wide.u32 %ad1, %i, 4, %p1; st.global.u32 [%ad1], %x;""",
        [source, out],
        regs=".reg .b64 %g; .reg .b32 %s; .reg .b32 %x; .reg .b32 %y; .shared .align 16 .b8 tile[512];",
    )
    assert (out == source.reshape(-1, 4)[:, 2]).all()


def test_scalar_struct_and_pointer_arguments() -> None:
    ptx = (
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 out, .param .f32 f, .param .align 8 .b8 s[24], "
        ".param .u8 b)\n{ .reg .b64 %o; .reg .b64 %x; .reg .b32 %r; .reg .b64 %a;\nld.param.u64 %o, [out]; ld.param.b32 %r, [f]; st.global.b32 [%o], %r;"
        "ld.param.b64 %x, [s+8]; ld.global.b32 %r, [%x]; st.global.b32 [%o+4], %r; ld.param.u8 %r, [b]; st.global.b32 [%o+8], %r;"
        "mov.b64 %a, s; cvta.param.u64 %a, %a; ld.b32 %r, [%a+16]; st.global.b32 [%o+12], %r; ret; }"
    )
    out, inner = np.zeros(4, np.uint32), np.array([1, 2, 3], np.uint32)
    launch(ptx, "k", 1, 1, [out, 1.5, (np.int32(9), Pointer(inner, 8), np.uint32(77)), True])
    assert out.tolist() == [0x3FC00000, 3, 1, 77]
    # A truth value in a struct is one byte, not as wide as the struct.
    launch(ptx, "k", 1, 1, [out, 1.5, (np.bool_(True), Pointer(inner, 4), np.bool_(True)), False])
    assert out.tolist() == [0x3FC00000, 2, 0, 1]


FAULTS = {
    "ld.global.u32 %x, [%p0+4096];": "out of bounds",
    "ld.global.u32 %x, [%p0+2];": "misaligned load of 4 bytes",
    "ld.global.v4.u32 {%x, %x, %x, %x}, [%p0+8];": "misaligned load of 16 bytes",
    "st.shared.u32 [%s+64], %x;": "shared store of 4 bytes out of bounds",
    "st.local.u32 [slot+16], %x;": "local store of 4 bytes out of bounds",
    "ld.u32 %x, [%z];": "out of bounds",
    "mov.b64 %z, table; st.u32 [%z], %x;": "read-only memory 'table'",
    "atom.global.add.u32 %x, [%p0+1], 1;": "misaligned atomic",
}


@pytest.mark.parametrize("code", FAULTS)
def test_faults_name_line_block_and_thread(code: str) -> None:
    regs = ".reg .b32 %x; .reg .b32 %s; .reg .b64 %z; .shared .align 4 .b8 tile[64]; .local .align 4 .b8 slot[16];"
    body = f"mov.b32 %x, 0; mov.b64 %z, 0; mov.u32 %s, tile;\n{code}"
    with pytest.raises(EmulationError) as caught:
        run(body, [np.zeros(16, np.uint32)], threads=64, blocks=3, head=".const .align 4 .u32 table[4];", regs=regs)
    assert FAULTS[code] in caught.value.what
    text = kernel(body, 1, ".const .align 4 .u32 table[4];", regs)
    line = next(n for n, each in enumerate(text.split("\n"), 1) if code in each)
    assert caught.value.at == f"kernel k, line {line}, block (0, 0, 0), thread (0, 0, 0)"


def test_the_faulty_lane_is_the_first_one_out_of_bounds() -> None:
    with pytest.raises(EmulationError) as caught:
        run("mad.wide.u32 %ad0, %i, 4, %p0; st.global.u32 [%ad0], %i;", [np.zeros(70, np.uint32)], threads=32, blocks=4)
    assert "block (2, 0, 0), thread (6, 0, 0)" in caught.value.at


def test_stack_allocation() -> None:
    out = evaluate(
        """stacksave.u64 %s; alloca.u64 %p, 64, 16; st.local.u32 [%p], %a; st.local.u32 [%p+4], 5; alloca.u64 %q, 16, 16; st.local.u32 [%q], 9;
        ld.local.u32 %x, [%p]; ld.local.u32 %y, [%p+4]; add.u32 %o, %x, %y; stackrestore.u64 %s;""",
        "u32",
        np.arange(40, dtype=np.uint32),
        extra=".reg .b64 %s; .reg .b64 %p; .reg .b64 %q; .reg .b32 %x; .reg .b32 %y;",
    )
    assert (out == np.arange(40) + 5).all()


def test_vector_reductions_update_each_element() -> None:
    memory = np.zeros(4, np.float32)
    run("cvt.rn.f32.u32 %x, %i; red.global.add.v4.f32 [%p0], {%x, %x, 0f3F800000, %x};", [memory], regs=".reg .f32 %x;")
    assert memory.tolist() == [496.0, 496.0, 32.0, 496.0]
    with pytest.raises(EmulationError, match="misaligned atomic of 8 bytes"):
        run("red.global.add.v2.f32 [%p0+4], {%x, %x};", [memory], regs=".reg .f32 %x;")


READS_AND_WRITES = (
    "mad.wide.u32 %ad0, %i, {size}, %p0; mad.wide.u32 %ad1, %i, {size}, %p1; {load} %x, [%ad0]; {store} [%ad1], %x;"
)


@pytest.mark.parametrize(("load", "store"), [("ld.global.nc.b32", "st.global.b32"), ("ld.global.nc.b32", "st.b32")])
def test_what_is_read_as_unchanging_is_not_written_in_the_launch(load: str, store: str) -> None:
    data, other = np.arange(32, dtype=np.uint32), np.zeros(32, np.uint32)
    body = READS_AND_WRITES.format(size=4, load=load, store=store)
    run(body, [data, other], regs=".reg .b32 %x;")
    assert (other == data).all()
    code = kernel(body, 2, regs=".reg .b32 %x;")
    with pytest.raises(EmulationError, match="store to memory that a read-only load reads"):
        launch(code, "k", 1, 32, [other, other])


def test_what_was_written_in_the_launch_is_not_read_as_unchanging() -> None:
    data = np.arange(32, dtype=np.uint32)
    body = "mad.wide.u32 %ad0, %i, 4, %p0; st.global.b32 [%ad0], %i; {} %x, [%ad0];"
    run(body.format("ld.global.b32"), [data], regs=".reg .b32 %x;")
    with pytest.raises(EmulationError, match="read-only load of memory that a store writes") as caught:
        run(body.format("ld.global.nc.b32"), [data], regs=".reg .b32 %x;")
    assert "load it with ld.global" in str(caught.value)


def test_neighbours_of_what_is_read_as_unchanging_may_be_written() -> None:
    data = np.arange(64, dtype=np.uint8)
    run(
        "mad.wide.u32 %ad0, %i, 2, %p0; ld.global.nc.u8 %x, [%ad0]; st.global.u8 [%ad0+1], %x;",
        [data],
        regs=".reg .b16 %x;",
    )
    assert (data[1::2] == data[::2]).all()


def test_an_atomic_operation_writes_too() -> None:
    data = np.zeros(1, np.uint32)
    with pytest.raises(EmulationError, match="store to memory that a read-only load reads"):
        run("ld.global.nc.b32 %x, [%p0]; atom.global.add.u32 %x, [%p0], 1;", [data], regs=".reg .b32 %x;")
