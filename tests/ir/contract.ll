; -fma decides whether a multiplication and an addition may become one instruction, whatever the module says.
; RUN: opencicc %s -arch=sm_90 -o - | filecheck %s --check-prefix=FUSED
; RUN: opencicc %s -arch=sm_90 -fma=1 -o - | filecheck %s --check-prefix=FUSED
; RUN: opencicc %s -arch=sm_90 -fma=0 -o - | filecheck %s --check-prefix=APART
; RUN: opencicc %s -arch=sm_90 -fmad=0 -o - | filecheck %s --check-prefix=APART
; RUN: opencicc %s -arch=sm_90 -fma=0 -O0 -o - | filecheck %s --check-prefix=APART
; RUN: opencicc %s -arch=sm_90 --emit=ll -o - | filecheck %s --check-prefix=IR
; RUN: opencicc %s -arch=sm_90 -fma=0 --emit=ll -o - | filecheck %s --check-prefix=NOIR
target triple = "nvptx64-nvidia-cuda"

; FUSED-LABEL: .entry plain(
; FUSED: fma.rn.f32
; APART-LABEL: .entry plain(
; APART: mul.rn.f32
; APART: add.rn.f32
; IR-LABEL: @plain(
; IR: fmul contract float
; IR: fadd contract float
; NOIR-LABEL: @plain(
; NOIR: fmul float
; NOIR: fadd float
define ptx_kernel void @plain(ptr %p, float %a, float %b, float %c) {
  %m = fmul float %a, %b
  %s = fadd float %m, %c
  store float %s, ptr %p
  ret void
}

; The module's own flag is overruled: the command line speaks for the whole program.
; FUSED-LABEL: .entry flagged(
; FUSED: fma.rn.f64
; APART-LABEL: .entry flagged(
; APART: mul.rn.f64
; APART: add.rn.f64
; IR-LABEL: @flagged(
; IR: fmul contract double
; NOIR-LABEL: @flagged(
; NOIR: fmul double
define ptx_kernel void @flagged(ptr %p, double %a, double %b, double %c) {
  %m = fmul contract double %a, %b
  %s = fadd contract double %m, %c
  store double %s, ptr %p
  ret void
}

; Integers have no such question.
; FUSED-LABEL: .entry whole(
; FUSED: mad.lo.s32
; APART-LABEL: .entry whole(
; APART: {{mad|mul}}.lo.s32
define ptx_kernel void @whole(ptr %p, i32 %a, i32 %b, i32 %c) {
  %m = mul i32 %a, %b
  %s = add i32 %m, %c
  store i32 %s, ptr %p
  ret void
}

; llvm.fmuladd leaves the choice open, so it follows the flag too.
; FUSED-LABEL: .entry open(
; FUSED: fma.rn.f32
; APART-LABEL: .entry open(
; APART: mul.rn.f32
; APART: add.rn.f32
define ptx_kernel void @open(ptr %p, float %a, float %b, float %c) {
  %s = call float @llvm.fmuladd.f32(float %a, float %b, float %c)
  store float %s, ptr %p
  ret void
}

; llvm.fma is one operation with one rounding: it stays.
; FUSED-LABEL: .entry exact(
; FUSED: fma.rn.f32
; APART-LABEL: .entry exact(
; APART: fma.rn.f32
define ptx_kernel void @exact(ptr %p, float %a, float %b, float %c) {
  %s = call float @llvm.fma.f32(float %a, float %b, float %c)
  store float %s, ptr %p
  ret void
}
