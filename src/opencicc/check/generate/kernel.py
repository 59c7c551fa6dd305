"""A whole random kernel: parameters, statements, results; and the launch data to run it on."""

from __future__ import annotations

from random import Random

import numpy as np

from opencicc.check.case import Case
from opencicc.check.compare import Array, Tolerance
from opencicc.check.generate import floats, functions
from opencicc.check.generate.loops import LARGEST_N
from opencicc.check.generate.memory import masked_index
from opencicc.check.generate.statements import (
    DIRECTED_SIZE,
    EVERY_MODE,
    FUNCTION_COUNTS,
    ORDER_MODE,
    SIZES,
    SMOOTH_MODE,
    weights_of,
)
from opencicc.check.generate.threads import BLOCK_THREADS
from opencicc.check.generate.values import FLOATS, INTEGERS, Value, full
from opencicc.check.generate.writer import ModuleText, Place, Writer

KERNEL = "kernel"
INPUT_COUNT = 64
SLOTS = 8  # 64-bit cells of the output that a thread may write anywhere in the kernel
INTEGER_RESULTS, FLOAT_RESULTS = 4, 6
MIXED_VALUES = 24
CELLS = 128
PACKED = "{ i32, i64, float }"
MOST_BLOCKS = 2
INSTRUCTION_LIMIT = 400_000  # the longest of 160 kernels took 29,207 at O0
# Rounding differences add up over a kernel's statements and loop trips, each at most a few ulps (smooth modules only).
SMOOTH_TOLERANCE = Tolerance(ulps=1 << 12, ulp_type="f4")
POINTERS = ("in", "inf", "ind", "out", "outf", "slots", "again", "cells")


def generate(seed: int, mode: str = "") -> Case:
    """The kernel of a seed, always the same; without a mode the seed chooses one."""
    rng = Random(seed)
    mode = mode or EVERY_MODE[seed % len(EVERY_MODE)]
    module = ModuleText(rng, weights_of(mode), is_smooth=mode == SMOOTH_MODE, has_odd_order=mode == ORDER_MODE)
    ir = kernel_text(module, mode)
    blocks = rng.choice((1, 1, MOST_BLOCKS))
    tolerances = {4: SMOOTH_TOLERANCE} if module.is_smooth else {}
    args = launch_data(seed, ir, module.is_smooth)
    return kernel_case(f"{mode}-{seed}", ir, blocks, BLOCK_THREADS, args, tolerances)


def kernel_case(
    name: str, ir: str, grid: int, block: int, args: tuple[object, ...], tolerances: dict[int, Tolerance] | None = None
) -> Case:
    return Case(
        name,
        ir,
        KERNEL,
        grid,
        block,
        args,
        tolerances=tolerances or {},
        instruction_limit=INSTRUCTION_LIMIT,
        warp_orders=("", "backward"),
    )


def kernel_text(module: ModuleText, mode: str) -> str:
    rng = module.rng
    functions.make_functions(module, rng.randrange(1, FUNCTION_COUNTS.get(mode, 2) + 1))
    if rng.random() < 0.15:
        functions.make_recursive(module)
    table = functions.make_table(module) if rng.random() < 0.08 else ""
    w = Writer(module, rng.randrange(*SIZES.get(mode, DIRECTED_SIZE)))
    w.is_kernel = w.is_uniform = True
    header, pointers = start_kernel(w)
    w.statements(w.budget)
    if table:
        functions.call_pointer(w, table)
    write_results(w, pointers)
    w.raw("ret void")
    module.add_function(header, w.allocas, w.lines)
    return module.text()


def promise(rng: Random) -> str:
    """What is said of an input that nothing writes: nothing, that it is restrict, or all of it."""
    chance = rng.random()
    return " noalias readonly" if chance < 0.3 else " noalias" if chance < 0.5 else ""


def start_kernel(w: Writer) -> tuple[str, dict[str, str]]:
    """The header, the thread's numbers, a few inputs and the places every kernel has."""
    rng = w.rng
    spaces = {name: rng.choice((0, 1)) for name in POINTERS}
    spaces["cells"] = 1
    types = {name: "ptr addrspace(1)" if space else "ptr" for name, space in spaces.items()}
    own = {"slots": ("i64", SLOTS), "again": ("i32", 2 * SLOTS)}  # one memory by two names
    if w.module.weights["aligned"]:
        extra = {name: promise(rng) for name in ("in", "inf", "ind")}
        if rng.random() < 0.3:
            del own["again"]
            extra["slots"] = " noalias"
    else:
        extra = {name: " noalias readonly" if rng.random() < 0.3 else "" for name in ("in", "inf", "ind")}
    params = [f"{types[name]}{extra.get(name, '')} %{name}" for name in POINTERS]
    is_packed = rng.random() < (0.6 if w.module.has_copies else 0.25)
    scalars = f"ptr byval({PACKED}) align 8 %packed" if is_packed else "i32 %n, i64 %m, float %x"
    header = f"define ptx_kernel void @{KERNEL}({', '.join(params)}, {scalars}) {{"
    if is_packed:
        unpack(w)
    for register in ("tid", "ctaid"):
        w.module.declare(f"i32 @llvm.nvvm.read.ptx.sreg.{register}.x()")
    w.raw("%thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()")
    w.raw("%group = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()")
    w.raw(f"%base = mul i32 %group, {BLOCK_THREADS}")
    w.raw("%number = add i32 %base, %thread")
    w.raw("%wide = zext i32 %number to i64")
    w.raw("%cells64 = getelementptr inbounds i8, ptr addrspace(1) %cells, i64 256")
    known = (("i32", "%thread", BLOCK_THREADS - 1), ("i32", "%number", 4 * BLOCK_THREADS), ("i64", "%wide", 4 * 64))
    w.values += [Value(*each) for each in known]
    w.values += [Value("i32", "%n", full("i32")), Value("i64", "%m", full("i64")), Value("float", "%x", full("float"))]
    for name, type_ in (("in", "i32"), ("inf", "float"), ("ind", "double")):
        w.places.append(Place(f"%{name}", spaces[name], type_, INPUT_COUNT, False, 16))
        for _ in range(2):
            load_input(w, w.places[-1])
    for name, (type_, count) in own.items():
        w.raw(f"%my.{name}.at = mul i64 %wide, {SLOTS * 8}")
        w.raw(f"%my.{name} = getelementptr inbounds i8, {types[name]} %{name}, i64 %my.{name}.at")
        w.places.append(Place(f"%my.{name}", spaces[name], type_, count, True, 8))
    return header, types


