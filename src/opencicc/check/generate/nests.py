"""Triangular nests over a local matrix: elimination, factors, back substitution, with constant and with runtime ends.

    for (k = 0; k < 4; ++k)
      for (i = k + 1; i < 4; ++i)
        for (j = k; j < 4; ++j)  a[i][j] = mix(a[i][j], a[i][k], a[k][j]);

Only when all the loops are gone can the matrix live in registers, so this is where an unroller counts, copies, and
counts again. Everything goes through the matrix; it is filled before the nest, and its elements are values afterwards.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from opencicc.check.generate import control
from opencicc.check.generate.loops import loop_metadata, natural_align
from opencicc.check.generate.memory import allocate
from opencicc.check.generate.values import FLOATS, Value, full, real
from opencicc.check.generate.writer import Writer

TYPES = ("i32", "i32", "i64", "i16", "float", "double")
REQUESTED_SHARE = 0.5  # of nests whose loops all ask to be unrolled completely, as people write them


@dataclass(frozen=True)
class Matrix:
    """A square array on the stack, and whether all loops over it ask to be unrolled."""

    pointer: str
    type: str
    size: int
    is_requested: bool


def triangular(w: Writer) -> None:
    """A matrix, a nest of two or three loops over it, and what is in it afterwards."""
    matrix = filled(w)
    shape = w.rng.choice((elimination, elimination, lower_factor, back_substitution, running_sums))
    with w.scope():
        shape(w, matrix)
    for _ in range(w.rng.randrange(2, 5)):
        row, column = (str(w.rng.randrange(matrix.size)) for _ in range(2))
        w.values.append(load(w, matrix, row, column))


def filled(w: Writer) -> Matrix:
    type_, size = w.rng.choice(TYPES), w.rng.randrange(2, 6)
    matrix = Matrix(allocate(w, f"[{size * size} x {type_}]"), type_, size, w.chance(REQUESTED_SHARE))
    for row in range(size):
        for column in range(size):
            store(w, matrix, str(row), str(column), control.exit_value(w, type_))
    return matrix


def elimination(w: Writer, a: Matrix) -> None:
    """Rows below the diagonal, with or without a search for the row to take; the end of the columns may be a value."""
    has_pivot, columns = w.chance(0.4), end(w, a)

    def column(k: str) -> None:
        if has_pivot:
            pivot(w, a, k)
        below = add(w, k, 1)
        loop(w, a, below, str(a.size), lambda i: loop(w, a, k, columns, lambda j: update(w, a, i, j, (i, k), (k, j))))

    loop(w, a, "0", str(a.size), column)


def lower_factor(w: Writer, a: Matrix) -> None:
    """for i, for j <= i, for k < j: every bound but the first is a counter."""

    def element(i: str, j: str) -> None:
        loop(w, a, "0", j, lambda k: update(w, a, i, j, (i, k), (j, k)))
        update(w, a, i, j, (j, j), (i, j))

    rows = end(w, a)
    loop(w, a, "0", rows, lambda i: loop(w, a, "0", add(w, i, 1), lambda j: element(i, j)))


def back_substitution(w: Writer, a: Matrix) -> None:
    """From the last row up, over the columns right of the diagonal."""

    def row(step: str) -> None:
        i = w.name("up")
        w.raw(f"{i} = sub i32 {a.size - 1}, {step}")
        loop(w, a, add(w, i, 1), str(a.size), lambda j: update(w, a, i, "0", (i, j), (j, "0")))

    loop(w, a, "0", str(a.size), row)


def running_sums(w: Writer, a: Matrix) -> None:
    """Rows of growing length, the inner loop with a way out in its middle."""

    def row(i: str) -> None:
        loop(w, a, "0", add(w, i, 1), lambda j: update(w, a, i, j, (j, i), (i, "0")), may_leave=True)

    loop(w, a, "0", end(w, a), row)


def pivot(w: Writer, a: Matrix, k: str) -> None:
    """Exchange row k with every row below whose element in column k is larger, by a branch or by selects."""
    is_branch, test = w.chance(0.5), "fcmp ogt" if a.type in FLOATS else "icmp sgt"

    def exchange(i: str) -> None:
        larger, here, there = w.name("larger"), load(w, a, i, k), load(w, a, k, k)
        w.raw(f"{larger} = {test} {here}, {there.text}")
        then, join = w.label("then"), w.label("join")
        if is_branch:
            w.raw(f"br i1 {larger}, label %{then}, label %{join}")
            w.start(then)
        for j in range(a.size):
            first, second = load(w, a, i, str(j)), load(w, a, k, str(j))
            pair = (
                (second, first) if is_branch else (select(w, larger, second, first), select(w, larger, first, second))
            )
            store(w, a, i, str(j), pair[0])
            store(w, a, k, str(j), pair[1])
        if is_branch:
            w.jump(join)
            w.start(join)

    loop(w, a, add(w, k, 1), str(a.size), exchange)


def loop(w: Writer, a: Matrix, first: str, stop: str, body: Callable[[str], None], *, may_leave: bool = False) -> None:
    """for (i = first; i < stop; ++i) as front ends write it: the test at the top, the step in the latch."""
    before, i, after, test = w.block, w.name("i"), w.name("i"), w.name()
    head, inside, latch, leave = (w.label(each) for each in ("nest", "body", "latch", "leave"))
    w.jump(head)
    w.start(head)
    w.raw(f"{i} = phi i32 [ {first}, %{before} ], [ {after}, %{latch} ]")
    w.raw(f"{test} = icmp slt i32 {i}, {stop}")
    w.raw(f"br i1 {test}, label %{inside}, label %{leave}")
    w.start(inside)
    body(i)
    if may_leave and w.chance(0.5):
        met, low, stay = w.name("met"), w.name("low"), w.label("stay")
        w.raw(f"{low} = and i32 %n, 3")
        w.raw(f"{met} = icmp eq i32 {low}, {i}")
        w.raw(f"br i1 {met}, label %{leave}, label %{stay}")
        w.start(stay)
    w.jump(latch)
    w.start(latch)
    w.raw(f"{after} = add nsw i32 {i}, 1")
    w.raw(f"br label %{head}{request(w) if a.is_requested else loop_metadata(w)}")
    w.start(leave)


def request(w: Writer) -> str:
    """#pragma unroll"""
    row, node = w.module.fresh("!9"), w.module.fresh("!9")
    w.module.metadata += [f'{row} = !{{!"llvm.loop.unroll.enable"}}', f"{node} = distinct !{{{node}, {row}}}"]
    return f", !llvm.loop {node}"


