"""Statements where threads work together: shared memory between barriers, shuffles, votes, shared counters.

They stand only where all threads of the block are together (`Writer.is_uniform`), and every read of what another
thread wrote has a barrier before and after it.
"""

from __future__ import annotations

from opencicc.check.generate import control
from opencicc.check.generate.loops import natural_align
from opencicc.check.generate.values import Value, full, integer
from opencicc.check.generate.writer import Writer

BLOCK_THREADS = 64
BARRIER = "llvm.nvvm.barrier.cta.sync.aligned.all"
PARTIAL_BARRIER = "llvm.nvvm.barrier.cta.sync.count"
REDUCTIONS = ("add", "and", "or", "xor", *(f"llvm.{name}.i32" for name in ("smin", "smax", "umin", "umax")))
SHUFFLES = ("bfly", "idx", "up", "down")


def shared_array(w: Writer, type_: str) -> str:
    name = f"@{w.module.fresh('shared')}"
    w.module.lines.append(f"{name} = internal addrspace(3) global [{BLOCK_THREADS} x {type_}] poison, align 16")
    return name


def barrier(w: Writer) -> None:
    w.call_void(BARRIER, ["i32"], "i32 0")


def shared_slot(w: Writer, array: str, type_: str, index: Value) -> str:
    name = w.name("at")
    w.raw(f"{name} = getelementptr inbounds {type_}, ptr addrspace(3) {array}, {index}")
    return name


def partner(w: Writer) -> Value:
    """Another thread of the block."""
    thread, other = "i32 %thread", w.rng.randrange(1, BLOCK_THREADS)
    kind = w.rng.choice(("xor", "add", "sub"))
    if kind == "xor":
        return w.define("i32", f"xor {thread}, {other}", BLOCK_THREADS - 1)
    if kind == "sub":
        return w.define("i32", f"sub nuw nsw i32 {BLOCK_THREADS - 1}, %thread", BLOCK_THREADS - 1)
    far = w.define("i32", f"add nuw nsw {thread}, {other}", 2 * BLOCK_THREADS)
    return w.define("i32", f"and {far}, {BLOCK_THREADS - 1}", BLOCK_THREADS - 1)


def exchange(w: Writer) -> None:
    """Write my slot, wait, read a partner's, wait."""
    type_ = w.rng.choice(("i32", "i32", "i64", "float", "i16"))
    array, value = shared_array(w, type_), control.exit_value(w, type_)
    align = natural_align(type_)
    mine = shared_slot(w, array, type_, thread_index())
    w.raw(f"store {value}, ptr addrspace(3) {mine}, align {align}")
    barrier(w)
    for _ in range(w.rng.randrange(1, 3)):
        theirs = shared_slot(w, array, type_, partner(w))
        w.define(type_, f"load {type_}, ptr addrspace(3) {theirs}, align {align}")
    barrier(w)


def thread_index() -> Value:
    return Value("i32", "%thread", BLOCK_THREADS - 1)


def tree_sum(w: Writer) -> None:
    """The sum over the block: for (s = 32; s; s >>= 1) if (thread < s) a[thread] += a[thread + s]."""
    array, value = shared_array(w, "i32"), w.pick("i32", constants=False)
    mine = shared_slot(w, array, "i32", thread_index())
    w.raw(f"store {value}, ptr addrspace(3) {mine}, align 4")
    barrier(w)
    before, header, work, latch, done = w.block, *(w.label(hint) for hint in ("loop", "work", "latch", "exit"))
    w.jump(header)
    w.start(header)
    step, after, test, far = Value("i32", w.name("s"), 32), w.name("s"), w.name(), w.name()
    w.raw(f"{step.text} = phi i32 [ {BLOCK_THREADS // 2}, %{before} ], [ {after}, %{latch} ]")
    w.raw(f"{test} = icmp ult i32 %thread, {step.text}")
    w.raw(f"br i1 {test}, label %{work}, label %{latch}")
    w.start(work)
    w.raw(f"{far} = add nuw nsw i32 %thread, {step.text}")
    theirs = shared_slot(w, array, "i32", Value("i32", far, BLOCK_THREADS - 1))
    left, right, both = w.name(), w.name(), w.name()
    w.raw(f"{left} = load i32, ptr addrspace(3) {mine}, align 4")
    w.raw(f"{right} = load i32, ptr addrspace(3) {theirs}, align 4")
    w.raw(f"{both} = add i32 {left}, {right}")
    w.raw(f"store i32 {both}, ptr addrspace(3) {mine}, align 4")
    w.jump(latch)
    w.start(latch)
    barrier(w)
    again = w.name()
    w.raw(f"{after} = lshr i32 {step.text}, 1")
    w.raw(f"{again} = icmp ne i32 {after}, 0")
    w.raw(f"br i1 {again}, label %{header}, label %{done}")
    w.start(done)
    first = shared_slot(w, array, "i32", integer("i32", 0))
    w.define("i32", f"load i32, ptr addrspace(3) {first}, align 4")
    barrier(w)


