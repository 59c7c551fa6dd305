; Single-precision division and square root in every combination of -prec-div, -prec-sqrt and -ftz, as nvcc writes them.
; RUN: opencicc %s -arch=sm_90 -o - | filecheck %s --check-prefix=PRECISE
; RUN: opencicc %s -arch=sm_90 -prec-div=1 -prec-sqrt=1 -ftz=0 -o - | filecheck %s --check-prefix=PRECISE
; RUN: opencicc %s -arch=sm_90 -ftz=1 -o - | filecheck %s --check-prefix=PRECISE-FTZ
; RUN: opencicc %s -arch=sm_90 -prec-div=0 -o - | filecheck %s --check-prefix=DIV
; RUN: opencicc %s -arch=sm_90 -prec_div=0 -ftz=1 -o - | filecheck %s --check-prefix=DIV-FTZ
; RUN: opencicc %s -arch=sm_90 -prec-sqrt=0 -o - | filecheck %s --check-prefix=SQRT
; RUN: opencicc %s -arch=sm_90 -prec_sqrt=0 -ftz=1 -o - | filecheck %s --check-prefix=SQRT-FTZ
; RUN: opencicc %s -arch=sm_90 -prec-div=0 -prec-sqrt=0 -o - | filecheck %s --check-prefix=BOTH
; RUN: opencicc %s -arch=sm_90 -prec-div=0 -prec-sqrt=0 -ftz=1 -o - | filecheck %s --check-prefix=FAST
; RUN: opencicc %s -arch=sm_90 -fast-math -o - | filecheck %s --check-prefix=FAST
; RUN: opencicc %s -arch=sm_90 -use_fast_math -O0 -o - | filecheck %s --check-prefix=FAST
; A flag given in words beats what -fast-math implies.
; RUN: opencicc %s -arch=sm_90 -fast-math -ftz=0 -o - | filecheck %s --check-prefix=BOTH
; RUN: opencicc %s -arch=sm_90 -fast-math -prec-sqrt=1 -ftz=0 -o - | filecheck %s --check-prefix=DIV
target triple = "nvptx64-nvidia-cuda"

; PRECISE-LABEL: .entry quotient(
; PRECISE: div.rn.f32
; PRECISE-FTZ-LABEL: .entry quotient(
; PRECISE-FTZ: div.rn.ftz.f32
; DIV-LABEL: .entry quotient(
; DIV: div.full.f32
; DIV-FTZ-LABEL: .entry quotient(
; DIV-FTZ: div.full.ftz.f32
; SQRT-LABEL: .entry quotient(
; SQRT: div.rn.f32
; SQRT-FTZ-LABEL: .entry quotient(
; SQRT-FTZ: div.rn.ftz.f32
; BOTH-LABEL: .entry quotient(
; BOTH: div.full.f32
; FAST-LABEL: .entry quotient(
; FAST: div.full.ftz.f32
define ptx_kernel void @quotient(ptr %p, float %a, float %b) {
  %q = fdiv float %a, %b
  store float %q, ptr %p
  ret void
}

; PRECISE-LABEL: .entry reciprocal(
; PRECISE: rcp.rn.f32
; PRECISE-FTZ-LABEL: .entry reciprocal(
; PRECISE-FTZ: rcp.rn.ftz.f32
; DIV-LABEL: .entry reciprocal(
; DIV: rcp.approx.f32
; DIV-FTZ-LABEL: .entry reciprocal(
; DIV-FTZ: rcp.approx.ftz.f32
; SQRT-LABEL: .entry reciprocal(
; SQRT: rcp.rn.f32
; SQRT-FTZ-LABEL: .entry reciprocal(
; SQRT-FTZ: rcp.rn.ftz.f32
; BOTH-LABEL: .entry reciprocal(
; BOTH: rcp.approx.f32
; FAST-LABEL: .entry reciprocal(
; FAST: rcp.approx.ftz.f32
define ptx_kernel void @reciprocal(ptr %p, float %a) {
  %q = fdiv float 1.0, %a
  store float %q, ptr %p
  ret void
}

; PRECISE-LABEL: .entry root(
; PRECISE: sqrt.rn.f32
; PRECISE-FTZ-LABEL: .entry root(
; PRECISE-FTZ: sqrt.rn.ftz.f32
; DIV-LABEL: .entry root(
; DIV: sqrt.rn.f32
; DIV-FTZ-LABEL: .entry root(
; DIV-FTZ: sqrt.rn.ftz.f32
; SQRT-LABEL: .entry root(
; SQRT: sqrt.approx.f32
; SQRT-FTZ-LABEL: .entry root(
; SQRT-FTZ: sqrt.approx.ftz.f32
; BOTH-LABEL: .entry root(
; BOTH: sqrt.approx.f32
; FAST-LABEL: .entry root(
; FAST: sqrt.approx.ftz.f32
define ptx_kernel void @root(ptr %p, float %a) {
  %r = call float @llvm.sqrt.f32(float %a)
  store float %r, ptr %p
  ret void
}

; Only where both may be approximate does the pair become one instruction.
; PRECISE-LABEL: .entry reciprocal_root(
; PRECISE: sqrt.rn.f32
; PRECISE: rcp.rn.f32
; PRECISE-FTZ-LABEL: .entry reciprocal_root(
; PRECISE-FTZ: sqrt.rn.ftz.f32
; PRECISE-FTZ: rcp.rn.ftz.f32
; DIV-LABEL: .entry reciprocal_root(
; DIV: sqrt.rn.f32
; DIV: rcp.approx.f32
; DIV-FTZ-LABEL: .entry reciprocal_root(
; DIV-FTZ: sqrt.rn.ftz.f32
; DIV-FTZ: rcp.approx.ftz.f32
; SQRT-LABEL: .entry reciprocal_root(
; SQRT: sqrt.approx.f32
; SQRT: rcp.rn.f32
; SQRT-FTZ-LABEL: .entry reciprocal_root(
; SQRT-FTZ: sqrt.approx.ftz.f32
; SQRT-FTZ: rcp.rn.ftz.f32
; BOTH-LABEL: .entry reciprocal_root(
; BOTH-NOT: {{[^r]}}sqrt
; BOTH: rsqrt.approx.f32
; FAST-LABEL: .entry reciprocal_root(
; FAST-NOT: {{[^r]}}sqrt
; FAST: rsqrt.approx.ftz.f32
define ptx_kernel void @reciprocal_root(ptr %p, float %a) {
  %r = call float @llvm.sqrt.f32(float %a)
  %q = fdiv float 1.0, %r
  store float %q, ptr %p
  ret void
}

; Doubles know none of these flags.
; PRECISE-LABEL: .entry in_double(
; PRECISE: sqrt.rn.f64
; PRECISE: div.rn.f64
; FAST-LABEL: .entry in_double(
; FAST: sqrt.rn.f64
; FAST: div.rn.f64
define ptx_kernel void @in_double(ptr %p, double %a, double %b) {
  %r = call double @llvm.sqrt.f64(double %a)
  %q = fdiv double %r, %b
  store double %q, ptr %p
  ret void
}
