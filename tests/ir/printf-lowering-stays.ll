; A printf with a body is somebody's own; what vprintf can't print is an error with its place.
; RUN: opencicc opt %s --passes=printf-lowering | filecheck %s
target triple = "nvptx64-nvidia-cuda"

define i32 @printf(ptr %format, ...) {
  ret i32 0
}

; CHECK-LABEL: @own(
; CHECK: call i32 (ptr, ...) @printf(ptr %f, i32 1)
define void @own(ptr %f) {
  %a = call i32 (ptr, ...) @printf(ptr %f, i32 1)
  ret void
}
