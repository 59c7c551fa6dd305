; RUN: opencicc opt %s --passes=nvvm-reflect-pp | filecheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: @decided(
; CHECK-NOT: br i1
; CHECK: ret i32 1
; CHECK-NOT: ret i32 2
define i32 @decided() {
  %c = icmp eq i32 900, 900
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}

; Nothing is decided here, so nothing is touched, simple as it would be.
; CHECK-LABEL: @open(
; CHECK: add i32 %x, 0
; CHECK: br i1 %c
define i32 @open(i32 %x, i1 %c) {
  %y = add i32 %x, 0
  br i1 %c, label %yes, label %no
yes:
  ret i32 %y
no:
  ret i32 2
}
