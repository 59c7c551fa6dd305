; memory-space-opt makes equal values again: later passes must not read what was known of the old ones. A random kernel, not reduced.
; RUN: opencicc %s -arch=sm_90 -O3 -o - | filecheck %s
; CHECK: .entry kernel(
; CHECK: ret;
target triple = "nvptx64-nvidia-cuda"

define internal i64 @device1(ptr byval({ i64, i32, i16 }) align 8 %p2, i32 %p9) {
entry:
  %local14 = alloca [4 x double], align 16
  %field3 = getelementptr inbounds { i64, i32, i16 }, ptr %p2, i64 0, i32 0
  %v4 = load i64, ptr %field3, align 8
  %field5 = getelementptr inbounds { i64, i32, i16 }, ptr %p2, i64 0, i32 1
  %v6 = load i32, ptr %field5, align 4
  %field7 = getelementptr inbounds { i64, i32, i16 }, ptr %p2, i64 0, i32 2
  %v8 = load i16, ptr %field7, align 2
  %v10 = trunc i64 %v4 to i8
  %v11 = uitofp i8 %v10 to float
  %v12 = and i32 %p9, 262143
  %v13 = fneg float %v11
  %at15 = getelementptr inbounds double, ptr %local14, i64 0
  %v16 = fpext float %v13 to double
  store double %v16, ptr %at15, align 8
  %at17 = getelementptr inbounds double, ptr %local14, i64 1
  store double 0x0000000000000000, ptr %at17, align 8
  %at18 = getelementptr inbounds double, ptr %local14, i64 2
  store double %v16, ptr %at18, align 8
  %at19 = getelementptr inbounds double, ptr %local14, i64 3
  store double %v16, ptr %at19, align 8
  ret i64 %v4
}

define internal i32 @device20(i32 %p21, i32 %p22) {
entry:
  %local36 = alloca [4 x double], align 16
  %v23 = trunc i32 %p21 to i8
  %v24 = uitofp i8 %v23 to float
  %v25 = xor i32 %p22, %p22
  %v26 = sext i8 %v23 to i64
  %v27 = icmp ne i64 %v26, %v26
  %v28 = fpext float %v24 to double
  %v29 = select i1 %v27, double %v28, double %v28
  %v30 = sext i32 %p22 to i64
  %v31 = sext i32 %p21 to i64
  %v32 = mul i64 %v30, %v31
  %v33 = lshr i64 %v32, 32
  %v34 = trunc i64 %v33 to i32
  %v35 = fmul double %v28, %v29
  %at37 = getelementptr inbounds double, ptr %local36, i64 0
  store double 0x0000000000000000, ptr %at37, align 8
  %at38 = getelementptr inbounds double, ptr %local36, i64 1
  store double %v28, ptr %at38, align 8
  %at39 = getelementptr inbounds double, ptr %local36, i64 2
  %v40 = fmul double %v35, 0x3F90000000000000
  store double %v40, ptr %at39, align 8
  %at41 = getelementptr inbounds double, ptr %local36, i64 3
  %v42 = fmul double %v35, 0x3F90000000000000
  store double %v42, ptr %at41, align 8
  ret i32 %v34
}

define internal i32 @recursive43(i32 %depth, i32 %x) {
entry:
  %stop = icmp eq i32 %depth, 0
  br i1 %stop, label %base, label %deeper
base:
  %last = xor i32 %x, 472
  ret i32 %last
deeper:
  %less = add i32 %depth, -1
  %next = add i32 %x, 17
  %below = call i32 @recursive43(i32 %less, i32 %next)
  %result = add i32 %below, %x
  ret i32 %result
}

define internal ptr @pointed79.inner(ptr %q, i32 %k) noinline {
  %at = getelementptr inbounds i32, ptr %q, i32 %k
  store i32 39, ptr %at, align 4
  ret ptr %at
}

define internal i32 @pointed79(ptr %p, i32 %n, i32 %x) noinline {
entry:
  %v = load i32, ptr %p, align 4
  %sum = add i32 %v, %x
  %r = call ptr @pointed79.inner(ptr %p, i32 %n)
  store i32 %sum, ptr %r, align 4
  %w = load i32, ptr %p, align 4
  %stop = icmp eq i32 %n, 0
  br i1 %stop, label %end, label %more
more:
  %less = sub i32 %n, 1
  %below = call i32 @pointed79(ptr %p, i32 %less, i32 %sum)
  br label %end
end:
  %result = phi i32 [ %w, %entry ], [ %below, %more ]
  ret i32 %result
}

@shared92 = internal addrspace(3) global [64 x i32] poison, align 16
@shared98 = internal addrspace(3) global [64 x i32] poison, align 16
define internal ptr @pointed144.inner(ptr %q, i32 %k) noinline {
  %at = getelementptr inbounds i32, ptr %q, i32 %k
  store i32 55, ptr %at, align 4
  ret ptr %at
}

define internal i32 @pointed144(ptr %p, i32 %n, i32 %x) noinline {
entry:
  %v = load i32, ptr %p, align 4
  %sum = add i32 %v, %x
  %r = call ptr @pointed144.inner(ptr %p, i32 %n)
  store i32 %sum, ptr %r, align 4
  %w = load i32, ptr %p, align 4
  %stop = icmp eq i32 %n, 0
  br i1 %stop, label %end, label %more
more:
  %less = sub i32 %n, 1
  %below = call i32 @pointed144(ptr %p, i32 %less, i32 %sum)
  br label %end
end:
  %result = phi i32 [ %w, %entry ], [ %below, %more ]
  ret i32 %result
}

@rows151 = internal addrspace(3) global [64 x [4 x i32]] poison, align 16
define internal i32 @pointed202(ptr %p, i32 %n, i32 %x) noinline {
entry:
  %v = load i32, ptr %p, align 4
  %sum = add i32 %v, %x
  %r = getelementptr inbounds i32, ptr %p, i32 %n
  store i32 %sum, ptr %r, align 4
  %w = load i32, ptr %p, align 4
  %stop = icmp eq i32 %n, 0
  br i1 %stop, label %end, label %more
more:
  %less = sub i32 %n, 1
  %below = call i32 @pointed202(ptr %p, i32 %less, i32 %sum)
  br label %end
end:
  %result = phi i32 [ %w, %entry ], [ %below, %more ]
  ret i32 %result
}

define ptx_kernel void @kernel(ptr addrspace(1) %in, ptr addrspace(1) %inf, ptr addrspace(1) noalias readonly %ind, ptr addrspace(1) %out, ptr addrspace(1) %outf, ptr addrspace(1) %slots, ptr %again, ptr addrspace(1) %cells, i32 %n, i64 %m, float %x) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %group = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %base = mul i32 %group, 64
  %number = add i32 %base, %thread
  %wide = zext i32 %number to i64
  %cells64 = getelementptr inbounds i8, ptr addrspace(1) %cells, i64 256
  %v44 = and i32 %number, 63
  %at45 = getelementptr inbounds i32, ptr addrspace(1) %in, i32 %v44
  %in46 = load i32, ptr addrspace(1) %at45
  %at47 = getelementptr inbounds i32, ptr addrspace(1) %in, i32 %v44
  %in48 = load i32, ptr addrspace(1) %at47
  %v49 = and i32 %in48, 63
  %at50 = getelementptr inbounds float, ptr addrspace(1) %inf, i32 %v49
  %in51 = load float, ptr addrspace(1) %at50
  %at52 = getelementptr inbounds float, ptr addrspace(1) %inf, i32 %v44
  %in53 = load float, ptr addrspace(1) %at52
  %v54 = and i32 %in48, 63
  %at55 = getelementptr inbounds double, ptr addrspace(1) %ind, i32 %v54
  %in56 = load double, ptr addrspace(1) %at55
  %at57 = getelementptr inbounds double, ptr addrspace(1) %ind, i32 %v54
  %in58 = load double, ptr addrspace(1) %at57
  %my.slots.at = mul i64 %wide, 64
  %my.slots = getelementptr inbounds i8, ptr addrspace(1) %slots, i64 %my.slots.at
  %my.again.at = mul i64 %wide, 64
  %my.again = getelementptr inbounds i8, ptr %again, i64 %my.again.at
  %v63 = trunc nuw nsw i32 %thread to i8
  %v64 = icmp sle i8 %v63, -1
  br i1 %v64, label %then59, label %other60
then59:
  %at65 = getelementptr inbounds i64, ptr addrspace(1) %my.slots, i64 6
  %any66 = addrspacecast ptr addrspace(1) %at65 to ptr
  br label %join61
other60:
  %v68 = and i32 %v54, 7
  %at67 = getelementptr inbounds i64, ptr addrspace(1) %my.slots, i32 %v68
  %any69 = addrspacecast ptr addrspace(1) %at67 to ptr
  br label %join61
join61:
  %way62 = phi ptr [ %any66, %then59 ], [ %any69, %other60 ]
  %v70 = load i64, ptr %way62, align 8
  %v71 = trunc nuw nsw i32 %number to i16
  %v72 = or i16 %v71, %v71
  %v73 = icmp ne i32 %in48, %thread
  %v74 = select i1 %v73, i64 %v70, i64 %m
  %v75 = icmp eq i64 %v70, %m
  br i1 %v75, label %then76, label %else77
then76:
  %v80 = and i32 %in48, 3
  %v81 = call i32 @pointed79(ptr %my.again, i32 %v80, i32 %v80)
  %v82 = and i32 %v81, 3
  %v83 = call i32 @pointed79(ptr %my.again, i32 %v82, i32 %v81)
  %v84 = and i32 %v83, %in48
  %v85 = fmul float %x, 0x3FE8000000000000
  br label %join78
else77:
  %at86 = getelementptr inbounds i32, ptr %my.again, i64 11
  store i32 %v49, ptr %at86, align 4
  br label %join78
join78:
  %v87 = phi float [ %v85, %then76 ], [ %x, %else77 ]
  %v88 = phi i32 [ %v84, %then76 ], [ %number, %else77 ]
  %v89 = phi i32 [ %v83, %then76 ], [ %n, %else77 ]
  %v91 = and i32 %in48, 15
  %at90 = getelementptr inbounds i32, ptr %my.again, i32 %v91
  store i32 %v89, ptr %at90, align 4
  %at93 = getelementptr inbounds i32, ptr addrspace(3) @shared92, i32 %thread
  store i32 3, ptr addrspace(3) %at93, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v94 = and i32 %in48, 7
  %at95 = getelementptr inbounds i32, ptr addrspace(3) @shared92, i32 %v94
  %v96 = atomicrmw add ptr addrspace(3) %at95, i32 %v94 monotonic
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v97 = load i32, ptr addrspace(3) %at93, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v102 = lshr i32 %thread, 5
  %v103 = icmp eq i32 %v102, 1
  br i1 %v103, label %produce99, label %consume100
produce99:
  %at105 = getelementptr inbounds i32, ptr addrspace(3) @shared98, i32 %thread
  store i32 %v97, ptr addrspace(3) %at105, align 4
  call void @llvm.nvvm.barrier.cta.sync.count(i32 2, i32 64)
  br label %join101
consume100:
  call void @llvm.nvvm.barrier.cta.sync.count(i32 2, i32 64)
  %v104 = xor i32 %thread, 32
  %at106 = getelementptr inbounds i32, ptr addrspace(3) @shared98, i32 %v104
  %v107 = load i32, ptr addrspace(3) %at106, align 4
  br label %join101
join101:
  %v108 = phi i32 [ %v97, %produce99 ], [ %v107, %consume100 ]
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v109 = zext i32 %n to i64
  %v110 = add i64 %v109, 5
  br label %loop113
loop113:
  %i115 = phi i64 [ 5, %join101 ], [ %i116, %latch117 ]
  %acc111 = phi i32 [ %v94, %join101 ], [ %v129, %latch117 ]
  %acc112 = phi i64 [ %v109, %join101 ], [ %v131, %latch117 ]
  %v120 = icmp ne i64 %i115, %v110
  br i1 %v120, label %body119, label %exit114
body119:
  %v121 = icmp sgt i64 %v109, %v74
  %v122 = select i1 %v121, i16 %v71, i16 %v71
  %v124 = icmp sgt i32 %v88, %v94
  br i1 %v124, label %leave118, label %stay123
stay123:
  %v125 = fptrunc double %in58 to float
  %v126 = zext i16 %v122 to i32
  %v127 = add i32 %v126, 531031632
  %v128 = mul i32 %acc111, 3
  %v129 = sub i32 %v128, %v127
  %v130 = mul i64 %acc112, 5
  %v131 = add i64 %v130, %v74
  br label %latch117
latch117:
  %i116 = add nsw i64 %i115, 1
  br label %loop113
exit114:
  br label %join132
leave118:
  br label %join132
join132:
  %v133 = phi i32 [ %acc111, %exit114 ], [ %acc111, %leave118 ]
  %v134 = phi i64 [ %acc112, %exit114 ], [ %acc112, %leave118 ]
  %v135 = icmp ne i32 %n, 11
  br i1 %v135, label %then136, label %else137
then136:
  %at139 = getelementptr inbounds i32, ptr %my.again, i32 %v102
  %v140 = load i32, ptr %at139, align 4
  %v141 = trunc nuw nsw i64 %v109 to i32
  br label %join138
else137:
  br label %join138
join138:
  %v142 = phi i32 [ %v141, %then136 ], [ %v133, %else137 ]
  %v143 = phi i32 [ %v141, %then136 ], [ %v54, %else137 ]
  %v145 = and i32 %v143, 3
  %v146 = call i32 @pointed144(ptr %my.again, i32 %v145, i32 %v142)
  %v147 = and i32 %in48, 3
  %v148 = call i32 @pointed144(ptr %my.again, i32 %v147, i32 %v146)
  %v149 = icmp slt i32 %v147, %v44
  %v150 = select i1 %v149, i32 %number, i32 %v143
  %shared152 = getelementptr inbounds [4 x i32], ptr addrspace(3) @rows151, i32 %thread
  store <4 x i32> splat (i32 71), ptr addrspace(3) %shared152, align 16
  br label %loop155
loop155:
  %i157 = phi i32 [ 0, %join138 ], [ %i158, %latch159 ]
  %acc153 = phi i64 [ %v70, %join138 ], [ %v192, %latch159 ]
  %acc154 = phi i8 [ %v63, %join138 ], [ %v196, %latch159 ]
  %v162 = zext nneg i16 %v72 to i32
  %v167 = icmp sle i32 %v162, %in48
  %v168 = xor i1 %v167, %v149
  br i1 %v168, label %then163, label %other164
then163:
  %v170 = and i64 %wide, 63
  %at169 = getelementptr inbounds double, ptr addrspace(1) %ind, i64 %v170
  %any171 = addrspacecast ptr addrspace(1) %at169 to ptr
  br label %join165
other164:
  %at172 = getelementptr inbounds double, ptr addrspace(1) %ind, i32 %v49
  %any173 = addrspacecast ptr addrspace(1) %at172 to ptr
  br label %join165
join165:
  %way166 = phi ptr [ %any171, %then163 ], [ %any173, %other164 ]
  %v174 = load double, ptr %way166, align 8
  %v179 = fcmp ult float %v87, %in51
  br i1 %v179, label %then175, label %other176
then175:
  %v181 = and i64 %v74, 63
  %at180 = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %v181
  %any182 = addrspacecast ptr addrspace(1) %at180 to ptr
  br label %join177
other176:
  %at183 = getelementptr inbounds i32, ptr addrspace(3) %shared152, i64 3
  %any184 = addrspacecast ptr addrspace(3) %at183 to ptr
  br label %join177
join177:
  %way178 = phi ptr [ %any182, %then175 ], [ %any184, %other176 ]
  %v185 = load i32, ptr %way178, align 4
  %v186 = fmul float %in53, 0x3F80000000000000
  %v187 = fptrunc float %v186 to half
  %v188 = call half @llvm.fma.f16(half %v187, half %v187, half %v187)
  %v189 = fmul half %v188, 0xH2C00
  %v190 = select i1 %v135, float %v186, float %in53
  %v191 = mul i64 %acc153, 33
  %v192 = sub i64 %v191, %v74
  %v193 = trunc i64 %v191 to i8
  %v194 = add i8 %v193, %acc154
  %v195 = mul i8 %acc154, 33
  %v196 = add i8 %v195, %v194
  br label %latch159
latch159:
  %i158 = add nsw i32 %i157, -2
  %v199 = icmp ne i32 %i158, -520
  br i1 %v199, label %loop155, label %exit156, !llvm.loop !9198
exit156:
  %v200 = phi i64 [ %v192, %latch159 ]
  %v201 = phi i8 [ %v196, %latch159 ]
  %v203 = and i32 %v148, 3
  %any204 = addrspacecast ptr addrspace(3) %shared152 to ptr
  %v205 = call i32 @pointed202(ptr %any204, i32 %v203, i32 63)
  %v206 = and i32 %v205, 3
  %v207 = call i32 @pointed202(ptr %my.again, i32 %v206, i32 %v150)
  %v208 = mul i64 %wide, 31
  %v209 = zext i1 %v103 to i64
  %v210 = xor i64 %v208, %v209
  %v211 = mul i64 %v210, 31
  %v212 = zext i32 %n to i64
  %v213 = xor i64 %v211, %v212
  %v214 = mul i64 %v213, 31
  %v215 = zext i1 %v73 to i64
  %v216 = xor i64 %v214, %v215
  %v217 = mul i64 %v216, 31
  %v218 = sext i32 %v145 to i64
  %v219 = xor i64 %v217, %v218
  %v220 = mul i64 %v219, 31
  %v221 = zext i1 %v149 to i64
  %v222 = xor i64 %v220, %v221
  %v223 = mul i64 %v222, 31
  %v224 = zext i32 %v203 to i64
  %v225 = xor i64 %v223, %v224
  %at226 = mul i64 %wide, 4
  %at227 = getelementptr inbounds i64, ptr addrspace(1) %out, i64 %at226
  store i64 %v225, ptr addrspace(1) %at227
  %v228 = mul i64 %wide, 31
  %v229 = zext i32 %v143 to i64
  %v230 = xor i64 %v228, %v229
  %v231 = mul i64 %v230, 31
  %v232 = zext i1 %v64 to i64
  %v233 = xor i64 %v231, %v232
  %v234 = mul i64 %v233, 31
  %v235 = sext i32 %v94 to i64
  %v236 = xor i64 %v234, %v235
  %v237 = mul i64 %v236, 31
  %v238 = sext i32 %v146 to i64
  %v239 = xor i64 %v237, %v238
  %v240 = mul i64 %v239, 31
  %v241 = sext i32 %v150 to i64
  %v242 = xor i64 %v240, %v241
  %v243 = mul i64 %v242, 31
  %v244 = sext i32 %v205 to i64
  %v245 = xor i64 %v243, %v244
  %at246 = mul i64 %wide, 4
  %at248 = add i64 %at246, 1
  %at247 = getelementptr inbounds i64, ptr addrspace(1) %out, i64 %at248
  store i64 %v245, ptr addrspace(1) %at247
  %v249 = mul i64 %wide, 31
  %v250 = sext i32 %v102 to i64
  %v251 = xor i64 %v249, %v250
  %v252 = mul i64 %v251, 31
  %v253 = zext i16 %v72 to i64
  %v254 = xor i64 %v252, %v253
  %v255 = mul i64 %v254, 31
  %v256 = zext i8 %v63 to i64
  %v257 = xor i64 %v255, %v256
  %v258 = mul i64 %v257, 31
  %v259 = sext i32 %v147 to i64
  %v260 = xor i64 %v258, %v259
  %v261 = mul i64 %v260, 31
  %v262 = xor i64 %v261, %v200
  %v263 = mul i64 %v262, 31
  %v264 = zext i32 %v206 to i64
  %v265 = xor i64 %v263, %v264
  %at266 = mul i64 %wide, 4
  %at268 = add i64 %at266, 2
  %at267 = getelementptr inbounds i64, ptr addrspace(1) %out, i64 %at268
  store i64 %v265, ptr addrspace(1) %at267
  %v269 = mul i64 %wide, 31
  %v270 = xor i64 %v269, %v109
  %v271 = mul i64 %v270, 31
  %v272 = zext i32 %v44 to i64
  %v273 = xor i64 %v271, %v272
  %v274 = mul i64 %v273, 31
  %v275 = xor i64 %v274, %v70
  %v276 = mul i64 %v275, 31
  %v277 = sext i32 %v148 to i64
  %v278 = xor i64 %v276, %v277
  %v279 = mul i64 %v278, 31
  %v280 = zext i8 %v201 to i64
  %v281 = xor i64 %v279, %v280
  %v282 = mul i64 %v281, 31
  %v283 = zext i32 %v207 to i64
  %v284 = xor i64 %v282, %v283
  %at285 = mul i64 %wide, 4
  %at287 = add i64 %at285, 3
  %at286 = getelementptr inbounds i64, ptr addrspace(1) %out, i64 %at287
  store i64 %v284, ptr addrspace(1) %at286
  %v288 = fpext float %in53 to double
  %at289 = mul i64 %wide, 6
  %at290 = getelementptr inbounds double, ptr addrspace(1) %outf, i64 %at289
  store double %v288, ptr addrspace(1) %at290
  %v291 = fpext float %in51 to double
  %at292 = mul i64 %wide, 6
  %at294 = add i64 %at292, 1
  %at293 = getelementptr inbounds double, ptr addrspace(1) %outf, i64 %at294
  store double %v291, ptr addrspace(1) %at293
  %v295 = fpext float %x to double
  %at296 = mul i64 %wide, 6
  %at298 = add i64 %at296, 2
  %at297 = getelementptr inbounds double, ptr addrspace(1) %outf, i64 %at298
  store double %v295, ptr addrspace(1) %at297
  %at299 = mul i64 %wide, 6
  %at301 = add i64 %at299, 3
  %at300 = getelementptr inbounds double, ptr addrspace(1) %outf, i64 %at301
  store double %in56, ptr addrspace(1) %at300
  %at302 = mul i64 %wide, 6
  %at304 = add i64 %at302, 4
  %at303 = getelementptr inbounds double, ptr addrspace(1) %outf, i64 %at304
  store double %in58, ptr addrspace(1) %at303
  %v305 = fpext float %v87 to double
  %at306 = mul i64 %wide, 6
  %at308 = add i64 %at306, 5
  %at307 = getelementptr inbounds double, ptr addrspace(1) %outf, i64 %at308
  store double %v305, ptr addrspace(1) %at307
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.barrier.cta.sync.count(i32, i32)
declare half @llvm.fma.f16(half, half, half)
!9197 = !{!"llvm.loop.unroll.enable"}
!9198 = distinct !{!9198, !9197}
