"""Volatile local objects: variables and small arrays that are written and read with `volatile`, as plain C++ code does to quiet a compiler.

All of an object is written before anything reads it.
"""

from __future__ import annotations

from opencicc.check.generate import control
from opencicc.check.generate.memory import allocate, masked_index
from opencicc.check.generate.writer import Writer

COUNTS = (1, 1, 2, 4)
BYTES = {"i32": 4, "i64": 8, "i16": 2}


def volatiles(w: Writer) -> None:
    type_, count = w.rng.choice(tuple(BYTES)), w.rng.choice(COUNTS)
    local = allocate(w, f"[{count} x {type_}]")
    for number in range(count):
        store(w, local, type_, str(number))
    for _ in range(w.rng.randrange(1, 4)):
        at = str(w.rng.randrange(count)) if w.chance(0.6) else masked_index(w, "i64", count).text
        if w.chance(0.4):
            store(w, local, type_, at)
        word = "" if w.chance(0.2) else "volatile "
        w.define(type_, f"load {word}{type_}, ptr {address(w, local, type_, at)}, align {BYTES[type_]}")


def store(w: Writer, local: str, type_: str, at: str) -> None:
    value = control.exit_value(w, type_)
    w.raw(f"store volatile {value}, ptr {address(w, local, type_, at)}, align {BYTES[type_]}")


def address(w: Writer, local: str, type_: str, at: str) -> str:
    found = w.name("at")
    w.raw(f"{found} = getelementptr inbounds {type_}, ptr {local}, i64 {at}")
    return found