def end(w: Writer, a: Matrix) -> str:
    """The size, or a value that is not more than it."""
    if w.chance(0.6):
        return str(a.size)
    masked, stop = w.name(), w.name("stop")
    w.raw(f"{masked} = and i32 %n, {(1 << (a.size.bit_length() - 1)) - 1}")
    w.raw(f"{stop} = add nuw nsw i32 {masked}, 1")
    return stop


def update(w: Writer, a: Matrix, row: str, column: str, left: tuple[str, str], right: tuple[str, str]) -> None:
    """a[row][column] mixed with two other elements; floats stay as small as they are at interfaces."""
    old, x, y = load(w, a, row, column), load(w, a, *left), load(w, a, *right)
    type_ = a.type
    if type_ in FLOATS:
        tiny = real(type_, 2.0 ** -(full(type_) + 1)).text
        product = w.define(type_, f"fmul {x}, {y.text}", visible=False)
        small = w.define(type_, f"fmul {product}, {tiny}", visible=False)
        half = w.define(type_, f"fmul {old}, {real(type_, 0.5).text}", visible=False)
        new = w.define(type_, f"{w.rng.choice(('fadd', 'fsub'))} {half}, {small.text}", visible=False)
    else:
        product = w.define(type_, f"mul {x}, {y.text}", visible=False)
        scaled = w.define(type_, f"mul {old}, {w.rng.choice((1, 3, 5))}", visible=False)
        new = w.define(type_, f"{w.rng.choice(('sub', 'add', 'xor'))} {scaled}, {product.text}", visible=False)
    store(w, a, row, column, new)


def select(w: Writer, test: str, yes: Value, no: Value) -> Value:
    return w.define(yes.type, f"select i1 {test}, {yes}, {no}", visible=False)


def add(w: Writer, value: str, number: int) -> str:
    name = w.name("next")
    w.raw(f"{name} = add nsw i32 {value}, {number}")
    return name


def load(w: Writer, a: Matrix, row: str, column: str) -> Value:
    address = element(w, a, row, column)
    return w.define(a.type, f"load {a.type}, ptr {address}, align {natural_align(a.type)}", visible=False)


def store(w: Writer, a: Matrix, row: str, column: str, value: Value) -> None:
    w.raw(f"store {value}, ptr {element(w, a, row, column)}, align {natural_align(a.type)}")


def element(w: Writer, a: Matrix, row: str, column: str) -> str:
    scaled, flat, wide, address = w.name(), w.name(), w.name(), w.name("at")
    w.raw(f"{scaled} = mul nsw i32 {row}, {a.size}")
    w.raw(f"{flat} = add nsw i32 {scaled}, {column}")
    w.raw(f"{wide} = sext i32 {flat} to i64")
    w.raw(f"{address} = getelementptr inbounds {a.type}, ptr {a.pointer}, i64 {wide}")
    return address