def unpack(w: Writer) -> None:
    """The scalar parameters out of a struct passed by value."""
    for index, (type_, name) in enumerate((("i32", "n"), ("i64", "m"), ("float", "x"))):
        w.raw(f"%{name}.at = getelementptr inbounds {PACKED}, ptr %packed, i64 0, i32 {index}")
        w.raw(f"%{name} = load {type_}, ptr %{name}.at")
    if w.module.has_copies:  # the kernel writes to its own copy, and reads it again
        w.raw("%m.more = add i64 %m, 7")
        w.raw("store i64 %m.more, ptr %m.at, align 8")
        w.define("i64", "load i64, ptr %m.at, align 8")


def load_input(w: Writer, place: Place) -> None:
    """An input element; its name shows that it is exact in every pipeline."""
    index = masked_index(w, "i32", INPUT_COUNT)
    address, value = w.name("at"), Value(place.type, w.name("in"), full(place.type))
    w.raw(f"{address} = getelementptr inbounds {place.type}, {place.pointer_type} {place.pointer}, {index}")
    w.raw(f"{value.text} = load {place.type}, {place.pointer_type} {address}")
    w.values.append(value)


def write_results(w: Writer, pointers: dict[str, str]) -> None:
    """Mix what is visible at the end into the thread's results, so that a wrong value anywhere shows."""
    whole = sample(w, ("i1", *INTEGERS), MIXED_VALUES)
    for position in range(INTEGER_RESULTS):
        mixed = Value("i64", "%wide", 0)
        for value in whole[position::INTEGER_RESULTS]:
            scaled = w.define("i64", f"mul {mixed}, 31", visible=False)
            mixed = w.define("i64", f"xor {scaled}, {widened(w, value).text}", visible=False)
        store_result(w, pointers["out"], "out", position, INTEGER_RESULTS, mixed)
    kinds = FLOATS[1:] if w.module.is_smooth else FLOATS
    for position, value in enumerate(sample(w, kinds, FLOAT_RESULTS)):
        wide = floats.resize(w, floats.settled(w, value), "double")
        store_result(w, pointers["outf"], "outf", position, FLOAT_RESULTS, wide)


def sample(w: Writer, types: tuple[str, ...], most: int) -> list[Value]:
    """Different visible values, newest ones and others in equal parts."""
    found = [value for value in w.values if value.type in types]
    newest, older = found[-most // 2 :], found[: -most // 2]
    return w.rng.sample(older, min(len(older), most - len(newest))) + newest


def widened(w: Writer, value: Value) -> Value:
    if value.type == "i64":
        return value
    return w.define("i64", f"{w.rng.choice(('zext', 'sext'))} {value} to i64", visible=False)


def store_result(w: Writer, pointer: str, name: str, position: int, count: int, value: Value) -> None:
    index, address = w.name("at"), w.name("at")
    w.raw(f"{index} = mul i64 %wide, {count}")
    if position:
        moved = w.name("at")
        w.raw(f"{moved} = add i64 {index}, {position}")
        index = moved
    w.raw(f"{address} = getelementptr inbounds {value.type}, {pointer} %{name}, i64 {index}")
    w.raw(f"store {value}, {pointer} {address}")


def launch_data(seed: int, ir: str, is_smooth: bool = False) -> tuple[object, ...]:
    """The arguments of a kernel: inputs with edge values among them, outputs with a pattern."""
    rng, threads = np.random.default_rng(seed), MOST_BLOCKS * BLOCK_THREADS
    whole = rng.integers(-(2**31), 2**31, INPUT_COUNT).astype(np.int32)
    whole[rng.random(INPUT_COUNT) < 0.4] = rng.choice(np.array([0, 1, -1, 2, 7, 255, 2**31 - 1, -(2**31)], np.int32))
    single, double = (real_inputs(rng, is_smooth).astype(kind) for kind in (np.float32, np.float64))
    slots = rng.integers(0, 2**63, threads * SLOTS).astype(np.int64)
    out = np.full(threads * INTEGER_RESULTS, -1, np.int64)
    real = np.full(threads * FLOAT_RESULTS, -1.0)
    cells = rng.integers(0, 2**31, CELLS).astype(np.int32)
    n, m = np.int32(rng.integers(0, LARGEST_N)), np.int64(rng.integers(-(2**40), 2**40))
    x = np.float32(1.75 if is_smooth else -2.5)
    scalars = ((n, m, x),) if f"byval({PACKED}) align 8 %packed" in ir else (n, m, x)
    return (whole, single, double, out, real, slots, slots, cells, *scalars)


def real_inputs(rng: np.random.Generator, is_smooth: bool) -> Array:
    if is_smooth:
        return rng.uniform(0.5, 4.0, INPUT_COUNT)
    values = rng.uniform(-100.0, 100.0, INPUT_COUNT) * 10.0 ** rng.integers(-3, 1, INPUT_COUNT)
    return np.where(rng.random(INPUT_COUNT) < 0.2, np.round(values), values)