def handover(w: Writer) -> None:
    """One warp produces, the other consumes: each takes its own path to the barrier that orders them."""
    type_ = w.rng.choice(("i32", "i64"))
    array, value = shared_array(w, type_), w.pick(type_, constants=False)
    w.barriers += 1
    number = 1 + w.barriers % 15
    produce, consume, join = w.label("produce"), w.label("consume"), w.label("join")
    warp = w.define("i32", "lshr i32 %thread, 5", 1)
    test = w.define("i1", f"icmp eq {warp}, {w.rng.randrange(2)}", 1)
    order = [(consume, False), (produce, True)] if w.chance(0.5) else [(produce, True), (consume, False)]
    w.branch(test, produce, consume)
    slot = w.name()
    arms: list[tuple[Value, str]] = []
    for label, is_producer in order:
        w.start(label)
        if is_producer:
            mine = shared_slot(w, array, type_, thread_index())
            w.raw(f"store {value}, ptr addrspace(3) {mine}, align {natural_align(type_)}")
            partial_barrier(w, number)
            arms.append((value, label))
        else:
            partial_barrier(w, number)
            w.raw(f"{slot} = xor i32 %thread, 32")
            theirs = shared_slot(w, array, type_, Value("i32", slot, BLOCK_THREADS - 1))
            got = Value(type_, w.name(), full(type_))
            w.raw(f"{got.text} = load {type_}, ptr addrspace(3) {theirs}, align {natural_align(type_)}")
            arms.append((got, label))
        w.jump(join)
    w.start(join)
    control.phi(w, type_, arms)
    barrier(w)


def partial_barrier(w: Writer, number: int) -> None:
    w.call_void(PARTIAL_BARRIER, ["i32", "i32"], f"i32 {number}, i32 {BLOCK_THREADS}")


def shared_counters(w: Writer) -> None:
    """A histogram: clear, wait, count, wait, read."""
    array = shared_array(w, "i32")
    mine = shared_slot(w, array, "i32", thread_index())
    w.raw(f"store i32 {w.rng.randrange(4)}, ptr addrspace(3) {mine}, align 4")
    barrier(w)
    bucket = w.define("i32", f"and {w.pick('i32', constants=False)}, {w.rng.choice((7, 31, 63))}", BLOCK_THREADS - 1)
    cell = shared_slot(w, array, "i32", bucket)
    w.raw(f"{w.name()} = atomicrmw add ptr addrspace(3) {cell}, {w.pick('i32')} monotonic")
    barrier(w)
    w.define("i32", f"load i32, ptr addrspace(3) {mine}, align 4")
    barrier(w)


def shuffle(w: Writer) -> None:
    """A value of another lane of the warp."""
    kind = w.rng.choice(SHUFFLES)
    lane = w.rng.randrange(32)
    clamp = 0 if kind == "up" else 31
    type_, suffix = w.rng.choice((("i32", "i32"), ("i32", "i32"), ("float", "f32")))
    value = control.exit_value(w, type_)
    args = [integer("i32", -1), value, integer("i32", lane), integer("i32", clamp)]
    w.call(type_, f"llvm.nvvm.shfl.sync.{kind}.{suffix}", args, value.bound)


def vote(w: Writer) -> None:
    test, everyone = w.pick("i1", constants=False), integer("i32", -1)
    kind = w.rng.choice(("ballot", "any", "all", "uni"))
    result = "i32" if kind == "ballot" else "i1"
    w.call(result, f"llvm.nvvm.vote.{kind}.sync", [everyone, test])
    if w.chance(0.3):
        name = w.rng.choice(("add", "umin", "umax", "and", "or", "xor"))
        w.call("i32", f"llvm.nvvm.redux.sync.{name}", [w.pick("i32"), everyone])


