"""Which statements there are, where each may stand, and how a mode weighs them so that its pass has work to do."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from opencicc.check.generate import (
    aggregates,
    assembly,
    bounds,
    circuits,
    columns,
    control,
    coordinates,
    elements,
    fitting,
    floats,
    functions,
    gathers,
    halves,
    integers,
    lengths,
    libraries,
    loops,
    memory,
    neighbours,
    nests,
    others,
    pointers,
    printing,
    rare,
    repeats,
    strides,
    threads,
    units,
    volatiles,
    wide,
)
from opencicc.check.generate.writer import Writer

Statement: TypeAlias = Callable[[Writer], None]

MOST_DEPTH = 3


def is_shallow(w: Writer) -> bool:
    return w.depth < MOST_DEPTH


def may_loop(w: Writer) -> bool:
    return is_shallow(w) and w.trips <= loops.MOST_TRIPS // 2


def is_together(w: Writer) -> bool:
    return w.is_kernel and w.is_uniform


def always(w: Writer) -> bool:
    return True


# name: (statement, where it may stand, weight in a mode that does not name it)
STATEMENTS: dict[str, tuple[Statement, Callable[[Writer], bool], int]] = {
    "integer": (integers.statement, always, 30),
    "float": (floats.statement, always, 14),
    "library": (libraries.statement, lambda w: w.trips <= 16, 2),
    "if": (control.if_statement, is_shallow, 7),
    "switch": (control.switch_statement, is_shallow, 2),
    "loop": (loops.counted, may_loop, 5),
    "shrinking": (loops.shrinking, may_loop, 1),
    "pointer-loop": (loops.pointers, lambda w: may_loop(w) and any(p.count <= 16 for p in w.places), 1),
    "load": (memory.load, lambda w: bool(w.places), 6),
    "store": (memory.store, lambda w: any(place.is_writable for place in w.places), 5),
    "array": (memory.local_array, lambda w: w.trips == 1, 2),
    "table": (memory.constant_table, lambda w: w.is_kernel, 1),
    "generic": (memory.generic, lambda w: any(place.space for place in w.places), 1),
    "either": (memory.either, lambda w: bool(w.places), 1),
    "struct": (memory.struct, lambda w: w.trips <= 8, 1),
    "copies": (aggregates.copies, lambda w: w.trips == 1, 0),
    "atomic": (memory.atomic, lambda w: w.is_kernel, 1),
    "exchange": (threads.exchange, is_together, 2),
    "tree-sum": (threads.tree_sum, lambda w: is_together(w) and w.trips == 1, 1),
    "handover": (threads.handover, lambda w: is_together(w) and w.trips == 1, 1),
    "counters": (threads.shared_counters, lambda w: is_together(w) and w.trips <= 4, 1),
    "shuffle": (threads.shuffle, is_together, 2),
    "vote": (threads.vote, is_together, 1),
    "wide": (wide.statement, lambda w: w.trips <= 4, 0),
    "print": (printing.statement, lambda w: w.is_kernel and w.trips <= 4, 0),
    "call": (functions.call, lambda w: any(not f.is_recursive for f in w.module.functions) and w.trips <= 32, 3),
    "recursion": (
        functions.call_recursive,
        lambda w: any(f.is_recursive for f in w.module.functions) and w.trips == 1,
        2,
    ),
    "rows": (pointers.rows, lambda w: bool(w.places) and w.trips == 1, 0),
    "shared-row": (pointers.shared_row, lambda w: is_together(w) and w.trips == 1, 0),
    "box": (pointers.box, lambda w: pointers.may_box(w) and w.trips <= 8, 0),
    "number": (pointers.as_number, lambda w: bool(w.places), 0),
    "asked": (pointers.asked, lambda w: bool(w.places) and is_shallow(w), 0),
    "ways": (pointers.ways, lambda w: bool(w.places) and is_shallow(w), 0),
    "pointed": (pointers.pointed, lambda w: w.trips == 1 and bool(pointers.pointed_places(w)), 0),
    "apart": (pointers.apart, lambda w: w.is_kernel and w.trips == 1, 0),
    "aligned": (
        pointers.by_alignment,
        lambda w: w.is_kernel and is_shallow(w) and bool(pointers.arrays_of_launch(w)),
        0,
    ),
    # Those that only the modes below make.
    "divide": (integers.wide_division, always, 0),
    "fitting": (fitting.statement, always, 0),
    "opposite": (integers.opposite_tests, always, 0),
    "reduction": (threads.reduction, is_together, 0),
    "needless-shuffle": (threads.needless_shuffle, is_together, 0),
    "spare-barrier": (threads.spare_barrier, is_together, 0),
    "loop-barrier": (threads.loop_barrier, lambda w: is_together(w) and w.trips == 1, 0),
    "known": (threads.known, is_together, 0),
    "nest": (nests.triangular, lambda w: w.is_kernel and w.trips == 1 and w.depth <= 1, 0),
    "strides": (strides.strided, lambda w: w.is_kernel and w.trips == 1 and bool(strides.wide_places(w)), 0),
    "neighbours": (neighbours.neighbours, neighbours.may_have_neighbours, 0),
    "halves": (halves.statement, always, 0),
    "circuit": (circuits.circuit, is_shallow, 0),
    "pair": (circuits.pair, lambda w: is_shallow(w) and bool(circuits.pair_places(w)), 0),
    "unit": (units.unit, lambda w: is_shallow(w) and bool(circuits.pair_places(w)), 0),
    "cut-off": (units.cut_off, lambda w: w.is_kernel and is_shallow(w), 0),
    "fixed": (units.fixed, lambda w: is_together(w) and w.trips == 1, 0),
    "lengths": (lengths.chosen_lengths, lambda w: w.trips == 1, 0),
    "border": (lengths.border, lambda w: w.is_kernel and w.trips == 1, 0),
    "gather": (gathers.gather, lambda w: is_together(w) and bool(gathers.whole_places(w)), 0),
    "gather-loop": (
        gathers.gather_loop,
        lambda w: is_together(w) and w.trips <= 4 and bool(gathers.whole_places(w)),
        0,
    ),
    "compact": (gathers.compact, lambda w: is_together(w) and bool(gathers.own_places(w)), 0),
    "summed": (coordinates.sum_up, always, 0),
    "stepped": (coordinates.step_to, lambda w: bool(coordinates.whole_places(w)), 0),
    "repeated": (repeats.repeated, lambda w: w.trips <= 32, 0),
    "rare": (rare.rare, lambda w: w.is_kernel and is_shallow(w), 0),
    "others": (others.others, lambda w: may_loop(w) and w.trips <= 4 and bool(others.whole_places(w)), 0),
    "crossing": (neighbours.crossing, lambda w: may_loop(w) and w.trips <= 4, 0),
    "elements": (elements.elements, lambda w: bool(elements.rows_of(w)), 0),
    "columns": (columns.columns, lambda w: is_shallow(w) and w.is_kernel and bool(columns.large_places(w)), 0),
    "bounds": (bounds.bounds, lambda w: is_shallow(w) and w.is_kernel, 0),
    "volatiles": (volatiles.volatiles, always, 0),
    "assembly": (assembly.assembly, always, 0),
}

ORDER_MODE = "order"
# What a mode changes: statement weights; `functions` is how many device functions are made at most.
MODES: dict[str, dict[str, int]] = {
    "mixed": {},
    "inline": {"call": 25, "recursion": 3, "integer": 20},
    "unroll": {"loop": 25, "shrinking": 4, "pointer-loop": 5, "if": 5},
    "memspace": {"generic": 10, "either": 12, "load": 20, "store": 12, "array": 8, "table": 5, "call": 6},
    "barrier": {
        "exchange": 14,
        "tree-sum": 4,
        "handover": 6,
        "counters": 4,
        "shuffle": 6,
        "vote": 4,
        "if": 8,
        "spare-barrier": 12,
        "loop-barrier": 8,
        "known": 3,
    },
    "warp": {"known": 8, "shuffle": 8, "vote": 8, "reduction": 12, "needless-shuffle": 10, "exchange": 3},
    "division": {"divide": 25, "opposite": 10, "summed": 14, "stepped": 14, "integer": 20, "if": 8},
    "narrow": {"fitting": 30, "loop": 10, "if": 8, "integer": 15, "load": 10},
    "remat": {"integer": 60, "float": 25, "load": 20, "if": 2, "loop": 2},
    "math": {"library": 20, "float": 40, "integer": 10},
    "licm": {"loop": 18, "load": 12, "store": 6, "library": 2, "array": 4},
    "iv": {"loop": 20, "pointer-loop": 8, "load": 14, "store": 8, "array": 5},
    "streams": {"strides": 10, "loop": 6, "load": 10, "integer": 20},
    "bases": {"neighbours": 40, "crossing": 14, "loop": 8, "if": 8, "array": 5},
    "sinking": {"rare": 12, "if": 20, "switch": 6, "integer": 40, "float": 16},
    "spaces": {
        "rows": 14,
        "shared-row": 6,
        "box": 3,
        "number": 6,
        "asked": 4,
        "either": 4,
        "generic": 5,
        "load": 14,
        "store": 10,
        "array": 6,
        "call": 7,
        "loop": 2,
    },
    "calls": {"pointed": 14, "shared-row": 8, "array": 8, "ways": 12, "either": 3, "load": 10, "store": 6, "call": 3},
    "restrict": {"apart": 16, "aligned": 12, "call": 6, "load": 14, "store": 10, "array": 6, "loop": 6},
    "aggregates": {"copies": 20, "struct": 8, "call": 10, "array": 4, "load": 10, "integer": 15, "library": 0},
    "struct": {"repeated": 8, "struct": 14, "call": 14, "array": 8, "load": 10, "store": 8},
    "i128": {"wide": 14, "if": 6, "loop": 3},
    "printf": {"print": 10, "if": 8, "loop": 4},
    "nests": {"nest": 16, "array": 8, "loop": 8, "load": 10, "store": 6},
    "halves": {"halves": 30, "float": 20, "if": 5, "loop": 4},
    "units": {"unit": 30, "fixed": 18, "cut-off": 8, "store": 6, "table": 3, "if": 5, "integer": 15},
    ORDER_MODE: {
        "circuit": 14,
        "unit": 12,
        "if": 12,
        "switch": 5,
        "loop": 10,
        "shrinking": 3,
        "pointer-loop": 3,
        "nest": 3,
        "exchange": 4,
        "call": 5,
    },
    "lengths": {"lengths": 24, "border": 14, "loop": 2, "load": 8, "integer": 15, "library": 0},
    "gathers": {"gather": 20, "gather-loop": 20, "compact": 10, "load": 6, "store": 4, "integer": 12},
    "others": {"others": 24, "load": 6, "store": 4, "integer": 15},
    "circuits": {"circuit": 20, "pair": 25, "loop": 5, "load": 6, "integer": 15},
    "elements": {"elements": 30, "loop": 6, "if": 5, "store": 6, "integer": 15},
    "walks": {
        "columns": 16,
        "bounds": 6,
        "volatiles": 8,
        "assembly": 8,
        "loop": 6,
        "load": 6,
        "store": 4,
        "if": 4,
        "integer": 12,
        "library": 0,
    },
}
SMOOTH_MODE = "smooth"
EVERY_MODE = (*MODES, SMOOTH_MODE)
# Where one pass wants many calls, or many values alive at once.
FUNCTION_COUNTS = {"inline": 6, "struct": 4, "aggregates": 4, "memspace": 3, "spaces": 3}
SIZES = {
    "remat": (40, 90),
    "aggregates": (6, 16),
    "inline": (10, 25),
    "lengths": (6, 16),
    "mixed": (8, 36),
    "math": (8, 36),
    SMOOTH_MODE: (8, 36),
}
DIRECTED_SIZE = (16, 40)


def weights_of(mode: str) -> dict[str, int]:
    plain = {name: weight for name, (_, _, weight) in STATEMENTS.items()}
    if mode == SMOOTH_MODE:
        return {**plain, "float": 60, "library": 8}
    return {**plain, **MODES[mode]}


def usable(w: Writer) -> dict[Statement, int]:
    """The statements that may stand here, with their weights."""
    weights = w.module.weights
    return {make: weights[name] for name, (make, may_stand, _) in STATEMENTS.items() if may_stand(w)}
