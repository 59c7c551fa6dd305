"""The 221 pass-option slots, one row each: the numbers are a shared contract, so they stand in one table.

Columns: slot number, byte offset in the struct, layout, default (`-`: empty text), how sure the sources are of the
row, our name, and what the slot does. Names `no-*` and `do-*` follow the sources' labels where there is one;
`slot-N` is a slot that nothing is known to read. Types and defaults follow the published slot map; where pages
disagree the row is the one that the byte offsets confirm (widths sum up to 4,480 only this way).
"""

from __future__ import annotations

SLOT_TABLE = """
1   16    STRING       -   medium   ftz                             flush-to-zero mode for f32, as text
2   40    STRING       -   medium   prec-div                        precise f32 division, as text
3   64    STRING       -   medium   prec-sqrt                       precise f32 square root, as text
4   88    STRING       -   medium   fmad                            fused multiply-add policy, as text
5   112   STRING       -   medium   opt-level                       optimization level, as text
6   136   STRING       -   medium   sm-arch                         target SM, as text
7   160   BOOL_INLINE  0   inferred slot-7                          no known reader
8   176   STRING       -   inferred slot-8                          no known reader
9   200   INTEGER      1   high     codegen-opt-level               level of code generation: 0 what must be, 1 standard, 2 and more in the order of dependencies
10  216   STRING       -   inferred slot-10                         no known reader
11  240   BOOL_INLINE  0   inferred slot-11                         no known reader
12  256   STRING       -   inferred slot-12                         no known reader
13  280   BOOL_INLINE  0   high     no-dce                          leave out dce
14  296   STRING       -   inferred slot-14                         no known reader
15  320   BOOL_COMPACT 0   high     no-tailcallelim                 leave out tailcallelim
16  336   STRING       -   inferred slot-16                         no known reader
17  360   BOOL_COMPACT 0   high     no-late-opt                     leave out nvvm-late-opt
18  376   STRING       -   inferred slot-18                         no known reader
19  400   BOOL_COMPACT 1   medium   no-inline-a                     leave out the always-inliner in front of the tiers (on by default)
20  416   STRING       -   inferred slot-20                         no known reader
21  440   BOOL_COMPACT 0   high     no-inline-b                     leave out the always-inliner in front of the tiers and the tiers' own inliner
22  456   STRING       -   inferred slot-22                         no known reader
23  480   BOOL_COMPACT 0   high     no-inline-c                     leave out the tiers' own inliner
24  496   STRING       -   inferred slot-24                         no known reader
25  520   BOOL_COMPACT 1   medium   no-factory-1aac510-a            leave out the unidentified factory sub_1AAC510 (on by default)
26  536   STRING       -   inferred slot-26                         no known reader
27  560   BOOL_COMPACT 0   high     no-factory-1aac510-b            leave out the unidentified factory sub_1AAC510
28  576   STRING       -   inferred slot-28                         no known reader
29  600   BOOL_COMPACT 0   high     no-nvvm-verify                  leave out nvvm-verify, and the tiers' standard pipelines
30  616   STRING       -   inferred slot-30                         no known reader
31  640   BOOL_COMPACT 0   inferred slot-31                         no known reader
32  656   STRING       -   inferred slot-32                         no known reader
33  680   BOOL_COMPACT 0   high     no-func-attrs                   leave out function-attrs
34  696   STRING       -   inferred slot-34                         no known reader
35  720   BOOL_COMPACT 0   high     no-sccp                         leave out sccp
36  736   STRING       -   inferred slot-36                         no known reader
37  760   BOOL_COMPACT 0   high     no-dse                          leave out dse
38  776   STRING       -   inferred slot-38                         no known reader
39  800   BOOL_COMPACT 0   inferred slot-39                         no known reader
40  816   STRING       -   inferred slot-40                         no known reader
41  840   BOOL_COMPACT 0   inferred slot-41                         no known reader
42  856   STRING       -   inferred slot-42                         no known reader
43  880   BOOL_COMPACT 0   high     no-nvvm-reflect                 leave out nvvm-reflect: its queries stay then
44  896   STRING       -   inferred slot-44                         no known reader
45  920   BOOL_COMPACT 0   high     no-ipconst                      leave out ipsccp
46  936   STRING       -   inferred slot-46                         no known reader
47  960   BOOL_COMPACT 0   high     no-simplifycfg                  leave out simplifycfg
48  976   STRING       -   inferred slot-48                         no known reader
49  1000  BOOL_INLINE  0   high     no-instcombine                  leave out instcombine
50  1016  STRING       -   inferred slot-50                         no known reader
51  1040  BOOL_COMPACT 0   high     no-sink                         leave out sink, and tier 2/3's simplifycfg and loop-index-split
52  1056  STRING       -   inferred slot-52                         no known reader
53  1080  BOOL_INLINE  0   high     no-dump                         leave out the print steps
54  1096  STRING       -   inferred slot-54                         no known reader
55  1120  BOOL_INLINE  0   high     no-predopt                      leave out nvvm-predicate-opt
56  1136  STRING       -   inferred slot-56                         no known reader
57  1160  BOOL_COMPACT 0   high     no-loopindexsplit               leave out loop-index-split
58  1176  STRING       -   inferred slot-58                         no known reader
59  1200  BOOL_INLINE  0   high     no-simplifycfg-b                leave out tier 2/3's first simplifycfg and loop-index-split
60  1216  STRING       -   inferred slot-60                         no known reader
61  1240  BOOL_INLINE  0   high     no-licm                         leave out licm; follows do-licm unless set itself
62  1256  STRING       -   inferred slot-62                         no known reader
63  1280  BOOL_COMPACT 0   high     no-reassoc                      leave out reassociate
64  1296  STRING       -   inferred slot-64                         no known reader
65  1320  BOOL_COMPACT 0   high     no-adce-a                       leave out the adce variant sub_1C76260
66  1336  STRING       -   inferred slot-66                         no known reader
67  1360  BOOL_COMPACT 0   high     no-loopunroll                   leave out loop-unroll
68  1376  STRING       -   inferred slot-68                         no known reader
69  1400  BOOL_COMPACT 0   high     no-sroa                         leave out sroa
70  1416  STRING       -   inferred slot-70                         no known reader
71  1440  BOOL_COMPACT 0   high     no-earlycse                     leave out early-cse
72  1456  STRING       -   inferred slot-72                         no known reader
73  1480  BOOL_COMPACT 0   high     no-adce-b                       leave out the adce variant sub_1C76260
74  1496  STRING       -   inferred slot-74                         no known reader
75  1520  BOOL_COMPACT 0   high     no-loopsimplify                 leave out loop-simplify
76  1536  STRING       -   inferred slot-76                         no known reader
77  1560  BOOL_COMPACT 0   inferred slot-77                         no known reader
78  1576  STRING       -   inferred slot-78                         no known reader
79  1600  BOOL_COMPACT 0   inferred slot-79                         no known reader
80  1616  STRING       -   inferred slot-80                         no known reader
81  1640  BOOL_COMPACT 0   medium   no-warp-shuffle                 leave out nvvm-warp-shuffle
82  1656  STRING       -   inferred slot-82                         no known reader
83  1680  BOOL_COMPACT 0   high     no-loop-reduce                  leave out nv-loop-reduce, and strength reduction in code generation
84  1696  STRING       -   inferred slot-84                         no known reader
85  1720  BOOL_COMPACT 0   inferred slot-85                         no known reader
86  1736  STRING       -   inferred slot-86                         no known reader
87  1760  BOOL_COMPACT 0   high     no-memory-space-opt             leave out the language paths' memory-space-opt; follows do-ip-msp unless set itself
88  1776  STRING       -   inferred slot-88                         no known reader
89  1800  BOOL_COMPACT 0   inferred slot-89                         no known reader
90  1816  STRING       -   inferred slot-90                         no known reader
91  1840  BOOL_COMPACT 0   high     no-adce-c                       leave out adce
92  1856  STRING       -   inferred slot-92                         no known reader
93  1880  BOOL_COMPACT 1   low      reduction-param-a               let nvvm-reduction take butterflies (a parameter of it; which is our reading)
94  1896  STRING       -   inferred slot-94                         no known reader
95  1920  BOOL_INLINE  1   low      reduction-param-b               let nvvm-reduction take shuffles down to lane 0 (a parameter of it; which is our reading)
96  1936  STRING       -   inferred slot-96                         no known reader
97  1960  BOOL_COMPACT 0   high     no-constmerge                   leave out constmerge
98  1976  STRING       -   inferred slot-98                         no known reader
99  2000  BOOL_COMPACT 0   high     no-intrin-lower                 leave out nvvm-intrinsic-lowering
100 2016  STRING       -   inferred slot-100                        no known reader
101 2040  BOOL_COMPACT 0   high     no-memcpyopt                    leave out memcpyopt
102 2056  STRING       -   inferred slot-102                        no known reader
103 2080  BOOL_INLINE  0   medium   no-branchdist-a                 leave out branch-dist
104 2096  STRING       -   inferred slot-104                        no known reader
105 2120  BOOL_COMPACT 0   high     no-branchdist-b                 leave out branch-dist
106 2136  STRING       -   inferred slot-106                        no known reader
107 2160  BOOL_COMPACT 0   medium   no-predopt-variant              leave out nvvm-predicate-opt-variant
108 2176  STRING       -   inferred slot-108                        no known reader
109 2200  BOOL_COMPACT 0   high     no-generic2nvvm                 leave out generic-to-nvvm
110 2216  STRING       -   inferred slot-110                        no known reader
111 2240  BOOL_COMPACT 0   medium   no-loweralloca-a                leave out nvvm-lower-alloca
112 2256  STRING       -   inferred slot-112                        no known reader
113 2280  BOOL_COMPACT 0   high     no-loweralloca-b                leave out nvvm-lower-alloca
114 2296  STRING       -   inferred slot-114                        no known reader
115 2320  BOOL_COMPACT 0   high     no-rematerialization            leave out remat; follows do-remat unless set itself
116 2336  STRING       -   inferred slot-116                        no known reader
117 2360  BOOL_COMPACT 1   medium   no-unreachable-block-elim       leave out nvvm-unreachable-block-elim (on by default)
118 2376  STRING       -   inferred slot-118                        no known reader
119 2400  BOOL_INLINE  0   medium   no-reduction                    leave out nvvm-reduction
120 2416  STRING       -   inferred slot-120                        no known reader
121 2440  BOOL_COMPACT 0   high     no-sinking2                     leave out sinking2
122 2456  STRING       -   inferred slot-122                        no known reader
123 2480  BOOL_COMPACT 0   inferred slot-123                        no known reader
124 2496  STRING       -   inferred slot-124                        no known reader
125 2520  BOOL_COMPACT 0   inferred slot-125                        no known reader
126 2536  STRING       -   inferred slot-126                        no known reader
127 2560  BOOL_INLINE  0   high     no-genericaddropt               leave out nvvm-generic-addr-opt
128 2576  STRING       -   inferred slot-128                        no known reader
129 2600  BOOL_COMPACT 0   high     no-irverify                     leave out nvvm-ir-verification
130 2616  STRING       -   inferred slot-130                        no known reader
131 2640  BOOL_COMPACT 0   high     no-loopopt                      leave out nvvm-loop-opt
132 2656  STRING       -   inferred slot-132                        no known reader
133 2680  BOOL_COMPACT 0   high     no-memspaceopt-b                leave out the tiers' memory-space-opt
134 2696  STRING       -   inferred slot-134                        no known reader
135 2720  BOOL_COMPACT 0   high     no-instsimplify                 leave out instsimplify
136 2736  STRING       -   inferred slot-136                        no known reader
137 2760  BOOL_COMPACT 0   medium   no-late-loopunroll              leave out the tiers' second loop-unroll
138 2776  STRING       -   inferred slot-138                        no known reader
139 2800  BOOL_COMPACT 0   medium   no-late-cfg-cleanup-a           leave out the final break-crit-edges
140 2816  STRING       -   inferred slot-140                        no known reader
141 2840  BOOL_COMPACT 1   high     do-adce                         run adce
142 2856  STRING       -   inferred slot-142                        no known reader
143 2880  BOOL_COMPACT 1   high     do-licm                         run licm
144 2896  STRING       -   inferred slot-144                        no known reader
145 2920  BOOL_COMPACT 0   medium   lower-barriers-param            argument of nvvm-lower-barriers
146 2936  STRING       -   inferred slot-146                        no known reader
147 2960  BOOL_COMPACT 0   inferred slot-147                        no known reader
148 2976  STRING       -   inferred slot-148                        no known reader
149 3000  BOOL_COMPACT 0   high     extra-deadargelim               run nvvm-reflect and deadargelim in phase 2
150 3016  STRING       -   inferred slot-150                        no known reader
151 3040  BOOL_INLINE  1   medium   do-cvp                          run correlated-propagation
152 3056  STRING       -   inferred slot-152                        no known reader
153 3080  BOOL_COMPACT 0   medium   do-factory-1922f90              run the unidentified loop factory sub_1922F90
154 3096  STRING       -   inferred slot-154                        no known reader
155 3120  BOOL_COMPACT 1   high     memory-space-second-time        the tiers' memory-space-opt runs as second-time, and nvvm-ir-verification follows it
156 3136  STRING       -   inferred slot-156                        no known reader
157 3160  BOOL_COMPACT 1   high     dump-master                     put print steps into the pipeline; they are silent unless a dump is asked for
158 3176  STRING       -   inferred slot-158                        no known reader
159 3200  BOOL_INLINE  1   high     do-advanced-group               run the tiers' advanced group: ipsccp, nvvm-reflect, nvvm-predicate-opt, sccp, constmerge, nvvm-loop-opt, function-attrs
160 3216  STRING       -   inferred slot-160                        no known reader
161 3240  STRING       -   inferred slot-161                        no known reader
162 3264  STRING       -   inferred slot-162                        no known reader
163 3288  BOOL_COMPACT 0   high     jobserver                       take worker tokens from the GNU jobserver
164 3304  STRING       -   inferred slot-164                        no known reader
165 3328  BOOL_COMPACT 1   high     do-sm-specific                  run the tiers' SM-specific block: nvvm-warp-shuffle, nvvm-reduction, sinking2, branch-dist, reassociate
166 3344  STRING       -   inferred slot-166                        no known reader
167 3368  BOOL_COMPACT 0   inferred slot-167                        no known reader
168 3384  STRING       -   inferred slot-168                        no known reader
169 3408  BOOL_INLINE  0   inferred slot-169                        no known reader
170 3424  STRING       -   inferred slot-170                        no known reader
171 3448  BOOL_COMPACT 0   inferred slot-171                        no known reader
172 3464  STRING       -   inferred slot-172                        no known reader
173 3488  BOOL_COMPACT 0   high     do-barrier-opt                  run barrier analysis and lowering
174 3504  STRING       -   inferred slot-174                        no known reader
175 3528  BOOL_COMPACT 0   high     tier-1                          run tier 1; its threshold is in bytes 4 to 7
176 3544  STRING       -   inferred slot-176                        no known reader
177 3568  BOOL_INLINE  0   high     tier-2                          run tier 2; its threshold is in bytes 4 to 7
178 3584  STRING       -   inferred slot-178                        no known reader
179 3608  BOOL_COMPACT 0   high     tier-3                          run tier 3; its threshold is in bytes 4 to 7
180 3624  STRING       -   inferred slot-180                        no known reader
181 3648  STRING_PTR   -   high     language                        the path list to run instead of the tiers
182 3680  STRING       -   inferred slot-182                        no known reader
183 3704  BOOL_COMPACT 0   high     late-opt-mode                   run the tiers' early licm, and pass 1 to their early-cse
184 3720  STRING       -   inferred slot-184                        no known reader
185 3744  BOOL_COMPACT 0   inferred slot-185                        no known reader
186 3760  STRING       -   inferred slot-186                        no known reader
187 3784  BOOL_COMPACT 0   inferred slot-187                        no known reader
188 3800  STRING       -   inferred slot-188                        no known reader
189 3824  BOOL_COMPACT 0   inferred slot-189                        no known reader
190 3840  STRING       -   inferred slot-190                        no known reader
191 3864  STRING       -   inferred slot-191                        no known reader
192 3888  BOOL_COMPACT 0   inferred slot-192                        no known reader
193 3904  BOOL_COMPACT 0   high     verify-after-plugins            verify the module after every plugin pass
194 3920  STRING       -   inferred slot-194                        no known reader
195 3944  BOOL_COMPACT 0   high     name-blocks                     name every block F<function>_B<block> at the end
196 3960  STRING       -   inferred slot-196                        no known reader
197 3984  INTEGER      20  low      slot-197                        an integer limit; its reader is unknown
198 4000  STRING       -   inferred slot-198                        no known reader
199 4024  BOOL_COMPACT 0   inferred slot-199                        no known reader
200 4040  STRING       -   inferred slot-200                        no known reader
201 4064  BOOL_COMPACT 0   high     force-concurrent                run phase II concurrently whatever the automatic rule says
202 4080  STRING       -   inferred slot-202                        no known reader
203 4104  INTEGER      -1  medium   split-compile-extended-threads  worker threads when units are not relinked (-1: ask split-compile-threads)
204 4120  STRING       -   inferred slot-204                        no known reader
205 4144  INTEGER      -1  medium   split-compile-threads           worker threads when units are relinked (-1: one, 0: all cores)
206 4160  STRING       -   inferred slot-206                        no known reader
207 4184  INTEGER      -1  low      slot-207                        an integer; its reader is unknown
208 4200  STRING       -   inferred slot-208                        no known reader
209 4224  BOOL_COMPACT 0   high     tier-0                          run tier 0; its threshold is in bytes 4 to 7
210 4240  STRING       -   inferred slot-210                        no known reader
211 4264  BOOL_INLINE  1   low      slot-211                        reader unknown (on by default)
212 4280  STRING       -   inferred slot-212                        no known reader
213 4304  BOOL_COMPACT 0   high     device-code                     device-code flag: separate compilation, LTO
214 4320  STRING       -   inferred slot-214                        no known reader
215 4344  INTEGER      0   low      slot-215                        an integer counter; its reader is unknown
216 4360  STRING       -   inferred slot-216                        no known reader
217 4384  BOOL_COMPACT 0   high     bypass-pipeline                 run no optimization: infrastructure and codegen steps only
218 4400  STRING       -   inferred slot-218                        no known reader
219 4424  BOOL_COMPACT 1   low      slot-219                        reader unknown (on by default)
220 4440  STRING       -   inferred slot-220                        no known reader
221 4464  BOOL_COMPACT 0   high     no-late-cfg-cleanup-b           leave out the final break-crit-edges
"""
