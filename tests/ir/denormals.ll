; -ftz flushes single precision only; without the flag the module's own attribute decides.
; RUN: opencicc %s -arch=sm_90 -o - | filecheck %s --check-prefix=OWN
; RUN: opencicc %s -arch=sm_90 -ftz=0 -o - | filecheck %s --check-prefix=KEEP
; RUN: opencicc %s -arch=sm_90 -ftz=1 -o - | filecheck %s --check-prefix=FLUSH
; RUN: opencicc %s -arch=sm_90 -ftz -o - | filecheck %s --check-prefix=FLUSH
target triple = "nvptx64-nvidia-cuda"

; OWN-LABEL: .entry plain(
; OWN: add.f32
; KEEP-LABEL: .entry plain(
; KEEP: add.f32
; FLUSH-LABEL: .entry plain(
; FLUSH: add.ftz.f32
define ptx_kernel void @plain(ptr %p, float %a, float %b) {
  %s = fadd float %a, %b
  store float %s, ptr %p
  ret void
}

; OWN-LABEL: .entry flushing(
; OWN: add.ftz.f32
; KEEP-LABEL: .entry flushing(
; KEEP: add.f32
; FLUSH-LABEL: .entry flushing(
; FLUSH: add.ftz.f32
define ptx_kernel void @flushing(ptr %p, float %a, float %b) "denormal-fp-math-f32"="preserve-sign,preserve-sign" {
  %s = fadd float %a, %b
  store float %s, ptr %p
  ret void
}

; FLUSH-LABEL: .entry in_double(
; FLUSH: add.f64
define ptx_kernel void @in_double(ptr %p, double %a, double %b) {
  %s = fadd double %a, %b
  store double %s, ptr %p
  ret void
}
