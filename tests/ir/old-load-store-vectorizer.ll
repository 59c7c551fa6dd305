; Neighbouring accesses become one of two or four where the first is aligned for it.
; RUN: opencicc opt %s --passes=old-load-store-vectorizer -arch=sm_90 | filecheck %s
; RUN: opencicc opt %s --passes=propagate-alignment,old-load-store-vectorizer -arch=sm_90 | filecheck %s --check-prefix=KNOWN
target triple = "nvptx64-nvidia-cuda"
@tile = internal addrspace(3) global [64 x float] poison, align 16

; CHECK-LABEL: @aligned(
; CHECK: load <4 x float>, ptr addrspace(1) %p, align 16
define float @aligned(ptr addrspace(1) %p) {
  %q = getelementptr float, ptr addrspace(1) %p, i64 1
  %r = getelementptr float, ptr addrspace(1) %p, i64 2
  %s = getelementptr float, ptr addrspace(1) %p, i64 3
  %a = load float, ptr addrspace(1) %p, align 16
  %b = load float, ptr addrspace(1) %q, align 4
  %c = load float, ptr addrspace(1) %r, align 8
  %d = load float, ptr addrspace(1) %s, align 4
  %e = fadd float %a, %b
  %f = fadd float %c, %d
  %g = fadd float %e, %f
  ret float %g
}

; Aligned to one element only: single loads stay.
; CHECK-LABEL: @unaligned(
; CHECK-COUNT-2: load float
; CHECK-NOT: load <
; CHECK: ret float
define float @unaligned(ptr addrspace(1) %p) {
  %q = getelementptr float, ptr addrspace(1) %p, i64 1
  %a = load float, ptr addrspace(1) %p, align 4
  %b = load float, ptr addrspace(1) %q, align 4
  %e = fadd float %a, %b
  ret float %e
}

; What the variable's alignment proves, once propagate-alignment has said so: an index of a multiple of two.
; CHECK-LABEL: @shared(
; CHECK-COUNT-2: load float
; KNOWN-LABEL: @shared(
; KNOWN: load <2 x float>, ptr addrspace(3) %{{.*}}, align 8
define float @shared(i64 %i, i64 %mask) {
  %even = shl i64 %i, 1
  %odd = and i64 %even, %mask
  %p = getelementptr float, ptr addrspace(3) @tile, i64 %odd
  %q = getelementptr float, ptr addrspace(3) %p, i64 1
  %a = load float, ptr addrspace(3) %p, align 4
  %b = load float, ptr addrspace(3) %q, align 4
  %e = fadd float %a, %b
  ret float %e
}
