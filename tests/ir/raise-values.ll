; RUN: opencicc opt %s --passes=raise-values -raise-values-from=0 -raise-values-least=1 | filecheck %s
; RUN: opencicc opt %s --passes=raise-values -raise-values-from=0 | filecheck %s --check-prefix=LITTLE
; RUN: opencicc opt %s --passes=raise-values -raise-values-least=1 | filecheck %s --check-prefix=LITTLE
; RUN: opencicc opt %s -O3 --print-pipeline-passes | filecheck %s --check-prefix=ON
; RUN: opencicc opt %s -O3 -raise-values=0 --print-pipeline-passes | filecheck %s --check-prefix=OFF
; ON: raise-values
; OFF-NOT: raise-values
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare double @llvm.fma.f64(double, double, double)
declare float @llvm.nvvm.sqrt.rn.f(float)

; Two registers become one while the other way is taken.
; CHECK-LABEL: @product(
; CHECK: %y = load
; CHECK-NEXT: %p = fmul float %x, %y
; CHECK-NEXT: br i1
; LITTLE-LABEL: @product(
; LITTLE: join:
; LITTLE-NEXT: %p = fmul
define ptx_kernel void @product(ptr %a, ptr %b, ptr %o, i1 %c) {
entry:
  %x = load float, ptr %a
  %y = load float, ptr %b
  br i1 %c, label %slow, label %join
slow:
  store volatile i32 1, ptr %o
  br label %join
join:
  %p = fmul float %x, %y
  store float %p, ptr %o
  ret void
}

; One of the two is wanted later; one way does not need it; a loop would compute less often; a load waits long.
; CHECK-LABEL: @wanted_later(
; CHECK: join:
; CHECK-NEXT: %p = fmul
define ptx_kernel void @wanted_later(ptr %a, ptr %b, ptr %o, i1 %c) {
entry:
  %x = load float, ptr %a
  %y = load float, ptr %b
  br i1 %c, label %slow, label %join
slow:
  store volatile i32 1, ptr %o
  br label %join
join:
  %p = fmul float %x, %y
  store volatile float %p, ptr %o
  store volatile float %y, ptr %o
  ret void
}

; CHECK-LABEL: @not_always(
; CHECK: then:
; CHECK-NEXT: %p = fmul
define ptx_kernel void @not_always(ptr %a, ptr %b, ptr %o, i1 %c) {
entry:
  %x = load float, ptr %a
  %y = load float, ptr %b
  br i1 %c, label %then, label %join
then:
  %p = fmul float %x, %y
  store float %p, ptr %o
  br label %join
join:
  ret void
}

; CHECK-LABEL: @out_of_loop(
; CHECK: done:
; CHECK-NEXT: %p = mul
define ptx_kernel void @out_of_loop(ptr %a, ptr %o, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = load volatile i32, ptr %a
  %next = add i32 %i, 1
  %again = icmp ult i32 %x, %n
  br i1 %again, label %loop, label %done
done:
  %p = mul i32 %x, %i
  store i32 %p, ptr %o
  ret void
}

; A product of complex numbers: four values go in, each is used twice, and two come out.
; CHECK-LABEL: @complex(
; CHECK: entry:
; CHECK: %re = fsub
; CHECK: %im = fadd
; CHECK: slow:
define ptx_kernel void @complex(ptr %a, ptr %b, ptr %o, i1 %c) {
entry:
  %p = load <4 x float>, ptr %a
  %ar = extractelement <4 x float> %p, i32 0
  %ai = extractelement <4 x float> %p, i32 1
  %br = extractelement <4 x float> %p, i32 2
  %bi = extractelement <4 x float> %p, i32 3
  br i1 %c, label %slow, label %join
slow:
  store volatile i32 1, ptr %o
  br label %join
join:
  %x = fmul float %ar, %br
  %y = fmul float %ai, %bi
  %re = fsub float %x, %y
  %u = fmul float %ar, %bi
  %v = fmul float %ai, %br
  %im = fadd float %u, %v
  store volatile float %re, ptr %o
  store volatile float %im, ptr %o
  ret void
}

; What LLVM sank past two branches, a sine's polynomial for instance: each chain goes back to the block of its own loads.
; CHECK-LABEL: @chains(
; CHECK: entry:
; CHECK: %f1 = call double @llvm.fma.f64(
; CHECK: %f2 = call double @llvm.fma.f64(
; CHECK: br i1 %c
; CHECK: middle:
; CHECK: %g1 = call double @llvm.fma.f64(
; CHECK: %g2 = call double @llvm.fma.f64(
; CHECK: %sum = fadd double %f2, %g2
; CHECK: br i1 %c
define ptx_kernel void @chains(ptr %a, ptr %o, i1 %c) {
entry:
  %x0 = load double, ptr %a
  %a1 = getelementptr double, ptr %a, i64 1
  %x1 = load double, ptr %a1
  %a2 = getelementptr double, ptr %a, i64 2
  %x2 = load double, ptr %a2
  br i1 %c, label %slow, label %middle
slow:
  store volatile i32 1, ptr %o
  br label %middle
middle:
  %a3 = getelementptr double, ptr %a, i64 3
  %y0 = load double, ptr %a3
  %a4 = getelementptr double, ptr %a, i64 4
  %y1 = load double, ptr %a4
  br i1 %c, label %slower, label %join
slower:
  store volatile i32 2, ptr %o
  br label %join
join:
  %f1 = call double @llvm.fma.f64(double %x0, double %x1, double 1.0)
  %f2 = call double @llvm.fma.f64(double %f1, double %x1, double %x2)
  %g1 = call double @llvm.fma.f64(double %y0, double %y1, double 1.0)
  %g2 = call double @llvm.fma.f64(double %g1, double %y1, double %y0)
  %sum = fadd double %f2, %g2
  store double %sum, ptr %o
  ret void
}

; A root takes long, and what others of its warp say belongs where they say it: both stay.
; CHECK-LABEL: @slow_ones(
; CHECK: join:
; CHECK-NEXT: %root = call float @llvm.nvvm.sqrt.rn.f(
; CHECK-NEXT: %other = call i32 @llvm.nvvm.shfl.sync.bfly.i32(
define ptx_kernel void @slow_ones(ptr %a, ptr %o, i1 %c) {
entry:
  %x = load float, ptr %a
  %i = load i32, ptr %a
  %j = load i32, ptr %o
  br i1 %c, label %slow, label %join
slow:
  store volatile i32 1, ptr %o
  br label %join
join:
  %root = call float @llvm.nvvm.sqrt.rn.f(float %x)
  %other = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %i, i32 %j, i32 %j, i32 31)
  store volatile float %root, ptr %o
  store volatile i32 %other, ptr %o
  ret void
}

; The step is left out of modules without a long function; this is one.
define i32 @long(i32 %n) {
  %v0 = add i32 %n, 1
  %v1 = add i32 %v0, 1
  %v2 = add i32 %v1, 2
  %v3 = add i32 %v2, 3
  %v4 = add i32 %v3, 4
  %v5 = add i32 %v4, 5
  %v6 = add i32 %v5, 6
  %v7 = add i32 %v6, 7
  %v8 = add i32 %v7, 8
  %v9 = add i32 %v8, 9
  %v10 = add i32 %v9, 10
  %v11 = add i32 %v10, 11
  %v12 = add i32 %v11, 12
  %v13 = add i32 %v12, 13
  %v14 = add i32 %v13, 14
  %v15 = add i32 %v14, 15
  %v16 = add i32 %v15, 16
  %v17 = add i32 %v16, 17
  %v18 = add i32 %v17, 18
  %v19 = add i32 %v18, 19
  %v20 = add i32 %v19, 20
  %v21 = add i32 %v20, 21
  %v22 = add i32 %v21, 22
  %v23 = add i32 %v22, 23
  %v24 = add i32 %v23, 24
  %v25 = add i32 %v24, 25
  %v26 = add i32 %v25, 26
  %v27 = add i32 %v26, 27
  %v28 = add i32 %v27, 28
  %v29 = add i32 %v28, 29
  %v30 = add i32 %v29, 30
  %v31 = add i32 %v30, 31
  %v32 = add i32 %v31, 32
  %v33 = add i32 %v32, 33
  %v34 = add i32 %v33, 34
  %v35 = add i32 %v34, 35
  %v36 = add i32 %v35, 36
  %v37 = add i32 %v36, 37
  %v38 = add i32 %v37, 38
  %v39 = add i32 %v38, 39
  %v40 = add i32 %v39, 40
  %v41 = add i32 %v40, 41
  %v42 = add i32 %v41, 42
  %v43 = add i32 %v42, 43
  %v44 = add i32 %v43, 44
  %v45 = add i32 %v44, 45
  %v46 = add i32 %v45, 46
  %v47 = add i32 %v46, 47
  %v48 = add i32 %v47, 48
  %v49 = add i32 %v48, 49
  %v50 = add i32 %v49, 50
  %v51 = add i32 %v50, 51
  %v52 = add i32 %v51, 52
  %v53 = add i32 %v52, 53
  %v54 = add i32 %v53, 54
  %v55 = add i32 %v54, 55
  %v56 = add i32 %v55, 56
  %v57 = add i32 %v56, 57
  %v58 = add i32 %v57, 58
  %v59 = add i32 %v58, 59
  %v60 = add i32 %v59, 60
  %v61 = add i32 %v60, 61
  %v62 = add i32 %v61, 62
  %v63 = add i32 %v62, 63
  %v64 = add i32 %v63, 64
  %v65 = add i32 %v64, 65
  %v66 = add i32 %v65, 66
  %v67 = add i32 %v66, 67
  %v68 = add i32 %v67, 68
  %v69 = add i32 %v68, 69
  %v70 = add i32 %v69, 70
  %v71 = add i32 %v70, 71
  %v72 = add i32 %v71, 72
  %v73 = add i32 %v72, 73
  %v74 = add i32 %v73, 74
  %v75 = add i32 %v74, 75
  %v76 = add i32 %v75, 76
  %v77 = add i32 %v76, 77
  %v78 = add i32 %v77, 78
  %v79 = add i32 %v78, 79
  %v80 = add i32 %v79, 80
  %v81 = add i32 %v80, 81
  %v82 = add i32 %v81, 82
  %v83 = add i32 %v82, 83
  %v84 = add i32 %v83, 84
  %v85 = add i32 %v84, 85
  %v86 = add i32 %v85, 86
  %v87 = add i32 %v86, 87
  %v88 = add i32 %v87, 88
  %v89 = add i32 %v88, 89
  %v90 = add i32 %v89, 90
  %v91 = add i32 %v90, 91
  %v92 = add i32 %v91, 92
  %v93 = add i32 %v92, 93
  %v94 = add i32 %v93, 94
  %v95 = add i32 %v94, 95
  %v96 = add i32 %v95, 96
  %v97 = add i32 %v96, 97
  %v98 = add i32 %v97, 98
  %v99 = add i32 %v98, 99
  %v100 = add i32 %v99, 100
  %v101 = add i32 %v100, 101
  %v102 = add i32 %v101, 102
  %v103 = add i32 %v102, 103
  %v104 = add i32 %v103, 104
  %v105 = add i32 %v104, 105
  %v106 = add i32 %v105, 106
  %v107 = add i32 %v106, 107
  %v108 = add i32 %v107, 108
  %v109 = add i32 %v108, 109
  %v110 = add i32 %v109, 110
  %v111 = add i32 %v110, 111
  %v112 = add i32 %v111, 112
  %v113 = add i32 %v112, 113
  %v114 = add i32 %v113, 114
  %v115 = add i32 %v114, 115
  %v116 = add i32 %v115, 116
  %v117 = add i32 %v116, 117
  %v118 = add i32 %v117, 118
  %v119 = add i32 %v118, 119
  %v120 = add i32 %v119, 120
  %v121 = add i32 %v120, 121
  %v122 = add i32 %v121, 122
  %v123 = add i32 %v122, 123
  %v124 = add i32 %v123, 124
  %v125 = add i32 %v124, 125
  %v126 = add i32 %v125, 126
  %v127 = add i32 %v126, 127
  %v128 = add i32 %v127, 128
  %v129 = add i32 %v128, 129
  %v130 = add i32 %v129, 130
  %v131 = add i32 %v130, 131
  %v132 = add i32 %v131, 132
  %v133 = add i32 %v132, 133
  %v134 = add i32 %v133, 134
  %v135 = add i32 %v134, 135
  %v136 = add i32 %v135, 136
  %v137 = add i32 %v136, 137
  %v138 = add i32 %v137, 138
  %v139 = add i32 %v138, 139
  %v140 = add i32 %v139, 140
  %v141 = add i32 %v140, 141
  %v142 = add i32 %v141, 142
  %v143 = add i32 %v142, 143
  %v144 = add i32 %v143, 144
  %v145 = add i32 %v144, 145
  %v146 = add i32 %v145, 146
  %v147 = add i32 %v146, 147
  %v148 = add i32 %v147, 148
  %v149 = add i32 %v148, 149
  %v150 = add i32 %v149, 150
  %v151 = add i32 %v150, 151
  %v152 = add i32 %v151, 152
  %v153 = add i32 %v152, 153
  %v154 = add i32 %v153, 154
  %v155 = add i32 %v154, 155
  %v156 = add i32 %v155, 156
  %v157 = add i32 %v156, 157
  %v158 = add i32 %v157, 158
  %v159 = add i32 %v158, 159
  %v160 = add i32 %v159, 160
  %v161 = add i32 %v160, 161
  %v162 = add i32 %v161, 162
  %v163 = add i32 %v162, 163
  %v164 = add i32 %v163, 164
  %v165 = add i32 %v164, 165
  %v166 = add i32 %v165, 166
  %v167 = add i32 %v166, 167
  %v168 = add i32 %v167, 168
  %v169 = add i32 %v168, 169
  %v170 = add i32 %v169, 170
  %v171 = add i32 %v170, 171
  %v172 = add i32 %v171, 172
  %v173 = add i32 %v172, 173
  %v174 = add i32 %v173, 174
  %v175 = add i32 %v174, 175
  %v176 = add i32 %v175, 176
  %v177 = add i32 %v176, 177
  %v178 = add i32 %v177, 178
  %v179 = add i32 %v178, 179
  %v180 = add i32 %v179, 180
  %v181 = add i32 %v180, 181
  %v182 = add i32 %v181, 182
  %v183 = add i32 %v182, 183
  %v184 = add i32 %v183, 184
  %v185 = add i32 %v184, 185
  %v186 = add i32 %v185, 186
  %v187 = add i32 %v186, 187
  %v188 = add i32 %v187, 188
  %v189 = add i32 %v188, 189
  %v190 = add i32 %v189, 190
  %v191 = add i32 %v190, 191
  %v192 = add i32 %v191, 192
  %v193 = add i32 %v192, 193
  %v194 = add i32 %v193, 194
  %v195 = add i32 %v194, 195
  %v196 = add i32 %v195, 196
  %v197 = add i32 %v196, 197
  %v198 = add i32 %v197, 198
  %v199 = add i32 %v198, 199
  ret i32 %v199
}
