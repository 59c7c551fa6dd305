"""The path lists that slot 181 selects instead of the tiers, and the fast-compile routes.

The spec's comparison constants spell "ptx", "mid" and "min"; it prints the third as "idn" and sends it down the
default path. Here `min` is the fast-compile route next to `mid`, and `idn` is kept as a spelling of `default`.
"""

from __future__ import annotations

from opencicc.pipeline.spec.table import Row, read_rows

PTX = read_rows("""
nvvm-peephole-optimizer         | sub_1CEF8F0()              |
nvvm-annotations-processor      | sub_215D9D0()              |
nvvm-reflect                    | sub_1857160()              | !880
standard<1>                     | sub_1A62BF0(1,0,0,1,0,0,1) |
memcpyopt                       | sub_1B26330()              | !2040
print-module                    | sub_17060B0(0,0)           |
dce                             | sub_18DEFF0()              | !280
standard<1>                     | sub_1A62BF0(1,0,0,1,0,0,1) |
nvvm-loop-opt                   | sub_18B1DE0()              | !2640
memory-space-opt<first-time>    | sub_1C8E680(0)             | !1760
""")

MID = read_rows("""
constmerge                       | sub_184CD60()              | !1960
nvvm-intrinsic-lowering<level=0> | sub_1CB4E40(0)             | !2000
memcpyopt                        | sub_1B26330()              | !2040
sroa                             | sub_198E2A0()              |
nvvm-peephole-optimizer          | sub_1CEF8F0()              |
nvvm-annotations-processor       | sub_215D9D0()              |
loop-simplify                    | sub_198DF00(-1)            | !1520
gvn                              | sub_1C6E800()              |
nvvm-ir-verification<kept>       | sub_1A223D0()              | !2600 nvvm-verify-all
simplifycfg                      | sub_190BB10(0,0)           |
instcombine                      | sub_1832270(1)             |
standard<5>                      | sub_1A62BF0(5,0,0,1,0,0,1) |
nvvm-intrinsic-lowering<level=0> | sub_1CB4E40(0)             | !2000
deadargelim                      | sub_18FD350(0)             |
function-attrs                   | sub_1841180()              | !680
dce                              | sub_18DEFF0()              | !280
constmerge                       | sub_184CD60()              | !1960
licm                             | sub_195E880(0)             | !1240
nvvm-lower-barriers<level=0>     | sub_1C98160(0)             |
memory-space-opt<first-time>     | sub_1C8E680(0)             | !1760
reassociate                      | sub_1B7FDF0(3)             | !1280
standard<8>                      | sub_1A62BF0(8,0,0,1,1,0,1) |
nvvm-reflect                     | sub_1857160()              | !880
adce                             | sub_1C6FCA0()              | !1840
instsimplify                     | sub_1A7A9F0()              | !2720
deadargelim                      | sub_18FD350(0)             |
tailcallelim                     | sub_1833EB0(3)             | !320
deadargelim                      | sub_18FD350(0)             |
correlated-propagation           | sub_18EEA90()              |
sink<rp-aware>                   | sub_1869C50(1,0,1)         |
simplifycfg                      | sub_190BB10(0,0)           | !960
dse                              | sub_18F5480()              | !760
sinking2                         | sub_1CC60B0()              | !2440
nvvm-ir-verification<kept>       | sub_1A223D0()              | !2600 nvvm-verify-all
early-cse                        | sub_1C8A4D0(0)             |
nvvm-reflect                     | sub_1857160()              | !880
standard<8>                      | sub_1A62BF0(8,0,0,1,1,0,1) |
nvvm-intrinsic-lowering<level=0> | sub_1CB4E40(0)             | !2000
ipsccp                           | sub_185D600()              | !920
licm                             | sub_195E880(0)             | !1240
nvvm-intrinsic-lowering<level=0> | sub_1CB4E40(0)             | !2000
branch-dist                      | sub_1CB73C0()              | !2120
remat                            | sub_1A13320()              | !2320 remat-early
""")

