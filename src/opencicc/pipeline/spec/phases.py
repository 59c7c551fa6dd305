"""Assembly phases 0, 2, 5, 6 and 8 as rows; phases 1, 3 and 4 are dispatch (assemble.py), 7 is the runner.

Not to be mixed up with compile phases I and II, which say when a step runs: see split.py.
"""

from __future__ import annotations

from opencicc.pipeline.spec.table import read_rows

# Phase 0. The flags are the pass list's: 0 module or analysis, 1 function.
INFRASTRUCTURE = read_rows("""
require<target-lib-info> | sub_149CCE0 |
require<target-ir>       | sub_1BFB520 |
verify                   | sub_14A7550 |
require<assumptions>     | sub_1361950 |
require<profile-summary> | sub_1CB0F50 |
""")
INFRASTRUCTURE_FLAGS = (0, 1, 0, 0, 1)

# Behind phase 0, at every level, with the bypass too: what correctness needs. The published O0 and fast-compile max have
# none of it, because the product's front end leaves no such things; each row looks at a name or two where there is nothing.
NEEDED = read_rows("""
nvvm-annotations-processor       | our addition     |
nvvm-intrinsic-lowering<level=1> | our addition     |
printf-lowering                  | our addition     |
cnp-launch-check                 | our addition     |
""")
# Where the bypass leaves phase 5 out.
NEEDED_LAST = read_rows("""
nvvm-final-lowering              | our addition     |
""")

# Phase 2. The first guard is printed in the spec with ConstantMerge's slot; it is kept as printed.
PRE_OPTIMIZATION = read_rows("""
nvvm-reflect                     | sub_1857160()    | !1960|3000
deadargelim                      | sub_18FD350(0)   | 3000
nv-loop-reduce                   | sub_19CE990()    | !1680
nvvm-intrinsic-lowering<level=0> | sub_1CB4E40(0)   |
memcpyopt                        | sub_1B26330()    | !2040
nvvm-verify<kept>                | sub_12D4560()    | nvvm-verify-all
constmerge                       | sub_184CD60()    | !1960
always-inline                    | sub_1C4B6F0()    | !440 !400
print-module                     | sub_17060B0(1,0) | 3160
""")

# Phase 5. The barrier row is left out for fast-compile max without the device-code flag (assemble.py).
FINALIZATION = read_rows("""
nvvm-lower-barriers<{barriers}>  | sub_1C98160(a4[2920]!=0) | 3488
nvvm-final-lowering              | sub_1CEBD10()    |
break-crit-edges                 | sub_1654860(1)   | !2800 !4464
""")

# Phase 6, when bit 2 of the feature word is set.
PHASE_II_CODEGEN = read_rows("""
phase-ii-codegen                 | addPhaseIIPasses |
""")

# Phase 8.
BLOCK_NAMES = read_rows("""
name-blocks                      | sub_164B780      | 3944
""")

# Around plugin passes, in phase 3.
AFTER_PLUGIN = read_rows("""
verify                           | sub_12D3E60      | 3904
""")
