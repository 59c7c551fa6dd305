; RUN: opencicc opt %s --passes=set-local-array-alignment | filecheck %s
; RUN: opencicc opt %s --passes=set-local-array-alignment --local-array-alignment=4 | filecheck %s --check-prefix=FOUR

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: @arrays(
; CHECK: %large = alloca [48 x i16], align 16
; CHECK: %small = alloca [3 x i16], align 4
; FOUR-LABEL: @arrays(
; FOUR: %large = alloca [48 x i16], align 4
; FOUR: %small = alloca [3 x i16], align 4
define void @arrays(ptr %out) {
  %large = alloca [48 x i16], align 2
  %small = alloca [3 x i16], align 2
  store ptr %large, ptr %out
  store ptr %small, ptr %out
  ret void
}

; A scalar has no neighbours to be accessed with, and an alignment that is high enough stays.
; CHECK-LABEL: @stays(
; CHECK: %scalar = alloca i16, align 2
; CHECK: %aligned = alloca [64 x i8], align 64
define void @stays(ptr %out) {
  %scalar = alloca i16, align 2
  %aligned = alloca [64 x i8], align 64
  store ptr %scalar, ptr %out
  store ptr %aligned, ptr %out
  ret void
}
