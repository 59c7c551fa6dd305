"""Inline assembly that concerns one thread only, marked convergent as front ends mark all of it: arithmetic of words and of
pairs of halves, parts of registers, with a register of its own or a guard; loads of what nobody writes."""

from __future__ import annotations

from opencicc.check.generate.writer import Place, Writer

WORDS = (
    "add.u32 $0, $1, $2;",
    "{ xor.b32 $0, $1, $2; }",
    "{ .reg .b32 t; mul.lo.u32 t, $1, $2; add.u32 $0, t, $1; }",
    "{ .reg .pred p; setp.lt.u32 p, $1, $2; selp.b32 $0, $1, $2, p; }",
    "{ .reg .pred p; setp.lt.s32 p, $1, $2; mov.b32 $0, $1; @p mov.b32 $0, $2; }",
    "prmt.b32 $0, $1, $2, 0x5410;",
    "lop3.b32 $0, $1, $2, $1, 0x96;",
    "{ .reg .b16 a, b, c, d; mov.b32 {a,b}, $1; mov.b32 {c,d}, $2; mov.b32 $0, {b,c}; }",
)
# Of pairs of halves below 2: nothing becomes infinite or no number, whose bits nobody promises.
HALVES = (
    "{add.rn.f16x2 $0,$1,$2;\\0A}",
    "{sub.rn.f16x2 $0,$1,$2;\\0A}",
    "{mul.rn.bf16x2 $0,$1,$2;\\0A}",
    "{fma.rn.f16x2 $0,$1,$2,$1;\\0A}",
    "{ neg.f16x2 $0, $1;\\0A }",
    "{ .reg .f16 a, b; mov.b32 {a,b}, $1; abs.f16 a, a; neg.f16 b, b; mov.b32 $0, {b,a}; }",
    "{ .reg .f16 a, b; .reg .f32 f; mov.b32 {a,b}, $1; cvt.f32.f16 f, b; mov.b32 $0, f; }",
    "{ .reg .b16 a, b; .reg .f32 f; mov.b32 {a,b}, $1; cvt.f32.bf16 f, a; mov.b32 $0, f; }",
    "{ .reg .f32 f, g; mov.b32 f, $1; mov.b32 g, $2; cvt.rn.f16x2.f32 $0, f, g; }",
    "{ .reg .f16 a, b, c; .reg .pred __$$p; mov.b32 {a,b}, $1; mov.b32 {c,_}, $2; setp.le.f16 __$$p, b, c; selp.b32 $0, $2, 3, __$$p; }",
)
BELOW_TWO = "1073692671"  # 0x3fff3fff
INPUTS = ("%in", "%inf", "%ind")  # of a kernel, which nothing writes
LOADS = (("u32", "=r", "i32"), ("s16", "=r", "i32"), ("u8", "=r", "i32"), ("b64", "=l", "i64"))


def assembly(w: Writer) -> None:
    inputs = [place for place in w.places if place.pointer in INPUTS]
    kind = w.rng.random()
    if kind < 0.25 and inputs:
        load(w, w.rng.choice(inputs))
        return
    word = "sideeffect " if w.chance(0.2) else ""
    operands = [w.pick("i32"), w.pick("i32")]
    template = w.rng.choice(WORDS)
    if kind < 0.6:
        template = w.rng.choice(HALVES)
        operands = [w.define("i32", f"and i32 {each.text}, {BELOW_TWO}", visible=False) for each in operands]
    arguments = ", ".join(str(each) for each in operands)
    w.define("i32", f'call i32 asm {word}"{template}", "=&r,r,r"({arguments}) convergent nounwind')


def load(w: Writer, place: Place) -> None:
    """One of the first elements, or two that are neighbours, as CUB loads them."""
    at = w.define("i32", f"and i32 {w.pick('i32').text}, 48", visible=False)  # bytes
    address = f"getelementptr i8, {place.pointer_type} {place.pointer}, i32 {at.text}"
    pointer = w.define(place.pointer_type, address, 0, visible=False)
    if w.chance(0.4):
        pair = w.define(
            "{ i32, i32 }",
            f'call {{ i32, i32 }} asm sideeffect "ld.global.nc.v2.u32 {{$0, $1}}, [$2];", "=r,=r,l"({pointer}) convergent',
            0,
            visible=False,
        )
        for n in range(2):
            w.define("i32", f"extractvalue {{ i32, i32 }} {pair.text}, {n}")
        return
    kind, constraint, type_ = w.rng.choice(LOADS)
    w.define(
        type_, f'call {type_} asm sideeffect "ld.global.nc.{kind} $0, [$1];", "{constraint},l"({pointer}) convergent'
    )
