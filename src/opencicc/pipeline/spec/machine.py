"""The machine stage: passes on PTX after code generation, and the levels that have them.

O1 to O3, as the published table says. Not at O0, nor at any fast-compile level: the table has Ofcmax and Ofcmid without
them and does not name Ofcmin, which goes through the same short code generation as these and exists to compile faster,
so reading the PTX again would take away what it is for. Those on text are ours: the published pipeline has one pass on
machine code.
"""

from __future__ import annotations

# Those that need no more than the text, with what stands in it where they have something to do: others are not even loaded.
TEXT_PASSES = {
    "wide-indices": ("\tcvt.s64.s32", "\tcvt.u64.u32"),
    "mad-wide": ("\tmul.wide.",),
    "wide-products": ("\tmul.lo.s16", "\tmad.lo.s16"),
    "repeat-comparisons": ("%p2,",),  # two predicates and more
    "guard-choices": ("\tselp.f64", "\tselp.b64"),
}
MACHINE_PASSES = (*TEXT_PASSES, "nv-remat-block")
MACHINE_LEVELS = ("O1", "O2", "O3")