DEFAULT = read_rows("""
standard<4>                      | sub_1A62BF0(4,0,0,1,0,0,1) |
nvvm-reflect                     | sub_1857160()              | !880
nvvm-intrinsic-lowering<level=0> | sub_1CB4E40(0)             | !2000
nvvm-reflect                     | sub_1857160()              | !880
nvvm-peephole-optimizer          | sub_1CEF8F0()              |
nvvm-annotations-processor       | sub_215D9D0()              |
instsimplify                     | sub_1A7A9F0()              | !2720
standard<5>                      | sub_1A62BF0(5,0,0,1,0,0,1) |
ipsccp                           | sub_185D600()              | !920
memcpyopt                        | sub_1B26330()              | !2040
constmerge                       | sub_184CD60()              | !1960
remat                            | sub_1A13320()              | !2320 remat-early
tailcallelim                     | sub_1833EB0(3)             | !320
gvn                              | sub_1C6E800()              |
sccp                             | sub_1842BC0()              | !720
dce                              | sub_18DEFF0()              | !280
constmerge                       | sub_184CD60()              | !1960
deadargelim                      | sub_18FD350(0)             |
correlated-propagation           | sub_18EEA90()              |
standard<1>                      | sub_1A62BF0(1,0,0,1,0,0,1) |
loop-unroll                      | sub_197E720()              |
instcombine                      | sub_19401A0()              | !1000
nvvm-reflect                     | sub_1857160()              | !880
standard<7>                      | sub_1A62BF0(7,0,0,1,0,0,1) |
early-cse                        | sub_1C8A4D0(0)             |
nvvm-ir-verification<kept>       | sub_1A223D0()              | !2600 nvvm-verify-all
instcombine                      | sub_1832270(1)             |
sink<rp-aware>                   | sub_1869C50(1,0,1)         |
loop-idiom                       | sub_1A68E70()              |
loop-simplify                    | sub_198DF00(-1)            | !1520
licm                             | sub_195E880(0)             | !1240
simplifycfg                      | sub_190BB10(0,0)           | !960
loop-unroll<O3;no-partial;no-runtime;no-profile-peeling> | sub_19B73C0(3,-1,-1,0,0,-1,0) |
nvvm-ir-verification<kept>       | sub_1A223D0()              | !2600 nvvm-verify-all
nvvm-lower-barriers<level=0>     | sub_1C98160(0)             |
memory-space-opt<first-time>     | sub_1C8E680(0)             | !1760
reassociate                      | sub_1B7FDF0(3)             | !1280
nvvm-loop-opt                    | sub_18B1DE0()              | !2640
loop-index-split                 | sub_1952F90(-1)            | !1160
deadargelim                      | sub_18FD350(0)             |
sinking2                         | sub_1CC60B0()              | !2440
standard<2>                      | sub_1A62BF0(2,0,0,1,0,0,1) |
nvvm-ir-verification<kept>       | sub_1A223D0()              | !2600 nvvm-verify-all
nvvm-predicate-opt               | sub_18A3430()              | !1120
standard<4>                      | sub_1A62BF0(4,0,0,1,1,0,1) |
""")

# The other reading of Ofcmid: the shorter list of the optimization-level page, which stops before the second wrapper
# and has no branch-dist and no remat.
MID_SHORT = read_rows("""
constmerge                       | sub_184CD60()              | !1960
nvvm-intrinsic-lowering<level=0> | sub_1CB4E40(0)             |
memcpyopt                        | sub_1B26330()              |
sroa                             | sub_198E2A0()              |
nvvm-peephole-optimizer          | sub_1CEF8F0()              |
nvvm-annotations-processor       | sub_215D9D0()              |
print-module                     | sub_17060B0(1,0)           | !1080
loop-simplify                    | sub_198DF00(-1)            |
print-module                     | sub_17060B0(1,0)           | !1080
gvn                              | sub_1C6E800()              |
instcombine                      | sub_1832270(1)             |
standard<5>                      | sub_1A62BF0(5,0,0,1,0,0,1) |
nvvm-intrinsic-lowering<level=0> | sub_1CB4E40(0)             |
deadargelim                      | sub_18FD350(0)             |
function-attrs                   | sub_1841180()              |
dce                              | sub_18DEFF0()              |
print-module                     | sub_17060B0(1,0)           |
constmerge                       | sub_184CD60()              |
licm                             | sub_195E880(0)             |
simplifycfg                      | sub_190BB10(0,0)           |
loop-unroll<O3;no-partial;no-runtime;no-profile-peeling> | sub_19B73C0(3,-1,-1,0,0,-1,0) |
nvvm-ir-verification<kept>       | sub_1A223D0()              | nvvm-verify-all
nvvm-lower-barriers<level=0>     | sub_1C98160(0)             |
memory-space-opt<first-time>     | sub_1C8E680(0)             |
reassociate                      | sub_1B7FDF0(3)             |
nvvm-loop-opt                    | sub_18B1DE0()              |
""")

# What `min` adds to `mid`: "more aggressive loop settings, an extra call-graph round", details unknown. Our choice.
MIN_EXTRA = read_rows("""
loop-unroll<O3>                  | sub_19B73C0(3,-1,-1,-1,-1,-1,-1) |
standard<5>                      | sub_1A62BF0(5,0,0,1,0,0,1) |
""")

# alwaysinline is no question of the level: what a front end marks so may not even have a body elsewhere.
O0 = read_rows("""
when<calls>(always-inline)       | our addition               |
nvvm-final-cleanup<level=0>      | sub_1C8A4D0(0)             |
""")

OFCMAX = read_rows("""
sinking2<fast>                   | sub_18B3080(1)             |
nvvm-reflect                     | sub_1857160()              |
nv-loop-reduce                   | sub_19CE990()              |
memcpyopt                        | sub_1B26330()              |
nvvm-verify<kept>                | sub_12D4560()              | nvvm-verify-all
constmerge                       | sub_184CD60()              |
always-inline                    | sub_1C4B6F0()              |
nvvm-verify<kept>                | sub_12D4560()              | nvvm-verify-all
""")

# Two sources, two lists for Ofcmid. The spec prints its own in full and the pages on rematerialisation agree with it
# that IR remat runs at Ofcmid, which the shorter list leaves out; like everywhere it runs in the final shape, after the
# steps that would merge its clones (remat-early), and so it does at Ofcmin, which is `mid` with more of everything.
MID_READING: tuple[Row, ...] = MID


def min_path() -> tuple[Row, ...]:
    """`mid` with the additions of `min` in front of its last call-graph round."""
    last = max(row.number for row in MID_READING if row.text.startswith("standard"))
    return (*MID_READING[: last - 1], *MIN_EXTRA, *MID_READING[last - 1 :])


PATHS: dict[str, tuple[Row, ...]] = {
    "ptx": PTX,
    "mid": MID_READING,
    "min": min_path(),
    "default": DEFAULT,
    "idn": DEFAULT,
}
