; RUN: opencicc opt %s --passes=nvvm-pretreat | filecheck %s
target triple = "nvptx64-nvidia-cuda"

declare i32 @personality(...)
define void @callee() {
  ret void
}

; CHECK-LABEL: define void @marked() {
; CHECK-NEXT: ret void
define void @marked() ssp uwtable noredzone section ".text.hot" align 16 gc "shadow-stack" {
  ret void
}

; CHECK-LABEL: define void @unwinds() {
; CHECK-NEXT: call void @callee()
; CHECK-NOT: landingpad
define void @unwinds() personality ptr @personality {
  invoke void @callee() to label %on unwind label %off
on:
  ret void
off:
  %pad = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %pad
}

; What the code means stays.
; CHECK: define void @meant() [[MEANT:#[0-9]+]]
; CHECK: attributes [[MEANT]] = { noinline }
define void @meant() noinline {
  ret void
}
