; RUN: opencicc %s -arch=sm_90 --stop-after=lnk --emit=ll -o - | filecheck %s
; RUN: opencicc %s -arch=sm_90 -o %t.ptx
; RUN: opencicc %s -arch=sm_90 -O0 -o %t.ptx

; Math intrinsics of LLVM that NVPTX has no code for become calls of libdevice before it is linked.

; CHECK-LABEL: @scalars(
; CHECK: call float @__nv_sinf(float %x)
; CHECK: call double @__nv_exp(double %d)
; CHECK: call float @__nv_powf(float {{.*}}, float %x)
; CHECK: call double @__nv_exp2(
; CHECK-NOT: llvm.sin
define ptx_kernel void @scalars(ptr %p, float %x, double %d) {
  %a = call float @llvm.sin.f32(float %x)
  %b = call double @llvm.exp.f64(double %d)
  %c = call float @llvm.pow.f32(float %a, float %x)
  %e = call double @llvm.exp2.f64(double %b)
  store float %c, ptr %p
  store double %e, ptr %p
  ret void
}

; CHECK-LABEL: @small(
; CHECK: fpext half %h to float
; CHECK: call float @__nv_logf(
; CHECK: fptrunc float {{.*}} to half
define ptx_kernel void @small(ptr %p, half %h) {
  %r = call half @llvm.log.f16(half %h)
  store half %r, ptr %p
  ret void
}

; CHECK-LABEL: @vectors(
; CHECK-COUNT-2: call float @__nv_tanf(
; CHECK-NOT: llvm.tan
define ptx_kernel void @vectors(ptr %p, <2 x float> %v) {
  %r = call <2 x float> @llvm.tan.v2f32(<2 x float> %v)
  store <2 x float> %r, ptr %p
  ret void
}

; CHECK-LABEL: @pairs(
; CHECK: call void @__nv_sincosf(float %x, ptr {{.*}}, ptr {{.*}})
; CHECK: call double @__nv_modf(double %d, ptr
define ptx_kernel void @pairs(ptr %p, float %x, double %d) {
  %a = call { float, float } @llvm.sincos.f32(float %x)
  %b = call { double, double } @llvm.modf.f64(double %d)
  store { float, float } %a, ptr %p
  store { double, double } %b, ptr %p
  ret void
}

; CHECK-LABEL: @integers(
; CHECK: call i64 @__nv_llroundf(float %x)
; CHECK: trunc i64 {{.*}} to i32
; CHECK: call i64 @__nv_llrint(double %d)
define ptx_kernel void @integers(ptr %p, float %x, double %d) {
  %a = call i32 @llvm.lround.i32.f32(float %x)
  %b = call i64 @llvm.llrint.i64.f64(double %d)
  store i32 %a, ptr %p
  store i64 %b, ptr %p
  ret void
}

; libLLVM has code for these: exp2 of a float, approximate sines, powers with a constant exponent, and what is exact.
; CHECK-LABEL: @native(
; CHECK: call float @llvm.exp2.f32(
; CHECK: call afn float @llvm.sin.f32(
; CHECK: call float @llvm.powi.f32.i32(float {{.*}}, i32 3)
; CHECK: call float @llvm.sqrt.f32(
; CHECK: call float @__nv_powif(float {{.*}}, i32 %n)
define ptx_kernel void @native(ptr %p, float %x, i32 %n) {
  %a = call float @llvm.exp2.f32(float %x)
  %b = call afn float @llvm.sin.f32(float %a)
  %c = call float @llvm.powi.f32.i32(float %b, i32 3)
  %d = call float @llvm.sqrt.f32(float %c)
  %e = call float @llvm.powi.f32.i32(float %d, i32 %n)
  store float %e, ptr %p
  ret void
}
