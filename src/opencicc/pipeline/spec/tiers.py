"""Tier 0 and the incremental tiers 1 to 3, row by row.

`standard<N>` is the standard pipeline wrapper of that ID (wrappers.py). Print rows are in the list and silent unless
a dump is asked for. sub_19B73C0 is loop unrolling: its seven arguments are level, threshold, count, partial, runtime,
upper bound and profile, where -1 leaves the default and 0 turns off. sub_1869C50 is taken as the product's own sink
that minds register pressure: LLVM's `sink` in its place costs 29 registers on a recursive quadrature and gains nothing
over the benchmark kernels.
"""

from __future__ import annotations

from opencicc.pipeline.spec.table import read_rows

# 40 positions: the 34 published rows and the six print steps between them.
TIER_0 = read_rows("""
break-crit-edges            | sub_1654860(1)           |
standard<1>                 | sub_1A62BF0(1,...)       |
memcpyopt                   | sub_1B26330              |
ipsccp                      | sub_185D600              |
gvn                         | sub_1C6E800              |
gvn-variant                 | sub_1C6E560              |
nvvm-reflect                | sub_1857160              |
sccp                        | sub_1842BC0              |
print-module                | sub_17060B0(1,0)         | 3160
nvvm-verify<kept>           | sub_12D4560              | nvvm-verify-all
nvvm-predicate-opt-variant  | sub_18A3090              |
constmerge                  | sub_184CD60              |
sink<rp-aware>              | sub_1869C50(1,0,1)       | !1040
tailcallelim                | sub_1833EB0(3)           |
print-module                | sub_17060B0(1,0)         | 3160
loop-index-split            | sub_1952F90(-1)          |
standard<1>                 | sub_1A62BF0(1,...)       |
nvvm-ir-verification<kept>  | sub_1A223D0              | nvvm-verify-all
print-module                | sub_17060B0(1,0)         | 3160
instsimplify                | sub_1A7A9F0              |
standard<1>                 | sub_1A62BF0(1,...)       |
generic-to-nvvm             | sub_1A02540              |
loop-simplify               | sub_198DF00(-1)          |
adce                        | sub_1C76260              | !1320
licm                        | sub_195E880(0)           | 2880
loop-unroll<late>           | sub_19C1680(0,1)         | !1360
print-module                | sub_17060B0(1,0)         | 3160
instcombine                 | sub_19401A0              |
sroa                        | sub_1968390              |
early-cse                   | sub_196A2B0              |
loop-unroll<O2>             | sub_19B73C0(2,-1,-1,-1,-1,-1,-1) |
print-module                | sub_17060B0(1,0)         | 3160
simplifycfg                 | sub_190BB10(0,0)         |
remat                       | sub_1A13320              | remat-early
print-module<banner>        | sub_17060B0(1,1)         | 3160
dse                         | sub_18F5480              |
dce                         | sub_18DEFF0              |
standard<1>                 | sub_1A62BF0(1,...)       |
nvvm-loop-opt               | sub_18B1DE0              |
function-attrs              | sub_1841180              |
""")

