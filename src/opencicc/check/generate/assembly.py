"""Inline assembly that concerns one thread only, marked convergent as front ends mark all of it: arithmetic, with a register of its own or a guard."""

from __future__ import annotations

from opencicc.check.generate.writer import Writer

TEMPLATES = (
    "add.u32 $0, $1, $2;",
    "{ xor.b32 $0, $1, $2; }",
    "{ .reg .b32 t; mul.lo.u32 t, $1, $2; add.u32 $0, t, $1; }",
    "{ .reg .pred p; setp.lt.u32 p, $1, $2; selp.b32 $0, $1, $2, p; }",
    "{ .reg .pred p; setp.lt.s32 p, $1, $2; mov.b32 $0, $1; @p mov.b32 $0, $2; }",
    "prmt.b32 $0, $1, $2, 0x5410;",
    "lop3.b32 $0, $1, $2, $1, 0x96;",
)


def assembly(w: Writer) -> None:
    template = w.rng.choice(TEMPLATES)
    word = "sideeffect " if w.chance(0.2) else ""
    arguments = f"{w.pick('i32')}, {w.pick('i32')}"
    w.define("i32", f'call i32 asm {word}"{template}", "=&r,r,r"({arguments}) convergent nounwind')
