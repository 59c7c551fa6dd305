; Operations on vectors become operations on their elements; loads and stores stay wide.
; RUN: opencicc opt %s --passes=d2ir-scalarizer -arch=sm_90 | filecheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: @add(
; CHECK: load <2 x float>
; CHECK-COUNT-2: fadd float
; CHECK: store <2 x float>
define void @add(ptr %p) {
  %v = load <2 x float>, ptr %p, align 8
  %w = fadd <2 x float> %v, %v
  store <2 x float> %w, ptr %p, align 8
  ret void
}

; CHECK-LABEL: @scalar(
; CHECK-NEXT: %y = fadd float %x, %x
; CHECK-NEXT: ret float %y
define float @scalar(float %x) {
  %y = fadd float %x, %x
  ret float %y
}