def reduction(w: Writer) -> None:
    """A value of all lanes of a warp: by butterflies for every lane, or down to lane 0, which tells the others."""
    kind = w.rng.choice(("bfly", "bfly", "down"))
    steps = [16, 8, 4, 2, 1]
    if kind == "bfly" and w.chance(0.3):
        w.rng.shuffle(steps)
    operation = w.rng.choice(REDUCTIONS)
    value = w.pick("i32", constants=False)
    for step in steps:
        args = [integer("i32", -1), value, integer("i32", step), integer("i32", 31)]
        other = w.call("i32", f"llvm.nvvm.shfl.sync.{kind}.i32", args)
        w.values.pop()
        if operation.startswith("llvm."):
            value = w.call("i32", operation, [value, other])
        else:
            value = w.define("i32", f"{operation} {value}, {other.text}")
        w.values.pop()
    if kind == "down":
        w.call("i32", "llvm.nvvm.shfl.sync.idx.i32", [integer("i32", -1), value, integer("i32", 0), integer("i32", 31)])
    else:
        w.values.append(value)


def needless_shuffle(w: Writer) -> None:
    """A shuffle of what every lane has, of a shuffle, or by no distance."""
    everyone, last = integer("i32", -1), integer("i32", 31)
    value = w.pick("i32", constants=False)
    if w.chance(0.6):
        name = w.rng.choice(("bfly", "idx"))
        first = integer("i32", w.rng.randrange(32))
        value = w.call("i32", f"llvm.nvvm.shfl.sync.{name}.i32", [everyone, value, first, last])
    name, lane = w.rng.choice((("bfly", 0), ("down", 0), ("bfly", 5), ("idx", 9), ("down", 3)))
    w.call("i32", f"llvm.nvvm.shfl.sync.{name}.i32", [everyone, value, integer("i32", lane), last])


def spare_barrier(w: Writer) -> None:
    """One barrier more than anybody needs, perhaps with arithmetic or a read of constants between."""
    if w.chance(0.5):
        barrier(w)
        w.define("i32", f"xor {w.pick('i32')}, 21")
    barrier(w)


def loop_barrier(w: Writer) -> None:
    """A loop of all threads with a barrier in every trip: alone in vain, or beside the two of an exchange."""
    exchanges = w.chance(0.4)
    array, value = shared_array(w, "i32"), w.pick("i32", constants=False)
    before, header, done = w.block, w.label("loop"), w.label("exit")
    w.jump(header)
    w.start(header)
    count, total, more, sum_ = w.name("i"), w.name("t"), w.name("i"), w.name("t")
    w.raw(f"{count} = phi i32 [ 0, %{before} ], [ {more}, %{header} ]")
    w.raw(f"{total} = phi i32 [ {value.text}, %{before} ], [ {sum_}, %{header} ]")
    mixed = w.define("i32", f"{w.rng.choice(('add', 'xor', 'mul'))} i32 {total}, {w.rng.randrange(3, 99)}")
    if exchanges:
        mine = shared_slot(w, array, "i32", thread_index())
        w.raw(f"store {mixed}, ptr addrspace(3) {mine}, align 4")
        barrier(w)
        theirs = shared_slot(w, array, "i32", partner(w))
        mixed = w.define("i32", f"load i32, ptr addrspace(3) {theirs}, align 4")
        barrier(w)
    if not exchanges or w.chance(0.5):
        barrier(w)
    w.raw(f"{sum_} = add {mixed}, {count}")
    w.raw(f"{more} = add nuw nsw i32 {count}, 1")
    again = w.name()
    w.raw(f"{again} = icmp ult i32 {more}, {w.rng.randrange(2, 6)}")
    w.raw(f"br i1 {again}, label %{header}, label %{done}")
    w.start(done)
    w.values.append(Value("i32", sum_, full("i32")))


def known(w: Writer) -> None:
    """What is known without asking: votes about constants, masks and tests of special registers."""
    everyone = integer("i32", -1)
    if w.chance(0.5):
        kind = w.rng.choice(("any", "all", "uni"))
        w.call("i1", f"llvm.nvvm.vote.{kind}.sync", [everyone, integer("i1", w.rng.randrange(2))])
        return
    lane = w.call("i32", "llvm.nvvm.read.ptx.sreg.laneid", [], 31)
    w.define("i32", f"and {lane}, {w.rng.choice((31, 63, 255))}", 31)
    w.define("i1", f"icmp ult {lane}, 32", 1)