# 85 positions, shared by tiers 1 to 3. `{tier}` is the tier being assembled, `{limits}` what the feature word asks for.
TIERS = read_rows("""
nvvm-intrinsic-lowering<level=1> | sub_1CB4E40(1)      | !2000
nvvm-ir-verification<kept>       | sub_1A223D0()       | !2600 nvvm-verify-all
nvvm-intrinsic-lowering<level=1> | sub_1CB4E40(1)      | !2000
nvvm-barrier-analysis            | sub_18E4A00()       | 3488
nvvm-lower-barriers<level=0>     | sub_1C98160(0)      | 3488
print-module                     | sub_17060B0(1,0)    | 3160 !1080
nvvm-verify<kept>                | sub_12D4560()       | !600 nvvm-verify-all
ipsccp                           | sub_185D600()       | 3200 !920
nvvm-reflect                     | sub_1857160()       | 3200 !880
nvvm-predicate-opt               | sub_18A3430()       | 3200 !1120
sccp                             | sub_1842BC0()       | 3200 !720
print-module                     | sub_17060B0(1,0)    | !1080
nvvm-verify<kept>                | sub_12D4560()       | !600 nvvm-verify-all
nvvm-predicate-opt-variant       | sub_18A3090()       | 3200 !2160
constmerge                       | sub_184CD60()       | 3200 !1960
simplifycfg                      | sub_190BB10(1,0)    | tier!=1 !1040 !1200
loop-index-split                 | sub_1952F90(-1)     | tier!=1 !1040 !1200 !1160
nvvm-verify<kept>                | sub_12D4560()       | tier!=1 !1040 !1200 !600 nvvm-verify-all
print-module                     | sub_17060B0(1,0)    | tier!=1 !1040 !1200 !1080
licm                             | sub_195E880(0)      | 3704 2880 !1240
early-cse<{memory}>              | sub_1C8A4D0(v)      |
sink<rp-aware>                   | sub_1869C50(1,0,1)  | tier!=1 !1040
tailcallelim                     | sub_1833EB0(3)      | tier==3 !320
nvvm-unreachable-block-elim      | sub_1CC3990()       | !2360
correlated-propagation           | sub_18EEA90()       | 3040
nvvm-verify<kept>                | sub_12D4560()       | !600 nvvm-verify-all
nvvm-ir-verification<kept>       | sub_1A223D0()       | !2600 nvvm-verify-all
nvvm-intrinsic-lowering<level=1> | sub_1CB4E40(1)      | !2000
inline                           | sub_1C4B6F0()       | !440 !480
print-module                     | sub_17060B0(1,0)    | 3160 !1080
instsimplify                     | sub_1A7A9F0()       | !2720
nvvm-verify<kept>                | sub_12D4560()       | !600 nvvm-verify-all
generic-to-nvvm                  | sub_1A02540()       | !2200
loop-simplify                    | sub_198DF00(-1)     | !1520
adce                             | sub_1C76260()       | !1320 !1480
print-module                     | sub_17060B0(1,0)    | !1320 !1480 !1080
nvvm-verify<kept>                | sub_12D4560()       | !1320 !1480 !600 nvvm-verify-all
licm                             | sub_195E880(0)      | 2880 !1240
nvvm-lower-barriers<level=1>     | sub_1C98160(v)      | 3488
loop-unroll<late>                | sub_19C1680(0,1)    | !1360
print-module                     | sub_17060B0(1,0)    | !1080
instcombine                      | sub_19401A0()       | !1000
early-cse                        | sub_196A2B0()       | !1440
sroa                             | sub_1968390()       | !1400
loop-unroll<O{tier}{limits}>     | sub_19B73C0(t,...)  | tier!=1
print-module                     | sub_17060B0(1,0)    | 3160 !1080
loop-unroll<O{tier};no-partial;no-runtime> | sub_19B73C0(tier,-1,-1,0,0,-1,-1) | !2760
standard<1>                      | sub_1A62BF0(1,...)  | !600
nvvm-ir-verification<kept>       | sub_1A223D0()       | !2600 nvvm-verify-all
nvvm-intrinsic-lowering<level=1> | sub_1CB4E40(1)      | !2000
print-module                     | sub_17060B0(1,0)    | !1080
simplifycfg                      | sub_190BB10(0,0)    | !960
factory-1922f90                  | sub_1922F90()       | 3080
licm                             | sub_195E880(0)      | 2880 !1240
remat                            | sub_1A13320()       | !2320 remat-early
sroa                             | sub_1968390()       | !1400
print-module                     | sub_17060B0(1,0)    | 3160 !1080
correlated-propagation           | sub_18EEA90()       | 3040
dse                              | sub_18F5480()       | !760
dce                              | sub_18DEFF0()       | !280
standard<1>                      | sub_1A62BF0(1,...)  | !600
factory-1aac510                  | sub_1AAC510()       | !520 !560
nvvm-ir-verification<kept>       | sub_1A223D0()       | !2600 nvvm-verify-all
nvvm-intrinsic-lowering<level=1> | sub_1CB4E40(1)      | !2000
memory-space-opt<{time}>         | sub_1C8E680()       | !2680
nvvm-ir-verification<kept>       | sub_1A223D0()       | 3120 !2600 nvvm-verify-all
print-module                     | sub_17060B0(1,0)    | !1080
nvvm-generic-addr-opt            | sub_1CC71E0()       | !2560
nvvm-lower-barriers-variant<level=1> | sub_1C98270(1,v) | 3488
print-module                     | sub_17060B0(1,0)    | 3160 !1080
adce                             | sub_1C6FCA0()       | 2840 !1840
nvvm-loop-opt                    | sub_18B1DE0()       | 3200 !2640
nvvm-reflect                     | sub_1857160()       | 3200 tier==3 !880
function-attrs                   | sub_1841180()       | 3200 !680
nvvm-late-opt                    | sub_1C46000()       | tier==3 !360
function-attrs                   | sub_1841180()       | 3200 !680
nvvm-lower-alloca                | sub_1CBC480()       | !2240 !2280
branch-dist                      | sub_1CB73C0()       | !2080 !2120
nvvm-warp-shuffle<level=1>       | sub_1C7F370(1)      | 3328 !1640
nvvm-reduction                   | sub_1CC5E00()       | 3328 !2400
sinking2                         | sub_1CC60B0()       | 3328 !2440
branch-dist                      | sub_1CB73C0()       | 3328 !2080 !2120
print-module                     | sub_17060B0(1,0)    | 3328 !1080
reassociate                      | sub_1B7FDF0(3)      | 3328 !1280 late-reassociate
print-module                     | sub_17060B0(1,0)    | 3160 !1080
""")
