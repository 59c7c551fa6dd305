; nvcc and libNVVM fuse nothing at -O0, whatever -fma says: each step can be looked at.
; RUN: opencicc %s -arch=sm_90 -O0 -o - | filecheck %s
; RUN: opencicc %s -arch=sm_90 -O0 -fma=1 -o - | filecheck %s
; RUN: opencicc %s -arch=sm_90 -g -o - | filecheck %s
; RUN: opencicc %s -arch=sm_90 -O1 -o - | filecheck %s --check-prefix=FUSED
; RUN: opencicc %s -arch=sm_90 -O1 -fma=0 -o - | filecheck %s
; RUN: opencicc %s -arch=sm_90 -Ofast-compile=max -o - | filecheck %s --check-prefix=FUSED
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: .entry sum(
; CHECK-NOT: fma
; CHECK: mul.{{rn.f32|f32}}
; CHECK: add.{{rn.f32|f32}}
; FUSED-LABEL: .entry sum(
; FUSED: fma.rn.f32
define ptx_kernel void @sum(ptr addrspace(1) %to, float %a, float %b, float %c) {
  %p = fmul contract float %a, %b
  %s = fadd contract float %p, %c
  store float %s, ptr addrspace(1) %to
  ret void
}
